// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Parsing
import ProjectModel
import Timeline
import YAML

/// Films that are made to be looked at, not to be kept: an interval of a film, or a quick small one.
///
/// They have files of their own, so that no output of the project is overwritten; what they render is kept in the same
/// store, under the keys of what it is.
extension Compilation {
  /// The interval of film that `--range` asks for; nil where it asks for none, or for none that can be read, which is reported.
  func askedRange(_ sources: inout SourceMap, _ sink: inout DiagnosticSink) -> RangeExpression? {
    guard let text = options.range else { return nil }
    let file = sources.add(name: "--range", text: Array(text.utf8))
    let tree = parseYAML(file, text: Array(text.utf8), reporting: &sink)
    return decodeRange(tree, file: file, reporting: &sink)
  }

  /// Makes trials of the outputs of `project`, as the command asks; those that are no films are left out.
  func makeTrials(
    _ project: inout ProjectDocument, of range: RangeExpression?, _ sink: inout DiagnosticSink
  ) {
    guard options.range != nil || options.isDraft else { return }
    if project.outputs.isEmpty {
      project.outputs = [Output.standard(stem: stem, at: project.span)]
    }
    project.hasAllOutputs = false
    project.outputs.removeAll { !$0.format.isTried || options.isDraft && $0.format.isSound }
    if project.outputs.isEmpty {
      sink.report(
        .simple(
          "no-film",
          "no output is a film, of which \(options.isDraft ? "a draft" : "a stretch") can be made",
          at: project.span, hint: "write an output for a film: film: film.mp4"))
    }
    let suffix =
      (options.isDraft ? ".draft" : "") + (options.range.map { "." + fileName(of: $0) } ?? "")
    for index in project.outputs.indices {
      if let range { project.outputs[index].range = range }
      if options.isDraft { project.outputs[index].becomeDraft() }
      if options.outputFile == nil {
        project.outputs[index].file.value.insert(beforeExtension: suffix)
      }
    }
  }

  /// A range as a part of a file's name: `10s..20s` is `10s-20s`.
  private func fileName(of range: String) -> String {
    var name = ""
    for character in range.replacing("..", with: "-") {
      if character.isASCII, character.isLetter || character.isNumber || ".-_".contains(character) {
        name.append(character)
      } else if character != " " {
        name.append("_")
      }
    }
    return name
  }
}

extension OutputFormat {
  /// True if an interval of it can be rendered: one file of video, animation or audio.
  fileprivate var isTried: Bool { (isFilm || isSound || animation != nil) && !isStream }
}

extension Output {
  /// Asks for little quality and half the size, so that it is made quickly.
  fileprivate mutating func becomeDraft() {
    isDraft = true
    preset = .low
    copying = .never
    (video, maxSize, profile) = (nil, nil, nil)
  }
}

extension String {
  /// Inserts `text` before the extension of the last component of a path.
  fileprivate mutating func insert(beforeExtension text: String) {
    let name = lastIndex(of: "/").map { index(after: $0) } ?? startIndex
    let dot = self[name...].lastIndex(of: ".") ?? endIndex
    insert(contentsOf: text, at: dot)
  }
}
