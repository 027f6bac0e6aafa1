// SPDX-License-Identifier: Apache-2.0

package import Kernels
package import XfadeKinds

/// A transition of colours that depend on those of both pictures at a place, and on what is seen at two others.
@usableFromInline package protocol FarTintEffect: Sendable {
  /// Whether the places are in the second picture.
  var isNew: (first: Bool, second: Bool) { get }
  /// Whether anything depends on colours at the place itself.
  var seesHere: Bool { get }
  /// Whether anything is seen at the second place.
  var seesSecond: Bool { get }
  /// Writes the two places of each of the samples of `row`.
  func find(_ row: FarRow)
  /// Writes the colours of the pixels of `row`, from 0 to 1, which are opaque.
  func fill(_ row: FarRow)
  /// What is seen in some columns of some rows, where that is known without colours.
  func seen(_ columns: Range<Int>, _ rows: Range<Int>) -> SeenPicture
}

extension FarTintEffect {
  @inlinable package var seesHere: Bool { true }
  @inlinable package var seesSecond: Bool { true }
  @inlinable package func seen(_ columns: Range<Int>, _ rows: Range<Int>) -> SeenPicture { .both }
}

/// What is seen at another place.
@frozen @usableFromInline package struct FarTint {
  @usableFromInline package let place: Point
  @usableFromInline package let color: Tint

  @inlinable @inline(__always) init(_ place: Point, _ color: Tint) {
    (self.place, self.color) = (place, color)
  }
}

