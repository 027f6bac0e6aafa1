// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Glibc

extension PropertyCase {
  private static let skin = Color(200, 120, 60)

  private static func point(_ color: Color) -> Point {
    Point(Double(color.red), Double(color.green), Double(color.blue)) / 255
  }

  private static func within(_ share: Double) -> Double { min(max(share, 0), 1) }

  /// The product of a matrix, by rows, and a colour.
  private static func mapped(_ rows: [Point], _ color: Point) -> Point {
    Point((rows[0] * color).sum(), (rows[1] * color).sum(), (rows[2] * color).sum())
      .clamped(lowerBound: .zero, upperBound: .one)
  }

  /// A plate whose colour changes.
  private static func look(
    _ property: Property, _ from: Double, _ to: Double,
    content: Content = .plate(skin), around: Point = nothing,
    _ color: @escaping @Sendable (_ value: Double, _ color: Point) -> Point
  ) -> PropertyCase {
    PropertyCase(property: property, from: [from], to: [to], content: content) { share, x, y in
      guard plate.holds(x, y) else { return around }
      return color(from + (to - from) * share, point(skin))
        .clamped(lowerBound: .zero, upperBound: .one)
    }
  }

  // Filter Effects 1, saturate() and hue-rotate(), with the weights of luminance that stand there.
  private static let weights = Point(0.213, 0.715, 0.072)

  /// A colour after hue-rotate().
  private static func turned(_ color: Point, by degrees: Double) -> Point {
    let (c, s) = (cos(degrees / 180 * .pi), sin(degrees / 180 * .pi))
    return mapped(
      [
        Point(
          0.213 + c * 0.787 - s * 0.213, 0.715 - c * 0.715 - s * 0.715,
          0.072 - c * 0.072 + s * 0.928),
        Point(
          0.213 - c * 0.213 + s * 0.143, 0.715 + c * 0.285 + s * 0.140,
          0.072 - c * 0.072 - s * 0.283),
        Point(
          0.213 - c * 0.213 - s * 0.787, 0.715 - c * 0.715 + s * 0.715,
          0.072 + c * 0.928 + s * 0.072),
      ], color)
  }

  static let colors: [PropertyCase] = [
    look(.brightness, 1, 0.4) { $1 * $0 },
    look(.contrast, 1, 0.3) { ($1 - 0.5) * $0 + 0.5 },
    look(.saturation, 1, 0.2) { value, color in
      let grey = Point(repeating: (weights * color).sum())
      return grey + (color - grey) * value
    },
    look(.hue, 0, 120) { turned($1, by: $0) },
    look(.temperature, 0, 0.8) { value, color in
      let factors = Point(pow(2, value / 2), 1, pow(2, -value / 2))
      return color * factors / (weights * factors).sum()
    },
    // The LUT has the opposite of every colour.
    look(.lutStrength, 0, 1) { value, color in
      color + (1 - 2 * color) * within(value)
    },
  ]

  /// Blue-difference and red-difference of BT.709, from -0.5 to 0.5.
  private static func hue(_ color: Point) -> (luma: Double, blue: Double, red: Double) {
    let luma = 0.2126 * color.x + 0.7152 * color.y + 0.0722 * color.z
    return (luma, (color.z - luma) / 1.8556, (color.x - luma) / 1.5748)
  }

  /// The colours that a key leaves of a plate on black.
  private struct Keying {
    var out = Point(0, 1, 0)
    var tolerance = 0.05
    var softness = 0.6
    var luma = 0.0
    var spill = 0.0

    func left(of color: Point) -> Point {
      let (a, b) = (PropertyCase.hue(color), PropertyCase.hue(out))
      let (blue, red, light) = (a.blue - b.blue, a.red - b.red, a.luma - b.luma)
      let distance = ((1 - luma) * (blue * blue + red * red) + luma * light * light).squareRoot()
      let seen = min(max((distance - tolerance) / softness, 0), 1)
      // Of the hue, the share along that of the key is taken out.
      let along = max(0, (a.blue * b.blue + a.red * b.red) / (b.blue * b.blue + b.red * b.red))
      let (u, v) = (a.blue - along * spill * b.blue, a.red - along * spill * b.red)
      let (r, bl) = (a.luma + 1.5748 * v, a.luma + 1.8556 * u)
      let g = (a.luma - 0.2126 * r - 0.0722 * bl) / 0.7152
      return Point(r, g, bl) * seen
    }
  }

  private static func key(
    _ property: Property, _ from: [Double], _ to: [Double],
    _ keying: @escaping @Sendable (_ value: [Double]) -> Keying
  ) -> PropertyCase {
    let leaf = Color(110, 200, 90)
    let usual: [(Property, [Double])] = [
      (.keyColor, [0, 1, 0, 1]), (.keyTolerance, [0.05]), (.keySoftness, [0.6]),
    ]
    return PropertyCase(
      property: property, from: from, to: to, others: usual.filter { $0.0 != property },
      content: .plate(leaf), limit: 2.5
    ) { share, x, y in
      let value = zip(from, to).map { $0 + ($1 - $0) * share }
      return plate.holds(x, y) ? keying(value).left(of: point(leaf)) : nothing
    }
  }

  static let keys: [PropertyCase] = [
    key(.keyColor, [0, 1, 0, 1], [0.2, 0.4, 0.9, 1]) {
      Keying(
        out: Point($0[0], $0[1], $0[2]).clamped(lowerBound: .zero, upperBound: .one))
    },
    key(.keyTolerance, [0.05], [0.3]) { Keying(tolerance: within($0[0])) },
    key(.keySoftness, [0.5], [0.9]) { Keying(softness: within($0[0])) },
    key(.keyLuma, [0], [0.8]) { Keying(luma: within($0[0])) },
    key(.keySpill, [0], [0.8]) { Keying(spill: within($0[0])) },
  ]

