// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol
import Testing
import Text

/// The fonts that there are, and what they write.
@Suite struct FontListTests {
  private func family(_ name: String, writing text: String? = nil) throws -> FontFamily {
    try #require(try FontSet().list(writing: text).first { $0.names.contains(name) })
  }

  @Test func `every family that texts may name is listed once, with its styles`() throws {
    let fonts = try FontSet()
    let families = fonts.list(writing: nil)
    #expect(Set(families.map(\.names)).count == families.count)
    let names = Set(families.flatMap(\.names))
    #expect(names == Set(fonts.families.filter { !$0.contains(",") }))
    #expect(families.allSatisfy { !$0.faces.isEmpty && $0.missing.isEmpty })
    let dejaVu = try family("DejaVu Sans")
    #expect(dejaVu.names[0] == "DejaVu Sans")
    #expect(dejaVu.faces.first?.isItalic == false)
    #expect(Set(dejaVu.faces.map(\.weight)).isSuperset(of: [400, 700]))
    let texts = try dejaVu.faces.filter { !$0.isItalic }.map { face in
      var block = TextBlock(
        text: "one", font: FontChoice(family: "DejaVu Sans", weight: face.weight), size: 20,
        color: .white)
      block.alignment = .left
      return try fonts.typeset(block).fontFiles
    }
    #expect(texts.contains([try #require(dejaVu.faces.first { $0.weight == 700 }).file]))
  }

  @Test func `what a family has not is what texts in it have from others`() throws {
    // Georgian capitals; a character that no font has; what is not seen is not missed.
    let text = "One \u{2d30} \u{10fffe}\n\u{200b}\u{2d30}"
    #expect(try family("DejaVu Sans Mono", writing: text).missing == "\u{2d30}\u{10fffe}")
    #expect(try family("DejaVu Sans", writing: text).missing == "\u{10fffe}")
    #expect(try family("DejaVu Sans", writing: "One").missing.isEmpty)
    #expect(try family("DejaVu Sans", writing: "").missing.isEmpty)
  }

  @Test func `the families of files are listed without being installed`() throws {
    let file = try #require(try family("DejaVu Sans").faces.first { $0.weight == 700 }).file
    let list = try FontSet.list(files: [file], writing: "\u{10fffe}")
    #expect(list.map { $0.faces.map(\.file) } == [[file]])
    #expect(list.first?.missing == "\u{10fffe}")
    #expect(list.first?.faces.first?.axes == [])
    #expect(throws: TypesettingError.self) {
      _ = try FontSet.list(files: ["/etc/passwd"], writing: nil)
    }
  }
}
