// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import Kernels
import LibAV
import RenderProtocol
import Testing

@testable import Compositor
@testable import MediaIO

/// Drawings beside what librsvg makes of the same drawing, and beside numbers.
@Suite struct GraphicTests {
  private static let size = PixelSize(320, 200)
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  /// The luma of a picture over black, 0 for black and 1 for white.
  private func luma(_ picture: ImageBuffer, _ canvas: CanvasColor) throws -> [Double] {
    let ground = try ImageBuffer(size: picture.size, hasAlpha: false, in: canvas)
    ground.fill(with: try Paint(.black, in: canvas))
    ground.lay(picture, x: 0, y: 0, opacity: .whole, within: nil)
    func levels<Sample: PictureSample>(_ sample: Sample.Type) -> [Double] {
      let unit = Double(1 << (Sample.depth - 8))
      return ground.withView(of: sample) { view in
        (0..<view.height).flatMap { y in
          (0..<view.width).map { x in
            (Double(view.y.base[y * view.y.stride + x]) / unit - 16) / 219
          }
        }
      }
    }
    return canvas.isDeep ? levels(UInt16.self) : levels(UInt8.self)
  }

  private func canvas(_ depth: Int) throws -> CanvasColor {
    let tags = ColorTags(matrix: "bt709", primaries: "bt709", transfer: "bt709", range: "tv")
    return try #require(CanvasColor(tags, size: Self.size, depth: depth))
  }

  private func drawn(_ graphic: Graphic, depth: Int = 8) throws -> [Double] {
    let canvas = try canvas(depth)
    return try luma(try graphic.drawn(Self.size, on: canvas), canvas)
  }

  /// The picture that librsvg draws of `body`.
  private func reference(_ body: String) throws -> [Double] {
    let (width, height) = (Self.size.width, Self.size.height)
    let path = shop.path("\(UUID().uuidString).svg")
    try """
    <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)">\(body)</svg>
    """.write(toFile: path, atomically: true, encoding: .utf8)
    let file = MediaFile(path: path, digest: Fingerprint(bytes: [UInt8](repeating: 9, count: 32)))
    let canvas = try canvas(8)
    let picture = Picture(source: .svg(file, size: Self.size, .none))
    return try luma(StillCache().frame(of: picture, in: canvas).frame, canvas)
  }

  private func compare(
    _ graphic: Graphic, _ body: String, mean: Double = 0.002, worst: Double = 0.13
  ) throws {
    let theirs = try reference(body)
    for depth in [8, 10] {
      let mine = try drawn(graphic, depth: depth)
      let differences = zip(mine, theirs).map { abs($0 - $1) }
      #expect(differences.reduce(0, +) / Double(mine.count) < mean, "\(body), \(depth) bits")
      #expect((differences.max() ?? 1) < worst, "\(body), \(depth) bits")
      // Not nothing beside nothing.
      #expect(theirs.reduce(0, +) > 500)
    }
  }

  private func path(_ text: String) throws -> Graphic.Area {
    .path(try VectorPath(pathData: Array(text.utf8)))
  }

  private static let heart =
    "M160 180C20 100 40 20 100 20C130 20 150 40 160 60C170 40 190 20 220 20C280 20 300 100 160 180Z"

  @Test func pathsLookAsInSVG() throws {
    try compare(
      Graphic(try path(Self.heart), fill: .color(Color(255, 160, 0)), size: Self.size),
      ##"<path d="\##(Self.heart)" fill="#ffa000"/>"##)
    try compare(
      Graphic(
        try path(Self.heart), fill: .color(Color(0, 0, 255, alpha: 128)),
        stroke: Stroke(.color(.white), width: 7.5, join: .round), size: Self.size),
      ##"<path d="\##(Self.heart)" fill="#0000ff" fill-opacity="0.502" stroke="white" stroke-width="7.5" stroke-linejoin="round"/>"##
    )
    let arcs = "M40 100a60 40 30 1 1 100 40t60-80s40 90 90 20"
    try compare(
      Graphic(
        try path(arcs), fill: nil,
        stroke: Stroke(
          .color(Color(200, 255, 200)), width: 6, dash: [18, 9, 3, 9], cap: .round, join: .bevel),
        size: Self.size),
      ##"<path d="\##(arcs)" fill="none" stroke="#c8ffc8" stroke-width="6" stroke-dasharray="18 9 3 9" stroke-linecap="round" stroke-linejoin="bevel"/>"##
    )
  }

  @Test func aFailureNamesTheDrawing() throws {
    let area = try path("M0 0L100000 0")
    let stroke = Stroke(.color(.white), width: 1, dash: [0.5])
    let graphic = Graphic(area, fill: nil, stroke: stroke, size: Self.size)
    let picture = Picture(source: .graphic(graphic, size: Self.size, Origin(7)))
    let canvas = try canvas(8)
    let failure = #expect(throws: RenderFailure.self) {
      _ = try StillCache().frame(of: picture, in: canvas)
    }
    #expect(failure?.kind == .limit && failure?.origin == Origin(7))
  }

