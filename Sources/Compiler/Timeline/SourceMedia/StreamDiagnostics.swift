// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import ProjectModel
import RenderProtocol

/// The word for a stream in messages.
enum StreamWord: String {
  case picture, sound
}

extension Diagnostic {
  /// A stream that a file lacks, or that cannot be decoded.
  static func noStream(
    _ name: Located<StreamChoice.Name>, _ word: StreamWord, of media: ResolvedMedia
  ) -> Diagnostic {
    let streams =
      switch word {
      case .picture:
        media.facts.pictures?.map(\.words) ?? media.facts.video.map { [$0.codec] } ?? []
      case .sound: media.facts.sounds?.map(\.words) ?? media.facts.audio.map { [$0.codec] } ?? []
      }
    let listed = streams.prefix(8).enumerated().map { "\($0): \($1)" }
    let more = streams.count > 8 ? ", and \(streams.count - 8) more" : ""
    var isThere = false
    if case .number(let number) = name.value { isThere = number < streams.count }
    return Diagnostic(
      code: .error("no-stream"),
      message: isThere
        ? "\(word.rawValue) stream \(name.value) of '\(media.shownPath)' cannot be decoded"
        : "'\(media.shownPath)' has no \(word.rawValue) stream \(name.value)",
      span: name.span,
      hint: streams.isEmpty
        ? "it has no \(word.rawValue)" : "it has " + listed.joined(separator: ", ") + more)
  }

  /// A stream that is chosen twice by different names.
  static func sameStream(
    _ name: Located<StreamChoice.Name>, of media: ResolvedMedia
  ) -> Diagnostic {
    Diagnostic(
      code: .error("no-stream"),
      message: "the sound stream \(name.value) of '\(media.shownPath)' is chosen twice",
      span: name.span, hint: "leave it out here")
  }

  /// Streams of a film within the film, which has one sound.
  static func streamsOfFilm(_ reference: MediaReference, _ choice: StreamChoice) -> Diagnostic {
    Diagnostic(
      code: .error("no-stream"), message: "'\(reference.text)' is a project, and has no streams",
      span: (choice.picture ?? choice.sounds.first?.name)?.span ?? reference.span,
      hint: "leave 'streams' out, or write it on clips of that project")
  }
}

extension StreamOfFile {
  /// `aac, de, 'Commentary'`.
  fileprivate var words: String {
    ([codec] + [language, title.map { "'\($0)'" }].compactMap(\.self)).joined(separator: " ")
  }
}
