// SPDX-License-Identifier: Apache-2.0

import Kernels

// Transitions defined by a field: a number per column, row or pixel determines when it changes.

extension TransitionFrame {
  /// A soft edge that moves along x; `field` is 0…2 for column `x` of `w`.
  func drawColumns(field: (_ x: Float, _ w: Float) -> Float) {
    let columns = scratch.memory(.columns, of: Weight.self, count: width)
    for x in 0..<width {
      let value = field(Float(x), Float(width)) - progress * 2
      columns[x] = Weight(part: smoothStep(0, 1, value))
    }
    drawMix { _, weights in weights.update(from: columns, count: width) }
  }

  /// A soft edge that moves along y.
  func drawRows(field: (_ y: Float, _ h: Float) -> Float) {
    drawMix { y, weights in
      let value = field(Float(y), Float(height)) - progress * 2
      weights.update(repeating: Weight(part: smoothStep(0, 1, value)), count: width)
    }
  }

  /// Ten vertical blinds that open one after the other.
  func drawColumnSlices(field: (_ x: Float, _ w: Float) -> Float) {
    let columns = scratch.memory(.columns, of: Weight.self, count: width)
    for x in 0..<width {
      columns[x] = isOpen(slice: field(Float(x), Float(width))) ? .whole : 0
    }
    drawMix { _, weights in weights.update(from: columns, count: width) }
  }

  /// Ten horizontal blinds that open one after the other.
  func drawRowSlices(field: (_ y: Float, _ h: Float) -> Float) {
    drawMix { y, weights in
      let isOpen = isOpen(slice: field(Float(y), Float(height)))
      weights.update(repeating: isOpen ? .whole : 0, count: width)
    }
  }

  private func isOpen(slice: Float) -> Bool {
    let tenfold = 10 * slice
    let place = tenfold - tenfold.rounded(.down)
    return smoothStep(-0.5, 0, slice - progress * 1.5) > place
  }

  /// `to` grows from the centre in a soft circle, or `from` shrinks into it.
  func drawCircle(opens: Bool) {
    let offset = (opens ? progress - 0.5 : 0.5 - progress) * 3
    let (x, y) = (width / 2, height / 2)
    let reach = max(1, Double(x * x + y * y).squareRoot())
    drawField(offset: offset, inverted: opens) { column, row in
      let (dx, dy) = (column - x, row - y)
      return Double(dx * dx + dy * dy).squareRoot() / reach
    }
  }

  /// A soft edge that rotates once around the centre.
  func drawRadial() {
    let offset = -(progress - 0.5) * (Float.pi * 2.5)
    let (x, y) = (width / 2, height / 2)
    drawField(offset: offset, inverted: false) { column, row in
      angle(Double(column - x), Double(row - y))
    }
  }

  /// Eight blades that turn by `turn` radians, clockwise, while they open by a radian: all is open before the end.
  func drawPinwheel(turn: Float) {
    let blades = 8.0
    let (across, down) = (1 / Double(width), 1 / Double(height))
    // The place of a pixel in its blade, counterclockwise, 0 ..< 1; blades are as wide as the picture is.
    let field = field { column, row in
      let (x, y) = ((Double(column) + 0.5) * across - 0.5, 0.5 - (Double(row) + 0.5) * down)
      let turns = angle(y, x) / (2 * .pi)
      let place = turns * blades
      return place - place.rounded(.down)
    }
    let opened = 1 - progress
    let turned = Double(turn * opened) / (2 * .pi) * blades
    // Whole blades do not count, so the shift stays within 16 bits.
    let shift = Int16(((turned - turned.rounded(.down)) * Double(fieldOne)).rounded())
    let part = min(1, Double(opened) / (2 * .pi) * blades)
    let limit = Int16((part * Double(fieldOne)).rounded())
    drawMix { y, weights in
      let row = field + y * width
      for x in 0..<width {
        weights[x] = (row[x] &+ shift) & (fieldOne - 1) < limit ? .whole : 0
      }
    }
  }

  /// A soft edge that moves into one corner.
  func drawDiagonal(fromRight: Bool, fromBottom: Bool) {
    let (w, h) = (Double(width), Double(height))
    drawField(offset: 1 - progress * 2, inverted: false) { column, row in
      let x = Double(fromRight ? width - 1 - column : column)
      let y = Double(fromBottom ? height - 1 - row : row)
      return x / w * (y / h)
    }
  }

  /// Pixels change one by one in pseudorandom order.
  func drawDissolve() {
    // A pixel's number has eight bits; it shows `from` while number >= 1 - progress.
    let limit = Int16(((1 - progress) * Float(fieldOne)).rounded(.up))
    let field = field(noise)
    drawMix { y, weights in
      let row = field + y * width
      for x in 0..<width { weights[x] = row[x] >= limit ? 0 : .whole }
    }
  }

  /// Draws with the smooth step of the field plus `offset`; `inverted` swaps the pictures.
  ///
  /// Field values must be in -3.5…3.5, and `offset` in -4…4.
  private func drawField(
    offset: Float, inverted: Bool, value: (_ x: Int, _ y: Int) -> Double
  ) {
    let field = field(value)
    let shift = Int16((offset * Float(fieldOne)).rounded())
    let flip: Weight = inverted ? .whole : 0
    drawMix { y, weights in
      let row = field + y * width
      for x in 0..<width { weights[x] = flip ^ stepWeight(row[x] &+ shift) }
    }
  }

  /// The field of this transition, kept between frames.
  private func field(_ value: (_ x: Int, _ y: Int) -> Double) -> UnsafeMutablePointer<Int16> {
    scratch.field(.init(name: name, width: width, height: height)) { field in
      for y in 0..<height {
        for x in 0..<width {
          field[y * width + x] = Int16((value(x, y) * Double(fieldOne)).rounded())
        }
      }
    }
  }
}

/// The value 1 in the fixed point of fields; 16 bits then hold -8…8.
private let fieldOne: Int16 = 4096

/// The smooth step of a field's value, from 0 at 0 to the whole at 1.
///
/// It is calculated in 14 bits, which leave one bit for rounding at the upper end.
@inline(__always)
private func stepWeight(_ value: Int16) -> Weight {
  let t = UInt16(truncatingIfNeeded: max(0, min(value, fieldOne))) &<< 2
  let square = scaled(t, t)
  let step = Int16(truncatingIfNeeded: 3 &* square &- 2 &* scaled(square, t))
  let part = Weight(truncatingIfNeeded: max(0, min(step, 16384)))
  // 16384 becomes 65535 by wrapping around.
  return part &<< 2 &- part &>> 14
}

/// a · b for parts 0…1 in 14 bits.
@inline(__always)
private func scaled(_ a: UInt16, _ b: UInt16) -> UInt16 {
  UInt16(truncatingIfNeeded: (UInt32(a &<< 1) &* UInt32(b &<< 1)) &>> 16)
}

/// The number of a pixel in the dissolve, 0 ..< 1 in steps of 1/256.
///
/// A common shader hash. It depends on single-precision rounding, so each step must have that precision to
/// produce the well-known grain.
private func noise(_ x: Int, _ y: Int) -> Double {
  let wave = Float(sine(Double(Float(x) * 12.9898 + Float(y) * 78.233))) * 43758.545
  return Double(wave - wave.rounded(.down))
}
