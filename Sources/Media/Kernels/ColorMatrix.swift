// SPDX-License-Identifier: Apache-2.0

/// The coefficients by which luma and chroma become red, green and blue.
public struct ColorMatrix: Hashable, Sendable {
  /// The share of red in luma.
  public let red: Double
  /// The share of blue in luma; green has the rest.
  public let blue: Double
  /// True if luma and chroma go from 0 to 255, not from 16 to 235 and 240, in 8 bits.
  public let isFullRange: Bool

  /// A matrix by the shares of red and blue in luma, both greater than 0, less than 1 together.
  public init(red: Double, blue: Double, isFullRange: Bool) {
    precondition(red > 0 && blue > 0 && red + blue < 1, "a colour without a share in luma")
    self.red = red
    self.blue = blue
    self.isFullRange = isFullRange
  }
}

/// The numbers by which samples of one type become red, green and blue from 0 to 1, and back.
///
/// Everything is in single precision, whose operations are correctly rounded on every processor, and is neither
/// reordered nor fused: the results are the same everywhere.
package struct RGBScale {
  /// Black, neutral chroma, and what white and the greatest chroma have more than those.
  package let black, neutral, lumaRange, chromaRange: Float
  /// The addends of chroma: V to red, U and V to green, U to blue, per sample.
  package let redOfV, greenOfU, greenOfV, blueOfU: Float
  /// The shares of the three in luma.
  package let red, green, blue: Float
  /// Samples of U per unit of blue above luma, and of V per unit of red above luma.
  package let chromaOfBlue, chromaOfRed: Float

  package init<S: PictureSample>(_ matrix: ColorMatrix, of sample: S.Type) {
    let unit = Float(1 << (S.depth - 8))
    black = matrix.isFullRange ? 0 : 16 * unit
    neutral = 128 * unit
    lumaRange = matrix.isFullRange ? Float(S.full) : 219 * unit
    chromaRange = matrix.isFullRange ? Float(S.full) : 224 * unit
    (red, blue) = (Float(matrix.red), Float(matrix.blue))
    green = 1 - red - blue
    let (perU, perV) = (2 * (1 - blue) / chromaRange, 2 * (1 - red) / chromaRange)
    redOfV = perV
    greenOfU = perU * blue / green
    greenOfV = perV * red / green
    blueOfU = perU
    chromaOfBlue = 1 / perU
    chromaOfRed = 1 / perV
  }
}

extension PictureSample {
  /// The sample as a number.
  @inline(__always)
  var number: Float { Float(Int32(truncatingIfNeeded: self)) }

  /// The sample nearest to `number`, which must be above −1024 and below 4096.
  @inline(__always)
  init(nearest number: Float) {
    let clamped = Swift.max(0, Swift.min(number, Self.full.number))
    // Adding 2^23 leaves the rounded integer in the low bits.
    self.init(truncatingIfNeeded: (clamped + 8_388_608).bitPattern)
  }
}
