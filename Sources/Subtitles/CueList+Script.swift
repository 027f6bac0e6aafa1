// SPDX-License-Identifier: Apache-2.0

import Basics

extension CueList {
  /// The texts of `script` without what only libass can draw: bold, italic, underlined and struck, where on the keypad they
  /// lie, and their lines are kept.
  public init(_ script: SubtitleScript) {
    self.init(format: .srt)
    remarks = script.remarks
    moreRemarks = script.moreRemarks
    for event in script.events {
      guard let runs = event.cueText else { continue }
      var cue = Cue(
        from: Time(event.start, over: 1000), to: Time(event.end, over: 1000), runs: runs.runs)
      cue.line = event.number
      if let place = runs.place { cue.settings.place(place) }
      if cue.text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) {
        cues.append(cue)
      }
    }
  }
}

extension SubtitleScript.Event {
  /// Its words, and its place on the keypad; nil for a drawing.
  fileprivate var cueText: (runs: [Cue.Run], place: Int?)? {
    // The text is behind the ninth comma.
    var rest = line.utf8[...]
    for _ in 0..<9 {
      guard let comma = rest.firstIndex(of: UInt8(ascii: ",")) else { return nil }
      rest = rest[rest.index(after: comma)...]
    }
    var (runs, style, pending): ([Cue.Run], Cue.Style, [UInt8]) = ([], Cue.Style(), [])
    var (place, isDrawing): (Int?, Bool) = (nil, false)
    func flush() {
      if !pending.isEmpty { runs.append(Cue.Run(String(decoding: pending, as: UTF8.self), style)) }
      pending = []
    }
    let text = Array(rest)
    let lastEnd = text.lastIndex(of: UInt8(ascii: "}")) ?? 0
    var index = 0
    while index < text.count {
      if text[index] == UInt8(ascii: "{"), index < lastEnd,
        let end = text[index...].firstIndex(of: UInt8(ascii: "}"))
      {
        let tags = text[(index + 1)..<end].split(separator: UInt8(ascii: "\\"))
        for tag in tags {
          let word = String(decoding: tag.prefix(12), as: UTF8.self)
          var new = style
          switch word {
          case "b0", "b": new.isBold = false
          case "b1", "b700": new.isBold = true
          case "i0", "i": new.isItalic = false
          case "i1": new.isItalic = true
          case "u0", "u": new.isUnderlined = false
          case "u1": new.isUnderlined = true
          case "s0", "s": new.isStruck = false
          case "s1": new.isStruck = true
          case "r": new = Cue.Style()
          case "p0": isDrawing = false
          case _ where word.hasPrefix("an") && word.utf8.count == 3:
            place = place ?? Int(word.dropFirst(2)).flatMap { (1...9).contains($0) ? $0 : nil }
          case _ where word.hasPrefix("p") && Int(word.dropFirst()) ?? 0 > 0: isDrawing = true
          default: break
          }
          if new != style {
            flush()
            style = new
          }
        }
        index = end + 1
        continue
      }
      if text[index] == UInt8(ascii: "\\"), index + 1 < text.count {
        let next = text[index + 1]
        if next == UInt8(ascii: "N") || next == UInt8(ascii: "n") || next == UInt8(ascii: "h") {
          if !isDrawing { pending.append(next == UInt8(ascii: "N") ? 10 : 32) }
          index += 2
          continue
        }
      }
      if !isDrawing { pending.append(text[index]) }
      index += 1
    }
    flush()
    return runs.isEmpty ? nil : (runs, place)
  }
}
