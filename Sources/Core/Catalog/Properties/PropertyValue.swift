// SPDX-License-Identifier: Apache-2.0

public import Base

/// A value of a property as a project writes it: as many amounts as its unit has numbers.
public struct PropertyValue: Hashable, Sendable {
  /// A number or a length.
  public enum Amount: Hashable, Sendable {
    /// A number without a unit.
    case number(Double)
    /// A share of the canvas's width or height.
    case share(Double)
    /// Pixels of the project's canvas.
    case pixels(Double)
    /// So much for each pixel of the project's canvas: 1 / a distance.
    case perPixel(Double)
  }

  /// The amounts; for lengths the first is horizontal, the second vertical, and so on.
  public var amounts: [Amount]

  /// A value of `amounts`.
  public init(_ amounts: [Amount]) { self.amounts = amounts }

  /// A value of plain numbers.
  public init(_ numbers: Double...) { amounts = numbers.map { .number($0) } }

  /// A value of a colour.
  public init(_ color: Color) {
    let alpha = Double(color.alpha) / 255
    self.init(
      Double(color.red) / 255 * alpha, Double(color.green) / 255 * alpha,
      Double(color.blue) / 255 * alpha, alpha)
  }

  /// The numbers on a canvas of `size`, with `pixelScale` of its pixels for each pixel of the
  /// project.
  public func numbers(on size: PixelSize, pixelScale: Double) -> [Double] {
    amounts.enumerated().map { index, amount in
      switch amount {
      case .number(let number): number
      case .share(let share): share * Double(index % 2 == 0 ? size.width : size.height)
      case .pixels(let pixels): pixels * pixelScale
      case .perPixel(let share): share / pixelScale
      }
    }
  }

  /// The number of a value that has one, without a unit.
  public var number: Double? {
    guard amounts.count == 1, case .number(let number) = amounts[0] else { return nil }
    return number
  }
}

extension Property {
  /// The value where a project says nothing, with as many numbers as `value`.
  public func fallbackValue(like value: PropertyValue) -> PropertyValue {
    if let assumed { return assumed }
    switch unit {
    case .position, .centre: return PropertyValue([.share(0.5), .share(0.5)])
    // A clear colour has its place, too.
    case .stop: return PropertyValue(Array(repeating: .number(0), count: 4) + value.amounts[4...])
    case .matrix where value.amounts.count == 16:
      return PropertyValue((0..<16).map { .number($0 % 5 == 0 ? 1 : 0) })
    case .opacity, .volume, .scale, .angle, .slant, .anchor, .box, .matrix, .crop, .corners,
      .deviation, .side, .edges, .stretch, .factor, .balance, .thickness, .distance, .offset,
      .color, .radii,
      .number:
      return PropertyValue(identity(PixelPoint(0, 0)).map { .number($0) })
    }
  }
}
