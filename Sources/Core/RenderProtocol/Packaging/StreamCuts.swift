// SPDX-License-Identifier: Apache-2.0

/// Chooses the units of a film with which media segments of a stream begin.
///
/// Short units are joined up to the wanted length. The choice depends on the lengths of units
/// nearby and on nothing else: a change that leaves the lengths as they are, such as that of a
/// title, moves no cut, and one that changes a length moves none beyond the next fixed cut. A cut
/// is fixed where it is stronger than all others less than the wanted length away; the strength is
/// a hash of the lengths around it.
public struct StreamCuts: Sendable {
  /// The lengths of the units, in frames.
  let lengths: [Int]
  /// The wanted length, in frames; at least 1.
  let most: Int

  /// Cuts of a film of units of so many frames each, for media segments of `most` frames, at least
  /// 1.
  public init(lengths: [Int], most: Int) { (self.lengths, self.most) = (lengths, most) }

  /// The units that begin a media segment, ascending from 0.
  public var starts: [Int] {
    guard !lengths.isEmpty else { return [] }
    let strengths = lengths.indices.map(strength)
    var result = [0]
    var sum = lengths[0]
    for index in lengths.indices.dropFirst() {
      if sum + lengths[index] > most || isFixed(index, strengths) {
        result.append(index)
        sum = 0
      }
      sum += lengths[index]
    }
    return result
  }

  /// A hash (FNV-1a) of the lengths of the two units before the cut and after it.
  private func strength(_ index: Int) -> UInt64 {
    (index - 2..<index + 2).reduce(0xcbf2_9ce4_8422_2325) { hash, place in
      let length = lengths.indices.contains(place) ? lengths[place] : 0
      return (hash ^ UInt64(length)) &* 0x100_0000_01b3
    }
  }

  /// Returns true if the cut before unit `index` is stronger than all others less than the wanted
  /// length away; of equals the earlier is.
  private func isFixed(_ index: Int, _ strengths: [UInt64]) -> Bool {
    var distance = 0
    for other in (1..<index).reversed() {
      distance += lengths[other]
      if distance >= most { break }
      if strengths[other] >= strengths[index] { return false }
    }
    distance = 0
    for other in lengths.indices.dropFirst(index + 1) {
      distance += lengths[other - 1]
      if distance >= most { break }
      if strengths[other] > strengths[index] { return false }
    }
    return true
  }
}