/// Samples of a row whose places or colours are asked for.
@frozen @usableFromInline package struct FarRow {
  @usableFromInline package let count: Int
  /// How high they lie, 0…1 from the bottom.
  @usableFromInline package let v: Float
  @usableFromInline let first, step: Int
  @usableFromInline let width, height, across, down: Float
  @usableFromInline let block: FarBlock

  init(_ y: Int, _ first: Int, _ count: Int, _ step: Int, _ size: Point, _ block: FarBlock) {
    (self.count, self.first, self.step, self.block) = (count, first, step, block)
    (width, height) = (size.x, size.y)
    (across, down) = (1 / width, 1 / height)
    v = 1 - (Float(y) + 0.5) * Float(step) * down
  }

  /// Where sample `x` lies across.
  @inlinable @inline(__always)
  package func u(_ x: Int) -> Float {
    (Float(Int32(truncatingIfNeeded: (first &+ x) &* step)) + 0.5) * across
  }

  /// The first of the samples that lies at `u` or beyond.
  package func sample(at u: Float) -> Int {
    let place = ((u * width - 0.5) / Float(step)).rounded(.up)
    return Int(clamped(place - Float(first), Float(count)))
  }

  /// Writes the places that `places` says, by the colours of both pictures.
  @inlinable @inline(__always)
  package func find(
    _ samples: Range<Int>,
    _ places: (_ p: Point, _ from: Tint, _ to: Tint) -> (first: Point, second: Point)
  ) {
    if step == 1 { find(samples, 1, places) } else { find(samples, 2, places) }
  }

  @inlinable @inline(__always)
  func find(
    _ samples: Range<Int>, _ step: Int,
    _ places: (_ p: Point, _ from: Tint, _ to: Tint) -> (first: Point, second: Point)
  ) {
    let (from, to, looks, size) = (block.here.from, block.here.to, block.looks, Float(step))
    for x in samples {
      let column = Float(Int32(truncatingIfNeeded: first &+ x))
      var (a, b) = (from[step &* x], to[step &* x])
      // Two pixels have one sample of chroma.
      if step == 2 { (a, b) = ((a + from[2 &* x &+ 1]) * 0.5, (b + to[2 &* x &+ 1]) * 0.5) }
      (a.w, b.w) = (1, 1)
      let places = places(Point((column * size + 0.5) * across, v), a, b)
      looks.fromX[x] = places.first.x * width
      looks.fromY[x] = (1 - places.first.y) * height
      looks.toX[x] = places.second.x * width
      looks.toY[x] = (1 - places.second.y) * height
    }
  }

  /// Writes the colours that `color` makes of those here and elsewhere.
  @inlinable @inline(__always)
  package func write(
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
@frozen @usableFromInline package struct FarBlock {
  static let size = 2 * PixelBlock.size + LookBlock.size

  @usableFromInline let memory: UnsafeMutablePointer<Float>

  @inlinable var here: PixelBlock { PixelBlock(memory: memory) }
  @inlinable var far: PixelBlock { PixelBlock(memory: memory + 21 * PixelBlock.length) }
  @inlinable var looks: LookBlock { LookBlock(memory: memory + 42 * PixelBlock.length) }
}

/// The colours of one frame that depend on those of other places.
package struct FarRows {
  let effect: any FarTintEffect
  /// What is seen instead where one place is enough.
  let alone: LookupRows?

  /// The colours of `effect`, or what one place shows.
  package init(_ effect: any FarTintEffect, alone: LookupRows? = nil) {
    (self.effect, self.alone) = (effect, alone)
  }
}

extension TransitionFrame {
  /// Whether `drawFar` can draw both pictures: nothing is clear, and there are samples between which places can lie.
  package var seesFar: Bool {
    isOpaque
      && [from, to].allSatisfy {
        PlaneForm($0.y, step: 1).hasPlaces && PlaneForm($0.u, step: 1).hasPlaces
      }
  }

  /// Draws the colours of `rows`; a chroma sample has the mean of the pixels that it covers.
  @_specialize(where S == UInt8)
  @_specialize(where S == UInt16)
  package func drawFar(_ rows: FarRows, black: SampleColor<S>, matrix: ColorMatrix) {
    if let alone = rows.alone { return drawLookup(alone, black: black, matrix: matrix) }
    let effect = rows.effect
    let (seesHere, seesSecond) = (effect.seesHere, effect.seesSecond)
    let scale = RGBScale(matrix, of: S.self)
    let shift = target.chroma.shift
    let size = Point(Float(width), Float(height))
    let block = FarBlock(memory: scratch.memory(.plane, of: Float.self, count: FarBlock.size))
    let (here, looks) = (block.here, block.looks)
    here.upper.alpha.update(repeating: 1, count: PixelBlock.length)
    let first = FarSight(
      effect.isNew.first ? to : from, looks.fromX, looks.fromY, looks.fromPlaces, block.far.from,
      block.far.fromChroma, looks)
    let second = FarSight(
      effect.isNew.second ? to : from, looks.toX, looks.toY, looks.toPlaces, block.far.to,
      block.far.toChroma, looks)
    for line in 0..<target.u.height {
      let pixels = line << shift..<min((line + 1) << shift, height)
      for start in stride(from: 0, to: width, by: PixelBlock.length) {
        let span = start..<min(start + PixelBlock.length, width)
        let count = span.count
        let seen = effect.seen(span, pixels)
        switch seen {
        case .from:
          copy(from, span, pixels, line)
          continue
        case .to:
          copy(to, span, pixels, line)
          continue
        case .neither, .both: break
        }
        if seen == .both, seesHere {
          from.readChroma(span, line, scale, into: here.fromChroma)
          to.readChroma(span, line, scale, into: here.toChroma)
        }
        for y in pixels {
          if y > pixels.lowerBound {
            here.lower.memory.update(from: here.upper.memory, count: 4 * PixelBlock.length)
          }
          if seen == .both, seesHere { read(span, y, here, scale) }
          if seen == .both, shift == 1, y == pixels.lowerBound {
            effect.find(FarRow(line, start >> 1, (count + 1) >> 1, 2, size, block))
            first.readHalfChroma((count + 1) >> 1, scale)
            if seesSecond { second.readHalfChroma((count + 1) >> 1, scale) }
          }
          let row = FarRow(y, start, count, 1, size, block)
          if seen == .both {
            effect.find(row)
            first.read(count, scale, withChroma: shift == 0)
            if seesSecond { second.read(count, scale, withChroma: shift == 0) }
          }
          effect.fill(row)
          drawLuma(here.upper, span, y, scale)
        }
        drawChroma(here.upper, pixels.count > 1 ? here.lower : here.upper, span, line, scale)
      }
    }
  }
}

extension TransitionFrame {
  /// Reads the colours of both pictures in a row, whose chroma is known.
  private func read(_ span: Range<Int>, _ y: Int, _ block: PixelBlock, _ scale: RGBScale) {
    let (a, b, count) = (block.from, block.to, span.count)
    from.read(span, y, block.fromChroma, scale, into: a)
    to.read(span, y, block.toChroma, scale, into: b)
    // Of an odd number, the last pixel is there twice.
    if count % 2 == 1 { (a[count], b[count]) = (a[count - 1], b[count - 1]) }
  }
}

/// What is seen of a picture at the places of a block.
private struct FarSight<S: PictureSample> {
  private let picture: SampleView<S>
  private let x, y: UnsafeMutablePointer<Float>
  private let places: PlaneBlock
  private let tints: PixelBlock.Tints
  private let chroma: PixelBlock.Chroma
  private let values: UnsafeMutablePointer<Int16>
  private let pairs: UnsafeMutablePointer<Float>
  private let form, halfForm: PlaneForm

  init(
    _ picture: SampleView<S>, _ x: UnsafeMutablePointer<Float>,
    _ y: UnsafeMutablePointer<Float>, _ places: PlaneBlock, _ tints: PixelBlock.Tints,
    _ chroma: PixelBlock.Chroma, _ looks: LookBlock
  ) {
    (self.picture, self.x, self.y, self.places) = (picture, x, y, places)
    (self.tints, self.chroma, values, pairs) = (tints, chroma, looks.fromValues, looks.pairs)
    form = PlaneForm(picture.y, step: 1)
    halfForm = PlaneForm(picture.u, step: 2)
  }

  /// What a fine sample counts.
  private var part: Float { 1 / Float(1 << S.fineBits) }

  /// Reads the chroma of pairs of pixels.
  func readHalfChroma(_ count: Int, _ scale: RGBScale) {
    let reading = places.find(x, y, count, halfForm)
    for (plane, numbers) in [(picture.u, chroma.u), (picture.v, chroma.v)] {
      places.read(plane, reading, count, pairs, into: values)
      for x in 0..<count {
        let number = Float(Int32(values[x])) * part - scale.neutral
        numbers[2 &* x] = number
        numbers[2 &* x &+ 1] = number
      }
    }
  }

  /// Reads colours, of which the chroma may be known.
  func read(_ count: Int, _ scale: RGBScale, withChroma: Bool) {
    let reading = places.find(x, y, count, form)
    if withChroma {
      for (plane, numbers) in [(picture.u, chroma.u), (picture.v, chroma.v)] {
        places.read(plane, reading, count, pairs, into: values)
        for x in 0..<count { numbers[x] = Float(Int32(values[x])) * part - scale.neutral }
      }
    }
    places.read(picture.y, reading, count, pairs, into: values)
    let (lumaPart, black) = (part / scale.lumaRange, scale.black / scale.lumaRange)
    let (u, v) = (chroma.u, chroma.v)
    let (red, green, blue) = (tints.red, tints.green, tints.blue)
    for x in 0..<count {
      let gray = Float(Int32(values[x])) * lumaPart - black
      red[x] = gray + scale.redOfV * v[x]
      green[x] = gray - scale.greenOfU * u[x] - scale.greenOfV * v[x]
      blue[x] = gray + scale.blueOfU * u[x]
    }
  }
}
