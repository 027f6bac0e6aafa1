// SPDX-License-Identifier: Apache-2.0

package import Base
package import Catalog

extension PixelSize {
  /// The place that `value` is in a picture of this size, in shares of it.
  package func focus(_ value: PropertyValue) -> PixelPoint {
    func share(_ amount: PropertyValue.Amount, _ length: Int) -> Double {
      switch amount {
      case .share(let share), .number(let share), .perPixel(let share): min(max(share, 0), 1)
      case .pixels(let pixels): min(max(pixels / Double(max(1, length)), 0), 1)
      }
    }
    return PixelPoint(share(value.amounts[0], width), share(value.amounts[1], height))
  }

  /// The part of a picture of this size that covers `box`, as near to having `focus` in its middle as the picture allows.
  ///
  /// - Parameters:
  ///   - focus: A place in shares of the picture.
  ///   - zoom: The fraction used of the part that covers the box, along both sides.
  package func part(covering box: PixelBox, about focus: PixelPoint, zoom: Double = 1)
    -> PropertyValue
  {
    let ratio = (box.width / box.height) / (Double(width) / Double(height))
    func range(_ length: Double, _ middle: Double) -> (start: Double, length: Double) {
      (min(max(middle - length / 2, 0), 1 - length), length)
    }
    let x = range(min(1, ratio) * zoom, focus.x)
    let y = range(min(1, 1 / ratio) * zoom, focus.y)
    return PropertyValue([
      .share(x.start), .share(y.start), .share(x.length), .share(y.length),
    ])
  }
}
