// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import ProjectModel
import RenderProtocol
import Timeline

// The messages about the project file, its outputs and its texts.

extension Diagnostic {
  static func projectFile(_ name: String, _ problem: FileProblem) -> Diagnostic {
    let (message, hint): (String, String?) =
      switch problem {
      case .missing(let near, _):
        ("there is no project file '\(name)'", near.map { "did you mean '\($0)'?" })
      case .notFetched(let placeholders): ("'\(name)' \(placeholders.words)", placeholders.hint)
      case .notAFile: ("'\(name)' is not a regular file", nil)
      case .outside, .url: ("'\(name)' cannot be read", nil)
      case .system(let words): ("cannot read '\(name)': \(words)", nil)
      case .limit(let words): ("'\(name)': \(words)", nil)
      }
    return Diagnostic(code: .error("project-file"), message: message, hint: hint)
  }

  static func notAProject(_ name: String) -> Diagnostic {
    Diagnostic(
      code: .error("project-file"), message: "'\(name)' is not a project file: it is not text",
      hint: "a project is a YAML file that names media; `reel probe` shows what a media file is")
  }

  static func allowed(_ path: Located<String>, _ real: String) -> Diagnostic {
    Diagnostic(
      code: .warning("allowed-path"), message: "the project may read '\(real)'", span: path.span)
  }

  static func untrusted(_ path: Located<String>, _ real: String, list: String) -> Diagnostic {
    Diagnostic(
      code: .error("untrusted-path"),
      message: "the project wants to read '\(real)', which is outside its folder", span: path.span,
      hint: "trust the project with `--trust`, or add the line '\(real)' to '\(list)'")
  }

  static func notAllowed(_ path: Located<String>, _ problem: FileProblem) -> Diagnostic {
    let words =
      switch problem {
      case .missing, .notFetched: "there is nothing"
      case .notAFile: "it is neither a folder nor a file"
      case .outside(let root, _): "it lies outside the project's folder '\(root)'"
      case .url: "it is a URL"
      case .system(let words), .limit(let words): words
      }
    return Diagnostic(
      code: .error("allowed-path"), message: "cannot allow '\(path.value)': \(words)",
      span: path.span)
  }

  static func textOverflow(_ text: TextContent, _ width: Int, canvas: Int) -> Diagnostic {
    Diagnostic(
      code: .warning("text-overflow"),
      message: "the text is \(width) pixels wide, the canvas \(canvas)", span: text.text.span,
      hint: text.counter == nil
        ? "break the line, give a wrap width, use a smaller font, or a box with fit: shrink"
        : "use a smaller font")
  }

  static func tooManyTexts(_ limit: Int, at span: Span) -> Diagnostic {
    Diagnostic(
      code: .error("limit"), message: "a project draws at most \(limit) different texts",
      span: span,
      hint: "make several films of it; equal texts of one size and colour count once")
  }

  static func textTooLarge(_ text: TextContent) -> Diagnostic {
    let look = text.look
    let (place, fit) = (look.box?.span ?? look.wrapWidth?.span, look.fit?.value ?? .wrap)
    // Lines that wrap as they like are too short for a word alone.
    let isOfWord = look.box == nil && look.maxLines == nil && fit == .wrap
    return Diagnostic(
      code: .warning("text-overflow"),
      message: isOfWord
        ? "a word is wider than its lines, and broken in two"
        : look.box == nil
          ? "the text does not fit in its lines" : "the text is larger than its box",
      span: text.text.span,
      notes: place.map { [Note(message: look.box == nil ? "their width" : "the box", span: $0)] }
        ?? [],
      hint: fit == .wrap
        ? "write fit: shrink for a smaller font, or fit: ellipsis"
        : "give it more room, or write less")
  }

  static func missingGlyphs(_ text: TextContent, _ characters: String) -> Diagnostic {
    let font = text.look.font
    let first = font.file?.value ?? font.family.value
    return Diagnostic(
      code: .error("missing-glyph"), message: "no font has \(listed(characters))",
      span: text.text.span,
      notes: [
        Note(
          message: "'\(first)' was tried first, then every other font of this machine",
          span: place(of: font))
      ], hint: "install a font that has it, name one with font: {file: …}, or change the text")
  }

