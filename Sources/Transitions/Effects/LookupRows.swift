// SPDX-License-Identifier: Apache-2.0

import Kernels

/// What is seen in one row of samples: places in samples of the luma plane, weights and shades.
struct LookupRow {
  let fromX, fromY, toX, toY, fromWeight, toWeight, shade: UnsafeMutablePointer<Float>

  /// A row of up to `count` samples in memory for `LookupRow.size` times as many numbers.
  init(_ memory: UnsafeMutablePointer<Float>, _ count: Int) {
    fromX = memory
    fromY = memory + count
    toX = memory + 2 * count
    toY = memory + 3 * count
    fromWeight = memory + 4 * count
    toWeight = memory + 5 * count
    shade = memory + 6 * count
  }

  static let size = 7
}

/// The places that one frame shows, row by row.
struct LookupRows {
  /// Writes the looks of `count` samples of row `y`, each of `step` pixels across and down.
  let fill: (_ y: Int, _ count: Int, _ step: Int, _ row: LookupRow) -> Void
  /// The colour of the ground; nil for black.
  let ground: Light?

  init<E: LookupEffect>(_ effect: E, _ frame: EffectFrame) {
    let (width, height) = (Float(frame.width), Float(frame.height))
    let (across, down) = (1 / width, 1 / height)
    ground = effect.ground
    fill = { y, count, step, row in
      // Samples of 4:2:0 lie at the left one of two pixels, and between two rows.
      let size = Float(step)
      let v = 1 - (Float(y) + 0.5) * size * down
      for x in 0..<count {
        let look = effect.look(Point((Float(x) * size + 0.5) * across, v))
        row.fromX[x] = look.from.x * width
        row.fromY[x] = (1 - look.from.y) * height
        row.toX[x] = look.to.x * width
        row.toY[x] = (1 - look.to.y) * height
        row.fromWeight[x] = look.fromWeight
        row.toWeight[x] = look.toWeight
        row.shade[x] = look.shade
      }
    }
  }
}

extension TransitionFrame {
  /// Draws both pictures at the places that `rows` says.
  func drawLookup(_ rows: LookupRows, black: SampleColor<S>, matrix: ColorMatrix) {
    let scale = RGBScale(matrix, of: S.self)
    let ground =
      rows.ground.map { scale.samples($0) }
      ?? Light(
        Float(black.y), Float(black.u), Float(black.v), Float(black.a) / Float(S.full))
    let memory = scratch.memory(.plane, of: Float.self, count: LookupRow.size * width)
    let row = LookupRow(memory, width)
    for y in 0..<height {
      rows.fill(y, width, 1, row)
      let planes = Looked(from: from.y, to: to.y, fromAlpha: from.a, toAlpha: to.a)
      planes.draw(row, into: target.y.row(y), width, 1, ground.x, ground.w, black: scale.black)
      if let alpha = target.a {
        let alphas = LookedAlpha(from: from.a, to: to.a, width: width, height: height)
        alphas.draw(row, into: alpha.row(y), width, ground.w)
      }
      if target.chroma == .full { drawChroma(row, y, ground, from.a, to.a, scale) }
    }
    guard target.chroma == .half else { return }
    let alphas = (halved(from.a, .cover), halved(to.a, .edge))
    for y in 0..<target.u.height {
      rows.fill(y, target.u.width, 2, row)
      drawChroma(row, y, ground, alphas.0, alphas.1, scale)
    }
  }

  private func drawChroma(
    _ row: LookupRow, _ y: Int, _ ground: Light, _ fromAlpha: SamplePlane<S>?,
    _ toAlpha: SamplePlane<S>?, _ scale: RGBScale
  ) {
    let (count, step) = (target.u.width, 1 << target.chroma.shift)
    let u = Looked(from: from.u, to: to.u, fromAlpha: fromAlpha, toAlpha: toAlpha)
    u.draw(row, into: target.u.row(y), count, step, ground.y, ground.w, black: scale.neutral)
    let v = Looked(from: from.v, to: to.v, fromAlpha: fromAlpha, toAlpha: toAlpha)
    v.draw(row, into: target.v.row(y), count, step, ground.z, ground.w, black: scale.neutral)
  }

  /// The alpha of chroma samples of 4:2:0.
  private func halved(_ alpha: SamplePlane<S>?, _ slot: Scratch.Slot) -> SamplePlane<S>? {
    guard let alpha else { return nil }
    let (count, rows) = (target.u.width, target.u.height)
    let memory = scratch.memory(slot, of: S.self, count: count * rows)
    for y in 0..<rows {
      let row = memory + y * count
      _ = chromaAlpha(alpha, .half, row: y, in: row)
    }
    return SamplePlane(base: memory, stride: count, width: count, height: rows)
  }
}

/// A plane of both pictures, with the alpha of its samples.
private struct Looked<S: PictureSample> {
  var from, to: SamplePlane<S>
  var fromAlpha, toAlpha: SamplePlane<S>?

