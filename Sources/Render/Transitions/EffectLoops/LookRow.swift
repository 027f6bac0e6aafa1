// SPDX-License-Identifier: Apache-2.0

/// The pixels of both pictures that a frame shows at other places.
struct LookPlan {
  /// The colour of the ground; nil for black, where the film's background is clear for clear.
  let ground: Light?
  /// The share of the second picture, if it is the same everywhere; places alone are written then.
  let share: Float?
  /// True if the second picture is shown as it is, and its places are not written.
  let showsToHere: Bool
  /// The pictures on whose colours places depend.
  let colors: Colors
  /// Writes what is seen at the samples of a row.
  let fill: (LookRow) -> Void

  /// Pictures whose colours are read.
  enum Colors {
    case none, first, both
  }
}

/// Samples of a row whose looks are asked for.
struct LookRow {
  /// The number of samples.
  let count: Int
  /// Their height, 0…1 from the bottom.
  let v: Float
  private let first, step: Int
  private let across, width, height: Float
  private let block: LookBlock
  /// The colours of every `step`th pixel are those of the samples.
  private let colors: PixelBlock

  /// Those of `columns` of row `y`, which are of `step` pixels, in a picture of a size.
  init(
    _ columns: Range<Int>, _ y: Int, step: Int, _ size: Point, _ block: LookBlock,
    _ colors: PixelBlock
  ) {
    (first, count, self.step) = (columns.lowerBound, columns.count, step)
    (width, height, across) = (size.x, size.y, 1 / size.x)
    // Samples of 4:2:0 lie at the left one of two pixels, and between two rows.
    v = 1 - (Float(y) + 0.5) * Float(step) * (1 / size.y)
    (self.block, self.colors) = (block, colors)
  }

  /// Where sample `x` lies across.
  @inline(__always)
  func u(_ x: Int) -> Float { (Float((first &+ x) &* step) + 0.5) * across }

  /// Calls `body` with the place of each of some samples, and with its column of pixels.
  @inline(__always)
  private func each(
    _ samples: Range<Int>, step: Int, _ body: (_ x: Int, _ p: Point, _ column: Int) -> Void
  ) {
    // Read before the loop, as it writes.
    let (first, across, v, size) = (first, across, v, Float(step))
    for x in samples {
      let column = Float(Int32(truncatingIfNeeded: first &+ x))
      body(x, Point((column * size + 0.5) * across, v), (first &+ x) &* step)
    }
  }

  /// Calls `body` with the cells of these samples, and which of them lie there.
  @inline(__always)
  func spans(_ cells: Cells, _ body: (_ cell: Int, _ samples: Range<Int>) -> Void) {
    cells.spans(first, count, step: step, body)
  }

  /// The samples whose middles lie from one place across to another.
  func samples(from low: Float, to high: Float) -> Range<Int> {
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

  /// Writes what is seen at all places.
  @inline(__always)
  func write(_ look: (_ p: Point) -> Look) {
    let (block, width, height) = (block, width, height)
    each(0..<count, step: step) { x, p, _ in block.set(x, look(p), width, height) }
  }

  /// Writes what is seen at some of the samples, of which `look` gets the places across, and the columns of pixels.
  @inline(__always)
  func write(_ samples: Range<Int>, _ look: (_ u: Float, _ column: Int) -> Look) {
    let (block, width, height) = (block, width, height)
    @inline(__always) func write(_ step: Int) {
      each(samples, step: step) { x, p, column in block.set(x, look(p.x, column), width, height) }
    }
    // The compiler makes vectors of columns that are read where it knows how far apart these are.
    if step == 1 { write(1) } else { write(2) }
  }

  /// Writes where all places are seen in the first picture.
  @inline(__always)
  func place(_ place: (_ p: Point) -> Point) {
    let (block, width, height) = (block, width, height)
    each(0..<count, step: step) { x, p, _ in block.setFrom(x, place(p), width, height) }
  }

  /// Writes where all places are seen in both pictures.
  @inline(__always)
  func placeBoth(_ places: (_ p: Point) -> (from: Point, to: Point)) {
    let (block, width, height) = (block, width, height)
    each(0..<count, step: step) { x, p, _ in block.set(x, places(p), width, height) }
  }

  /// Writes where all places are seen in the first picture, by its colours.
  @inline(__always)
  func place(_ place: (_ p: Point, _ from: Tint) -> Point) {
    let (block, width, height, from) = (block, width, height, colors.from)
    @inline(__always) func write(_ step: Int) {
      each(0..<count, step: step) { x, p, _ in
        block.setFrom(x, place(p, from[step &* x]), width, height)
      }
    }
    // Of colours whose distance it knows, the compiler makes vectors.
    if step == 1 { write(1) } else { write(2) }
  }

  /// Writes where all places are seen in both pictures, by the colours of both.
  @inline(__always)
  func placeBoth(_ places: (_ p: Point, _ from: Tint, _ to: Tint) -> (from: Point, to: Point)) {
    let (block, width, height) = (block, width, height)
    let (from, to) = (colors.from, colors.to)
    @inline(__always) func write(_ step: Int) {
      each(0..<count, step: step) { x, p, _ in
        block.set(x, places(p, from[step &* x], to[step &* x]), width, height)
      }
    }
    if step == 1 { write(1) } else { write(2) }
  }
}

extension LookBlock {
  /// Writes a look; places are in widths and heights.
  @inline(__always)
  func set(_ x: Int, _ look: Look, _ width: Float, _ height: Float) {
    set(x, (look.from, look.to), width, height)
    fromWeight[x] = Int16(share: look.fromWeight)
    toWeight[x] = Int16(share: look.toWeight)
    shade[x] = Int16(share: look.shade)
  }

  /// Writes where a sample is seen in the first picture.
  @inline(__always)
  func setFrom(_ x: Int, _ p: Point, _ width: Float, _ height: Float) {
    fromX[x] = p.x * width
    fromY[x] = (1 - p.y) * height
  }

  /// Writes where a sample is seen in both pictures.
  @inline(__always)
  func set(_ x: Int, _ places: (from: Point, to: Point), _ width: Float, _ height: Float) {
    setFrom(x, places.from, width, height)
    toX[x] = places.to.x * width
    toY[x] = (1 - places.to.y) * height
  }
}
