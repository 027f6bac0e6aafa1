// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Parsing
import Preprocessing
import ProjectModel
import RenderProtocol
import TestSupport
import YAML

/// A project's text and the result of decoding it.
struct Reading {
  let text: [UInt8]
  let project: ProjectDocument
  let diagnostics: [Diagnostic]

  init(_ text: String, encoders: EncoderCatalogue = .ofTests) {
    self.init(Array(text.utf8), encoders: encoders)
  }

  init(_ text: [UInt8], encoders: EncoderCatalogue = .ofTests) {
    self.text = text
    var sources = SourceMap()
    let file = sources.add(name: "a.reel.yaml", text: text)
    var sink = DiagnosticSink()
    project = Reading.project(
      file, text, encoders: encoders, in: &sources, reporting: &sink)
    diagnostics = sink.diagnostics
  }

  /// Reads and expands a project.
  static func project(
    _ file: FileID, _ text: [UInt8], encoders: EncoderCatalogue = .ofTests,
    in sources: inout SourceMap,
    reporting sink: inout DiagnosticSink
  ) -> ProjectDocument {
    let tree = parseYAML(file, text: text, itemKeys: projectItemKeys, reporting: &sink)
    let expanded = expandProject(
      tree, folder: "/", sources: &sources,
      readData: { .failure(DataRefusal(.noData(at: $0.span))) }, reporting: &sink)
    return decodeProject(
      expanded.tree, file: file, effects: EffectCatalogue(.ofTests), encoders: encoders,
      leavingOut: expanded.dropped,
      reporting: &sink)
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

extension Diagnostic {
  /// There are no files of data in these tests.
  fileprivate static func noData(at span: Span) -> Diagnostic {
    Diagnostic(code: .error("missing-media"), message: "there is no such file", span: span)
  }
}