  /// Draws a row of samples of `step` pixels.
  @_specialize(where S == UInt8)
  @_specialize(where S == UInt16)
  func draw(
    _ row: LookupRow, into target: UnsafeMutablePointer<S>, _ count: Int, _ step: Int,
    _ ground: Float, _ groundAlpha: Float, black: Float
  ) {
    let part = 1 / Float(step)
    let left: Float = step == 2 ? 0.25 : 0
    guard fromAlpha != nil || toAlpha != nil || groundAlpha < 1 else {
      for x in 0..<count {
        let (a, b) = (row.fromWeight[x], row.toWeight[x])
        var sum = ground
        if a != 0 {
          sum += a * (from.sample(row.fromX[x] * part + left, row.fromY[x] * part) - ground)
        }
        if b != 0 { sum += b * (to.sample(row.toX[x] * part + left, row.toY[x] * part) - ground) }
        target[x] = S(rounding: black + (sum - black) * row.shade[x])
      }
      return
    }
    for x in 0..<count {
      let (a, b) = (row.fromWeight[x], row.toWeight[x])
      var cover = (1 - a - b) * groundAlpha
      var sum = cover * ground
      if a != 0 {
        let seen = from.seen(fromAlpha, row.fromX[x] * part + left, row.fromY[x] * part)
        sum += a * seen.sum
        cover += a * seen.cover
      }
      if b != 0 {
        let seen = to.seen(toAlpha, row.toX[x] * part + left, row.toY[x] * part)
        sum += b * seen.sum
        cover += b * seen.cover
      }
      let value = cover > 1e-6 ? sum / cover : black
      target[x] = S(rounding: black + (value - black) * row.shade[x])
    }
  }
}

/// The alpha planes of both pictures; nil for an opaque one.
private struct LookedAlpha<S: PictureSample> {
  var from, to: SamplePlane<S>?
  var width, height: Int

  func draw(
    _ row: LookupRow, into target: UnsafeMutablePointer<S>, _ count: Int, _ groundAlpha: Float
  ) {
    let full = Float(S.full)
    for x in 0..<count {
      let (a, b) = (row.fromWeight[x], row.toWeight[x])
      var cover = (1 - a - b) * groundAlpha * full
      if a != 0 { cover += a * (from?.sample(row.fromX[x], row.fromY[x]) ?? full) }
      if b != 0 { cover += b * (to?.sample(row.toX[x], row.toY[x]) ?? full) }
      target[x] = S(rounding: cover)
    }
  }
}

extension PictureSample {
  /// The sample nearest to `number`.
  @inline(__always)
  init(rounding number: Float) {
    let full = Float(Int32(truncatingIfNeeded: Self.full))
    self.init(truncatingIfNeeded: (clamped(number, full) + 8_388_608).bitPattern)
  }
}

extension SamplePlane {
  /// Between the four samples around (`x`, `y`); the first sample lies at (1/2, 1/2), beyond the edges they go on.
  @inline(__always)
  func sample(_ x: Float, _ y: Float) -> Float {
    let (left, top) = (
      clamped(x - 0.5, Float(width &- 1)), clamped(y - 0.5, Float(height &- 1))
    )
    let (near, row) = (whole(left), whole(top))
    // On a sample itself, where pictures are as they were.
    if (left - near.number).magnitude < 0.001, (top - row.number).magnitude < 0.001 {
      return Float(Int32(truncatingIfNeeded: base[row.index &* stride &+ near.index]))
    }
    // Half a sample to the left, so that the nearest is the one before; not below 0.
    let (column, line) = (whole(max(left - 0.5, 0)), whole(max(top - 0.5, 0)))
    let (h, v) = (left - column.number, top - line.number)
    let start = base + (line.index &* stride &+ column.index)
    let next = column.index &+ 1 < width ? 1 : 0
    let below = line.index &+ 1 < height ? stride : 0
    let a = Float(Int32(truncatingIfNeeded: start[0]))
    let b = Float(Int32(truncatingIfNeeded: start[next]))
    let c = Float(Int32(truncatingIfNeeded: start[below]))
    let d = Float(Int32(truncatingIfNeeded: start[below &+ next]))
    let (upper, lower) = (a + (b - a) * h, c + (d - c) * h)
    return upper + (lower - upper) * v
  }

  /// The same with each sample weighted by what covers it, 0…1: the sum of both products, and that of the covers.
  @inline(__always)
  func seen(_ alpha: SamplePlane?, _ x: Float, _ y: Float) -> (sum: Float, cover: Float) {
    guard let alpha else { return (sample(x, y), 1) }
    let (left, top) = (clamped(x - 0.5, Float(width - 1)), clamped(y - 0.5, Float(height - 1)))
    let (column, line) = (Int(Int32(left)), Int(Int32(top)))
    let (h, v) = (left - Float(column), top - Float(line))
    var (sum, cover): (Float, Float) = (0, 0)
    let (right, bottom) = (min(column + 1, width - 1), min(line + 1, height - 1))
    func add(_ column: Int, _ line: Int, _ weight: Float) {
      let seen = weight * Float(Int32(truncatingIfNeeded: alpha.row(line)[column]))
      sum += seen * Float(Int32(truncatingIfNeeded: row(line)[column]))
      cover += seen
    }
    add(column, line, (1 - h) * (1 - v))
    add(right, line, h * (1 - v))
    add(column, bottom, (1 - h) * v)
    add(right, bottom, h * v)
    let part = 1 / Float(Sample.full)
    return (sum * part, cover * part)
  }
}
