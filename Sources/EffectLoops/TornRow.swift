// SPDX-License-Identifier: Apache-2.0

/// A transition of colours that are seen elsewhere: in a stretch of a row those of a picture all lie as far away.
@usableFromInline package protocol TornEffect: Sendable {
  /// Writes the colours of `row`, from 0 to 1.
  func fill(_ row: TornRow)
  /// What is seen in some rows, from the top, where that is known without their colours.
  func seen(_ rows: Range<Int>) -> SeenPicture
}

extension TornEffect {
  package func seen(_ rows: Range<Int>) -> SeenPicture { .both }
}

/// Some pixels of a row, for which both pictures can be looked at beside them.
@frozen @usableFromInline package struct TornRow {
  /// The row from the top, the column of the first of them, and how many there are.
  @usableFromInline package let y, first, count: Int
  /// How high they lie, 0…1 from the bottom.
  @usableFromInline package let v: Float
  @usableFromInline let block: TornBlock
  /// Whether nothing of both pictures is clear.
  @usableFromInline package let isOpaque: Bool
  @usableFromInline let look:
    (_ isNew: Bool, _ y: Int, _ first: Int, _ pixels: Range<Int>, _ shift: Point, _ apart: Point)
      -> Void

  /// A number of each pixel, for what the effect works out.
  @inlinable package var numbers: UnsafeMutablePointer<Float> { block.numbers }

  /// Looks at a picture for some of the pixels.
  ///
  /// Green is read `shift` beside the pixel, red `apart` further on, and blue as far on the other side.
  package func see(
    _ isNew: Bool, _ pixels: Range<Int>, at shift: Point, apart: Point = .zero
  ) {
    look(isNew, y, first, pixels, shift, apart)
  }

  /// Looks at both pictures where the pixels are.
  package func seeBoth(_ pixels: Range<Int>) {
    see(false, pixels, at: .zero)
    see(true, pixels, at: .zero)
  }

  /// Writes the colours that `color` makes of each pixel's colour so far and of the one that was read last.
  @inlinable @inline(__always)
  package func write(
    _ pixels: Range<Int>, _ color: (_ x: Int, _ made: Tint, _ from: Tint, _ to: Tint) -> Tint
  ) {
    let (from, to, made) = (block.from, block.to, block.made)
    if isOpaque {
      for x in pixels {
        var (a, b, m) = (from[x], to[x], made[x])
        (a.w, b.w, m.w) = (1, 1, 1)
        made.setColors(x, color(x, m, a, b))
      }
    } else {
      for x in pixels {
        let tint = color(x, made[x], from[x], to[x])
        made.setColors(x, tint)
        made.alpha[x] = Int16(light: clamped(tint.w, 1))
      }
    }
  }
}
