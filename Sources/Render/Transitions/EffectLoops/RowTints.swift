// SPDX-License-Identifier: Apache-2.0

/// A transition of colours at a place that works out a row at once, because parts of the picture have much in common.
@usableFromInline package protocol RowTintEffect: Sendable {
  /// Writes the colours of `row`, from 0 to 1.
  func fill(_ row: TintRow)
  /// The pictures seen in some columns of some rows, where that is known without their colours.
  func seen(_ columns: Range<Int>, _ rows: Range<Int>) -> SeenPicture
}

extension RowTintEffect {
  @inlinable package func seen(_ columns: Range<Int>, _ rows: Range<Int>) -> SeenPicture { .both }
}

/// Which pictures are seen in a part of a frame.
@frozen @usableFromInline package enum SeenPicture {
  /// The first one as it is.
  case from
  /// The second one as it is.
  case to
  /// Colours that depend on neither picture.
  case neither
  /// Anything.
  case both
}

/// Some pixels of a row: the colours of both pictures, and what is made of them.
@frozen @usableFromInline package struct TintRow {
  @usableFromInline package let count: Int
  /// Their height, 0…1 from the bottom.
  @usableFromInline package let v: Float
  @usableFromInline package let made: PixelBlock.Tints
  @usableFromInline let block: PixelBlock
  @usableFromInline let isOpaque: Bool
  /// The column of the first of them.
  @usableFromInline package let first: Int
  @usableFromInline let across: Float

  /// Where pixel `x` of these lies across.
  @inlinable @inline(__always)
  package func u(_ x: Int) -> Float {
    (Float(Int32(truncatingIfNeeded: first &+ x)) + 0.5) * across
  }

  @inlinable init(
    count: Int, v: Float, made: PixelBlock.Tints, block: PixelBlock, isOpaque: Bool, first: Int,
    across: Float
  ) {
    (self.count, self.v, self.made, self.block) = (count, v, made, block)
    (self.isOpaque, self.first, self.across) = (isOpaque, first, across)
  }

  /// A number of each pixel, for what the effect works out.
  @inlinable package var numbers: UnsafeMutablePointer<Float> { block.numbers }

  /// The colours of both pictures.
  @inlinable package var from: PixelBlock.Tints { block.from }
  @inlinable package var to: PixelBlock.Tints { block.to }

  /// Writes the colours that `color` makes of those of both pictures at each pixel.
  @inlinable @inline(__always)
  package func write(_ color: (_ x: Int, _ from: Tint, _ to: Tint) -> Tint) {
    let (from, to, made) = (from, to, made)
    if isOpaque {
      for x in 0..<count {
        var (a, b) = (from[x], to[x])
        (a.w, b.w) = (1, 1)
        made[x] = color(x, a, b).clamped
      }
    } else {
      for x in 0..<count { made[x] = color(x, from[x], to[x]).clamped }
    }
  }

  /// Calls `body` with the cells of these pixels, and which of them lie there.
  @inlinable @inline(__always)
  package func spans(_ cells: Cells, _ body: (_ cell: Int, _ pixels: Range<Int>) -> Void) {
    cells.spans(first, count, step: 1, body)
  }
}

extension PixelRows {
  /// The colours of `effect`.
  @inlinable package init<E: RowTintEffect>(_ effect: E, _ frame: EffectFrame) {
    let (across, down) = (1 / Float(frame.width), 1 / Float(frame.height))
    fill = { y, first, count, block, made, isOpaque in
      let row = TintRow(
        count: count, v: 1 - (Float(y) + 0.5) * down, made: made, block: block,
        isOpaque: isOpaque, first: first, across: across)
      effect.fill(row)
    }
    seen = { effect.seen($0, $1) }
  }
}