  static let edges: [PropertyCase] = [
    PropertyCase(
      property: .borderWidth, from: [1], to: [5], others: [(.borderColor, [1, 0, 0, 1])]
    ) { share, x, y in
      let depth = plate.depth(x, y)
      if depth < 0 { return nothing }
      return depth < max(1 + 4 * share, 0) ? Point(1, 0, 0) : .one
    },
    PropertyCase(
      property: .borderColor, from: [1, 0, 0, 1], to: [0, 0, 1, 1], others: [(.borderWidth, [4])]
    ) { share, x, y in
      let depth = plate.depth(x, y)
      if depth < 0 { return nothing }
      return depth < 4 ? Point(within(1 - share), 0, within(share)) : .one
    },
    PropertyCase(
      property: .blur, from: [0], to: [3], others: [(.blurEdges, [1])], limit: 4, isSampled: true
    ) { share, x, y in
      .one * soft(x, y, deviation: max(3 * share, 0))
    },
    PropertyCase(
      property: .blurEdges, from: [0], to: [1], others: [(.blur, [2])], limit: 4, isSampled: true
    ) { share, x, y in
      let kept = plate.holds(x, y) ? 1.0 : 0
      return .one * (kept + (soft(x, y, deviation: 2) - kept) * within(share))
    },
    // A plate of one colour covers what it covered.
    PropertyCase(property: .pixelate, from: [1], to: [9]) { _, x, y in
      plate.holds(x, y) ? .one : nothing
    },
  ]

  /// The canvas below a clear pane; blocks and blurs of it are measured by `RedactionTests`.
  static let backdrops: [PropertyCase] = [
    pane(.backdropBrightness, 1, 0.4) { $1 * $0 },
    pane(.backdropContrast, 1, 0.3) { ($1 - 0.5) * $0 + 0.5 },
    pane(.backdropSaturation, 1, 0.2) { value, color in
      let grey = Point(repeating: (weights * color).sum())
      return grey + (color - grey) * value
    },
    pane(.backdropTemperature, 0, 0.8) { value, color in
      let factors = Point(pow(2, value / 2), 1, pow(2, -value / 2))
      return color * factors / (weights * factors).sum()
    },
    pane(.backdropHue, 0, 120) { turned($1, by: $0) },
  ]

  private static func pane(
    _ property: Property, _ from: Double, _ to: Double,
    _ color: @escaping @Sendable (_ value: Double, _ color: Point) -> Point
  ) -> PropertyCase {
    look(property, from, to, content: .pane(over: skin), around: point(skin), color)
  }

  /// The coverage of a point by a plate that was blurred by a Gaussian.
  private static func soft(_ x: Double, _ y: Double, deviation: Double) -> Double {
    func edge(_ place: Double) -> Double {
      deviation > 0 ? 0.5 * (1 + erf(place / deviation / 2.0.squareRoot())) : place >= 0 ? 1 : 0
    }
    func along(_ place: Double, _ start: Double, _ length: Double) -> Double {
      edge(place - start) - edge(place - start - length)
    }
    return along(x, plate.x, plate.width) * along(y, plate.y, plate.height)
  }

  private static func shadow(
    _ property: Property, _ from: [Double], _ to: [Double],
    _ cast: @escaping @Sendable (_ value: [Double], _ x: Double, _ y: Double) -> Point
  ) -> PropertyCase {
    let grey = Color(100, 100, 100)
    let usual: [(Property, [Double])] = [
      (.shadowColor, [1, 1, 1, 1]), (.shadowOffset, [4, 3]), (.shadowBlur, [2]),
    ]
    return PropertyCase(
      property: property, from: from, to: to, others: usual.filter { $0.0 != property },
      content: .plate(grey), limit: 3, isSampled: true
    ) { share, x, y in
      let value = zip(from, to).map { $0 + ($1 - $0) * share }
      return plate.holds(x, y) ? point(grey) : cast(value, x, y)
    }
  }

  static let shadows: [PropertyCase] = [
    shadow(.shadowColor, [1, 0, 0, 1], [0, 0, 1, 1]) { value, x, y in
      Point(within(value[0]), 0, within(value[2])) * soft(x - 4, y - 3, deviation: 1)
    },
    shadow(.shadowOffset, [-3, 1], [5, 4]) { value, x, y in
      .one * soft(x - value[0], y - value[1], deviation: 1)
    },
    // CSS: the standard deviation is half of the blur.
    shadow(.shadowBlur, [0], [5]) { value, x, y in
      .one * soft(x - 4, y - 3, deviation: max(value[0], 0) / 2)
    },
  ]

  static let lines: [PropertyCase] = [
    PropertyCase(
      property: .strokeWidth, from: [2], to: [8], content: .line(.white, width: 2)
    ) { share, x, y in
      plate.holds(x, y) && abs(y - centre.y) < max(2 + 6 * share, 0) / 2 ? .one : nothing
    },
    PropertyCase(
      property: .strokeTrim, from: [0, 0.25], to: [0.5, 1], content: .line(.white, width: 6)
    ) { share, x, y in
      let (start, end) = (within(0.5 * share), within(0.25 + 0.75 * share))
      let place = (x - plate.x) / plate.width
      return abs(y - centre.y) < 3 && place >= start && place < end ? .one : nothing
    },
  ]
}
