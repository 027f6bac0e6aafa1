// SPDX-License-Identifier: Apache-2.0

/// A short-term reference picture set (ITU-T H.265, 7.3.7): the pictures that a picture refers to or that are
/// kept, by POC difference.
struct HEVCReferenceSet: Hashable {
  /// One picture of a set.
  struct Entry: Hashable {
    var offset: Int
    var isUsed: Bool
  }

  /// The pictures shown before this one, nearest first, and those shown after it.
  var before: [Entry] = []
  var after: [Entry] = []

  /// The maximum number of pictures that a decoder holds.
  private static let maximumCount = 16

  var count: Int { before.count + after.count }
  var all: [Entry] { before + after }

  init() {}

  /// Reads the set number `index`, which may be predicted from one of `known`; nil if it is invalid.
  ///
  /// - Parameter isInSlice: Whether it is in a slice header, after all of `known`.
  init?(_ reader: inout RBSPReader, index: Int, known: [HEVCReferenceSet], isInSlice: Bool) {
    if index > 0, reader.flag() {
      let back = isInSlice ? reader.unsigned() + 1 : 1
      let sign = reader.flag() ? -1 : 1
      let step = reader.unsigned() + 1
      guard back <= index, index - back < known.count, step <= 1 << 15 else { return nil }
      derive(from: known[index - back], by: sign * step, &reader)
    } else {
      let (earlier, later) = (reader.unsigned(), reader.unsigned())
      guard earlier <= HEVCReferenceSet.maximumCount, later <= HEVCReferenceSet.maximumCount
      else { return nil }
      before = HEVCReferenceSet.entries(earlier, sign: -1, &reader)
      after = HEVCReferenceSet.entries(later, sign: 1, &reader)
    }
    guard !reader.isDamaged, count <= HEVCReferenceSet.maximumCount else { return nil }
  }

  private static func entries(_ count: Int, sign: Int, _ reader: inout RBSPReader) -> [Entry] {
    var offset = 0
    return (0..<count).map { _ in
      offset += sign * (min(reader.unsigned(), 1 << 15) + 1)
      return Entry(offset: offset, isUsed: reader.flag())
    }
  }

  /// Predicts the set from `other`, the set of a picture `step` away (7.4.8).
  private mutating func derive(
    from other: HEVCReferenceSet, by step: Int, _ reader: inout RBSPReader
  ) {
    var flags: [(isUsed: Bool, isKept: Bool)] = []
    for _ in 0...other.count {
      let isUsed = reader.flag()
      flags.append((isUsed, isUsed || reader.flag()))
    }
    func moved(_ entries: [Entry], from first: Int) -> [Entry] {
      entries.enumerated().compactMap { index, entry in
        let flag = flags[first + index]
        return flag.isKept ? Entry(offset: entry.offset + step, isUsed: flag.isUsed) : nil
      }
    }
    let (earlier, later) = (
      moved(other.before, from: 0), moved(other.after, from: other.before.count)
    )
    let last = flags[other.count]
    let itself = last.isKept ? [Entry(offset: step, isUsed: last.isUsed)] : []
    before = (later.reversed() + itself + earlier).filter { $0.offset < 0 }
    after = (earlier.reversed() + itself + later).filter { $0.offset > 0 }
  }
}
