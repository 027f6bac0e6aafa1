// SPDX-License-Identifier: Apache-2.0

/// The parameter sets of an H.264 stream as MP4 and Matroska hold them (ISO/IEC 14496-15, 5.3.3.1:
/// the AVC decoder configuration record).
///
/// One film may hold packets of several encoders if each parameter set has its own number: every
/// slice names its picture parameter set, which names its sequence parameter set.
public struct AVCRecord: Hashable, Sendable {
  /// The profile's number (`profile_idc`), its compatibility bits, and the level's number.
  public var profile, compatibility, level: UInt8
  /// Bytes of the length in front of each NAL unit: 1, 2 or 4.
  public var lengthBytes: Int
  /// The sequence parameter sets, each a NAL unit.
  public var sequences: [[UInt8]]
  /// The picture parameter sets, each a NAL unit.
  public var pictures: [[UInt8]]
  /// The bytes after the sets: the sample format of high profiles, and extension sets.
  public var rest: [UInt8]

  /// A record of `sequences` and `pictures`; `rest` are the bytes after them.
  public init(
    profile: UInt8, compatibility: UInt8, level: UInt8, lengthBytes: Int = 4,
    sequences: [[UInt8]], pictures: [[UInt8]], rest: [UInt8] = []
  ) {
    (self.profile, self.compatibility, self.level) = (profile, compatibility, level)
    self.lengthBytes = lengthBytes
    (self.sequences, self.pictures, self.rest) = (sequences, pictures, rest)
  }

  /// Reads a record; nil for anything that is none.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count >= 7, bytes[0] == 1 else { return nil }
    (profile, compatibility, level) = (bytes[1], bytes[2], bytes[3])
    lengthBytes = Int(bytes[4] & 3) + 1
    var at = 5
    func sets(_ mask: UInt8) -> [[UInt8]]? {
      guard at < bytes.count else { return nil }
      let count = Int(bytes[at] & mask)
      at += 1
      var units: [[UInt8]] = []
      for _ in 0..<count {
        guard at + 2 <= bytes.count else { return nil }
        let size = Int(bytes[at]) << 8 | Int(bytes[at + 1])
        guard size > 0, at + 2 + size <= bytes.count else { return nil }
        units.append(Array(bytes[at + 2..<at + 2 + size]))
        at += 2 + size
      }
      return units
    }
    guard lengthBytes != 3, let sequences = sets(0x1f), let pictures = sets(0xff) else {
      return nil
    }
    (self.sequences, self.pictures) = (sequences, pictures)
    rest = Array(bytes[at...])
  }

  /// The record; lengths of NAL units are said to have `lengthBytes`.
  public var bytes: [UInt8] {
    [1, profile, compatibility, level, 0xfc | UInt8(lengthBytes - 1)]
      + [0xe0 | UInt8(sequences.count)] + AVCRecord.listed(sequences)
      + [UInt8(pictures.count)] + AVCRecord.listed(pictures) + rest
  }

  /// A set of more bytes does not fit into a record.
  public static let maximumSetBytes = 0xffff

  /// `units`, each behind its length in two bytes, as all parts of a record are listed.
  public static func listed(_ units: [[UInt8]]) -> [UInt8] {
    units.flatMap { [UInt8($0.count >> 8), UInt8($0.count & 0xff)] + $0 }
  }

  /// The numbers (`seq_parameter_set_id` and `pic_parameter_set_id`) of the sets; nil for one that
  /// cannot be read.
  public var numbers: (sequences: [Int], pictures: [Int])? {
    // Profile, constraints and level come first in a sequence parameter set; a level of zero could
    // cause emulation prevention bytes between them.
    guard sequences.allSatisfy({ $0.count > 4 && $0[3] != 0 }) else { return nil }
    let first = sequences.compactMap { AVCRecord.number(in: $0.dropFirst(4)) }
    let second = pictures.compactMap { AVCRecord.number(in: $0.dropFirst()) }
    guard first.count == sequences.count, second.count == pictures.count else { return nil }
    return (first, second)
  }

  /// A record with the sets of both; nil where two sets have one number, or the samples another
  /// format.
  ///
  /// Lengths are those of this record, profile and level whichever is higher.
  public func merged(with other: AVCRecord) -> AVCRecord? {
    guard self != other else { return self }
    guard let mine = numbers, let theirs = other.numbers,
      rest == other.rest || rest.isEmpty || other.rest.isEmpty
    else { return nil }
    var merged = self
    if rest.isEmpty { merged.rest = other.rest }
    func union(
      _ list: WritableKeyPath<AVCRecord, [[UInt8]]>, _ mine: [Int], _ theirs: [Int]
    ) -> Bool {
      for (number, unit) in zip(theirs, other[keyPath: list]) {
        if let place = mine.firstIndex(of: number) {
          if self[keyPath: list][place] != unit { return false }
        } else {
          merged[keyPath: list].append(unit)
        }
      }
      return true
    }
    guard union(\.sequences, mine.sequences, theirs.sequences),
      union(\.pictures, mine.pictures, theirs.pictures)
    else { return nil }
    guard merged.sequences.count < 32, merged.pictures.count < 256 else { return nil }
    merged.profile = max(profile, other.profile)
    // A constraint is kept where all keep it.
    merged.compatibility = compatibility & other.compatibility
    merged.level = max(level, other.level)
    return merged
  }

  /// The unsigned Exp-Golomb code (ITU-T H.264, 9.1) that `bytes` begin with, up to 255.
  static func number(in bytes: ArraySlice<UInt8>) -> Int? {
    guard !bytes.isEmpty else { return nil }
    // Codes up to 255 have at most 17 bits.
    let head = bytes.prefix(3)
    let word = head.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (4 - head.count))
    let zeros = word.leadingZeroBitCount
    guard zeros <= 8, 2 * zeros + 1 <= 8 * bytes.count else { return nil }
    return Int(word >> (31 - 2 * UInt32(zeros))) - 1
  }
}
