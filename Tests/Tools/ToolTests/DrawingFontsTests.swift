// SPDX-License-Identifier: Apache-2.0

import Base
import Testing

@testable import Host
@testable import reel

@Suite struct DrawingFontsTests {
  @Test(arguments: [
    ("<svg><rect/></svg>", false), ("\u{FEFF}<svg/>", false),
    (" \n<?xml version='1.0'?><svg/>", false),
    ("<svg><text>a</text></svg>", true), ("<svg><s:text/></svg>", true), ("packed", true),
    ("", true),
    ("<tex", false), ("<svg>\u{0}</svg>", true),
  ])
  func `a drawing may have text in it`(text: String, isSo: Bool) throws {
    let playground = try Playground()
    #expect(DrawingFonts.matter(to: try playground.write("a.svg", text)) == isSo)
  }

  @Test func `fonts are told apart by names and sizes, wherever they are`() throws {
    let playground = try Playground()
    for folder in ["a", "b"] {
      try playground.write("\(folder)/one.ttf", "1")
      try playground.write("\(folder)/two.ttf", "22")
    }
    let conf = try playground.write("fonts.conf", "settings")
    func state(_ folders: String...) -> Fingerprint {
      DrawingFonts.state(of: folders.map { playground.path + "/" + $0 } + [conf])
    }
    let first = state("a")
    #expect(state("b") == first && state("a", "nowhere") == first)
    try playground.write("b/two.ttf", "333")
    #expect(state("b") != first)
    try playground.write("fonts.conf", "other settings")
    #expect(state("a") != first)
  }
}
