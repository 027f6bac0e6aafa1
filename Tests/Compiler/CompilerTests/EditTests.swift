// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import Foundation
import RenderProtocol
import TestSupport
import Testing

@testable import Driver
@testable import Explain
@testable import Planning

/// Messages about a build after an edit.
///
/// A case is a project and steps. Each step is edited, then built after the previous one; the expected output follows:
///
///     reel: 1
///     tracks: …
///     ==== a title of the step
///     - range: 1s..3s        this part of the project, found once, …
///     + range: 1s..4s        … is replaced by this text
///     media wide.mp4         the file has other bytes
///     library test 2         the library has another version
///     keep-going
///     lose 2                 the second segment of the first output is gone
///     again                  the project as it was at first
///     show 1s..2s            details of this range only
///     ----
///     film
///       0.000 s .. 4.000 s  reused
///
/// The store keeps the segments that earlier steps rendered.
@Suite struct EditTests {
  @Test("a case", arguments: goldenCases(in: "Edits", withExtension: "edits"))
  func saysWhy(_ path: String) async throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
    let parts = text.components(separatedBy: "\n==== ")
    var run = EditRun(project: parts[0] + "\n")
    var golden = parts[0]
    try await run.build()
    for part in parts.dropFirst() {
      let lines = part.components(separatedBy: "\n")
      let end = try #require(lines.firstIndex(of: "----"))
      for line in lines[1..<end] { try run.edit(line) }
      let words = try await run.build()
      golden += "\n==== " + lines[...end].joined(separator: "\n") + "\n" + words
      if golden.hasSuffix("\n") { golden.removeLast() }
    }
    expectGolden(golden + "\n", path)
  }
}

/// A project that is edited and built without rendering.
private struct EditRun {
  private let original: String
  private var world: TestWorld
  private var options = CompilationOptions()
  private var records: [String: FilmRecord] = [:]
  private var stored: Set<Fingerprint> = []
  private var pieces: [Fingerprint] = []
  private var removed: String?
  private var range: String?

  init(project: String) {
    original = project
    world = TestWorld(project: project)
  }

  mutating func edit(_ line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    if line.hasPrefix("- ") {
      removed = String(line.dropFirst(2))
    } else if line.hasPrefix("+ "), let old = removed?.replacingOccurrences(of: "\\n", with: "\n") {
      try #require(world.project.components(separatedBy: old).count == 2, "'\(old)' once")
      let new = String(line.dropFirst(2)).replacingOccurrences(of: "\\n", with: "\n")
      world.project = world.project.replacingOccurrences(of: old, with: new)
      removed = nil
    } else {
      switch words.first {
      case "media": world.versions[words[1], default: 0] += 1
      case "library": world.libraries = [words.dropFirst().joined(separator: " ")]
      case "keep-going": options.keepsGoing.toggle()
      case "lose": stored.remove(pieces[try #require(Int(words[1])) - 1])
      case "again": world.project = original
      case "show": range = words.dropFirst().joined(separator: " ")
      default: Issue.record("no step '\(line)'")
      }
    }
  }

  @discardableResult
  mutating func build() async throws -> String {
    defer { range = nil }
    var wanted: TimeRange?
    if let range {
      let result = await world.compilation(options).plan(range: range)
      wanted = result.product?.range
      if wanted == nil { return DiagnosticPrinter().render(result.diagnostics, in: result.sources) }
    }
    let result = await world.compilation(options).plan()
    guard let plan = result.product else {
      return DiagnosticPrinter().render(result.diagnostics, in: result.sources)
    }
    let text = result.sources.files[0].text
    let explainer = Explainer(plan, text: text)
    let records = records
    let stored = stored
    let explanations = explainer.explain(
      plan.outputs, last: { records[$0.path] },
      state: { stored.contains($1.key) ? .stored : .missing }, in: wanted,
      chunkState: { stored.contains($0) ? .stored : .missing })
    let renderer = ExplanationRenderer(result.sources, showsContents: wanted != nil)
    var words = ""
    for explanation in explanations {
      words += explanation.output + "\n" + renderer.render(explanation.intervals)
    }
    for output in plan.outputs {
      let record = FilmRecord(of: output, in: plan, text: text, after: records[output.path])
      // The record is read back: no information must be lost.
      let read = FilmRecord(bytes: record.bytes)
      #expect(read == record)
      var damaged = record.bytes
      damaged[damaged.count / 2] ^= 1
      #expect(FilmRecord(bytes: damaged) == nil)
      self.records[output.path] = read
      self.stored.formUnion(plan.pieces(of: output).map(\.key))
      if case .film(let film) = output.product, let sound = film.sound {
        self.stored.formUnion(sound.chunks.map(\.key))
      }
    }
    // Keys differ between versions.
    words = words.replacing(/key [0-9a-f]{12}/, with: "key ------------")
    pieces = plan.outputs.first.map { plan.pieces(of: $0).map(\.key) } ?? []
    return words
  }
}
