// SPDX-License-Identifier: Apache-2.0

import Base
import MediaIO
import RenderProtocol

/// The files of one track of a stream, and the playlist that lists them.
struct StreamTrack {
  /// A media segment.
  struct Item {
    var file: DeliveredFile
    /// Seconds.
    var duration: Time

    /// Bits per second.
    var rate: Time { Time(8 * file.bytes) / max(duration, Time(1, over: 1000)) }
  }

  let header: StreamHeader
  /// The stream of its packets.
  let stream: SegmentStream
  private(set) var items: [Item] = []

  /// A track that begins with `header`.
  init(_ header: StreamHeader, stream: SegmentStream) {
    (self.header, self.stream) = (header, stream)
  }

  /// Adds a media segment of so many ticks.
  mutating func add(_ file: DeliveredFile, lasting ticks: Int64) {
    items.append(Item(file: file, duration: Time(ticks) * header.timeBase))
  }

  /// All files that the playlist names.
  var files: [DeliveredFile] { [header.file] + items.map(\.file) }

  /// The longest duration of a media segment, in whole seconds.
  var targetDuration: Int64 { max(1, items.map(\.duration.ceiling).max() ?? 1) }

  /// The playlist (RFC 8216, 4.3): a film that is whole, and of which every part can be decoded by itself.
  var playlist: String {
    var lines = [
      "#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:\(targetDuration)",
      "#EXT-X-MEDIA-SEQUENCE:0", "#EXT-X-PLAYLIST-TYPE:VOD", "#EXT-X-INDEPENDENT-SEGMENTS",
      "#EXT-X-MAP:URI=\"\(PlaylistURI(header.file.name).text)\"",
    ]
    for item in items {
      lines += ["#EXTINF:\(item.duration.decimal(6)),", PlaylistURI(item.file.name).text]
    }
    return lines.joined(separator: "\n") + "\n#EXT-X-ENDLIST\n"
  }

  /// Bits per second of all of it.
  var averageRate: Int64 {
    let seconds = items.reduce(Time.zero) { $0 + $1.duration }
    let bytes = items.reduce(0) { $0 + $1.file.bytes }
    return (Time(8 * bytes) / max(seconds, Time(1, over: 1000))).ceiling
  }

  /// The most bits per second of media segments in a row that last between half and one and a half of the target
  /// duration (RFC 8216, 4.1).
  var peakRate: Int64 {
    let target = Time(targetDuration)
    let bounds = (target * Time(1, over: 2), target * Time(3, over: 2))
    var peak = Time.zero
    for first in items.indices {
      var (bytes, seconds): (Int64, Time) = (0, .zero)
      for item in items[first...] {
        (bytes, seconds) = (bytes + item.file.bytes, seconds + item.duration)
        if seconds > bounds.1 { break }
        if seconds >= bounds.0 { peak = max(peak, Time(8 * bytes) / seconds) }
      }
    }
    return max(peak.ceiling, averageRate)
  }
}

/// The name of a file in the folder of a playlist, as the playlist names it: a relative reference (RFC 3986, 4.2).
///
/// All bytes of UTF-8 but unreserved characters (2.3) are percent-encoded, so that no name is read as a tag, as another
/// scheme, or as a query.
struct PlaylistURI {
  /// The reference.
  let text: String

  /// The reference to the file `name`.
  init(_ name: String) {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    text = String(decoding: bytes, as: UTF8.self)
  }
}

extension Time {
  /// The nearest decimal number with so many digits after the point.
  func decimal(_ digits: Int) -> String {
    let scale = (0..<digits).reduce(Int64(1)) { scale, _ in scale * 10 }
    let count = (self * Time(scale) + Time(1, over: 2)).floor
    let rest = String(count % scale)
    return "\(count / scale)." + String(repeating: "0", count: digits - rest.count) + rest
  }
}
