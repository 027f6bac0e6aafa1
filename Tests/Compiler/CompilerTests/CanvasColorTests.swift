// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import RenderProtocol
import Testing

/// The meaning of samples, and how it is recorded.
@Suite struct CanvasColorTests {
  private static let small = PixelSize(720, 576)
  private static let large = PixelSize(1280, 720)

  private static func tags(
    _ matrix: String, _ primaries: String = "unknown", _ transfer: String = "unknown",
    _ range: String = "unknown"
  ) -> ColorTags {
    ColorTags(matrix: matrix, primaries: primaries, transfer: transfer, range: range)
  }

  @Test(arguments: [
    ("unknown", small, "smpte170m"), ("unknown", large, "bt709"),
    ("unknown", PixelSize(1280, 528), "bt709"), ("unknown", PixelSize(608, 1080), "bt709"),
    ("bt709", small, "bt709"), ("smpte170m", large, "smpte170m"), ("bt470bg", large, "smpte170m"),
    ("bt2020c", large, "bt2020nc"), ("ycgco", small, "ycgco"),
  ])
  func `a matrix that is not said follows from size`(
    _ name: String, _ size: PixelSize, _ matrix: String
  ) {
    #expect(CanvasColorTests.tags(name).matrix(at: size) == matrix)
  }

  @Test(arguments: [
    ("bt2020nc", "bt2020", "bt709"), ("bt709", "bt709", "smpte2084"), ("ycgco", "bt709", "bt709"),
    ("bt709", "bt2020", "bt709"), ("smpte240m", "smpte240m", "unknown"),
    ("unknown", "unknown", "arib-std-b67"),
  ])
  func `no canvas has the colour`(_ matrix: String, _ primaries: String, _ transfer: String) {
    let tags = CanvasColorTests.tags(matrix, primaries, transfer)
    #expect(CanvasColor(tags, size: CanvasColorTests.large) == nil)
  }

  @Test(arguments: [
    ("bt709", "bt709", "bt709"), ("bt2020nc", "bt2020", "arib-std-b67"),
    ("bt2020nc", "bt2020", "smpte2084"), ("bt2020nc", "unknown", "unknown"),
    ("bt2020nc", "bt2020", "bt2020-10"),
  ])
  func `ten bits may be HDR and of wide gamut`(
    _ matrix: String, _ primaries: String, _ transfer: String
  ) throws {
    let tags = CanvasColorTests.tags(matrix, primaries, transfer, "tv")
    let color = try #require(CanvasColor(tags, size: CanvasColorTests.large, depth: 10))
    #expect(color.isDeep && color.pixelFormat == "yuv420p10le")
    #expect(color.stated.depth == 10)
    #expect(CanvasColor(parsing: color.description[...]) == color)
    #expect(color.hasMeaning(of: tags, size: CanvasColorTests.large))
    #expect(color.isWide == (matrix == "bt2020nc"))
    let isPQ = color.hasLight(of: CanvasColorTests.tags("bt2020nc", "bt2020", "smpte2084"))
    #expect(isPQ == (transfer == "smpte2084"))
    #expect(color.hasLight(of: CanvasColorTests.tags("bt709", "bt709", "bt709")) != color.isWide)
  }

  @Test(arguments: [
    ("bt709", "bt709", "smpte2084"), ("bt2020c", "bt2020", "bt2020-10"),
    ("bt2020nc", "bt709", "arib-std-b67"), ("bt709", "bt2020", "bt709"),
  ])
  func `no canvas of ten bits has the colour`(
    _ matrix: String, _ primaries: String, _ transfer: String
  ) {
    let tags = CanvasColorTests.tags(matrix, primaries, transfer)
    #expect(CanvasColor(tags, size: CanvasColorTests.large, depth: 10) == nil)
  }

