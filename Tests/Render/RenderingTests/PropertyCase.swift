// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Kernels
import RenderGraph
import RenderProtocol
import Testing

@testable import Compositor
@testable import MediaIO

/// A property that changes, and the picture that there should be, by the colour of each point.
///
/// A plate lies on black, in the middle of a small canvas. Expected pictures are worked out from the rules of CSS and
/// Core Animation alone, without code of Reel's.
struct PropertyCase: Sendable, CustomTestStringConvertible {
  /// Red, green and blue, from 0 to 1.
  typealias Point = SIMD3<Double>

  static let canvas = PixelSize(48, 32)
  /// The plate: left, top, width and height.
  static let plate = Rect(x: 14, y: 8, width: 20, height: 16)
  static let centre = (x: 24.0, y: 16.0)

  /// A rectangle in canvas pixels.
  struct Rect: Sendable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    func holds(_ px: Double, _ py: Double) -> Bool {
      px >= x && px < x + width && py >= y && py < y + height
    }

    /// The depth of a point inside; negative outside.
    func depth(_ px: Double, _ py: Double) -> Double {
      min(min(px - x, x + width - px), min(py - y, y + height - py))
    }
  }

  /// The content of the layer.
  enum Content: Sendable {
    /// The plate in one colour.
    case plate(Color)
    /// A clear plate over a canvas of one colour.
    case pane(over: Color)
    /// A line from the left edge of the plate to its right one, through the middle.
    case line(Color, width: Double)
  }

  var property: Property
  var from: [Double]
  var to: [Double]
  /// Properties of the same step that stay the same.
  var others: [(Property, [Double])] = []
  var content = Content.plate(.white)
  /// The fit of parts of the plate into its box.
  var fit = Fit.stretch
  /// By how much the mean of 4 by 4 pixels may be off, in levels of 8 bits.
  ///
  /// Slanted edges are smoothed a little wider than what they cover.
  var limit = 1.5
  /// True if a pixel is the point in its middle, as in blurred pictures, and not the mean over its
  /// area.
  var isSampled = false
  /// The colour of a point of the film at a share of the way.
  var color: @Sendable (_ share: Double, _ x: Double, _ y: Double) -> Point

  var testDescription: String { property.name }

  /// The value at a share of the way, by number.
  func value(_ share: Double) -> [Double] { zip(from, to).map { $0 + ($1 - $0) * share } }

  func curve(_ easing: Easing) -> Curve {
    Curve([.init(.zero, from, .eased(easing)), .init(Time(2), to)])
  }

  /// The picture at a share of the way.
  func picture(at share: Double) -> MeasuredPicture {
    MeasuredPicture(size: Self.canvas, isSampled: isSampled) { color(share, $0, $1) }
  }

  /// Adds the layer on black with the property's curve, and returns the film.
  func add(to graph: inout RenderGraph, _ curve: Curve, cube: MediaFile? = nil)
    -> RenderGraph.NodeID
  {
    var curves = PropertyTable<Curve>()
    curves[property] = curve
    for (property, value) in others { curves[property] = Curve([.init(.zero, value)]) }
    let plate = Self.plate
    let box = PixelBox(x: plate.x, y: plate.y, width: plate.width, height: plate.height)
    let size = PixelSize(Int(plate.width), Int(plate.height))
    let frames = 60
    var layer: RenderGraph.NodeID
    var below: [RenderGraph.NodeID] = []
    if case .pane(let color) = content {
      let source = graph.add(.graphic(.color(color), Self.canvas), origin: nil)
      let still = graph.add(.still(frames: frames), [source], origin: nil)
      below = [
        graph.add(.fit(.stretch, box: PixelBox(PixelRect(Self.canvas))), [still], origin: nil)
      ]
    }
    switch content {
    case .plate, .pane:
      let color = if case .plate(let color) = content { color } else { Color(0, 0, 0, alpha: 0) }
      let source = graph.add(.graphic(.color(color), size), origin: nil)
      layer = graph.add(.still(frames: frames), [source], origin: nil)
      layer = graph.add(.fit(.stretch, box: box), [layer], origin: nil)
      let frame = LayerFrame(picture: box, box: box, fit: fit)
      layer = graph.add(
        .step(LayerStep(property.stage, curves, of: frame, lut: cube), during: nil), [layer],
        origin: nil)
    case .line(let color, let width):
      let middle = plate.height / 2
      let path = VectorPath(
        through: [PixelPoint(0, middle), PixelPoint(plate.width, middle)], isClosed: false)
      let drawing = Graphic(
        .path(path), fill: nil, stroke: Stroke(.color(color), width: width), size: size)
      let source = graph.add(.graphic(drawing, size), origin: nil)
      layer = graph.add(.draw(curves, frames: frames), [source], origin: nil)
      layer = graph.add(.fit(.stretch, box: box), [layer], origin: nil)
    }
    return graph.add(
      .compose(background: .black, frames: frames), below + [layer], origin: nil)
  }

  /// Black, for what is not there.
  static let nothing = Point(0, 0, 0)
}

