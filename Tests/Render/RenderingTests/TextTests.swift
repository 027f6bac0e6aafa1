// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import MediaIO
import RenderProtocol
import Testing

@testable import Text

@Suite struct TextTests {
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = NSTemporaryDirectory() + "/reel-text-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  private let block = TextBlock(
    text: "Reel", font: FontChoice(family: "sans-serif"), size: 48, color: Color(255, 200, 0))

  @Test func `a text becomes a raster file named by its digest`() throws {
    try withFolder { folder in
      var renderer = TextRenderer()
      let facts = try renderer.render(TextRequest(block: block, folder: folder))
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder) == ["\(facts.raster).raster"])
      let path = "\(folder)/\(facts.raster).raster"
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      #expect(Fingerprint(of: bytes) == facts.raster)
      let raster = try RasterFile(path: path)
      #expect(raster.size == facts.size)
      #expect(facts.box.x >= 1 && facts.box.y >= 1)
      let font = try #require(facts.fonts.first)
      let data = [UInt8](try Data(contentsOf: URL(fileURLWithPath: font.path)))
      #expect(font.digest == Fingerprint(of: data))
      #expect(try renderer.render(TextRequest(block: block, folder: folder)) == facts)
    }
  }

  @Test func `a font file that was replaced is read anew`() throws {
    try withFolder { folder in
      var renderer = TextRenderer()
      let machine = try renderer.render(TextRequest(block: block, folder: folder))
      let font = URL(fileURLWithPath: folder + "/font.ttf")
      var bytes = try Data(contentsOf: URL(fileURLWithPath: try #require(machine.fonts.first).path))
      var own = block
      for _ in 0..<2 {
        try bytes.write(to: font)
        let digest = Fingerprint(of: [UInt8](bytes))
        let file = MediaFile(path: font.path, digest: digest)
        own.font = FontChoice(family: nil, file: file)
        let facts = try renderer.render(TextRequest(block: own, folder: folder))
        #expect(facts.fonts.first { $0.path == font.path }?.digest == digest)
        // Bytes after the tables belong to no table.
        bytes.append(0)
      }
    }
  }

  @Test func `a caption is refused where its fonts are other ones`() throws {
    try withFolder { folder in
      var renderer = TextRenderer()
      let font = FontChoice(family: "DejaVu Sans")
      func ask(_ characters: [Character], _ font: FontChoice) throws -> TextFacts {
        try renderer.render(TextRequest(block: .asking(for: characters, in: font), folder: folder))
      }
      let facts = try ask(["A", "é", "b"], font)
      let lines = try #require(facts.lineFonts)
      #expect(lines.count == 3 && Set(lines).count == 1 && lines[0].count == 1)
      // A font that is slanted or bolder is another one.
      var slanted = font
      slanted.isItalic = true
      #expect(try ask(["A"], slanted).lineFonts?.first != lines[0])
      var block = TextBlock(text: "bé A", font: font, size: 20, color: .white)
      var caption = Caption(
        block, on: PixelSize(64, 36), at: PixelPoint(0, 0), anchor: PixelPoint(0, 0),
        fonts: lines[0])
      _ = try renderer.raster(of: caption)
      block.spans = [TextSpan(bytes: 0..<1, font: slanted, size: 20, color: nil)]
      caption.block = block
      #expect(throws: RenderFailure.self) { _ = try renderer.raster(of: caption) }
      caption.fonts += try ask(["b"], slanted).lineFonts?.first ?? []
      _ = try renderer.raster(of: caption)
    }
  }

  @Test func `an unknown family fails as a text problem`() throws {
    try withFolder { folder in
      var wanted = block
      wanted.font.family = "No Such Family"
      var renderer = TextRenderer()
      do throws(RenderFailure) {
        _ = try renderer.render(TextRequest(block: wanted, folder: folder))
        Issue.record("nothing was thrown")
      } catch {
        #expect(error.kind == .text && error.message == "no font family 'No Such Family'")
      }
      let left = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(left.isEmpty)
    }
  }

  @Test func `a folder that is not there fails as a disk problem`() throws {
    var renderer = TextRenderer()
    do throws(RenderFailure) {
      _ = try renderer.render(TextRequest(block: block, folder: "/nonexistent/folder"))
      Issue.record("nothing was thrown")
    } catch {
      #expect(error.kind == .disk)
    }
  }

  @Test func `raster files survive the round trip and nothing else is taken for one`() throws {
    let raster = RasterFile(size: PixelSize(2, 1), pixels: [1, 2, 3, 4, 5, 6, 7, 8])
    let bytes = raster.encoded
    #expect(RasterFile(decoding: bytes) == raster)
    #expect(bytes.count == 28)
    for length in 0..<bytes.count {
      #expect(RasterFile(decoding: Array(bytes.prefix(length))) == nil)
    }
    #expect(RasterFile(decoding: bytes + [0]) == nil)
    for at in 0..<20 {
      var broken = bytes
      broken[at] ^= 0xff
      #expect(RasterFile(decoding: broken) == nil)
    }
  }

  @Test func `the font folders are known`() {
    var renderer = TextRenderer()
    let folders = renderer.fontFolders()
    #expect(!folders.isEmpty && folders == folders.sorted())
  }
}
