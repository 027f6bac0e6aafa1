// SPDX-License-Identifier: Apache-2.0

import Catalog
package import Diagnostics
import ProjectModel
package import RenderProtocol

// The messages about files that a project names; the wording may change, the codes may not.

extension FileProblem {
  /// Why a file cannot be written.
  package var reasonOfWriting: String {
    switch self {
    case .missing, .notFetched: "its folder cannot be made"
    case .notAFile: "something other than a file stands there"
    case .outside(let root, nil): "it lies outside the project's folder '\(root)'"
    case .outside(let root, let leading?): "it is a link to '\(leading)', outside '\(root)'"
    case .url: "it is a URL"
    case .system(let words), .limit(let words): words
    }
  }
}

extension Diagnostic {
  /// The hint on a path outside the project's folder.
  package static let allowHint =
    "allow its folder with `--allow PATH`, or with 'allow' in the project"

  package static func unreadableMedia(
    _ path: String, _ failure: RenderFailure, at span: Span
  ) -> Diagnostic {
    let code: DiagnosticCode
    switch failure.kind {
    case .media, .text: code = .error("unreadable-media")
    case .unsupported: code = .error("unsupported-media")
    case .limit: code = .error("media-over-limit")
    case .filter, .encoder, .disk, .program, .crash: code = .error("media-probe-failed")
    case .unusable:
      return Diagnostic(code: .error("renderer-unusable"), message: failure.message, span: span)
    }
    return Diagnostic(
      code: code, message: "'\(path)': \(failure.message)", span: span,
      notes: failure.log.map { Diagnostic.Note(message: $0) }, hint: failure.remedy)
  }

  package static func mediaNote(_ path: String, _ message: String, at span: Span) -> Diagnostic {
    Diagnostic(code: .warning("media-note"), message: "'\(path)': \(message)", span: span)
  }

  /// - Parameter misnamed: Paths that would match if they were UTF-8.
  package static func emptyGlob(
    _ pattern: String, misnamed: [String] = [], at span: Span
  ) -> Diagnostic {
    if !misnamed.isEmpty {
      return Diagnostic(
        code: .error("missing-media"),
        message: "no file matches '\(pattern)' but \(listed(misnamed)), whose name is not UTF-8",
        span: span, hint: misnamedHint)
    }
    return Diagnostic(
      code: .error("missing-media"), message: "no file matches '\(pattern)'", span: span,
      hint: homeHint(pattern)
        ?? (pattern.contains("[") ? "a bracket of a file's name is written [[]" : nil))
  }

  /// Files that `pattern` leaves out, as their names cannot be written in a project.
  package static func misnamed(_ paths: [String], by pattern: String, at span: Span) -> Diagnostic {
    Diagnostic(
      code: .warning("name-not-utf8"),
      message: "'\(pattern)' leaves out \(listed(paths)), whose name is not UTF-8", span: span,
      hint: misnamedHint)
  }

  private static let misnamedHint = "rename it, as projects are UTF-8"

  private static func listed(_ paths: [String]) -> String {
    let shown = paths.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
    return paths.count > 3 ? "\(shown) and \(paths.count - 3) more" : shown
  }

  package static func file(_ path: String, _ problem: FileProblem, assets: [String], at span: Span)
    -> Diagnostic
  {
    switch problem {
    case .missing(let near, _) where isName(path):
      let suggestion = nearest(path, in: assets) ?? near
      if suggestion == nil, TransitionStyle(named: path) != nil {
        return Diagnostic(
          code: .error("unknown-name"), message: "there is no file or asset named '\(path)'",
          span: span, hint: "for the transition write transition: \(path)")
      }
      return Diagnostic(
        code: .error("unknown-name"), message: "there is no file or asset named '\(path)'",
        span: span,
        hint: suggestion.map { "did you mean '\($0)'?" }
          ?? "name it under 'assets', or write a file's path with its extension")
    case .missing(let near, let around):
      let suggestion = near ?? nearest(path, in: assets)
      return Diagnostic(
        code: .error("missing-media"), message: "there is no file or asset '\(path)'", span: span,
        hint: homeHint(path) ?? suggestion.map { "did you mean '\($0)'?" } ?? around?.hint)
    case .notFetched(let placeholders):
      return Diagnostic(
        code: .error("not-fetched"), message: "'\(path)' \(placeholders.words)", span: span,
        hint: placeholders.hint)
    case .notAFile:
      return Diagnostic(
        code: .error("missing-media"), message: "'\(path)' is not a regular file", span: span)
    case .outside(let root, let leading):
      let words = leading.map { "is a link to '\($0)'," } ?? "lies"
      return Diagnostic(
        code: .error("outside-root"),
        message: "'\(path)' \(words) outside the project's folder '\(root)'", span: span,
        hint: allowHint)
    case .url:
      return Diagnostic(
        code: .error("network"), message: "'\(path)' is a URL; only local files are read",
        span: span, hint: "download it into the project's folder")
    case .system(let words):
      return Diagnostic(
        code: .error("unreadable-media"), message: "cannot read '\(path)': \(words)", span: span)
    case .limit(let words):
      return Diagnostic(code: .error("limit"), message: "'\(path)': \(words)", span: span)
    }
  }

  /// The error that `rotate`, which turns footage upright, is set for a nested film.
  static func turnedFilm(_ rotation: Located<Int>) -> Diagnostic {
    Diagnostic(
      code: .error("turned-film"),
      message: "'rotate' is for files of media, not for a film within the film",
      span: rotation.span, hint: "write rotation: \(rotation.value)deg where it is shown")
  }

  static func valuesForMedia(
    _ reference: MediaReference, _ values: Located<[FilmValue]>
  ) -> Diagnostic {
    Diagnostic(
      code: .error("no-parameters"),
      message: "'\(reference.text)' has no parameters: only a project file has",
      span: values.span, hint: "leave 'with' out, or show a file that ends in .reel.yaml")
  }

  /// Returns true if `path` looks like the name of an asset: it has neither an extension nor a
  /// folder.
  private static func isName(_ path: String) -> Bool {
    !path.isEmpty && !path.hasPrefix("~")
      && !path.utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }
  }

  /// The hint on a path that begins with `~`; nil for others.
  package static func homeHint(_ path: String) -> String? {
    guard path.hasPrefix("~") else { return nil }
    return "'~' does not stand for the home folder: write the whole path, such as"
      + " /home/ada/films/…, and allow its folder with `--allow PATH`"
  }
}

extension FileProblem.Surroundings {
  /// Words about where the file was looked for.
  fileprivate var hint: String {
    switch self {
    case .noFolder(let folder):
      return "there is no folder '\(folder)', and paths begin at the project's folder"
    case .files(let names, let more, let folder):
      let place = folder.isEmpty ? "the project's folder" : "'\(folder)'"
      if names.isEmpty { return "\(place) has no files" }
      let rest = more > 0 ? " and \(more) more" : ""
      return "files in \(place): " + names.joined(separator: ", ") + rest
    }
  }
}
