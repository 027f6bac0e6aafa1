// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import RenderProtocol
import Testing

@testable import Compositor

/// The filters of frames: none without effect, and at most one conversion.
@Suite struct PictureFiltersTests {
  private func form(
    _ size: PixelSize, _ format: PixelFormat = .yuv420p, _ color: ColorTags? = nil
  ) throws -> DecodedForm {
    var form = DecodedForm(try Frame(size: size, format: format), for: .bt709)
    form.color = color ?? CanvasColor.bt709.tags
    return form
  }

  private func names(_ steps: [PictureStep], _ form: DecodedForm) -> [String] {
    pictureFilters(steps, form: form, color: .bt709).map(\.name)
  }

  private let small = PixelSize(64, 48)

  @Test func `a frame in the canvas's colour and size goes through nothing`() throws {
    let form = try form(small)
    #expect(names([], form) == [])
    #expect(names([.scale(small)], form) == [])
    #expect(names([.crop(PixelRect(x: 0, y: 0, width: 64, height: 48))], form) == [])
    #expect(names([.orient(.upright)], form) == [])
  }

  @Test func `each step is one filter, and what fits is not converted`() throws {
    let form = try form(small)
    #expect(names([.scale(PixelSize(32, 24))], form) == ["scale", "format"])
    #expect(names([.orient(.rotate90)], form) == ["transpose", "format"])
    #expect(
      names(
        [
          .orient(.rotate180), .crop(PixelRect(x: 2, y: 2, width: 40, height: 40)),
          .scale(PixelSize(20, 20)),
        ], form) == ["hflip", "vflip", "crop", "scale", "format"])
    #expect(names([.blur], form) == ["scale", "format", "boxblur", "scale", "format"])
  }

  @Test func `another matrix is converted after scaling`() throws {
    let other = try form(
      small, .yuv420p,
      ColorTags(matrix: "smpte170m", primaries: "smpte170m", transfer: "smpte170m", range: "tv"))
    let filters = pictureFilters([.scale(PixelSize(32, 24))], form: other, color: .bt709)
    #expect(filters.map(\.name) == ["scale", "format", "colorspace", "format", "format"])
    func options(_ index: Int) -> [String: String] {
      Dictionary(uniqueKeysWithValues: filters[index].options.map { ($0.name, $0.value) })
    }
    // The matrix changes in one filter alone.
    let (scaling, change) = (options(0), options(2))
    #expect(scaling["in_color_matrix"] == "smpte170m")
    #expect(scaling["out_color_matrix"] == "smpte170m")
    #expect(scaling["in_range"] == "limited" && scaling["out_range"] == "limited")
    #expect(change["ispace"] == "smpte170m" && change["space"] == "bt709")
    #expect(change["irange"] == "tv" && change["range"] == "tv")
  }

  @Test func `at odd widths chroma is halved by itself when the matrix changes`() throws {
    let tags = ColorTags(
      matrix: "smpte170m", primaries: "smpte170m", transfer: "smpte170m", range: "pc")
    let other = try form(small, .yuvj420p, tags)
    let filters = pictureFilters([.scale(PixelSize(33, 24))], form: other, color: .bt709)
    #expect(filters.map(\.name) == ["scale", "format", "scale", "format", "format"])
    #expect(filters[1].options.map(\.value) == ["yuv444p"])
    let even = names([.scale(PixelSize(32, 24))], other)
    #expect(even == ["scale", "format", "colorspace", "format", "format"])
  }

  @Test func `light of HDR is mapped once, after scaling`() throws {
    let hdr = try form(
      small, .yuv420p10,
      ColorTags(matrix: "bt2020nc", primaries: "bt2020", transfer: "smpte2084", range: "tv"))
    let names = names([.scale(PixelSize(32, 24))], hdr)
    #expect(names.first == "scale")
    #expect(names.filter { $0 == "tonemap" }.count == 1)
  }
}
