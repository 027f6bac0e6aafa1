// SPDX-License-Identifier: Apache-2.0

/// An sRGB colour with straight alpha, 8 bits a channel.
public struct Color: Hashable, Sendable, Codable, CustomStringConvertible {
  /// Red, 0...255.
  public var red: UInt8
  /// Green, 0...255.
  public var green: UInt8
  /// Blue, 0...255.
  public var blue: UInt8
  /// Opacity, from 0 (clear) to 255 (opaque).
  public var alpha: UInt8

  /// The colour with the given channels.
  public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8, alpha: UInt8 = 255) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// The nearest colour to four numbers from 0 to 1: red, green and blue, each times opacity, and opacity.
  public init(premultiplied numbers: [Double]) {
    let opacity = numbers[3]
    func byte(_ value: Double) -> UInt8 { UInt8((max(0, min(value, 1)) * 255).rounded()) }
    func straight(_ value: Double) -> UInt8 { byte(opacity > 0 ? value / opacity : 0) }
    self.init(
      straight(numbers[0]), straight(numbers[1]), straight(numbers[2]), alpha: byte(opacity))
  }

  /// Opaque black.
  public static let black = Color(0, 0, 0)
  /// Opaque white.
  public static let white = Color(255, 255, 255)

  /// `#rrggbb`, or `#rrggbbaa` when not opaque.
  public var description: String {
    func hex(_ value: UInt8) -> String {
      let digits = String(value, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }
    return "#" + hex(red) + hex(green) + hex(blue) + (alpha == 255 ? "" : hex(alpha))
  }
}
