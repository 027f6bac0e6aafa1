// SPDX-License-Identifier: Apache-2.0

import Base

extension CueList {
  /// The text of a file with these cues, in UTF-8; times are rounded to the millisecond.
  ///
  /// Features that a format lacks are left out: exact places and classes of WebVTT in SubRip, which
  /// has colours for some of these; colours of SubRip for which WebVTT has no class, and lines
  /// through letters.
  public func text(as format: CueFormat) -> String {
    var text = format == .vtt ? "WEBVTT\n" : ""
    if format == .vtt {
      for region in regions { text += region.text }
    }
    var number = 0
    for cue in cues {
      let (start, end) = (cue.start.milliseconds, cue.end.milliseconds)
      // What is shown for less than half a millisecond is not shown.
      guard start < end, start >= 0 else { continue }
      number += 1
      if format == .srt {
        text += "\(number == 1 ? "" : "\n")\(number)\n"
      } else {
        text += "\n"
        if !cue.name.isEmpty { text += cue.name + "\n" }
      }
      text += "\(clock(start, format)) --> \(clock(end, format))"
      if format == .vtt, !cue.settings.text.isEmpty { text += " " + cue.settings.text }
      text += "\n" + cue.text(as: format) + "\n"
    }
    return text
  }
}

extension Time {
  fileprivate var milliseconds: Int64 { (self * Time(1000)).rounded }
}

