// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import RenderProtocol
import Testing

@testable import Compositor

/// Footage through filters beside what ffmpeg makes of the same frames with the same filters.
@Suite(.enabled(if: Footage.isThere)) struct EffectPictureTests {
  private static let name = "edit/bbb_720p24_82s.mp4"
  private static let size = PixelSize(1280, 720)
  private static let frames = 4

  /// A filter with options, as ffmpeg writes them.
  struct Case: Sendable, CustomTestStringConvertible {
    var filter: String
    var options: [(name: String, value: String)]
    var isTimed = false
    /// True if its option is a file.
    var hasFile = false

    init(_ filter: String, _ options: KeyValuePairs<String, String> = [:], isTimed: Bool = false) {
      self.filter = filter
      self.options = options.map { ($0.key, $0.value) }
      self.isTimed = isTimed
    }

    var testDescription: String { text }

    /// The filter in the syntax of ffmpeg.
    var text: String {
      options.isEmpty
        ? filter
        : filter + "="
          + options.map {
            "\($0.name)=\($0.value.replacing(",", with: "\\,"))"
          }.joined(separator: ":")
    }

    func use(from first: Int) -> FilterUse {
      var use = FilterUse(name: filter, firstFrame: isTimed ? first : nil)
      if hasFile {
        use.files = options.map {
          FilterUse.File(
            name: $0.name,
            file: MediaFile(
              path: $0.value, digest: Fingerprint(bytes: [UInt8](repeating: 7, count: 32))))
        }
      } else {
        use.settings = options.map { FilterUse.Setting(name: $0.name, value: $0.value) }
      }
      return use
    }
  }

  private static let cases = [
    Case("gblur", ["sigma": "3"]), Case("eq", ["contrast": "1.3", "brightness": "0.05"]),
    Case("hue", ["h": "40", "s": "1.5"]), Case("unsharp"), Case("vignette", ["dither": "0"]),
    Case("curves", ["preset": "vintage"]), Case("negate"), Case("boxblur", ["lr": "4", "lp": "2"]),
    Case("colorbalance", ["rs": "0.3"]), Case("edgedetect"), Case("hflip"), Case("vflip"),
    Case("geq", ["lum": "lum(X,Y)/2+N*10"], isTimed: true),
    Case("hue", ["h": "n*20"], isTimed: true),
    Case("rotate", ["a": "n*0.1"], isTimed: true), Case("fade", ["n": "6"], isTimed: true),
  ]

  /// Files that filters read, against ffmpeg with the same file.
  @Test(arguments: ["lut3d", "lut1d", "curves"])
  func `a filter reads its file as ffmpeg does`(name: String) throws {
    let workshop = try Workshop()
    let (option, bytes): (String, [UInt8]) =
      switch name {
      case "curves":
        (
          "psfile",
          [4, 1, 3, 255, 0, 120, 60, 0, 255].reduce(into: []) { $0 += [0, UInt8($1)] }
        )
      case "lut1d":
        (
          "file",
          Array("LUT_1D_SIZE 3\n1 0.2 0\n0.4 0.6 0.3\n0 1 0.8\n".utf8)
        )
      default:
        (
          "file",
          Array(
            "LUT_3D_SIZE 2\n0 0 0.4\n1 0 0\n0 0.5 0\n1 1 0\n0 0 1\n0.3 0 1\n0 1 1\n1 1 0.6\n".utf8)
        )
      }
    let path = workshop.path(name == "curves" ? "tone.acv" : "tone.cube")
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    var test = Case(name, [option: path])
    test.hasFile = true
    try compare(test, workshop)
  }

  /// Frames `first ..< first + count` of the clip through a filter.
  private func drawn(_ test: Case, from first: Int, _ count: Int) throws -> [[UInt8]] {
    let rate = FrameRate(24)
    let start = try #require(try Footage.facts(Self.name).video).firstFrame
    var program = try RenderProgram.clip(
      Self.name, size: Self.size, rate: rate, start: start + rate.time(of: first), frames: count,
      steps: [])
    let clip = program.parts[0].layers
    program.parts[0].layers = [
      Layer(
        content: .stack(clip), placement: .at(x: 0, y: 0),
        treatment: LayerTreatment(.filter(test.use(from: first)), .constant([])))
    ]
    return try DrawnFrames(program).frames
  }

  @Test(arguments: cases)
  func `a filter makes what ffmpeg makes of it`(test: Case) throws {
    try compare(test, Workshop())
  }

  private func compare(_ test: Case, _ workshop: Workshop) throws {
    let conversion =
      "scale=in_color_matrix=bt709:out_color_matrix=bt709:in_range=limited:out_range=limited"
      + ":flags=bicubic+accurate_rnd+full_chroma_int+bitexact"
    let wanted = try workshop.reference(
      Self.name, "\(conversion),\(test.text),\(conversion),format=yuv420p", size: Self.size,
      options: ["-t", "0.4"])
    let frames = try drawn(test, from: 0, Self.frames)
    #expect(frames.count == Self.frames && wanted.count >= Self.frames)
    for (index, (found, wanted)) in zip(frames, wanted).enumerated() {
      let error = zip(found, wanted).reduce(0.0) { sum, pair in
        let difference = Double(pair.0) - Double(pair.1)
        return sum + difference * difference
      }
      let likeness = error == 0 ? 100 : 10 * log10(255 * 255 * Double(found.count) / error)
      #expect(likeness >= 50, "frame \(index) of \(test.text): \(likeness) dB")
    }
  }

  @Test(arguments: cases)
  func `frames drawn in pieces are those drawn at once`(test: Case) throws {
    let whole = try drawn(test, from: 0, Self.frames)
    for first in 1..<Self.frames {
      #expect(try drawn(test, from: first, 1) == [whole[first]], "frame \(first)")
    }
  }
}
