// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Effects
import ProjectModel
import ProjectReading
import TestSupport
import YAMLTree

/// A project's text and the result of decoding it.
struct Reading {
  let text: [UInt8]
  let project: Project
  let diagnostics: [Diagnostic]

  init(_ text: String) { self.init(Array(text.utf8)) }

  init(_ text: [UInt8]) {
    self.text = text
    var sources = SourceMap()
    let file = sources.add(name: "a.reel.yaml", text: text)
    var sink = DiagnosticSink()
    let tree = parseYAML(file, text: text, itemKeys: projectItemKeys, reporting: &sink)
    project = decodeProject(
      tree, file: file, effects: EffectCatalogue(.ofTests), reporting: &sink)
    diagnostics = sink.diagnostics
  }

  var messages: [String] { diagnostics.map { "\($0.code.name): \($0.message)" } }

  /// The clips of the first track.
  var clips: [Clip] {
    project.tracks.first?.items.compactMap { if case .clip(let clip) = $0 { clip } else { nil } }
      ?? []
  }

  /// The text of a span.
  func slice(_ span: Span?) -> String? {
    span.map { String(decoding: text[Int($0.start)..<Int($0.end)], as: UTF8.self) }
  }
}