/// Milliseconds as a time of `format`, with hours.
private func clock(_ milliseconds: Int64, _ format: CueFormat) -> String {
  func digits(_ value: Int64, _ count: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
  let seconds = milliseconds / 1000
  let (hours, minutes) = (digits(seconds / 3600, 2), digits(seconds / 60 % 60, 2))
  let mark = format == .srt ? "," : "."
  return "\(hours):\(minutes):\(digits(seconds % 60, 2))\(mark)\(digits(milliseconds % 1000, 3))"
}

extension Cue {
  /// The text with its tags, as it stands under the times in a file: in SubRip with its place.
  public func text(as format: CueFormat) -> String {
    var text = format == .srt ? settings.keypad : ""
    var since: Time?
    // WebVTT's timestamps ascend, so those of a clip that is played backwards are left out.
    let moments = format == .vtt ? runs.compactMap(\.since) : []
    let ascend = zip(moments, moments.dropFirst()).allSatisfy { $0 <= $1 }
    for run in runs {
      if format == .vtt, ascend, let moment = run.since, moment != since, moment > start,
        moment < end
      {
        text += "<\(clock(moment.milliseconds, format))>"
        since = moment
      }
      let tags = run.style.tags(format)
      text +=
        tags.map { "<\($0.open)>" }.joined() + escaped(run.text, format)
        + tags.reversed().map { "</\($0.close)>" }.joined()
    }
    // An empty line would end the cue.
    return text.split(separator: "\n").filter { !$0.allSatisfy { $0 == " " || $0 == "\t" } }
      .joined(separator: "\n")
  }

  /// `text` in which nothing is taken for a tag, an escape or the times of a cue.
  ///
  /// Most players show escapes in SubRip as they are, so that there are some only where there has to be one.
  private func escaped(_ text: String, _ format: CueFormat) -> String {
    let scalars = Array(text.unicodeScalars)
    var result = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      func isFollowed(by words: [String], end: Set<Unicode.Scalar> = []) -> Bool {
        words.contains { word in
          let rest = scalars[(index + 1)...].prefix(word.utf8.count + 1)
          let isSame = zip(rest, word.unicodeScalars).allSatisfy {
            $0.properties.lowercaseMapping == String($1)
          }
          return isSame && rest.count >= word.utf8.count
            && (end.isEmpty || rest.count > word.utf8.count && end.contains(rest.last ?? "-"))
        }
      }
      let isMarkup =
        switch scalar {
        case _ where format == .vtt: true
        case "&": isFollowed(by: ["amp;", "lt;", "gt;", "nbsp;", "lrm;", "rlm;"])
        case "<":
          isFollowed(by: CueWriting.tags + CueWriting.tags.map { "/" + $0 }, end: [">", " "])
        default: index >= 2 && scalars[(index - 2)..<index].allSatisfy { $0 == "-" }
        }
      switch scalar {
      case "&" where isMarkup: result.append(contentsOf: "&amp;".unicodeScalars)
      case "<" where isMarkup: result.append(contentsOf: "&lt;".unicodeScalars)
      case ">" where isMarkup: result.append(contentsOf: "&gt;".unicodeScalars)
      case "\u{2028}", "\u{2029}", "\r": result.append("\n")
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}

/// The names that readers of SubRip take for tags.
private enum CueWriting {
  static let tags = ["b", "i", "u", "s", "font"]
}

extension Cue.Style {
  fileprivate func tags(_ format: CueFormat) -> [(open: String, close: String)] {
    var tags: [(open: String, close: String)] = []
    if format == .vtt {
      if let voice { tags.append((voice.isEmpty ? "v" : "v \(voice)", "v")) }
      var classes = classes
      if let own = color.flatMap({ Self.colorClass(of: $0) }), shownColor == color {
        classes.append(own)
      }
      if !classes.isEmpty { tags.append(("c." + classes.joined(separator: "."), "c")) }
    } else if let color = shownColor {
      func hex(_ value: UInt8) -> String {
        (value < 16 ? "0" : "") + String(value, radix: 16)
      }
      let text = hex(color.red) + hex(color.green) + hex(color.blue)
      tags.append(("font color=\"#\(text)\"", "font"))
    }
    if isBold { tags.append(("b", "b")) }
    if isItalic { tags.append(("i", "i")) }
    if isUnderlined { tags.append(("u", "u")) }
    if isStruck, format == .srt { tags.append(("s", "s")) }
    return tags
  }
}

extension CueSettings {
  /// The settings behind the times of a cue of WebVTT, such as `line:0 align:left`; empty for the usual place.
  public var text: String {
    var text = ""
    if let vertical { text += " vertical:\(vertical.rawValue)" }
    if let line {
      switch line {
      case .number(let number): text += " line:\(number)"
      case .share(let share): text += " line:\(percentage(share))"
      }
      if lineAlignment != .start { text += ",\(lineAlignment.rawValue)" }
    }
    if let position {
      text += " position:\(percentage(position))"
      switch positionAlignment {
      case .start: text += ",line-left"
      case .center: text += ",center"
      case .end: text += ",line-right"
      case nil: break
      }
    }
    if size != 1 { text += " size:\(percentage(size))" }
    if alignment != .center { text += " align:\(alignment.rawValue)" }
    if let region { text += " region:\(region)" }
    return String(text.dropFirst())
  }

  /// The place as SubRip has it; empty for the usual one.
  fileprivate var keypad: String {
    let row =
      switch line {
      case nil: 0
      case .number(let number): number < 0 ? 0 : 2
      case .share(let share): share < 1.0 / 3 ? 2 : share < 2.0 / 3 ? 1 : 0
      }
    let column =
      switch alignment {
      case .start, .left: 0
      case .center: 1
      case .end, .right: 2
      }
    return row == 0 && column == 1 ? "" : "{\\an\(row * 3 + column + 1)}"
  }
}

extension CueRegion {
  fileprivate var text: String {
    var text = "\nREGION\nid:\(name)\nwidth:\(percentage(width))\nlines:\(lines)\n"
    text += "regionanchor:\(percentage(anchor.x)),\(percentage(anchor.y))\n"
    text += "viewportanchor:\(percentage(viewportAnchor.x)),\(percentage(viewportAnchor.y))\n"
    return text + (scrolls ? "scroll:up\n" : "")
  }
}

/// A share as a percentage to a thousandth.
private func percentage(_ share: Double) -> String {
  let thousandths = Int((share * 100_000).rounded())
  var text = String(thousandths / 1000)
  if thousandths % 1000 != 0 {
    let rest = String(1000 + thousandths % 1000).dropFirst()
    text += "." + rest
    while text.hasSuffix("0") { text.removeLast() }
  }
  return text + "%"
}
