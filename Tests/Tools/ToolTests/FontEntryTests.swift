// SPDX-License-Identifier: Apache-2.0

import RenderProtocol
import Testing
import reel

/// The output of `reel fonts`.
@Suite struct FontEntryTests {
  private let families = [
    FontFamily(
      names: ["Ada", "Ada Text"],
      faces: [
        FontFace(style: "Regular", weight: 400, isItalic: false, file: "/a.ttf"),
        FontFace(style: "Bold", weight: 700, isItalic: false, file: "/b.ttf"),
      ], missing: "\u{e9}\u{4e2d}"),
    FontFamily(
      names: ["Bea"],
      faces: [
        FontFace(
          style: "", weight: 400, isItalic: false, file: "/c.ttf",
          axes: [FontAxis(tag: "wght", minimum: 100, fallback: 400, maximum: 900.5)])
      ]),
  ]

  @Test func `families are listed with their styles and axes`() {
    let entries = FontEntry.list(families, hasText: false)
    #expect(entries.map(\.family) == ["Ada", "Bea"])
    #expect(entries.map(\.line) == ["Regular, Bold", "variable: wght 100 to 900.5"])
    #expect(entries.allSatisfy { $0.writes == nil })
  }

  @Test func `families that write a text come before those that lack something`() {
    let entries = FontEntry.list(families, hasText: true)
    #expect(entries.map(\.family) == ["Bea", "Ada"])
    #expect(
      entries.map(\.line) == ["writes it", "lacks U+00E9 '\u{e9}', U+4E2D '\u{4e2d}'"])
    #expect(entries.map(\.writes) == [true, false])
    #expect(
      Shown.json(entries[1])
        == #"{"aliases":["Ada Text"],"faces":[{"axes":[],"file":"/a.ttf","italic":false,"style":"Regular","weight":400},{"axes":[],"file":"/b.ttf","italic":false,"style":"Bold","weight":700}],"family":"Ada","missing":["U+00E9","U+4E2D"],"writes":false}"#
    )
  }
}
