// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import ProjectModel
import RenderProtocol
import Timeline

/// A text stream that is to be read.
struct TextStreamUse {
  enum Owner {
    /// The overlay with this index, which shows it.
    case overlay(Int)
    /// The captions with this index, which are it.
    case captions(Int)
  }

  var owner: Owner
  /// Its number among the text streams of the file.
  var stream: Int
  var media: ResolvedMedia
  /// The place in the project that asks for it.
  var span: Span
  /// True if it is no mistake that the file has no such stream.
  var isOptional = false
}

extension Diagnostic {
  static func noTextStream(
    _ use: TextStreamUse, _ streams: [TextStreamFacts.Stream]
  ) -> Diagnostic {
    let path = use.media.shownPath
    let texts = streams.filter { $0.kind == .text }
    let numbered = texts.prefix(16).enumerated().map { index, stream in
      "\(index) (\(stream.codec)\(stream.language.map { ", \($0)" } ?? ""))"
    }
    func list(_ kind: TextStreamFacts.Stream.Kind) -> String {
      let found = streams.filter { $0.kind == kind }.prefix(16)
      return found.map { $0.codec + ($0.language.map { " (\($0))" } ?? "") }
        .joined(separator: ", ")
    }
    let (pictures, others) = (list(.pictures), list(.other))
    var hints: [String] = []
    if !texts.isEmpty { hints.append("its text streams are \(numbered.joined(separator: ", "))") }
    if !pictures.isEmpty { hints.append("subtitles that are pictures: \(pictures)") }
    if !others.isEmpty { hints.append("subtitles that cannot be read: \(others)") }
    let written =
      switch use.owner {
      case .overlay:
        "write captions: talk.srt on the clip or the asset for texts in its time, or"
          + " subtitles: talk.srt for texts in the film's time"
      case .captions: "write captions: talk.srt for a file of captions"
      }
    return Diagnostic(
      code: .error("no-text-stream"),
      message: texts.isEmpty
        ? "'\(path)' has no text streams" : "'\(path)' has no text stream \(use.stream)",
      span: use.span, hint: hints.isEmpty ? written : hints.joined(separator: "; "))
  }

  static func lostTexts(_ count: Int, _ use: TextStreamUse) -> Diagnostic {
    Diagnostic(
      code: .warning("bad-cue"),
      message: "\(count) text\(count == 1 ? "" : "s") of text stream \(use.stream) of"
        + " '\(use.media.shownPath)' cannot be read, and \(count == 1 ? "is" : "are") left out",
      span: use.span)
  }

  static func noClip(_ name: Located<String>, among names: [String]) -> Diagnostic {
    Diagnostic(
      code: .error("unknown-name"),
      message: "no clip of a track and no asset is named '\(name.value)'", span: name.span,
      hint: nearest(name.value, in: Array(names.prefix(2000))).map { "did you mean '\($0)'?" }
        ?? "give the clip a name: {clip: media/talk.mp4, id: talk}")
  }

  static func ambiguousClip(
    _ name: Located<String>, _ first: Span, _ second: Span
  ) -> Diagnostic {
    Diagnostic(
      code: .error("ambiguous-name"), message: "'\(name.value)' names more than one clip",
      span: name.span,
      notes: [Note(message: "one", span: first), Note(message: "another", span: second)],
      hint: "give one of them an `id` of its own, or make the file an asset to mean all its clips")
  }

  static func drawnClip(_ name: Located<String>, _ key: String) -> Diagnostic {
    Diagnostic(
      code: .error("no-text-stream"),
      message: "'\(name.value)' is an item that draws its '\(key)': it has no text streams",
      span: name.span, hint: "name a clip of a file of media")
  }
}
