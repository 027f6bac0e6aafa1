// SPDX-License-Identifier: Apache-2.0

/// Prepares light of BT.2020 for a conversion to HLG that takes the system's gamma for red, green and
/// blue each by itself: after that it is what BT.2100 has, where the gamma is taken of their luminance.
///
/// Each of them is multiplied by its ratio to luminance to the power 0.2, which leaves grey alone; so it
/// does not matter in which unit they are.
public struct SystemGamma: Sendable {
  /// The powers, by 256 times the ratio's square root: where they are steep, there are many.
  private let powers: [Float]
  /// No ratio is larger: that of blue alone.
  private static let most = Float(1 / 0.0593)
  private static let steps = Float(256)

  /// A table of powers.
  public init() {
    let count = Int((SystemGamma.most.squareRoot() * SystemGamma.steps).rounded(.up)) + 2
    powers = (0..<count).map { step in
      let root = Double(step) / Double(SystemGamma.steps)
      return step == 0 ? 0 : Float(power(root * root, 0.2))
    }
  }

  /// Prepares `count` pixels.
  public func prepare(
    red: UnsafeMutablePointer<Float>, green: UnsafeMutablePointer<Float>,
    blue: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    powers.withUnsafeBufferPointer { powers in
      for x in 0..<count {
        let (r, g, b) = (max(red[x], 0), max(green[x], 0), max(blue[x], 0))
        let luminance = 0.2627 * r + 0.6780 * g + 0.0593 * b
        // Black, or no number at all.
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
