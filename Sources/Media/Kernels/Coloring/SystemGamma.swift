// SPDX-License-Identifier: Apache-2.0

/// Compensates for an HLG conversion that applies the system gamma to red, green and blue separately, so that
/// the result has BT.2100's gamma of luminance.
///
/// Each component of the BT.2020 light is multiplied by its ratio to luminance to the power 0.2. This preserves
/// grey and does not depend on the unit.
public struct SystemGamma: Sendable {
  /// The powers, indexed by 256 times the square root of the ratio, which gives dense entries where the slope is steep.
  private let powers: [Float]
  /// The maximum ratio, that of pure blue.
  private static let most = Float(1 / 0.0593)
  private static let steps = Float(256)

  /// Computes the table of powers.
  public init() {
    let count = Int((SystemGamma.most.squareRoot() * SystemGamma.steps).rounded(.up)) + 2
    powers = (0..<count).map { step in
      let root = Double(step) / Double(SystemGamma.steps)
      return step == 0 ? 0 : Float(power(root * root, 0.2))
    }
  }

  /// Compensates `count` pixels.
  public func prepare(
    red: UnsafeMutablePointer<Float>, green: UnsafeMutablePointer<Float>,
    blue: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    powers.withUnsafeBufferPointer { powers in
      for x in 0..<count {
        let (r, g, b) = (max(red[x], 0), max(green[x], 0), max(blue[x], 0))
        let luminance = 0.2627 * r + 0.6780 * g + 0.0593 * b
        // Black or NaN.
        guard luminance > 1e-9, luminance < 1e9 else {
          (red[x], green[x], blue[x]) = (0, 0, 0)
          continue
        }
        let scale = 1 / luminance
        red[x] = r * SystemGamma.factor(of: r * scale, in: powers)
        green[x] = g * SystemGamma.factor(of: g * scale, in: powers)
        blue[x] = b * SystemGamma.factor(of: b * scale, in: powers)
      }
    }
  }

  @inline(__always)
  private static func factor(of ratio: Float, in powers: UnsafeBufferPointer<Float>) -> Float {
    let place = min(ratio, most).squareRoot() * steps
    let index = Int(place)
    let (low, high) = (powers[index], powers[index &+ 1])
    return low + (high - low) * (place - Float(index))
  }
}
