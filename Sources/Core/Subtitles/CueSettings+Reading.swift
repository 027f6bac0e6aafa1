// SPDX-License-Identifier: Apache-2.0

import Base

extension CueSettings {
  /// Takes a setting such as `line:0`; returns what is wrong with it.
  mutating func set(_ word: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: word.prefix(200), as: UTF8.self)
    guard let (name, value) = text.setting else { return "\(shown(word)) is no setting of a cue" }
    let parts = value.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
    let part = parts.count == 2 ? String(parts[1]) : nil
    switch name {
    case "vertical":
      guard let vertical = Vertical(rawValue: value) else {
        return "\(shown(word)) is neither vertical:rl nor vertical:lr"
      }
      self.vertical = vertical
    case "line":
      if let share = parts[0].percentage {
        line = .share(share)
      } else if let number = parts[0].wholeNumber {
        line = .number(number)
      } else {
        return "\(shown(word)) needs a number of lines or a percentage"
      }
      guard let part else { break }
      guard let alignment = Alignment(name: part) else {
        return "'\(part.prefix(20))' is none of start, center and end"
      }
      lineAlignment = alignment
    case "position":
      guard let share = parts[0].percentage else { return "\(shown(word)) needs a percentage" }
      position = share
      guard let part else { break }
      guard let alignment = Alignment(name: part) else {
        return "'\(part.prefix(20))' is none of line-left, center and line-right"
      }
      positionAlignment = alignment
    case "size":
      guard let share = value.percentage else { return "\(shown(word)) needs a percentage" }
      size = share
    case "align":
      // As it was called in drafts.
      guard let alignment = TextAlignment(rawValue: value == "middle" ? "center" : value) else {
        return "\(shown(word)) is none of start, center, end, left and right"
      }
      self.alignment = alignment
    case "region": region = value
    default: return "\(shown(word)) is no setting of a cue"
    }
    return nil
  }

  /// Takes the settings of `text`, such as `line:0 align:left`; those that cannot be read are left out.
  public init(_ text: String) {
    self.init()
    for word in Array(text.utf8).split(separator: UInt8(ascii: " ")).prefix(100) { _ = set(word) }
  }

  /// Takes a place on the keypad: 8 for the middle of the top, 1 for the bottom left.
  mutating func place(_ key: Int) {
    switch (key - 1) / 3 {
    case 1: (line, lineAlignment) = (.share(0.5), .center)
    case 2: (line, lineAlignment) = (.share(0), .start)
    default: line = nil
    }
    switch (key - 1) % 3 {
    case 0: alignment = .left
    case 2: alignment = .right
    default: alignment = .center
    }
  }
}

extension CueSettings.Alignment {
  /// The part called `name`, also as it was called in drafts.
  fileprivate init?(name: String) {
    switch name {
    case "start", "line-left": self = .start
    case "center", "middle": self = .center
    case "end", "line-right": self = .end
    default: return nil
    }
  }
}

extension CueRegion {
  /// Takes a setting such as `width:40%`; returns what is wrong with it.
  mutating func set(_ word: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: word.prefix(200), as: UTF8.self)
    guard let (name, value) = text.setting else {
      return "\(shown(word)) is no setting of a region"
    }
    func point() -> Point? {
      let parts = value.split(separator: ",", omittingEmptySubsequences: false)
      guard parts.count == 2, let x = parts[0].percentage, let y = parts[1].percentage else {
        return nil
      }
      return Point(x: x, y: y)
    }
    switch name {
    case "id": self.name = value
    case "width":
      guard let share = value.percentage else { return "\(shown(word)) needs a percentage" }
      width = share
    case "lines":
      guard let number = value.wholeNumber, (1...1000).contains(number) else {
        return "\(shown(word)) needs a number from 1 to 1000"
      }
      lines = number
    case "regionanchor", "viewportanchor":
      guard let point = point() else { return "\(shown(word)) needs two percentages" }
      if name == "regionanchor" { anchor = point } else { viewportAnchor = point }
    case "scroll":
      guard value == "up" else { return "\(shown(word)) is not scroll:up" }
      scrolls = true
    default: return "\(shown(word)) is no setting of a region"
    }
    return nil
  }
}

extension StringProtocol {
  /// The name and the value of `name:value`.
  fileprivate var setting: (name: String, value: String)? {
    let parts = split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
    return (String(parts[0]), String(parts[1]))
  }

  /// The share that a percentage from 0% to 100% is.
  fileprivate var percentage: Double? {
    guard hasSuffix("%"), utf8.count <= 20, let time = Time(decimal: dropLast()), time >= .zero,
      time <= Time(100)
    else { return nil }
    return (time / Time(100)).approximate
  }

  /// A whole number of up to six digits.
  fileprivate var wholeNumber: Int? {
    utf8.count <= 7 && first != "+" ? Int(self) : nil
  }
}
