// SPDX-License-Identifier: Apache-2.0

import Base
import Kernels
import LibAV
import RenderProtocol
import Testing

@testable import Compositor
@testable import MediaIO

/// Layers whose alpha or colour changes slowly, over one colour: means over some pixels are those of the exact composition, so that no
/// edge is seen where a rounded value would change.
@Suite struct SlowLayerTests {
  private static let size = PixelSize(512, 128)
  private static let side = 16

  /// The placement of the layer.
  enum Way: String, CaseIterable, Sendable {
    case whole, odd, half, moved, smaller, larger, turned, projected

    var map: Projection {
      switch self {
      case .whole, .half: Projection(.identity)
      case .odd: Projection(.translation(7, 3))
      case .moved: Projection(.translation(0.37, 0.29))
      case .smaller: Projection(Affine(0.61, 0, 0, 0.61, 20.3, 10.7))
      case .larger: Projection(Affine(1.7, 0, 0, 1.7, -40.4, -11.2))
      case .turned: Projection(Affine(0.8660254, 0.5, -0.5, 0.8660254, 60, -90))
      case .projected:
        SpaceMatrix(.translation(-256, -64)).then(.rotationY(degrees: 35))
          .then(.perspective(nearness: 1 / 900.0)).then(SpaceMatrix(.translation(256, 64))).plane
      }
    }

    var placement: Placement {
      switch self {
      case .whole, .half: .at(x: 0, y: 0)
      case .odd: .at(x: 7, y: 3)
      case .moved, .smaller, .larger, .turned, .projected: Placement(.constant(map))
      }
    }

    var opacity: Double { self == .half ? 0.5 : 1 }
  }

  /// A canvas.
  struct Form: Sendable, CustomTestStringConvertible {
    var depth: Int
    var isFull: Bool

    static let all = [8, 10].flatMap { depth in
      [false, true].map { Form(depth: depth, isFull: $0) }
    }

    func canvas() throws -> CanvasFormat {
      let tags = ColorTags(matrix: "bt709", primaries: "bt709", transfer: "bt709", range: "tv")
      let color = try #require(CanvasColor(tags, size: SlowLayerTests.size, depth: depth))
      return CanvasFormat(
        size: SlowLayerTests.size, rate: FrameRate(25),
        color: isFull ? color.withFullChroma : color)
    }

    var testDescription: String { "\(depth) bits, \(isFull ? "4:4:4" : "4:2:0")" }
  }

  private func frame(
    _ layers: [Layer], over ground: Color, _ form: Form
  ) throws -> ImageBuffer {
    let program = RenderProgram(
      canvas: try form.canvas(),
      parts: [LayerInterval(frameCount: 1, background: ground, layers: layers)])
    let run = RenderRun(
      context: RenderContext(), canvas: program.canvas, decoderThreads: 1, keepsGoing: false)
    return try #require(try FrameRenderer(program, run: run).next())
  }

  /// The samples of the three planes in steps of 8 bits, row by row.
  private func planes(_ frame: ImageBuffer) -> [[[Double]]] {
    func rows<Sample: PictureSample>(_: Sample.Type) -> [[[Double]]] {
      frame.withView(of: Sample.self) { view in
        [view.y, view.u, view.v].map { plane in
          (0..<plane.height).map { y in
            (0..<plane.width).map { x in
              Double(plane.base[y * plane.stride + x]) / Double(1 << (Sample.depth - 8))
            }
          }
        }
      }
    }
    return rows(frame.sample)
  }

  /// The mean over a square of samples.
  private func mean(_ x: Int, _ y: Int, _ value: (Int, Int) -> Double) -> Double {
    var sum = 0.0
    for row in y..<y + Self.side {
      for column in x..<x + Self.side { sum += value(column, row) }
    }
    return sum / Double(Self.side * Self.side)
  }

  private func ycc(_ color: Color, _ form: Form) throws -> [Double] {
    let canvas = try form.canvas().color
    if form.depth > 8 {
      let deep = DeepYUVColor(color, in: canvas)
      return [deep.y, deep.u, deep.v].map { Double($0) / 4 }
    }
    let usual = YUVColor(color, in: canvas)
    return [usual.y, usual.u, usual.v].map { Double($0) }
  }

  /// White that comes in from the left, up to 77 / 255.
  private static let veil = Graphic(
    .everything,
    fill: .gradient(
      Gradient(
        .linear(PixelPoint(0, 0), PixelPoint(512, 0)),
        [
          .init(Color(255, 255, 255, alpha: 0), at: 0),
          .init(Color(255, 255, 255, alpha: 77), at: 1),
        ])),
    size: size)

  private func veil(_ way: Way) -> Layer {
    var layer = Layer(
      content: .picture(Picture(source: .graphic(Self.veil, size: Self.size, .none))),
      placement: way.placement)
    layer.opacity = .constant(Int((Double(Layer.opaque) * way.opacity).rounded()))
    return layer
  }

  private static let grounds = [Color(60, 90, 130), Color(214, 214, 190), Color(0, 0, 0)]

