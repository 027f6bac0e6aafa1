// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
package import ProjectModel
import RenderProtocol
import YAML

// How outputs are written that are more than one file.

extension ProjectParser {
  /// Reads a key of `KeyTable.deliveryOfOutput`.
  package mutating func delivery(_ field: Field, of output: inout Output) {
    switch field.name {
    case "segment": output.segment = segmentLength(field.value)
    case "every": output.step = step(field.value)
    case "sheet": sheet(field.value, KeyTable.sheet, .contactSheet, of: &output)
    case "thumbnails":
      sheet(field.value, KeyTable.thumbnails, .thumbnails, of: &output)
      if output.step == nil, output.sheet != nil {
        output.step = Located(SheetSettings.usualStep, at: field.value.span)
      }
    case "rate":
      if let rate = integer(field.value, "a rate of pictures", in: 1...240) {
        output.step = Located(Time(1, over: Int64(rate.value)), at: rate.span)
      }
    case "loop":
      guard field.value.text != "forever" else { break }
      guard
        let plays = integer(
          field.value, "how many times an animation is played, or 'forever',", in: 1...65_535)
      else { break }
      output.animation?.plays = plays.value
    case "colors":
      let colors = integer(field.value, "the number of colours", in: 4...256)
      output.animation?.colors = colors?.value ?? 256
    case "dither":
      output.animation?.dither = choice(field.value, "a way to show other colours") ?? .bayer
    case "start-number":
      output.startNumber =
        integer(
          field.value, "the number of the first picture", in: 0...99_999_999)?.value
    default: break
    }
  }

  /// Returns true if the name of `file` has one place for a number; reports it otherwise.
  package mutating func isNumbered(_ file: Located<String>) -> Bool {
    let folders = file.value.split(separator: "/").dropLast()
    if folders.allSatisfy({ NumberedName.places(in: $0).isEmpty }),
      NumberedName(String(OutputFormat.fileName(of: file.value))) != nil
    {
      return true
    }
    report(
      .badValue, "\(quoted(file.value)) has no single place for the number of a picture",
      at: file.span,
      hint: "write %05d, or another number of digits up to 9, once in the name: frames/%05d.png")
    return false
  }

  /// Reports an animation for whose pictures this machine's library has no encoder.
  package mutating func findEncoder(of format: OutputFormat, at file: Located<String>) {
    guard let kind = format.animation else { return }
    guard let encoders else {
      needsEncoders = true
      return
    }
    if encoders.encoder(kind.encoder) != nil { return }
    let others = OutputFormat.list("or") { other in
      other.animation.map { encoders.encoder($0.encoder) != nil } ?? false
    }
    report(
      .noEncoder, "this libavcodec has no encoder '\(kind.encoder)' for .\(format.name) files",
      at: file.span,
      hint: others.isEmpty ? "write a film: .webm or .mp4" : "it has those for \(others)")
  }

  /// Returns true if `{n}` and `{date}` stand where they are filled, once in the name of an output
  /// that is one file; reports them otherwise.
  package mutating func hasRightMarks(_ file: Located<String>, in format: OutputFormat) -> Bool {
    let parts = file.value.split(separator: "/")
    warnOfOtherMarks(in: file)
    let problem: (message: String, hint: String)?
    if parts.dropLast().contains(where: { MarkedName(path: $0) != nil }) {
      problem = (
        "a folder has a place for a number or a day",
        "write it in the name of the file: film-{n}.mp4"
      )
    } else if let name = MarkedName(path: file.value) {
      if name.numbers > 1 {
        problem = ("the name of an output has one number", "write {n} once")
      } else if name.hasDigitBehindNumber {
        problem = (
          "a digit stands behind the number", "put another character between: cut-{n}-4k.mp4"
        )
      } else if format.isSeveralFiles {
        problem = (
          "the name of an output that is several files cannot have {n} or {date}",
          "put it in a folder of its own: web/film.\(format.name)"
        )
      } else {
        problem = nil
      }
    } else {
      problem = nil
    }
    guard let problem else { return true }
    report(
      .badValue, "\(quoted(file.value)): \(problem.message)", at: file.span, hint: problem.hint)
    return false
  }

  /// Reports words in braces that are no places to be filled: they stay in the name as they are.
  private mutating func warnOfOtherMarks(in file: Located<String>) {
    var rest = file.value[...]
    while let open = rest.firstIndex(of: "{") {
      rest = rest[rest.index(after: open)...]
      guard let close = rest.firstIndex(where: { "{}/".contains($0) }) else { return }
      let word = String(rest[..<close])
      rest = rest[close...]
      guard rest.first == "}", !word.isEmpty, word.allSatisfy({ $0.isLetter || $0 == "-" }),
        !["n", "date"].contains(word)
      else { continue }
      let meant: String? =
        switch word.lowercased() {
        case "n", "nr", "no", "num", "number", "count", "counter", "index": "n"
        case "day", "today": "date"
        case let other: nearest(other, in: ["date"])
        }
      report(
        .warning("unknown-place"),
        "\(quoted("{" + word + "}")) stays in the name of the file as it is", at: file.span,
        hint: meant.map { "did you mean '{\($0)}'?" }
          ?? "{n} is a number, and {date} the day of the build")
    }
  }

  /// Returns true if the name of `file` has no control characters and line breaks; reports them
  /// otherwise, as other files name it in a line.
  package mutating func isPlain(_ file: Located<String>) -> Bool {
    let name = file.value.split(separator: "/").last ?? ""
    let isPlain = name.unicodeScalars.allSatisfy {
      switch $0.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: false
      default: true
      }
    }
    if isPlain { return true }
    report(
      .badValue, "the name of a stream has a control character or a line break", at: file.span,
      hint: "write web/film.m3u8")
    return false
  }

  private mutating func segmentLength(_ node: YAMLNode) -> Time? {
    guard let time = positiveTime(node, "a media segment", orZero: false) else { return nil }
    guard let constant = constant(time, "a media segment", hint: "write segment: 6s") else {
      return nil
    }
    guard constant >= Time(1), constant <= Time(60) else {
      return refused(
        .outOfRange, "media segments last between 1 s and 60 s", at: node.span,
        hint: "write segment: 6s")
    }
    return constant
  }
}