  @Test func `packets with the same matrix and range are taken as they are`() throws {
    let tags = CanvasColorTests.tags
    let color = try #require(
      CanvasColor(tags("bt470bg", "bt470bg", "smpte170m", "tv"), size: CanvasColorTests.small))
    func isTaken(_ tags: ColorTags, _ size: PixelSize = CanvasColorTests.small) -> Bool {
      color.hasMeaning(of: tags, size: size)
    }
    #expect(isTaken(tags("smpte170m", "bt709", "bt709", "tv")))
    #expect(isTaken(tags("unknown", "unknown", "unknown", "unknown")))
    #expect(!isTaken(tags("unknown", "unknown", "unknown", "unknown"), CanvasColorTests.large))
    #expect(!isTaken(tags("bt709", "bt709", "bt709", "tv")))
    #expect(!isTaken(tags("smpte170m", "bt709", "bt709", "pc")))
    #expect(!isTaken(tags("smpte170m", "bt709", "smpte2084", "tv")))
    #expect(color.hasPrimaries(of: tags("", "smpte170m", "", "")))
    #expect(color.hasPrimaries(of: tags("", "unknown", "", "")))
    #expect(!color.hasPrimaries(of: tags("", "bt709", "", "")))
    #expect(color.hasTransfer(of: tags("", "", "bt709", "")))
    #expect(!color.hasTransfer(of: tags("", "", "bt470bg", "")))
  }

  @Test func `each suggested spelling decodes`() throws {
    let silent = try #require(
      CanvasColor(CanvasColorTests.tags("unknown"), size: CanvasColorTests.small))
    #expect(silent.tags.matrix == "unknown")
    #expect(silent.stated.tags == CanvasColorTests.tags("smpte170m", "unknown", "unknown", "tv"))
    #expect(silent.stated.matrix == silent.matrix)
    #expect(CanvasColor.bt709.stated == .bt709)
  }

  @Test func `a colour is read as it was written`() throws {
    for tags in [
      CanvasColorTests.tags("unknown"), CanvasColorTests.tags("bt470bg", "bt709", "bt709", "pc"),
    ] {
      let color = try #require(CanvasColor(tags, size: CanvasColorTests.small))
      #expect(CanvasColor(parsing: color.description[...]) == color)
      let canvas = CanvasFormat(
        size: CanvasColorTests.small, rate: FrameRate(25), color: color)
      let data = try JSONEncoder().encode(canvas)
      #expect(try JSONDecoder().decode(CanvasFormat.self, from: data) == canvas)
    }
  }

  @Test(arguments: [
    "", "bt709", "bt709:bt709/bt709/bt709", "bt601:unknown/unknown/unknown/tv",
    "smpte170m:bt709/bt709/bt709/tv", "bt709:bt709/bt709/bt709/full",
    "bt709:bt709/bt709/smpte2084/tv", "bt709:bt709/bt709/bt709/tv/tv",
    "bt709:bt709/bt709/bt709/tv/8",
    "bt2020nc:bt2020nc/bt2020/smpte2084/tv", ":///", "a:b:c",
  ])
  func `any other text is no colour`(_ text: String) throws {
    #expect(CanvasColor(parsing: text[...]) == nil)
    let canvas = Data(#"{"size":{"width":2,"height":2},"color":"\#(text)"}"#.utf8)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(CanvasFormat.self, from: canvas)
    }
  }

  @Test func `the usual colour is not written, and every other one changes a key`() throws {
    var canvas = CanvasFormat(size: CanvasColorTests.small, rate: FrameRate(25))
    let plain = Fingerprint(ofCanonical: canvas)
    #expect(
      !String(decoding: try JSONEncoder().encode(canvas), as: UTF8.self).contains("color"))
    var keys: Set<Fingerprint> = [plain]
    for tags in [
      CanvasColorTests.tags("smpte170m"), CanvasColorTests.tags("bt709"),
      CanvasColorTests.tags("unknown"),
    ] {
      canvas.color = try #require(CanvasColor(tags, size: CanvasColorTests.small))
      keys.insert(Fingerprint(ofCanonical: canvas))
    }
    #expect(keys.count == 4)
  }
}