  @Test(arguments: Form.all, [false, true])
  func `a slow veil is laid over a colour without bands`(form: Form, isStacked: Bool) throws {
    for ground in Self.grounds {
      let (under, white) = (try ycc(ground, form), try ycc(.white, form))
      for way in Way.allCases {
        var layer = veil(way)
        // On a canvas of its own first.
        if isStacked { layer = Layer(content: .stack([layer]), placement: .at(x: 0, y: 0)) }
        let planes = planes(try frame([layer], over: ground, form))
        let inverse = try #require(way.map.inverse)
        var worst = 0.0
        for (plane, rows) in planes.enumerated() {
          let pixels = plane > 0 && !form.isFull ? 2.0 : 1
          for y in stride(from: 0, to: rows.count - Self.side + 1, by: Self.side) {
            for x in stride(from: 0, to: rows[0].count - Self.side + 1, by: Self.side) {
              var isInside = true
              let wanted = mean(x, y) { x, y in
                let (px, py) = ((Double(x) + 0.5) * pixels, (Double(y) + 0.5) * pixels)
                let (m, depth) = (inverse.over, inverse.depth(px, py))
                let point = PixelPoint(
                  (m.a * px + m.c * py + m.tx) / depth, (m.b * px + m.d * py + m.ty) / depth)
                isInside = isInside && point.x > 4 && point.x < 508 && point.y > 4 && point.y < 124
                let alpha = 77 / 255 * point.x / 512 * way.opacity
                return under[plane] + (white[plane] - under[plane]) * alpha
              }
              guard isInside else { continue }
              worst = max(worst, abs(mean(x, y) { rows[$1][$0] } - wanted))
            }
          }
        }
        // What is seen from the side is sampled between pixels, which do not average the pattern of its own alpha.
        let bound = way == .projected ? 0.3 : 0.15
        #expect(worst > 0 && worst < bound, "\(way) over \(ground): \(worst)")
      }
    }
  }

  /// A layer that moves by two pixels in a frame, over a colour.
  @Test func `a veil with motion blur is laid without bands`() throws {
    let form = Form(depth: 8, isFull: false)
    let ground = Self.grounds[2]
    let (under, white) = (try ycc(ground, form)[0], try ycc(.white, form)[0])
    let moments = (0..<8).map { index in
      var layer = veil(.whole)
      layer.placement = .warped(.constant(.translation(Double(index) / 4, 0)))
      return layer
    }
    var layer = Layer(content: .stack(moments), placement: .at(x: 0, y: 0))
    layer.moments = 8
    let rows = planes(try frame([layer], over: ground, form))[0]
    for x in stride(from: 16, to: 480, by: Self.side) {
      let wanted = mean(x, 48) { x, _ in
        under + (white - under) * 77 / 255 * (Double(x) + 0.5 - 0.875) / 512
      }
      #expect(abs(mean(x, 48) { rows[$1][$0] } - wanted) < 0.15, "at \(x)")
    }
  }

  @Test func `between two values neither stands for long`() throws {
    let form = Form(depth: 8, isFull: false)
    let ground = Self.grounds[1]
    let (under, white) = (try ycc(ground, form)[0], try ycc(.white, form)[0])
    for way in [Way.whole, .half, .moved] {
      let rows = planes(try frame([veil(way)], over: ground, form))[0]
      var longest = 0
      for row in rows.dropFirst(4).dropLast(4) {
        var length = 1
        for x in 5..<507 {
          let wanted = under + (white - under) * 77 / 255 * (Double(x) + 0.5) / 512 * way.opacity
          let part = wanted - wanted.rounded(.down)
          let isBetween = part > 0.3 && part < 0.7
          length = isBetween && row[x] == row[x - 1] ? length + 1 : 1
          longest = max(longest, length)
        }
      }
      #expect(longest <= 10, "\(way): \(longest)")
    }
  }

  /// Shadows and blurs are compared with the same in 10 bits; the colours are whole numbers in
  /// both.
  @Test(arguments: [false, true], [false, true])
  func `shadows and blurs are laid over a colour without bands`(
    isFull: Bool, isMoved: Bool
  ) throws {
    let box = Layer(
      content: .picture(Picture(source: .color(.white, size: PixelSize(160, 60)))),
      placement: .at(x: 176, y: 34))
    for (treatment, ground) in [
      (LayerTreatment(.shadow, .constant([0, 0, 0, 0.25, 4, 6, 60])), Color(170, 170, 170)),
      (LayerTreatment(.shadow, .constant([0, 0, 0, 0.5, 4, 6, 90])), Color(85, 85, 85)),
      (LayerTreatment(.blur, .constant([24, 0])), Color(85, 85, 85)),
    ] {
      let layer = Layer(
        content: .stack([box]),
        placement: isMoved
          ? .warped(.constant(Affine(0.93, 0, 0, 0.93, 0.37, 0.61))) : .at(x: 0, y: 0),
        treatment: treatment)
      let usual = planes(try frame([layer], over: ground, Form(depth: 8, isFull: isFull)))
      let deep = planes(try frame([layer], over: ground, Form(depth: 10, isFull: isFull)))
      var worst = 0.0
      for (rows, wanted) in zip(usual, deep) {
        for y in stride(from: 0, to: rows.count - Self.side + 1, by: Self.side) {
          for x in stride(from: 0, to: rows[0].count - Self.side + 1, by: Self.side) {
            let exact = mean(x, y) { wanted[$1][$0] }
            worst = max(worst, abs(mean(x, y) { rows[$1][$0] } - exact))
          }
        }
      }
      #expect(worst > 0 && worst < 0.25, "\(treatment.kind) over \(ground): \(worst)")
    }
  }
}
