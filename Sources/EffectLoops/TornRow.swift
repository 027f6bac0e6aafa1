// SPDX-License-Identifier: Apache-2.0

/// A transition of colours that are seen elsewhere: in a stretch of a row those of a picture all lie as far away.
@usableFromInline package protocol TornEffect: Sendable {
  /// Writes the colours of `row`, from 0 to 1.
  func fill(_ row: TornRow)
}

/// Some pixels of a row, for which both pictures can be looked at beside them.
@frozen @usableFromInline package struct TornRow {
  /// The column of the first of them, and how many there are.
  @usableFromInline package let first, count: Int
  /// How high they lie, 0…1 from the bottom.
  @usableFromInline package let v: Float
  /// What is made of them.
  @usableFromInline package let made: PixelBlock.Tints
  @usableFromInline let block: PixelBlock
  @usableFromInline let isOpaque: Bool
  @usableFromInline let look:
    (_ isNew: Bool, _ channel: Int, _ pixels: Range<Int>, _ shift: Point) -> Void

  /// What was seen last of both pictures.
  @inlinable package var from: PixelBlock.Tints { block.from }
  @inlinable package var to: PixelBlock.Tints { block.to }

  /// Looks at a picture: some of the pixels show the green of what lies `shift` beside them, the red of what lies `apart` from
  /// there, and the blue on the other side.
  package func see(
    _ isNew: Bool, _ pixels: Range<Int>, at shift: Point, apart: Point = .zero
  ) {
    look(isNew, 0, pixels, shift + apart)
    look(isNew, 1, pixels, shift)
    look(isNew, 2, pixels, shift - apart)
  }

  /// Looks at both pictures where the pixels are.
  package func seeBoth(_ pixels: Range<Int>) {
    see(false, pixels, at: .zero)
    see(true, pixels, at: .zero)
  }

  /// Writes the colours that `color` makes of what was made of each pixel, and of what was seen last.
  @inlinable @inline(__always)
  package func write(
    _ pixels: Range<Int>, _ color: (_ x: Int, _ made: Tint, _ from: Tint, _ to: Tint) -> Tint
  ) {
    let (from, to, made) = (from, to, made)
    if isOpaque {
      for x in pixels {
        var (a, b, m) = (from[x], to[x], made[x])
        (a.w, b.w, m.w) = (1, 1, 1)
        made[x] = color(x, m, a, b).clamped
      }
    } else {
      for x in pixels { made[x] = color(x, made[x], from[x], to[x]).clamped }
    }
  }
}