  /// Two discs that do not touch: together as much light as their areas, in the right places.
  @Test(arguments: [8, 10]) func particlesCoverTheirAreas(depth: Int) throws {
    var emitter = Emitter(
      shape: .ellipse(x: -0.5, y: -0.5, width: 1, height: 1), colors: [.white],
      centre: PixelPoint(40.25, 100), area: PixelPoint(0, 0), rate: 1, count: 2, life: .init(4, 4),
      speed: .init(60, 60), direction: .init(0.25, 0.25), spin: .init(0, 0), size: .init(20, 20),
      growth: .init(1, 2), fade: .init(0, 0.5), gravity: PixelPoint(0, 0), seed: 5)
    emitter.time = 3
    let canvas = try canvas(depth)
    let graphic = Graphic(.particles(emitter), fill: nil, size: Self.size)
    let levels = try luma(try graphic.drawn(Self.size, on: canvas), canvas)
    // At an age of 3 s of 4 the first has gone half, at 220.25; the second is whole, at 160.25.
    for (age, opacity) in [(3.0, 0.5), (2, 1)] {
      let (middle, side) = (40.25 + 60 * age, 20 * (1 + age / 4))
      var (sum, moment) = (0.0, 0.0)
      for y in 0..<200 {
        for x in Int(middle - 22)...Int(middle + 22) {
          sum += levels[y * 320 + x]
          moment += levels[y * 320 + x] * (Double(x) + 0.5)
        }
      }
      #expect(abs(sum / (.pi * side * side / 4 * opacity) - 1) < 0.015)
      #expect(abs(moment / sum - middle) < 0.05)
    }
    // Twice as large it is the same picture with more detail.
    let large = try graphic.drawn(PixelSize(640, 400), on: canvas)
    #expect(large.size == PixelSize(640, 400))
    #expect(abs(try luma(large, canvas).reduce(0, +) / 4 / levels.reduce(0, +) - 1) < 0.01)
  }

  @Test func gradientsLookAsInSVG() throws {
    let stops = [
      Gradient.Stop(.white, at: 0), .init(Color(30, 60, 90), at: 0.25), .init(.white, at: 1),
    ]
    let inSVG =
      ##"<stop offset="0" stop-color="#fff"/><stop offset="0.25" stop-color="#1e3c5a"/><stop offset="1" stop-color="#fff"/>"##
    let box = RoundedBox(x: 20, y: 10, width: 280, height: 180, radii: [30, 30, 30, 30])
    func body(_ gradient: String) -> String {
      "<defs>\(gradient)</defs>"
        + #"<rect x="20" y="10" width="280" height="180" rx="30" fill="url(#g)"/>"#
    }
    try compare(
      Graphic(
        .box(box),
        fill: .gradient(Gradient(.linear(PixelPoint(20, 10), PixelPoint(300, 190)), stops)),
        size: Self.size),
      body(
        #"<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="20" y1="10" x2="300" y2="190">\#(inSVG)</linearGradient>"#
      ), mean: 0.004)
    try compare(
      Graphic(
        .box(box), fill: .gradient(Gradient(.radial(PixelPoint(120, 80), 150, 150), stops)),
        size: Self.size),
      body(
        #"<radialGradient id="g" gradientUnits="userSpaceOnUse" cx="120" cy="80" r="150">\#(inSVG)</radialGradient>"#
      ), mean: 0.004)
  }

  @Test func anotherSizeIsTheSameDrawing() throws {
    let graphic = Graphic(
      try path(Self.heart), fill: .color(.white), stroke: Stroke(.color(.white), width: 10),
      size: Self.size)
    let canvas = try canvas(10)
    let small = try luma(try graphic.drawn(Self.size, on: canvas), canvas)
    let large = try luma(try graphic.drawn(PixelSize(960, 600), on: canvas), canvas)
    let ratio = large.reduce(0.0, +) / small.reduce(0.0, +)
    #expect(abs(ratio - 9) < 0.01)
  }

  @Test(arguments: [8, 10]) func coloursAreThoseOfAFill(_ depth: Int) throws {
    let color = Color(32, 48, 64)
    let canvas = try canvas(depth)
    let fill = try Graphic.color(color).drawn(Self.size, on: canvas)
    let exact = try luma(fill, canvas)[0]
    let shape = Graphic(
      .path(.ellipse(x: 10, y: 10, width: 100, height: 100)), fill: .color(color),
      stroke: Stroke(.color(color), width: 4), size: Self.size)
    let levels = try drawn(shape, depth: depth)
    #expect(levels[60 * 320 + 60] == exact && levels[0] == 0)
    // A gradient ends in the colours of its stops, too.
    let gradient = Graphic(
      .everything,
      fill: .gradient(
        Gradient(
          .linear(PixelPoint(100, 0), PixelPoint(200, 0)),
          [.init(.white, at: 0), .init(color, at: 1)])),
      size: Self.size)
    let across = try drawn(gradient, depth: depth)
    #expect(across[0] == 1 && across[319] == exact)
    let middle = (0..<8).flatMap { (y: Int) in (146..<154).map { across[y * 320 + $0] } }
    let mean: Double = middle.reduce(0.0, +) / 64
    let expected: Double = (1 + exact) / 2
    #expect(abs(mean - expected) < 0.0005)
  }

  @Test func `still pictures are kept up to a limit, drawings that change are not`() throws {
    let canvas = try canvas(8)
    let cache = StillCache()
    func picture(_ red: Int) -> Picture {
      let fill = Fill.color(Color(UInt8(red % 256), UInt8(red / 256), 0))
      let size = PixelSize(640, 360)
      return Picture(
        source: .graphic(
          Graphic(.box(RoundedBox(PixelRect(size))), fill: fill, size: size), size: size, .none))
    }
    let first = try cache.frame(of: picture(0), in: canvas).frame
    #expect(try cache.frame(of: picture(0), in: canvas).frame === first)
    let one = cache.byteCount
    #expect(one > 0)
    for red in 1..<200 { _ = try cache.drawn(picture(red), in: canvas) }
    #expect(cache.byteCount == one)
    for red in 1..<400 {
      _ = try cache.frame(of: picture(red), in: canvas)
      #expect(cache.byteCount <= 48 << 20)
    }
    // The least recently used go first.
    #expect(try cache.frame(of: picture(0), in: canvas).frame !== first)
    let last = try cache.frame(of: picture(399), in: canvas).frame
    #expect(try cache.frame(of: picture(399), in: canvas).frame === last)
  }
}
