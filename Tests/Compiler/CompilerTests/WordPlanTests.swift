// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import Driver
import RenderProtocol
import Testing

@testable import Planning

/// Words that light up one after the other.
@Suite struct WordPlanTests {
  /// The lit words in order: the frames, the whole text, and the parts of it that look different.
  private func shown(_ keys: String, _ file: String) async throws -> [String] {
    var world = TestWorld(
      project: """
        reel: 1
        canvas: {size: 640x360, rate: 25}
        tracks: {main: [{fill: navy, duration: 4s}]}
        overlays: {words: {\(keys)}}

        """)
    world.data = ["talk.json": file, "talk.vtt": file]
    let result = await world.compilation().plan()
    #expect(result.diagnostics.isEmpty, "\(result.diagnostics.map(\.message))")
    let plan = try #require(result.product)
    guard case .film(let film) = plan.outputs[0].product else { return [] }
    var lines: [String] = []
    for segment in film.segments {
      var first = segment.firstFrame
      for part in segment.program.parts {
        for case .caption(let caption, _) in part.layers.pictures.map(\.source) {
          let text = caption.block.text
          // Letters are drawn in the same way whether or not a word is lit.
          #expect(caption.block.otherColors != nil)
          let bytes = Array(text.utf8)
          let lit = caption.block.spans.map { span in
            String(decoding: bytes[span.bytes], as: UTF8.self) + (span.color.map { " \($0)" } ?? "")
              + (span.background.map { " on \($0)" } ?? "") + (span.isUnderlined ? " _" : "")
              + (span.outlines.map { " in \($0.map { "\($0.width) \($0.color)" })" } ?? "")
          }
          lines.append(
            "\(first)..<\(first + part.frameCount) \(text): \(lit.joined(separator: ", "))")
        }
        first += part.frameCount
      }
    }
    return lines
  }

  private let words =
    #"[{"word": "Two", "start": 0.4, "end": 0.8}, {"word": "days", "start": 0.8, "end": 1.2}, {"word": "in", "start": 1.4, "end": 1.6}]"#

  @Test func `each word lights up while it is spoken`() async throws {
    #expect(
      try await shown("words: talk.json", words) == [
        "10..<20 Two days in: Two #ffd700", "20..<30 Two days in: days #ffd700",
        "30..<35 Two days in: ", "35..<40 Two days in: in #ffd700", "40..<53 Two days in: ",
      ])
  }

  @Test func `a highlight, an offset and fewer words are followed`() async throws {
    #expect(
      try await shown(
        "words: {file: talk.json, offset: 1s, max-words: 2, highlight: {background: red, underline: true}}",
        words) == [
          "35..<45 Two days: Two #ffffff on #ff0000 _ in []",
          "45..<55 Two days: days #ffffff on #ff0000 _ in []", "55..<60 Two days: ",
          "60..<65 in: in #ffffff on #ff0000 _ in []", "65..<78 in: ",
        ])
  }

  @Test func `a highlight may have an outline of its own, or none`() async throws {
    func first(_ highlight: String, _ rest: String = "") async throws -> String {
      try await shown("words: {file: talk.json, highlight: {\(highlight)}}\(rest)", words)[0]
    }
    #expect(
      try await first("color: red, outline: none") == "10..<20 Two days in: Two #ff0000 in []")
    #expect(
      try await first("color: red, outline: {width: 3px, color: blue}")
        == #"10..<20 Two days in: Two #ff0000 in ["3.0 #0000ff"]"#)
    // That of the text stays where the project says it.
    #expect(
      try await first("background: red", ", outline: 2px")
        == "10..<20 Two days in: Two #ffffff on #ff0000")
  }

  @Test func `moments of WebVTT light up words`() async throws {
    #expect(
      try await shown(
        "words: {file: talk.vtt, highlight: red}",
        "WEBVTT\n\n00:01.000 --> 00:03.000\n<00:01.040>Two <00:02.000>days\n") == [
          "25..<26 Two days: ", "26..<50 Two days: Two #ff0000", "50..<75 Two days: days #ff0000",
        ])
  }
}
