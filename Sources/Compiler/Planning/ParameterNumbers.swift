// SPDX-License-Identifier: Apache-2.0

import RenderProtocol

/// The numbers that the parameter sets of copied sources have in one film.
///
/// Encoders number their sets from 0, so that the sets of two sources clash as soon as they differ. The first source
/// keeps its numbers, and so does every source whose sets are equal to earlier ones or do not clash with them.
struct ParameterNumbers {
  /// The parameters of the packets of all sources, with their highest profile and level; nil
  /// without any.
  private(set) var record: ParameterRecord?
  private var known: [(record: ParameterRecord, number: Int?)] = []
  private var changed: [MediaFile: Int] = [:]
  private var refused: [MediaFile: CopyObstacle] = [:]

  /// Takes in a source of `codec` with the record `parameters`, in the order of the film.
  mutating func add(_ file: MediaFile, codec: String, _ parameters: [UInt8]) {
    guard let record = ParameterRecord(codec: codec, parameters) else {
      refused[file] = CopyObstacle("its parameter sets make no sense")
      return
    }
    if let obstacle = place(record, of: file) {
      refused[file] = obstacle
    } else {
      self.record = self.record?.covering(record) ?? record
    }
  }

  /// The number that the sets of `file` get; nil where they keep theirs.
  func number(of file: MediaFile) -> Int? { changed[file] }

  /// Why nothing is copied of `file`, from which something could be.
  func obstacle(of file: MediaFile) -> CopyObstacle? { refused[file] }

  /// Finds numbers for the sets of `record`; what is in the way of it.
  private mutating func place(_ record: ParameterRecord, of file: MediaFile) -> CopyObstacle? {
    if let same = known.first(where: { $0.record.hasSets(of: record) }) {
      changed[file] = same.number
      return nil
    }
    guard let highest = record.encodedNumber, let own = record.numbers else {
      guard known.isEmpty else {
        return CopyObstacle("its parameters differ from another source's")
      }
      known.append((record, nil))
      return nil
    }
    // An H.264 record counts its sets in five bits, and one of them belongs to the encoded frames.
    guard known.count < highest - 1 else { return ParameterNumbers.tooMany }
    var taken: Set = [highest]
    for other in known { taken.formUnion(other.number.map { [$0] } ?? other.record.numbers ?? []) }
    if taken.isDisjoint(with: own) {
      known.append((record, nil))
    } else if let number = (0..<highest).first(where: { !taken.contains($0) }) {
      changed[file] = number
      known.append((record, number))
    } else {
      return ParameterNumbers.tooMany
    }
    return nil
  }

  private static let tooMany = CopyObstacle(
    "there are too many sources with parameter sets of their own")
}
