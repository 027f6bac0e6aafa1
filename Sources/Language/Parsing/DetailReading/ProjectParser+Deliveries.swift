// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
package import ProjectModel
import RenderProtocol
import YAML

// How outputs are written that are more than one file.

extension ProjectParser {
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
}
