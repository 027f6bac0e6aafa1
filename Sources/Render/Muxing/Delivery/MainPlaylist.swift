// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import MediaIO
import RenderProtocol

/// The playlist that players open: it names those of the pictures and of the sound, and says what they need to play them.
struct MainPlaylist {
  var pictures: StreamTrack
  var sound: StreamTrack?
  var canvas: CanvasFormat
  var form: StreamForm

  /// The playlist (RFC 8216, 4.3.4).
  var text: String {
    var lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-INDEPENDENT-SEGMENTS"]
    if let sound {
      let facts = [
        "TYPE=AUDIO", "GROUP-ID=\"audio\"", "NAME=\"Main\"", "DEFAULT=YES", "AUTOSELECT=YES",
        "CHANNELS=\"\(sound.stream.parameters.channels)\"",
        "URI=\"\(PlaylistURI(form.sound).text)\"",
      ]
      lines.append("#EXT-X-MEDIA:" + facts.joined(separator: ","))
    }
    let size = pictures.stream.parameters.size
    var facts = [
      "BANDWIDTH=\(pictures.peakRate + (sound?.peakRate ?? 0))",
      "AVERAGE-BANDWIDTH=\(pictures.averageRate + (sound?.averageRate ?? 0))",
    ]
    if let codecs { facts.append("CODECS=\"\(codecs)\"") }
    facts += [
      "RESOLUTION=\(size.width)x\(size.height)", "FRAME-RATE=\(canvas.rate.perSecond.decimal(3))",
    ]
    if let range { facts.append("VIDEO-RANGE=\(range)") }
    if sound != nil { facts.append("AUDIO=\"audio\"") }
    lines.append("#EXT-X-STREAM-INF:" + facts.joined(separator: ","))
    return (lines + [PlaylistURI(form.pictures).text]).joined(separator: "\n") + "\n"
  }

  private var range: String? {
    switch canvas.color.tags.transfer {
    case "smpte2084": "PQ"
    case "arib-std-b67": "HLG"
    default: nil
    }
  }

  /// The codecs as RFC 6381 writes them; nil where that is not known of one.
  private var codecs: String? {
    let tracks = [pictures, sound].compactMap(\.self)
    let names = tracks.compactMap(\.codec)
    return names.count == tracks.count ? names.joined(separator: ",") : nil
  }
}

extension StreamTrack {
  /// Its codec as RFC 6381 writes it; nil where that is not known.
  var codec: String? { CodecName(stream.parameters.codec, record: header.record)?.text }
}

/// A codec's name with its profile and level (RFC 6381; ISO/IEC 14496-15, annex E).
struct CodecName {
  /// The name, such as `avc1.640028`.
  var text: String

  /// The name of `codec` with the configuration `record`; nil where it is not known.
  init?(_ codec: String, record: [UInt8]) {
    switch codec {
    case "h264":
      guard record.count > 3, record[0] == 1 else { return nil }
      text = "avc1." + record[1...3].map { Self.hex($0) }.joined()
    case "hevc":
      guard record.count > 12, record[0] == 1 else { return nil }
      let space = ["", "A", "B", "C"][Int(record[1] >> 6)]
      let compatible = record[2...5].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      let tier = record[1] & 0x20 == 0 ? "L" : "H"
      var parts = [
        "hvc1", space + String(record[1] & 0x1f),
        String(Self.reversed(compatible), radix: 16, uppercase: true), tier + String(record[12]),
      ]
      let constraints = record[6...11].reversed().drop { $0 == 0 }.reversed()
      parts += constraints.map { String($0, radix: 16, uppercase: true) }
      text = parts.joined(separator: ".")
    case "aac": text = "mp4a.40.2"
    default: return nil
    }
  }

  private static func hex(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }

  private static func reversed(_ bits: UInt32) -> UInt32 {
    (0..<32).reduce(0) { $0 | (bits >> UInt32($1) & 1) << UInt32(31 - $1) }
  }
}
