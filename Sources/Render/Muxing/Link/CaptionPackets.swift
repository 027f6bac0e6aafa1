// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol
import Subtitles

/// The packets of all caption tracks of a film, in the order in which they are written.
struct CaptionPackets {
  /// A packet of a track; times are in milliseconds.
  struct Packet {
    /// The index of the track.
    var track: Int
    var start: Int64
    var duration: Int64
    var bytes: [UInt8]
    /// Settings of WebVTT that stand beside the text; nil for none.
    var settings: String?
  }

  private let packets: [Packet]
  private var place = 0

  /// The packets of `tracks` as `format` writes them.
  init(_ tracks: [CaptionTrack], as format: CaptionFormat) {
    let packets = tracks.enumerated().flatMap { index, track in
      format.packets(of: track.cues).map {
        Packet(
          track: index, start: $0.start, duration: $0.end - $0.start, bytes: $0.bytes,
          settings: $0.settings)
      }
    }
    self.packets = packets.sorted { ($0.start, $0.track) < ($1.start, $1.track) }
  }

  /// The start of the next packet; nil where there is none.
  var nextStart: Int64? { place < packets.count ? packets[place].start : nil }

  /// The next packet, unless it begins after `limit`.
  mutating func next(until limit: Int64) -> Packet? {
    guard let start = nextStart, start <= limit else { return nil }
    place += 1
    return packets[place - 1]
  }
}

/// The format of captions in a container.
enum CaptionFormat: Hashable {
  /// Timed text of 3GPP (TS 26.245), in MP4 and QuickTime.
  case timedText
  /// SubRip in Matroska.
  case subRip
  /// WebVTT in WebM.
  case webVTT

  /// The format of captions in libavformat's format `container`; nil if it holds none.
  init?(container: String) {
    switch container {
    case "mp4", "mov": self = .timedText
    case "matroska": self = .subRip
    case "webm": self = .webVTT
    default: return nil
    }
  }

  /// libavcodec's name of the codec.
  var codec: String {
    switch self {
    case .timedText: "mov_text"
    case .subRip: "subrip"
    case .webVTT: "webvtt"
    }
  }

  /// The four-character code of the codec in containers that have several.
  var tag: String? { self == .timedText ? "tx3g" : nil }

  /// The codec's configuration: of timed text how it looks where it does not say otherwise, which is white letters at
  /// the bottom in the middle.
  var header: [UInt8] {
    guard self == .timedText else { return [] }
    let font = Array("Sans-Serif".utf8)
    var bytes: [UInt8] = [0, 0, 0, 0, 1, 0xff]
    // A background and a box that are not there, and a style for no characters.
    bytes += [0, 0, 0, 0] + [UInt8](repeating: 0, count: 8) + [0, 0, 0, 0, 0, 1, 0, 18]
    bytes += [255, 255, 255, 255]
    bytes += [0, 0, 0, UInt8(13 + font.count)] + Array("ftab".utf8)
    return bytes + [0, 1, 0, 1, UInt8(font.count)] + font
  }

  /// The packets of `cues`, which ascend by start.
  func packets(
    of cues: [CaptionCue]
  ) -> [(start: Int64, end: Int64, bytes: [UInt8], settings: String?)] {
    switch self {
    case .subRip: cues.map { ($0.start, $0.end, Array($0.text(as: .srt).utf8), nil) }
    case .webVTT: cues.map { ($0.start, $0.end, Array($0.text(as: .vtt).utf8), $0.settings) }
    case .timedText:
      // A track of samples shows one at a time, and begins with the film; libavformat writes the other pauses.
      CaptionCue.apart(cues).filter { $0.start == 0 || !$0.runs.isEmpty }
        .map { ($0.start, $0.end, $0.timedText, nil) }
    }
  }
}

extension CaptionCue {
  /// The same cues one after the other from time 0 on: where several are seen at once, their texts are one; where none
  /// is seen, an empty one.
  static func apart(_ cues: [CaptionCue]) -> [CaptionCue] {
    let borders = Set(cues.flatMap { [$0.start, $0.end] } + [0]).sorted()
    var result: [CaptionCue] = []
    var (seen, next) = ([CaptionCue](), 0)
    for (start, end) in zip(borders, borders.dropFirst()) {
      seen.removeAll { $0.end <= start }
      while next < cues.count, cues[next].start <= start {
        seen.append(cues[next])
        next += 1
      }
      let runs = seen.map(\.runs).joined(separator: [CaptionRun("\n")])
      result.append(CaptionCue(start: start, end: end, runs: Array(runs)))
    }
    return result
  }

  /// The text as a file of `format` has it.
  fileprivate func text(as format: CueFormat) -> String {
    let runs = runs.map { run in
      var style = Cue.Style()
      (style.isBold, style.isItalic) = (run.isBold, run.isItalic)
      (style.isUnderlined, style.isStruck) = (run.isUnderlined, run.isStruck ?? false)
      (style.color, style.classes, style.voice) = (run.color, run.classes ?? [], run.voice)
      return Cue.StyledText(run.text, style)
    }
    var cue = Cue(from: Time(start, over: 1000), to: Time(end, over: 1000), runs: runs)
    cue.settings = CueSettings(settings ?? "")
    return cue.text(as: format)
  }

  /// The text as a sample of 3GPP's timed text: its length, its bytes, and a box of styles where it has some.
  fileprivate var timedText: [UInt8] {
    // The length has two bytes.
    let whole = Array(text.utf8)
    let isWhole = whole.count <= 65_535
    let bytes = isWhole ? whole : Array(String(decoding: whole.prefix(65_532), as: UTF8.self).utf8)
    var sample = [UInt8(bytes.count >> 8), UInt8(bytes.count & 255)] + bytes
    var (styles, at) = ([UInt8](), 0)
    var count = 0
    for run in runs {
      let end = at + run.text.unicodeScalars.count
      let face = (run.isBold ? 1 : 0) | (run.isItalic ? 2 : 0) | (run.isUnderlined ? 4 : 0)
      let color = run.shownColor
      if face != 0 || color != nil, isWhole {
        styles += [UInt8(at >> 8), UInt8(at & 255), UInt8(end >> 8), UInt8(end & 255)]
        let (red, green, blue) = (color?.red ?? 255, color?.green ?? 255, color?.blue ?? 255)
        styles += [0, 1, UInt8(face), 18, red, green, blue, 255]
        count += 1
      }
      at = end
    }
    if count > 0 {
      let size = 10 + styles.count
      sample += (0..<4).reversed().map { UInt8(size >> (8 * $0) & 255) } + Array("styl".utf8)
      sample += [UInt8(count >> 8), UInt8(count & 255)] + styles
    }
    return sample
  }
}

extension CaptionRun {
  /// Its colour, or that of its classes.
  fileprivate var shownColor: Color? {
    var style = Cue.Style()
    (style.color, style.classes) = (color, classes ?? [])
    return style.shownColor
  }
}
