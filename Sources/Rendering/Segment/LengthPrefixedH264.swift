// SPDX-License-Identifier: Apache-2.0

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
      guard let first = unit.first, unit.count <= 0xffff else { return nil }
      switch first & 0x1f {
      case 7: sets[0].append(unit)
      case 8: sets[1].append(unit)
      case 13: sets[2].append(unit)
      default: break
      }
    }
    guard let sequence = sets[0].first, sequence.count >= 4, !sets[1].isEmpty, sets[0].count < 32,
      sets[1].count < 256, sets[2].count < 256
    else { return nil }
    func listed(_ units: [[UInt8]]) -> [UInt8] {
      units.flatMap { [UInt8($0.count >> 8), UInt8($0.count & 0xff)] + $0 }
    }
    var record: [UInt8] = [1, sequence[1], sequence[2], sequence[3], 0xff]
    record += [0xe0 | UInt8(sets[0].count)] + listed(sets[0])
    record += [UInt8(sets[1].count)] + listed(sets[1])
    switch sequence[1] {
    case 66, 77, 88: break  // Baseline, main and extended profile have one format of samples.
    case 44, 100, 110, 122, 244:
      guard let samples = sampleFormat(ofSequence: sequence) else { return nil }
      record += [0xfc | samples.chroma, 0xf8 | samples.luma8, 0xf8 | samples.chroma8]
      record += [UInt8(sets[2].count)] + listed(sets[2])
    default: return nil
    }
    return record
  }

  /// Chroma format, and bits beyond 8 of luma and chroma samples, of a sequence parameter set.
  private static func sampleFormat(
    ofSequence unit: [UInt8]
  ) -> (chroma: UInt8, luma8: UInt8, chroma8: UInt8)? {
    var bits = ExpGolombReader(unit.dropFirst(4))
    guard bits.next() != nil, let chroma = bits.next(), chroma <= 3 else { return nil }
    if chroma == 3 { bits.skip(1) }
    guard let luma = bits.next(), let other = bits.next(), luma <= 6, other <= 6 else { return nil }
    return (UInt8(chroma), UInt8(luma), UInt8(other))
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

/// Reads the unsigned Exp-Golomb codes of a parameter set (ITU-T H.264, 9.1).
private struct ExpGolombReader {
  private let bytes: [UInt8]
  private var at = 0

  /// Reads `unit`, whose emulation prevention bytes are left out.
  init(_ unit: ArraySlice<UInt8>) {
    var bytes: [UInt8] = []
    var zeros = 0
    for byte in unit {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      bytes.append(byte)
    }
    self.bytes = bytes
  }

  mutating func skip(_ count: Int) { at += count }

  /// The next code; nil at the end.
  mutating func next() -> UInt32? {
    var zeros = 0
    while true {
      guard let bit = bit() else { return nil }
      if bit == 1 { break }
      zeros += 1
    }
    guard zeros < 32 else { return nil }
    var value: UInt32 = 1
    for _ in 0..<zeros {
      guard let bit = bit() else { return nil }
      value = value << 1 | bit
    }
    return value - 1
  }

  private mutating func bit() -> UInt32? {
    guard at < bytes.count * 8 else { return nil }
    defer { at += 1 }
    return UInt32(bytes[at >> 3] >> (7 - UInt8(at & 7)) & 1)
  }
}
