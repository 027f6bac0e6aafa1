// SPDX-License-Identifier: Apache-2.0

import CFFmpeg

/// One of two passes over the same frames, of which the first finds out how bits are to be spent.
public enum EncoderPass: Sendable {
  /// The first, which writes what it finds into a file or into `Encoder.statistics`; its packets are of no use.
  case first(file: String)
  /// The second, with what the first has found.
  case second(file: String, statistics: String?)

  private var number: Int { if case .first = self { 1 } else { 2 } }

  private var file: String {
    switch self {
    case .first(let file), .second(let file, _): file
    }
  }

  /// The names of the files that encoders make beside `file`, itself included.
  public static func files(_ file: String) -> [String] {
    ["", ".mbtree", ".cutree", ".temp", ".mbtree.temp", ".cutree.temp"].map { file + $0 }
  }

  /// Prepares `context`, an encoder called `name` that is not open yet; returns its options.
  func applied(
    to context: UnsafeMutablePointer<AVCodecContext>, _ name: String,
    _ options: [(String, String)]
  ) -> [(String, String)] {
    var options = options
    if name == "libx265" {
      // libavcodec does not pass this on. In values of its settings, these have a meaning.
      var escaped = ""
      for letter in file {
        if [":", "=", "\\", "'"].contains(letter) { escaped.append("\\") }
        escaped.append(letter)
      }
      let settings = ":pass=\(number):stats=\(escaped)"
      for index in options.indices where options[index].0 == "x265-params" {
        options[index].1 += settings
      }
      return options
    }
    let flag = number == 1 ? AV_CODEC_FLAG_PASS1 : AV_CODEC_FLAG_PASS2
    context.pointee.flags |= Int32(bitPattern: UInt32(flag))
    if name == "libx264" { options.append(("stats", file)) }
    if case .second(_, let statistics?) = self { context.pointee.stats_in = av_strdup(statistics) }
    return options
  }
}
