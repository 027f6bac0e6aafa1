// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A change of colours, in this order: all of it is one affine map of red, green and blue, whose results are cut off at 0
/// and 1.
public struct ColorAdjustment: Hashable, Sendable {
  /// A factor of all three, as in CSS's brightness().
  public var brightness: Double
  /// A factor of their distance from one half, as in CSS's contrast().
  public var contrast: Double
  /// A factor of their distance from luma, as in CSS's saturate().
  public var saturation: Double
  /// A turn of hues in degrees, as in CSS's hue-rotate().
  public var hue: Double
  /// Warmth: red is multiplied by 2^(t/2) and blue by 2^(-t/2), then all three so that white is as bright as before.
  public var temperature: Double

  /// A change by the given numbers; 1, 1, 1, 0 and 0 change nothing.
  public init(
    brightness: Double, contrast: Double, saturation: Double, hue: Double, temperature: Double
  ) {
    (self.brightness, self.contrast, self.saturation) = (brightness, contrast, saturation)
    (self.hue, self.temperature) = (hue, temperature)
  }

  /// The map of (red, green, blue, 1), three rows.
  var rows: [SIMD4<Double>] {
    func diagonal(_ r: Double, _ g: Double, _ b: Double, plus: Double = 0) -> [SIMD4<Double>] {
      [SIMD4(r, 0, 0, plus), SIMD4(0, g, 0, plus), SIMD4(0, 0, b, plus)]
    }
    let s = saturation
    let saturated = [
      SIMD4(0.213 + 0.787 * s, 0.715 - 0.715 * s, 0.072 - 0.072 * s, 0),
      SIMD4(0.213 - 0.213 * s, 0.715 + 0.285 * s, 0.072 - 0.072 * s, 0),
      SIMD4(0.213 - 0.213 * s, 0.715 - 0.715 * s, 0.072 + 0.928 * s, 0),
    ]
    let angle = hue.truncatingRemainder(dividingBy: 360) / 180 * .pi
    let (c, n) = (ColorAdjustment.near(cos(angle)), ColorAdjustment.near(sin(angle)))
    let turned = [
      SIMD4(
        0.213 + c * 0.787 - n * 0.213, 0.715 - c * 0.715 - n * 0.715,
        0.072 - c * 0.072 + n * 0.928, 0),
      SIMD4(
        0.213 - c * 0.213 + n * 0.143, 0.715 + c * 0.285 + n * 0.140,
        0.072 - c * 0.072 - n * 0.283, 0),
      SIMD4(
        0.213 - c * 0.213 - n * 0.787, 0.715 - c * 0.715 + n * 0.715,
        0.072 + c * 0.928 + n * 0.072, 0),
    ]
    let warm = ColorAdjustment.near(exp2(temperature / 2))
    let white = 0.213 * warm + 0.715 + 0.072 / warm
    let steps = [
      diagonal(brightness, brightness, brightness),
      diagonal(contrast, contrast, contrast, plus: 0.5 - 0.5 * contrast),
      saturated, turned, diagonal(warm / white, 1 / white, 1 / (warm * white)),
    ]
    return steps.dropFirst().reduce(steps[0]) { ColorAdjustment.product($1, of: $0) }
  }

  /// The value rounded to 1/2³²: differences between C libraries are far below this.
  private static func near(_ value: Double) -> Double {
    (value * 4_294_967_296).rounded() / 4_294_967_296
  }

  /// The map `first`, then `second`.
  static func product(
    _ second: [SIMD4<Double>], of first: [SIMD4<Double>]
  ) -> [SIMD4<Double>] {
    second.map { row in
      row[0] * first[0] + row[1] * first[1] + row[2] * first[2] + SIMD4(0, 0, 0, row[3])
    }
  }
}

/// A change of colours in the samples of a picture: to red, green and blue from 0 to 1, cut off there, and back.
public struct ColorMap<Sample: PictureSample>: Sendable {
  /// Rows of the map from (luma, blue difference, red difference, 1) to red, green and blue.
  let toPrimaries: [SIMD4<Float>]
  /// Rows of the map from (red, green, blue, 1) to luma and both differences.
  let toSamples: [SIMD4<Float>]

  /// `adjustment` for pictures whose samples are made with `matrix`.
  public init(
    _ adjustment: ColorAdjustment, in matrix: ColorMatrix, of sample: Sample.Type
  ) {
    let maps = ColorMap.maps(matrix)
    toPrimaries = ColorAdjustment.product(adjustment.rows, of: maps.primaries).map {
      SIMD4<Float>($0)
    }
    toSamples = maps.samples.map { SIMD4<Float>($0) }
  }

  /// No change, for pictures whose samples are made with `matrix`.
  public init(in matrix: ColorMatrix, of sample: Sample.Type) {
    let maps = ColorMap.maps(matrix)
    toPrimaries = maps.primaries.map { SIMD4<Float>($0) }
    toSamples = maps.samples.map { SIMD4<Float>($0) }
  }

  /// The maps from samples to red, green and blue, and back.
  private static func maps(
    _ matrix: ColorMatrix
  ) -> (primaries: [SIMD4<Double>], samples: [SIMD4<Double>]) {
    let unit = Double(1 << (Sample.depth - 8))
    let full = Double(Sample.full)
    let (black, steps, chroma) =
      matrix.isFullRange ? (0.0, full, full) : (16 * unit, 219 * unit, 224 * unit)
    let middle = 128 * unit
    let (r, b) = (matrix.red, matrix.blue)
    let g = 1 - r - b
    // From minimum to maximum, B−Y and R−Y go through this.
    let (blue, red) = (2 * (1 - b), 2 * (1 - r))
    let y = SIMD4(1 / steps, 0, 0, -black / steps)
    let u = SIMD4(0, blue / chroma, 0, -middle * blue / chroma)
    let v = SIMD4(0, 0, red / chroma, -middle * red / chroma)
    let luma = SIMD4(r, g, b, 0)
    let one = SIMD4<Double>(0, 0, 0, 1)
    return (
      [y + v, y - u * (b / g) - v * (r / g), y + u],
      [
        luma * steps + one * black,
        (SIMD4(0, 0, 1, 0) - luma) * (chroma / blue) + one * middle,
        (SIMD4(1, 0, 0, 0) - luma) * (chroma / red) + one * middle,
      ]
    )
  }
}
