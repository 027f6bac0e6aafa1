// SPDX-License-Identifier: Apache-2.0

/// A lookup that works out a row at once, because columns, rows or parts of them have much in common.
@usableFromInline package protocol RowLookEffect: Sendable {
  /// The colour of the ground; nil for black, where the film's background is clear for clear.
  var ground: Light? { get }
  /// The share of the second picture in a mixture made beforehand, for an effect whose looks then
  /// are of that mixture alone; nil for none.
  var mixture: Float? { get }
  /// Writes what is seen at the samples of `row`.
  func fill(_ row: LookRow)
}

extension RowLookEffect {
  @inlinable package var ground: Light? { nil }
  @inlinable package var mixture: Float? { nil }
}

/// Samples of a row whose looks are asked for.
@frozen @usableFromInline package struct LookRow {
  /// The number of samples.
  @usableFromInline package let count: Int
  /// Their height, 0…1 from the bottom.
  @usableFromInline package let v: Float
  @usableFromInline let first, step: Int
  @usableFromInline let across, width, height: Float
  @usableFromInline let block: LookBlock

  @inlinable init(
    count: Int, v: Float, first: Int, step: Int, across: Float, width: Float, height: Float,
    block: LookBlock
  ) {
    (self.count, self.v, self.first, self.step) = (count, v, first, step)
    (self.across, self.width, self.height, self.block) = (across, width, height, block)
  }

  /// Where sample `x` lies across.
  @inlinable @inline(__always)
  package func u(_ x: Int) -> Float { (Float((first + x) * step) + 0.5) * across }

  /// Calls `body` with the cells of these samples, and which of them lie there.
  @inlinable @inline(__always)
  package func spans(_ cells: Cells, _ body: (_ cell: Int, _ samples: Range<Int>) -> Void) {
    cells.spans(first, count, step: step, body)
  }

  /// The samples whose middles lie from one place across to another.
  package func samples(from low: Float, to high: Float) -> Range<Int> {
    // Few pass that are not there, as rounding costs much.
    guard low <= high, low * width < Float((first + count) * step),
      high * width > Float((first - 1) * step)
    else { return 0..<0 }
    func sample(_ u: Float) -> Int {
      let place = ((u * width - 0.5) / Float(step)).rounded(.up)
      return Int(clamped(place - Float(first), Float(count)))
    }
    let start = sample(low)
    return start..<max(start, sample(high))
  }

  /// Writes what is seen at some of the samples, of which `look` gets the places across, and the columns of pixels.
  @inlinable @inline(__always)
  package func write(_ samples: Range<Int>, _ look: (_ u: Float, _ column: Int) -> Look) {
    // The compiler makes vectors of columns that are read where it knows how far apart these are.
    if step == 1 { write(samples, step: 1, look) } else { write(samples, step: 2, look) }
  }

  @inlinable @inline(__always)
  func write(_ samples: Range<Int>, step: Int, _ look: (_ u: Float, _ column: Int) -> Look) {
    let size = Float(step)
    for x in samples {
      let column = first &+ x
      let place = (Float(Int32(truncatingIfNeeded: column)) * size + 0.5) * across
      block.set(x, look(place, column &* step), width, height)
    }
  }
}

extension LookBlock {
  /// Writes a look; places are in widths and heights.
  @inlinable @inline(__always)
  func set(_ x: Int, _ look: Look, _ width: Float, _ height: Float) {
    setFrom(x, look.from, width, height)
    setTo(x, look.to, width, height)
    fromWeight[x] = Int16(share: look.fromWeight)
    toWeight[x] = Int16(share: look.toWeight)
    shade[x] = Int16(share: look.shade)
  }

  /// Writes where a sample is seen in the first picture.
  @inlinable @inline(__always)
  func setFrom(_ x: Int, _ p: Point, _ width: Float, _ height: Float) {
    fromX[x] = p.x * width
    fromY[x] = (1 - p.y) * height
  }

  /// Writes where a sample is seen in the second picture.
  @inlinable @inline(__always)
  func setTo(_ x: Int, _ p: Point, _ width: Float, _ height: Float) {
    toX[x] = p.x * width
    toY[x] = (1 - p.y) * height
  }
}

extension LookupRows {
  /// The looks of `effect`.
  @inlinable package init<E: RowLookEffect>(_ effect: E, _ frame: EffectFrame) {
    let (width, height) = (Float(frame.width), Float(frame.height))
    let (across, down) = (1 / width, 1 / height)
    (ground, mixture, share) = (effect.ground, effect.mixture, nil)
    showsToHere = false
    fill = { y, first, count, step, block in
      effect.fill(
        LookRow(
          count: count, v: 1 - (Float(y) + 0.5) * Float(step) * down, first: first, step: step,
          across: across, width: width, height: height, block: block))
    }
  }
}
