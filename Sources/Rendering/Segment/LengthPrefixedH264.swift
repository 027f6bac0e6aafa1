// SPDX-License-Identifier: Apache-2.0

import Actions

/// H.264 the way MP4 and Matroska hold it: each NAL unit behind its length, the parameter sets in a
/// record of their own (ISO/IEC 14496-15, 5.3).
///
/// Encoders give a byte stream with start codes instead (ITU-T H.264, annex B). A muxer would look
/// for those in every byte, each time a film is linked; here it is done once.
enum LengthPrefixedH264 {
  /// Whether `bytes` start with a start code.
  static func isByteStream(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0, 0, 1]) || bytes.starts(with: [0, 0, 0, 1])
  }

  /// The record of the parameter sets in a byte stream; nil when they cannot be understood.
  static func record(ofByteStream bytes: [UInt8]) -> [UInt8]? {
    var sets: [[[UInt8]]] = [[], [], []]
    let units = bytes.withUnsafeBytes { raw in NALUnits(raw).map { Array(raw[$0]) } }
    for unit in units {
      guard let first = unit.first else { return nil }
      switch first & 0x1f {
      case 7: sets[0].append(unit)
      case 8: sets[1].append(unit)
      case 13: sets[2].append(unit)
      default: break
      }
    }
    return record(sets)
  }

  /// The record of `sets`: sequence parameter sets, picture parameter sets, extensions of the former;
  /// nil when they cannot be understood.
  static func record(_ sets: [[[UInt8]]], lengthBytes: Int = 4) -> [UInt8]? {
    guard let sequence = sets[0].first, sequence.count >= 4, !sets[1].isEmpty, sets[0].count < 32,
      sets[1].count < 256, sets[2].count < 256,
      sets.allSatisfy({ units in units.allSatisfy { $0.count <= 0xffff } })
    else { return nil }
    var rest: [UInt8] = []
    switch sequence[1] {
    case 66, 77, 88: break  // Baseline, main and extended profile have one format of samples.
    case 44, 100, 110, 122, 244:
      guard let set = sequence.withUnsafeBytes({ H264SequenceSet($0) }) else { return nil }
      rest = [
        0xfc | UInt8(set.chroma), 0xf8 | UInt8(set.lumaDepth), 0xf8 | UInt8(set.chromaDepth),
        UInt8(sets[2].count),
      ]
      rest += AVCRecord.listed(sets[2])
    default: return nil
    }
    return AVCRecord(
      profile: sequence[1], compatibility: sequence[2], level: sequence[3],
      lengthBytes: lengthBytes, sequences: sets[0], pictures: sets[1], rest: rest
    ).bytes
  }
}

/// Where the NAL units lie in a byte stream.
struct NALUnits: Sequence, IteratorProtocol {
  private let bytes: UnsafeRawBufferPointer
  private var at: Int

  /// The units of `bytes`, which start with a start code.
  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    at = NALUnits.startCode(in: bytes, from: 0)
  }

  mutating func next() -> Range<Int>? {
    // Over the start code, which ends in the first byte that is not 0.
    while at < bytes.count, bytes[at] == 0 { at += 1 }
    at += 1
    guard at < bytes.count else { return nil }
    let start = at
    at = NALUnits.startCode(in: bytes, from: start)
    return start..<at
  }

  /// Where the next start code begins, with a zero in front if there is one; the end if none comes.
  private static func startCode(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var at = start
    while at + 2 < bytes.count {
      switch bytes[at + 2] {
      case 0: at += 1
      case 1 where bytes[at] == 0 && bytes[at + 1] == 0:
        return at > start && bytes[at - 1] == 0 ? at - 1 : at
      default: at += 3
      }
    }
    return bytes.count
  }
}