/// Means of luma and chroma of 4 by 4 pixels, in levels of 8 bits.
struct MeasuredPicture {
  private var blocks: [SIMD3<Double>]

  /// The largest difference of a block in one of the three.
  func distance(from other: MeasuredPicture) -> Double {
    zip(blocks, other.blocks).reduce(0) { worst, pair in
      let difference = pair.0 - pair.1
      return max(worst, abs(difference.x), abs(difference.y), abs(difference.z))
    }
  }

  /// A frame, whose chroma is subsampled or not.
  init(_ frame: ImageBuffer) {
    let (levels, width) = (frame.levels, frame.size.width)
    blocks = MeasuredPicture.means(width, frame.size.height) { x, y in levels[y * width + x] }
  }

  /// A picture by the colour of its points, many for each pixel that is not one colour all over.
  ///
  /// - Parameter isSampled: Whether the point in the middle of a pixel counts alone.
  init(
    size: PixelSize, isSampled: Bool, _ color: (_ x: Double, _ y: Double) -> PropertyCase.Point
  ) {
    let points = 144
    blocks = MeasuredPicture.means(size.width, size.height) { x, y in
      let (left, top) = (Double(x), Double(y))
      let middle = color(left + 0.5, top + 0.5)
      let corners = [(0.001, 0.001), (0.999, 0.001), (0.001, 0.999), (0.999, 0.999)]
      if isSampled || corners.allSatisfy({ color(left + $0.0, top + $0.1) == middle }) {
        return MeasuredPicture.levels(middle)
      }
      // A lattice, no two points of which are in one row or column.
      var sum = SIMD3<Double>.zero
      for index in 0..<points {
        let across = (Double(index) + 0.5) / Double(points)
        let down = (Double(index) * 0.6180339887498949).truncatingRemainder(dividingBy: 1)
        sum += color(left + across, top + down)
      }
      return MeasuredPicture.levels(sum / Double(points))
    }
  }

  /// BT.709, limited range.
  private static func levels(_ color: PropertyCase.Point) -> SIMD3<Double> {
    let rgb = color.clamped(lowerBound: .zero, upperBound: .one)
    let luma = 0.2126 * rgb.x + 0.7152 * rgb.y + 0.0722 * rgb.z
    return SIMD3(
      16 + 219 * luma, 128 + 224 * (rgb.z - luma) / 1.8556, 128 + 224 * (rgb.x - luma) / 1.5748)
  }

  private static func means(
    _ width: Int, _ height: Int, _ level: (_ x: Int, _ y: Int) -> SIMD3<Double>
  ) -> [SIMD3<Double>] {
    var result: [SIMD3<Double>] = []
    for top in stride(from: 0, to: height, by: 4) {
      for left in stride(from: 0, to: width, by: 4) {
        var sum = SIMD3<Double>.zero
        for y in top..<top + 4 {
          for x in left..<left + 4 { sum += level(x, y) }
        }
        result.append(sum / 16)
      }
    }
    return result
  }
}
