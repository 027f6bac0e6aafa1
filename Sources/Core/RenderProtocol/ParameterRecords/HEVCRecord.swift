// SPDX-License-Identifier: Apache-2.0

import Base

/// The parameter sets of an HEVC stream as MP4 and Matroska hold them (ISO/IEC 14496-15, 8.3.3.1: the
/// HEVC decoder configuration record).
///
/// One film may hold packets of several encoders if each parameter set has its own number: every slice names its
/// picture parameter set, which names its sequence parameter set, which names its video parameter set. Supplemental
/// messages in a record are left out.
public struct HEVCRecord: Hashable, Sendable {
  /// The general profile (space, tier, number), compatibility flags, constraint flags and level: twelve bytes, as in a
  /// sequence parameter set.
  public var general: [UInt8]
  /// The chroma format's number, and bits of a sample beyond 8.
  public var chroma, lumaDepth, chromaDepth: UInt8
  /// Temporal layers, and whether one may change to a higher one at any of its pictures.
  public var layers: UInt8, isNested: Bool
  /// Bytes of the length in front of each NAL unit: 1, 2 or 4.
  public var lengthBytes: Int
  /// The parameter sets, each a NAL unit: video, sequence, picture.
  public var sets: [[[UInt8]]]

  /// Types of the NAL units of `sets`.
  private static let types: [UInt8] = [32, 33, 34]

  /// A record of `sets`, which are video, sequence and picture parameter sets.
  public init(
    general: [UInt8], chroma: UInt8, lumaDepth: UInt8, chromaDepth: UInt8, layers: UInt8,
    isNested: Bool, lengthBytes: Int = 4, sets: [[[UInt8]]]
  ) {
    precondition(general.count == 12 && sets.count == 3, "a record of other parts")
    self.general = general
    (self.chroma, self.lumaDepth, self.chromaDepth) = (chroma, lumaDepth, chromaDepth)
    (self.layers, self.isNested) = (layers, isNested)
    (self.lengthBytes, self.sets) = (lengthBytes, sets)
  }

  /// Reads a record; nil for anything that is none.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count >= 23, bytes[0] == 1 else { return nil }
    general = Array(bytes[1..<13])
    (chroma, lumaDepth, chromaDepth) = (bytes[16] & 3, bytes[17] & 7, bytes[18] & 7)
    (layers, isNested) = (bytes[21] >> 3 & 7, bytes[21] & 4 != 0)
    lengthBytes = Int(bytes[21] & 3) + 1
    sets = [[], [], []]
    var at = 23
    func number() -> Int? {
      guard at + 2 <= bytes.count else { return nil }
      defer { at += 2 }
      return Int(bytes[at]) << 8 | Int(bytes[at + 1])
    }
    for _ in 0..<bytes[22] {
      guard at < bytes.count else { return nil }
      let type = bytes[at] & 0x3f
      at += 1
      guard let count = number() else { return nil }
      for _ in 0..<count {
        guard let size = number(), size > 2, at + size <= bytes.count else { return nil }
        if let kind = HEVCRecord.types.firstIndex(of: type) {
          sets[kind].append(Array(bytes[at..<at + size]))
        }
        at += size
      }
    }
    guard lengthBytes != 3 else { return nil }
  }

  /// The record; lengths of NAL units are said to have `lengthBytes`.
  public var bytes: [UInt8] {
    // Parallelism and frame rate are left unspecified.
    var bytes = [1] + general
    bytes += [0xf0, 0, 0xfc, 0xfc | chroma, 0xf8 | lumaDepth, 0xf8 | chromaDepth]
    bytes += [0, 0, layers << 3 | (isNested ? 4 : 0) | UInt8(lengthBytes - 1)]
    bytes.append(UInt8(HEVCRecord.types.count))
    for (type, units) in zip(HEVCRecord.types, sets) {
      bytes += [0x80 | type, UInt8(units.count >> 8), UInt8(units.count & 0xff)]
      bytes += AVCRecord.listed(units)
    }
    return bytes
  }

  /// The numbers of the video, sequence and picture parameter sets; nil where one cannot be read.
  public var numbers: [[Int]]? {
    let readers = [HEVCRecord.videoNumber, HEVCRecord.sequenceNumber, HEVCRecord.pictureNumber]
    var numbers: [[Int]] = []
    for (read, units) in zip(readers, sets) {
      let found = units.compactMap(read)
      guard found.count == units.count else { return nil }
      numbers.append(found)
    }
    return numbers
  }

  /// A record with the sets of both; nil where two sets have one number, or the samples another
  /// format.
  ///
  /// Lengths are those of this record; flags say what is true of both.
  public func merged(with other: HEVCRecord) -> HEVCRecord? {
    guard self != other else { return self }
    guard let mine = numbers, let theirs = other.numbers,
      general[0] >> 6 == other.general[0] >> 6,
      (chroma, lumaDepth, chromaDepth) == (other.chroma, other.lumaDepth, other.chromaDepth)
    else { return nil }
    var merged = self
    for kind in sets.indices {
      for (number, unit) in zip(theirs[kind], other.sets[kind]) {
        if let place = mine[kind].firstIndex(of: number) {
          if sets[kind][place] != unit { return nil }
        } else {
          merged.sets[kind].append(unit)
        }
      }
    }
    // The higher tier and profile: one that decodes it decodes the other.
    let tier = (general[0] | other.general[0]) & 0x20
    let profile = max(general[0] & 0x1f, other.general[0] & 0x1f)
    merged.general[0] = general[0] & 0xc0 | tier | profile
    for place in 1..<11 { merged.general[place] &= other.general[place] }
    merged.general[11] = max(general[11], other.general[11])
    merged.layers = max(layers, other.layers)
    merged.isNested = isNested && other.isNested
    return merged
  }

  private static func videoNumber(_ unit: [UInt8]) -> Int? {
    unit.count > 2 ? Int(unit[2] >> 4) : nil
  }

  private static func sequenceNumber(_ unit: [UInt8]) -> Int? {
    // Behind the unit's header: layers, general profile and level, and those of layers.
    let bytes = unescaped(unit)
    guard bytes.count > 15 else { return nil }
    let layers = Int(bytes[2] >> 1 & 7)
    guard layers > 0 else { return AVCRecord.number(in: bytes[15...]) }
    guard layers < 7, bytes.count > 17 else { return nil }
    let flags = Int(bytes[15]) << 8 | Int(bytes[16])
    var at = 17
    for layer in 0..<layers {
      if flags >> (15 - 2 * layer) & 1 == 1 { at += 11 }
      if flags >> (14 - 2 * layer) & 1 == 1 { at += 1 }
    }
    return at < bytes.count ? AVCRecord.number(in: bytes[at...]) : nil
  }

  private static func pictureNumber(_ unit: [UInt8]) -> Int? {
    AVCRecord.number(in: unit.dropFirst(2))
  }

  /// The beginning of `unit` without emulation prevention bytes.
  private static func unescaped(_ unit: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    // More than the longest description of profiles and levels.
    unit.prefix(256).withUnsafeBytes { $0.appendUnescaped(to: &bytes) }
    return bytes
  }
}
