// SPDX-License-Identifier: Apache-2.0

package import Base
package import Catalog

extension Length {
  /// The length as an amount of a property.
  package var amount: PropertyValue.Amount {
    switch self {
    case .share(let share): .share(share)
    case .pixels(let pixels): .pixels(pixels)
    }
  }
}

extension Length {
  /// The length that an amount is; nil for a plain number.
  package init?(_ amount: PropertyValue.Amount) {
    switch amount {
    case .share(let share): self = .share(share)
    case .pixels(let pixels): self = .pixels(pixels)
    case .number, .perPixel: return nil
    }
  }
}

extension PropertyValue {
  /// A place on the canvas.
  package init(_ point: CanvasPoint) { self.init([point.x.amount, point.y.amount]) }

  /// The size of a box.
  package init(_ size: BoxSize) {
    self.init([size.width?.amount ?? .number(0), size.height?.amount ?? .number(0)])
  }

  /// The size of a box that it is; nil for a box in shares of another.
  package var boxSize: BoxSize? {
    guard amounts.count == 2 else { return nil }
    return BoxSize(width: Length(amounts[0]), height: Length(amounts[1]))
  }

  /// A place on a path, in canvas pixels, and perhaps the angle of the path there.
  package init(placeOnPath numbers: [Double]) {
    self.init(numbers.enumerated().map { $0 < 2 ? .pixels($1) : .number($1) })
  }

  /// A matrix whose translation is in canvas pixels.
  package init(_ m: Affine) {
    self.init([
      .number(m.a), .number(m.b), .number(m.c), .number(m.d), .pixels(m.tx), .pixels(m.ty),
    ])
  }

  /// A matrix whose translation is in canvas pixels; as an affine one where it is that.
  package init(_ matrix: SpaceMatrix) {
    if let flat = matrix.flat {
      self.init(flat)
      return
    }
    self.init(
      matrix.elements.enumerated().map { index, number in
        switch (row: index % 4, column: index / 4) {
        case (0...2, 3): .pixels(number)
        case (3, 0...2): .perPixel(number)
        default: .number(number)
        }
      })
  }

  /// A distance from which something is seen, in pixels of the canvas.
  package init(distance: Double) { self.init([.perPixel(1 / distance)]) }
}