  /// Characters of subtitles, of which the first is in `place`.
  static func missingGlyphs(
    _ text: TextContent, _ characters: String, in place: String
  ) -> Diagnostic {
    let own = missingGlyphs(text, characters)
    return Diagnostic(
      code: own.code, message: "\(own.message), in \(place)", span: own.span, notes: own.notes,
      hint: "install a font that has it, or name one with font: {file: …}")
  }

  /// The warning that another font writes characters that the requested one lacks.
  ///
  /// - Parameters:
  ///   - whole: A family that has all of the text; nil for none.
  ///   - inParts: True if parts of the text can have fonts of their own.
  static func substitutedFont(
    _ text: TextContent, _ substitute: TextSubstitute, whole: String?, inParts: Bool = false
  ) -> Diagnostic {
    let font = substitute.span.map { text.runs[$0].style.font } ?? text.look.font
    let part = substitute.characters.prefix(12)
    let hint: String? =
      if let whole {
        "name a font that has all of the text, such as font: {family: \(whole)}"
      } else if inParts {
        "no font that is used has all of the text: give parts of it their own, such as text: {runs:"
          + " [..., {text: \(part), font: {family: \(substitute.family)}}, ...]}"
      } else {
        nil
      }
    return Diagnostic(
      code: .warning("substituted-font"),
      message: "'\(font.file?.value ?? font.family.value)' lacks \(listed(substitute.characters)),"
        + " which '\(substitute.family)' writes", span: text.text.span,
      notes: place(of: font).map { [Note(message: "the font is named here", span: $0)] } ?? [],
      hint: hint)
  }

  /// Characters of the file of ASS or SSA `file`, of which the first is in its line `line`.
  static func missingGlyphs(
    _ characters: String, of line: Int, in file: Located<String>
  ) -> Diagnostic {
    Diagnostic(
      code: .warning("lacking-glyph"),
      message: "no font has \(listed(characters)), in line \(line) of '\(file.value)'",
      span: file.span, hint: "install a font that has it, or change the text")
  }

  /// A family that the file of ASS or SSA `file` asks for, and that is not on this machine.
  static func substitutedFont(
    _ family: String, by other: String, in file: Located<String>
  ) -> Diagnostic {
    Diagnostic(
      code: .warning("substituted-font"),
      message:
        "'\(file.value)' asks for '\(family)', which this machine lacks, and '\(other)' is used",
      span: file.span, hint: "install the font, or name another one in the file")
  }

  static func lackingFeatures(_ text: TextContent, _ tags: [String]) -> Diagnostic {
    let font = text.fonts.first { font in font.features.contains { tags.contains($0.tag) } }
    let name = font.map { $0.file?.value ?? $0.family.value } ?? "the font"
    let list = tags.map { "'\($0)'" }.joined(separator: ", ")
    return Diagnostic(
      code: .warning("lacking-feature"),
      message: "'\(name)' has no \(tags.count == 1 ? "feature" : "features") \(list)",
      span: text.text.span,
      notes: font.flatMap { place(of: $0) }.map {
        [Note(message: "the font is named here", span: $0)]
      }
        ?? [],
      hint:
        "leave \(tags.count == 1 ? "it" : "them") out, or name a font that has \(tags.count == 1 ? "it" : "them")"
    )
  }

  /// The place that names a font; nil for the one that texts have by default.
  private static func place(of font: FontSettings) -> Span? {
    let span = (font.file ?? font.family).span
    return span.count == 0 ? nil : span
  }

  /// The first of `characters`, with their code points.
  private static func listed(_ characters: String) -> String {
    let shown = characters.unicodeScalars.prefix(8).map { scalar in
      let number = String(scalar.value, radix: 16, uppercase: true)
      let code = "U+" + String(repeating: "0", count: max(0, 4 - number.count)) + number
      return scalar.properties.isWhitespace || scalar.value < 0x20 ? code : "'\(scalar)' (\(code))"
    }
    let rest = characters.unicodeScalars.count - shown.count
    return shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }

  static func unknownOutput(_ name: String, in names: [String]) -> Diagnostic {
    Diagnostic(
      code: .error("unknown-output"), message: "there is no output '\(name)'",
      hint: nearest(name, in: names).map { "did you mean '\($0)'?" }
        ?? "the outputs are \(names.joined(separator: ", "))")
  }

