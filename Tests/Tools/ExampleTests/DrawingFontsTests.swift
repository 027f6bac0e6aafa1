// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

private let fonts = "/usr/share/fonts/truetype/dejavu"
private let hasFonts = ["DejaVuSans", "DejaVuSerif"].allSatisfy {
  FileManager.default.fileExists(atPath: "\(fonts)/\($0).ttf")
}

/// Text in SVG drawings, which uses the installed fonts.
@Suite(.enabled(if: hasFonts, "the fonts 'DejaVu' are not installed"))
struct DrawingFontsTests {
  private func install(_ name: String, into folder: String) throws {
    try FileManager.default.copyItem(
      atPath: "\(fonts)/\(name).ttf", toPath: "\(folder)/\(name).ttf")
  }

  @Test func aFontThatIsInstalledIsSeenByDrawingsWithText() async throws {
    let place = try TemporaryFolder()
    let settings = try place.write(
      """
      <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
      <fontconfig><dir>\(place / "fonts")</dir><cachedir>\(place / "cache")</cachedir></fontconfig>
      """, to: "fonts.conf")
    try FileManager.default.createDirectory(
      atPath: place / "fonts", withIntermediateDirectories: false)
    try install("DejaVuSans", into: place / "fonts")

    let reel = try Reel(environment: ["FONTCONFIG_FILE": settings])
    let head = #"<svg xmlns="http://www.w3.org/2000/svg" width="96" height="54">"#
    let text = #"<text y="40" font-family="DejaVu Serif" font-size="40" fill="red">Ag</text>"#
    try reel.folder.write(head + text + "</svg>", to: "words.svg")
    try reel.folder.write(head + #"<circle r="30" fill="red"/></svg>"#, to: "shape.svg")
    func project(_ name: String) throws {
      try reel.folder.write(
        """
        reel: 1
        canvas: {size: 96x54, rate: 25}
        tracks: {main: [{clip: \(name).svg, duration: 1s}]}
        outputs: {film: {file: \(name).mkv, preset: lossless}}

        """, to: "\(name).reel.yaml")
    }
    func build(_ name: String) async throws -> (film: Data, said: String) {
      let outcome = try await reel.run(["build", "--explain", "\(name).reel.yaml"])
      try #require(outcome.status == 0, "\(outcome.errors)")
      return (try Data(contentsOf: URL(filePath: reel.folder / "\(name).mkv")), outcome.text)
    }
    for name in ["words", "shape"] { try project(name) }
    let before = (try await build("words").film, try await build("shape").film)
    try install("DejaVuSerif", into: place / "fonts")
    let words = try await build("words")
    #expect(words.film != before.0)
    #expect(words.said.contains("fonts of clip 'words' changed"), "\(words.said)")
    let shape = try await build("shape")
    #expect(shape.film == before.1)
    #expect(shape.said.contains("up to date"), "\(shape.said)")
    for name in ["words", "shape"] {
      let outcome = try await reel.run(["build", "--verify-all", "\(name).reel.yaml"])
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
  }
}
