// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
import Glibc

/// The times that the packets of a program stream tell, each of the first picture that begins in it (ISO/IEC 13818-1, 2.4.3.7).
///
/// libavformat gives such a time to the first picture whose own start code is there, also where the headers of that picture begin
/// in the packet before, and where reading begins to what is left of a picture. Then it is that of the next picture. The times
/// that libavformat makes up for all others, which have no position in the file, are not used.
final class PackTimes {
  /// The times of a picture.
  struct Told {
    let presentation: Int64
    let decoding: Int64
  }

  private let file: UnsafeMutablePointer<FILE>
  private let codec: AVCodecID
  private var isFirst = true
  /// The times in a packet in which no picture begins: those of the next picture.
  private var passedOn: Told?

  /// Bytes of a packet that are compared.
  private static let compared = 4096

  /// Of a stream of `codec` in the file at `path`; nil where that cannot be read.
  init?(_ path: String, of codec: AVCodecID) {
    guard let file = fopen(path, "rbe") else { return nil }
    (self.file, self.codec) = (file, codec)
  }

  deinit { fclose(file) }

  /// Begins anew at another place of the file.
  func restart() { (isFirst, passedOn) = (true, nil) }

  /// The times in the file of the picture in `packet`; nil for none.
  func time(of packet: borrowing Packet) -> Told? {
    defer { isFirst = false }
    guard packet.position >= 0, let time = packet.presentation else {
      defer { passedOn = nil }
      return passedOn
    }
    let own = Told(presentation: time, decoding: packet.decoding ?? time)
    let start = pictureStart(packet.bytes)
    let isWhole = start != nil || !isFirst
    guard isWhole, !begins(packet.bytes, upTo: start ?? 0, before: packet.position) else {
      passedOn = own
      return nil
    }
    passedOn = nil
    return own
  }

  /// Where the start code of the picture itself is in a packet, behind its headers; nil for what does not begin with a start code
  /// or has none of a picture.
  private func pictureStart(_ bytes: UnsafeRawBufferPointer) -> Int? {
    var (zeros, isBegun) = (0, false)
    for (place, byte) in bytes.enumerated().prefix(PackTimes.compared) {
      if zeros >= 2, byte == 1, place + 1 < bytes.count {
        isBegun = true
        if isPicture(bytes[place + 1]) { return place - 2 }
      } else if byte != 0, !isBegun {
        return nil
      }
      zeros = byte == 0 ? zeros + 1 : 0
    }
    return nil
  }

  /// Returns true if a start code with `code` begins the data of a picture.
  private func isPicture(_ code: UInt8) -> Bool {
    switch codec {
    case AV_CODEC_ID_H264: (1...5).contains(code & 0x1F)
    case AV_CODEC_ID_HEVC: code >> 1 & 0x3F < 32
    case AV_CODEC_ID_MPEG4: code == 0xB6
    case AV_CODEC_ID_VC1, AV_CODEC_ID_WMV3: code == 0x0D
    default: code == 0
    }
  }

  /// Returns true if the packet at `position` goes on with what stands in `bytes` behind a header, whose end is at `head`.
  private func begins(
    _ bytes: UnsafeRawBufferPointer, upTo head: Int, before position: Int64
  ) -> Bool {
    // Its last part is the start code of the picture.
    let most = min(head + 3, bytes.count - 8)
    guard most > 0, let payload = payload(at: position), payload.count >= 8 else { return false }
    return (1...most).contains { skipped in
      payload.prefix(bytes.count - skipped).elementsEqual(
        bytes[skipped...].prefix(payload.count))
    }
  }

  /// The first bytes that the packet at `position` has of its stream (ISO/IEC 13818-1, 2.4.3.6, and 11172-1, 2.4.3.3); nil where
  /// there is no packet.
  private func payload(at position: Int64) -> ArraySlice<UInt8>? {
    var bytes = [UInt8](repeating: 0, count: PackTimes.compared)
    guard fseek(file, Int(position), SEEK_SET) == 0 else { return nil }
    bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
    guard bytes.count > 9, bytes.starts(with: [0, 0, 1]) else { return nil }
    let end = min(bytes.count, 6 + Int(bytes[4]) << 8 + Int(bytes[5]))
    var place = 6
    if bytes[place] & 0xC0 == 0x80 {
      place = 9 + Int(bytes[8])
    } else {
      while place < end, bytes[place] == 0xFF { place += 1 }
      if place < end, bytes[place] & 0xC0 == 0x40 { place += 2 }
      guard place < end else { return nil }
      place += bytes[place] >> 4 == 2 ? 5 : bytes[place] >> 4 == 3 ? 10 : 1
    }
    return place < end ? bytes[place..<end] : nil
  }
}