  static func outputFile(_ file: String, isSingle: Bool) -> Diagnostic {
    Diagnostic(
      code: .error("output-file"),
      message: isSingle
        ? "'\(file)' has no extension that names a format"
        : "'\(file)' cannot be the file of several outputs",
      hint: isSingle
        ? "use \(OutputFormat.all.map(\.name).joined(separator: ", "))"
        : "choose one with `--only NAME`")
  }

  /// A text file for an output that has nothing for it, or several things.
  static func outputFile(_ file: String, isNot what: String, _ count: Int) -> Diagnostic {
    Diagnostic(
      code: .error("output-file"),
      message:
        "'\(file)' would be \(what), of which the output has \(count == 0 ? "none" : String(count))",
      hint: "write an output for it in the project")
  }

  static func overwritesSource(_ file: Located<String>) -> Diagnostic {
    Diagnostic(
      code: .error("overwrites-source"),
      message: "output '\(file.value)' would overwrite a file the project reads", span: file.span)
  }

  static func sameFile(_ file: Located<String>, _ other: Located<String>) -> Diagnostic {
    Diagnostic(
      code: .error("same-file"), message: "two outputs write '\(file.value)'", span: file.span,
      notes: [.init(message: "the other one", span: other.span)])
  }

  /// An output whose path begins with `~/`, which is a folder of the project.
  static func homeFolder(_ file: Located<String>) -> Diagnostic {
    Diagnostic(
      code: .warning("home-folder"),
      message: "'\(file.value)' is written into a folder '~' of the project", span: file.span,
      hint: homeHint(file.value))
  }

  static func destination(_ file: Located<String>, _ problem: FileProblem) -> Diagnostic {
    let hint: String? =
      switch problem {
      case .outside(_, .some): "replace the link, or allow its folder with `--allow PATH`"
      case .outside: "allow its folder with `--allow PATH`"
      case .missing, .notFetched, .notAFile, .url, .system, .limit: nil
      }
    return Diagnostic(
      code: .error("output-file"),
      message: "cannot write '\(file.value)': \(problem.reasonOfWriting)", span: file.span,
      hint: hint)
  }

  static func noRenderer(_ failure: RenderFailure) -> Diagnostic {
    Diagnostic(
      code: .error("no-renderer"), message: failure.message,
      notes: failure.log.map { Note(message: $0) })
  }

  /// The letters on the pictures of `output` cannot be drawn.
  static func letters(_ failure: RenderFailure, of output: Output) -> Diagnostic {
    Diagnostic(
      code: .error(failure.kind == .crash ? "renderer-died" : "bad-text"),
      message: "the times on its pictures cannot be drawn: \(failure.message)",
      span: output.file.span, notes: failure.log.map { Note(message: $0) })
  }

  static func text(_ failure: RenderFailure, _ text: TextContent) -> Diagnostic {
    let isFont = failure.message.hasPrefix("no font") || failure.message.hasPrefix("the font")
    let code =
      switch failure.kind {
      case .disk: "disk-failed"
      case .crash: "renderer-died"
      case .unusable: "renderer-unusable"
      case .media, .unsupported, .text, .filter, .encoder, .limit, .program:
        isFont ? "unknown-font" : "bad-text"
      }
    // Of several fonts it is the one that the message names.
    let font =
      text.fonts.first { $0.file == nil && failure.message.hasSuffix("'\($0.family.value)'") }
      ?? text.look.font
    let mark = "in its place: "
    let other = failure.log.first { $0.hasPrefix(mark) }?.dropFirst(mark.count)
    return Diagnostic(
      code: .error(code), message: failure.message,
      span: isFont ? (font.file ?? font.family).span : text.text.span,
      notes: failure.log.filter { !$0.hasPrefix(mark) }.map { Note(message: $0) },
      hint: other.map { "write font: {family: \($0)}, which stands for it on this machine" }
        ?? (failure.message.hasPrefix("no font family")
          ? "write sans-serif, serif or monospace, a family that `reel fonts` lists, or a file: font: {file: fonts/NAME.ttf}"
          : nil))
  }
}
