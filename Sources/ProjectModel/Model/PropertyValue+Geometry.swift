// SPDX-License-Identifier: Apache-2.0

package import Basics
package import Properties

extension Length {
  /// The length as an amount of a property.
  package var amount: PropertyValue.Amount {
    switch self {
    case .share(let share): .share(share)
    case .pixels(let pixels): .pixels(pixels)
    }
  }
}

extension PropertyValue {
  /// A place on the canvas.
  package init(_ point: Point) { self.init([point.x.amount, point.y.amount]) }

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
