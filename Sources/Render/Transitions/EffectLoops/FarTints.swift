// SPDX-License-Identifier: Apache-2.0

/// Opaque colours that depend on those of both pictures at a place, and on what is seen at two others.
struct FarPlan {
  /// True if the places are in the second picture.
  let isNew: (first: Bool, second: Bool)
  /// True if anything depends on colours at the place itself.
  var seesHere = true
  /// True if anything is read at the second place.
  var seesSecond = true
  /// Returns true if anything is read at the first place of a sample of a row.
  var seesFirst: (FarRow) -> Bool = { _ in true }
  /// The step of each of both places from that of the pixel to the left, in pixels and y down, if
  /// it is the same everywhere, and nothing else depends on places.
  var ways: (first: Point, second: Point)?
  /// The pictures seen in some columns of some rows, where that is known without colours.
  var seen: (_ columns: Range<Int>, _ rows: Range<Int>) -> SeenPicture = { _, _ in .both }
  /// Writes the two places of each of the samples of a row.
  let find: (FarRow) -> Void
  /// Writes the colours of the pixels of a row, from 0 to 1.
  let fill: (FarRow) -> Void
}

/// The colour at another place.
struct FarTint {
  let place: Point
  let color: Tint

  @inline(__always) init(_ place: Point, _ color: Tint) {
    (self.place, self.color) = (place, color)
  }
}

/// Samples of a row whose places or colours are asked for.
struct FarRow {
  let count: Int
  /// Their height, 0…1 from the bottom.
  let v: Float
  let first, step: Int
  let width, height, across, down: Float
  let block: FarBlock

  init(_ y: Int, _ first: Int, _ count: Int, _ step: Int, _ size: Point, _ block: FarBlock) {
    (self.count, self.first, self.step, self.block) = (count, first, step, block)
    (width, height) = (size.x, size.y)
    (across, down) = (1 / width, 1 / height)
    v = 1 - (Float(y) + 0.5) * Float(step) * down
  }

  /// Where sample `x` lies across.
  @inline(__always)
  func u(_ x: Int) -> Float {
    (Float(Int32(truncatingIfNeeded: (first &+ x) &* step)) + 0.5) * across
  }

  /// The first of the samples that lies at `u` or beyond.
  func sample(at u: Float) -> Int {
    let place = ((u * width - 0.5) / Float(step)).rounded(.up)
    return Int(clamped(place - Float(first), Float(count)))
  }

  /// Writes the places that `places` says.
  @inline(__always)
  func find(
    _ samples: Range<Int>, _ places: (_ p: Point) -> (first: Point, second: Point)
  ) {
    let (looks, size) = (block.looks, Float(step))
    for x in samples {
      let column = Float(Int32(truncatingIfNeeded: first &+ x))
      set(x, places(Point((column * size + 0.5) * across, v)), looks)
    }
  }

  /// Writes the places that `places` says, by the colours of both pictures.
  @inline(__always)
  func find(
    _ samples: Range<Int>,
    _ places: (_ p: Point, _ from: Tint, _ to: Tint) -> (first: Point, second: Point)
  ) {
    let (looks, size) = (block.looks, Float(step))
    let colors = step == 1 ? block.here : block.far
    // Of colours that lie side by side, the compiler makes vectors.
    if step == 2 { block.halve(samples) }
    let (from, to) = (colors.from, colors.to)
    for x in samples {
      let column = Float(Int32(truncatingIfNeeded: first &+ x))
      var (a, b) = (from[x], to[x])
      (a.w, b.w) = (1, 1)
      set(x, places(Point((column * size + 0.5) * across, v), a, b), looks)
    }
  }

  @inline(__always)
  func set(_ x: Int, _ places: (first: Point, second: Point), _ looks: LookBlock) {
    looks.fromX[x] = places.first.x * width
    looks.fromY[x] = (1 - places.first.y) * height
    looks.toX[x] = places.second.x * width
    looks.toY[x] = (1 - places.second.y) * height
  }

  /// Writes the colours that `color` makes of those here and elsewhere.
  @inline(__always)
  func write(
    _ samples: Range<Int>,
    _ color: (_ p: Point, _ from: Tint, _ to: Tint, _ first: FarTint, _ second: FarTint) -> Tint
  ) {
    let (from, to, made) = (block.here.from, block.here.to, block.here.upper)
    let (old, new, looks) = (block.far.from, block.far.to, block.looks)
    for x in samples {
      let column = Float(Int32(truncatingIfNeeded: first &+ x))
      var (a, b, c, d) = (from[x], to[x], old[x], new[x])
      (a.w, b.w, c.w, d.w) = (1, 1, 1, 1)
      let p = Point(looks.fromX[x] * across, 1 - looks.fromY[x] * down)
      let q = Point(looks.toX[x] * across, 1 - looks.toY[x] * down)
      let tint = color(Point((column + 0.5) * across, v), a, b, FarTint(p, c), FarTint(q, d))
      (made.red[x], made.green[x], made.blue[x]) = { ($0.x, $0.y, $0.z) }(tint.clamped)
    }
  }
}

/// Some pixels, two places for each, and what is seen there.
struct FarBlock {
  static let size = 2 * PixelBlock.size + LookBlock.size

  let memory: UnsafeMutablePointer<Float>

  var here: PixelBlock { PixelBlock(memory: memory) }
  var far: PixelBlock { PixelBlock(memory: memory + 21 * PixelBlock.length) }
  var looks: LookBlock { LookBlock(memory: memory + 42 * PixelBlock.length) }

  /// Writes the means of pairs of pixels, which have one sample of chroma, where what is seen elsewhere is read to later.
  func halve(_ samples: Range<Int>) {
    let (pixels, means) = (here.from, far.from)
    func halve(_ row: UnsafeMutablePointer<Float>, _ out: UnsafeMutablePointer<Float>) {
      for x in samples { out[x] = (row[2 &* x] + row[2 &* x &+ 1]) * 0.5 }
    }
    halve(pixels.red, means.red)
    halve(pixels.green, means.green)
    halve(pixels.blue, means.blue)
    halve(here.to.red, far.to.red)
    halve(here.to.green, far.to.green)
    halve(here.to.blue, far.to.blue)
  }
}
