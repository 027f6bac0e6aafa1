// SPDX-License-Identifier: Apache-2.0

import Base
import Testing

/// File names with places for a number and a day.
@Suite struct MarkedNameTests {
  @Test(arguments: [
    ("cut-{n}.mp4", "cut-12.mp4", 12), ("cut-{n}.mp4", "cut-0.mp4", 0),
    ("cut-{n}.mp4", "cut-012.mp4", nil), ("cut-{n}.mp4", "cut-.mp4", nil),
    ("cut-{n}.mp4", "cut-1234567890.mp4", nil), ("cut-{n}.mp4", "cut-+1.mp4", nil),
    ("cut-{n}.mp4", "cut-1.mp4.mp4", nil), ("{date}.mp4", "2026-05-12.mp4", 0),
    ("{date}.mp4", "2026-5-12.mp4", nil), ("{date}.mp4", "2026-05-12x.mp4", nil),
    ("{n}{date}.mp4", "72026-05-12.mp4", 7), ("{date}{n}.mp4", "2026-05-127.mp4", 7),
    ("{date}-{n}.mp4", "2026-05-12-7.mp4", 7), ("ü{n}.mp4", "ü٣.mp4", nil),
  ])
  func `a name has the number that is in it`(pattern: String, name: String, number: Int?) throws {
    let marked = try #require(MarkedName(path: "out/{n}/" + pattern))
    #expect(marked.number(in: name[...]) == number)
    if let number {
      #expect(marked.name(date: "2026-05-12", number: number) == name)
      #expect(marked.number(in: name[...], date: "2026-05-12") == number)
    }
    let other = marked.number(in: name[...], date: "2026-05-13")
    #expect(other == (marked.tokens.contains(.date) ? nil : number))
  }

  @Test(arguments: ["film.mp4", "{n}/film.mp4", "{name}.mp4", "${n.mp4", "{N}.mp4"])
  func `other names have no places`(path: String) { #expect(MarkedName(path: path) == nil) }
}
