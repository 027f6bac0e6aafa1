// SPDX-License-Identifier: Apache-2.0

import LibAV

/// Finds out whether an MP3 file ends early.
///
/// The number of its packets is set against that of its Xing or Info header, which encoders write,
/// and the size of the last packet against that of its own header. A file without the former that
/// ends between two packets is whole by all that can be known.
struct MP3Scan {
  /// The duration of the packets that its Xing header counts, and whether the file has fewer bytes
  /// than that counts; nil where it has none.
  private let claimed: (ticks: Int64, isShort: Bool)?
  private var count: Int64 = 0
  private var duration: Int64 = 0
  private var isCutOff = false

  /// A scan of a stream; nil if it is no MP3 file.
  init?(_ stream: StreamInfo, of demuxer: borrowing Demuxer) {
    guard demuxer.format == "mp3", stream.codec == "mp3" else { return nil }
    claimed =
      demuxer.isDurationEstimated
      ? nil : stream.claimedDuration.map { ($0, demuxer.isShorterThanXingHeader) }
  }

  /// Adds the next packet of the stream.
  mutating func take(_ packet: borrowing Packet) {
    let bytes = packet.bytes
    // What lies behind the sound, such as a tag, may come as a packet, too.
    guard bytes.count >= 4, bytes[0] == 0xFF, bytes[1] & 0xE0 == 0xE0 else { return }
    count += 1
    duration = packet.duration
    isCutOff = Self.size(bytes).map { bytes.count < $0 } ?? false
  }

  /// The warnings about the stream.
  var warnings: [String] {
    var warnings: [String] = []
    if isCutOff { warnings.append("the last packet of its sound is cut off") }
    if let claimed, duration > 0 {
      let promised = claimed.ticks / duration
      // Some programs count the packet of the header itself.
      if promised > count + 1 || promised == count + 1 && claimed.isShort {
        warnings.append(
          "its header counts \(promised) packets of sound, but there are only \(count)")
      }
    }
    return warnings
  }

  /// The size in bytes of a packet, as its header has it (ISO/IEC 11172-3, section 2.4.2.3, and
  /// ISO/IEC 13818-3 for lower rates); nil where it has none.
  private static func size(_ bytes: UnsafeRawBufferPointer) -> Int? {
    guard bytes.count >= 4, bytes[1] & 6 == 2 else { return nil }
    let version = Int(bytes[1] >> 3 & 3)
    let (bits, samples) = (Int(bytes[2] >> 4), Int(bytes[2] >> 2 & 3))
    guard version != 1, (1...14).contains(bits), samples < 3 else { return nil }
    let isFull = version == 3
    let kilobits =
      isFull
      ? [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320][bits - 1]
      : [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160][bits - 1]
    let rate = [44_100, 48_000, 32_000][samples] >> (isFull ? 0 : version == 2 ? 1 : 2)
    return (isFull ? 144_000 : 72_000) * kilobits / rate + Int(bytes[2] >> 1 & 1)
  }
}
