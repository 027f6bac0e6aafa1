// SPDX-License-Identifier: Apache-2.0

/// The colours that a frame makes of those of both pictures at the same place.
struct TintPlan {
  /// Writes the colours of a row, from 0 to 1.
  let fill: (TintRow) -> Void
  /// The pictures seen in some columns of some rows, where that is known without their colours.
  var seen: (_ columns: Range<Int>, _ rows: Range<Int>) -> SeenPicture = { _, _ in .both }
}

/// Which pictures are seen in a part of a frame.
enum SeenPicture {
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
struct TintRow {
  /// The number of the row, from the top.
  let y: Int
  /// The column of the first of them, and their number.
  let first, count: Int
  /// Their height, 0…1 from the bottom.
  let v: Float
  let across: Float
  let block: PixelBlock
  let made: PixelBlock.Tints
  let isOpaque: Bool

  /// Where pixel `x` of these lies across.
  @inline(__always)
  func u(_ x: Int) -> Float { (Float(Int32(truncatingIfNeeded: first &+ x)) + 0.5) * across }

  /// A number of each pixel, for what the effect works out.
  var numbers: UnsafeMutablePointer<Float> { block.numbers }

  /// The colours of both pictures.
  var from: PixelBlock.Tints { block.from }
  var to: PixelBlock.Tints { block.to }

  /// Writes the colours that `color` makes of those of both pictures at each pixel.
  @inline(__always)
  func write(_ color: (_ x: Int, _ from: Tint, _ to: Tint) -> Tint) {
    let (from, to, made, count) = (from, to, made, count)
    // Where all is opaque, covers are 1, which the compiler sees.
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
  @inline(__always)
  func spans(_ cells: Cells, _ body: (_ cell: Int, _ pixels: Range<Int>) -> Void) {
    cells.spans(first, count, step: 1, body)
  }
}
