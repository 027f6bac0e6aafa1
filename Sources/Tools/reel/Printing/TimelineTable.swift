// SPDX-License-Identifier: Apache-2.0

package import Base
package import Driver

/// The timeline of a film as lines of text, one for each thing in it.
package struct TimelineTable {
  package let entries: [TimelineEntry]
  package let duration: Time

  /// A table of `entries`, track by track, of a film that lasts `duration`.
  package init(entries: [TimelineEntry], duration: Time) {
    (self.entries, self.duration) = (entries, duration)
  }

  /// A heading for each track, and its entries below with their times; no longer than `width`
  /// columns where one is given.
  package func lines(width: Int? = nil) -> [String] {
    let hasHours = entries.contains { $0.time.end >= Time(3600) } || duration >= Time(3600)
    let nameWidth = min(24, entries.map { Self.columns(of: $0.name) }.max() ?? 0)
    let kindWidth = entries.map(\.kind.rawValue.count).max() ?? 0
    let before = 2 * (hasHours ? 11 : 9) + kindWidth + 10
    // Where there is no room for them beside the names, details go on below.
    let isNarrow = width.map { $0 < before + nameWidth + 2 + Self.leastRoom } ?? false
    var lines: [String] = []
    var lane: String?
    for entry in entries {
      if entry.lane != lane {
        lines.append(entry.lane)
        lane = entry.lane
      }
      let head =
        "  " + Self.clock(entry.time.start, hasHours: hasHours) + " .. "
        + Self.clock(entry.time.end, hasHours: hasHours) + "  "
        + Self.padded(entry.kind.rawValue, to: kindWidth) + "  "
      if isNarrow {
        lines.append(head + entry.name)
        if !entry.details.isEmpty { lines += wrapped(entry.details, after: "      ", width: width) }
      } else {
        let name = Self.cut(entry.name, to: width == nil ? .max : nameWidth)
        lines += wrapped(
          entry.details, after: head + Self.padded(name, to: nameWidth) + "  ", width: width)
      }
    }
    return lines.map { line in
      let line = Self.trimmed(Terminal.printable(line))
      return width.map { Self.cut(line, to: $0) } ?? line
    }
  }

  /// Columns that details have at least beside the names.
  private static let leastRoom = 16

  /// `head` and the details; those that are too long for the line go on below their first.
  private func wrapped(_ details: [String], after head: String, width: Int?) -> [String] {
    let indentation = Self.columns(of: head)
    guard let width, indentation < width else { return [head + details.joined(separator: ", ")] }
    var lines = [head]
    for (index, detail) in details.enumerated() {
      let whole = detail + (index < details.count - 1 ? ", " : "")
      // One that is too long for any line is divided between its words.
      let isLong = Self.columns(of: detail) > width - indentation
      let words = whole.split(separator: " ").map { "\($0) " }
      for part in isLong ? words : [whole] {
        let used = Self.columns(of: lines[lines.count - 1])
        if used > indentation, used + Self.columns(of: Self.trimmed(part)) > width {
          lines.append(String(repeating: " ", count: indentation))
        }
        lines[lines.count - 1] += part
      }
    }
    return lines
  }

  /// `text` without the blanks at its end.
  package static func trimmed(_ text: String) -> String {
    String(text.reversed().drop { $0 == " " }.reversed())
  }

  /// `1:02.500`; with hours `0:01:02.500`.
  package static func clock(_ time: Time, hasHours: Bool) -> String {
    let total = (time * Time(1000)).rounded
    let (seconds, rest) = total.quotientAndRemainder(dividingBy: 1000)
    let fraction = padded(number: rest, to: 3)
    let (minutes, second) = seconds.quotientAndRemainder(dividingBy: 60)
    guard hasHours else {
      let text = "\(minutes):\(padded(number: second, to: 2)).\(fraction)"
      return String(repeating: " ", count: max(0, 9 - text.count)) + text
    }
    let (hours, minute) = minutes.quotientAndRemainder(dividingBy: 60)
    return "\(hours):\(padded(number: minute, to: 2)):\(padded(number: second, to: 2)).\(fraction)"
  }

  private static func padded(number: Int64, to count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }

  /// `text` with blanks after it, `count` columns wide at least.
  package static func padded(_ text: String, to count: Int) -> String {
    text + String(repeating: " ", count: max(0, count - columns(of: text)))
  }

  /// `text`, cut off to `count` columns at most.
  package static func cut(_ text: String, to count: Int) -> String {
    guard columns(of: text) > count else { return text }
    var result = ""
    var room = max(0, count - 1)
    for character in text {
      let columns = columns(of: String(character))
      guard columns <= room else { break }
      room -= columns
      result.append(character)
    }
    return result + "…"
  }

  /// The number of columns of a terminal that `text` takes: two for a wide character.
  package static func columns(of text: String) -> Int {
    text.reduce(0) { sum, character in
      guard let scalar = character.unicodeScalars.first else { return sum }
      return sum + (isWide(scalar) ? 2 : 1)
    }
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      true
    default: scalar.properties.isEmojiPresentation
    }
  }
}
