// SPDX-License-Identifier: Apache-2.0

/// Sets `target`, of the form of `source`, to its colours after `map`; alpha stays.
///
/// Each pixel is changed with the chroma sample that it lies in, and a chroma sample becomes that of the mean of its
/// pixels.
@_specialize(where Sample == UInt8)
@_specialize(where Sample == UInt16)
public func adjust<Sample>(
  _ source: SampleView<Sample>, by map: ColorMap<Sample>, into target: SampleView<Sample>,
  scratch: Scratch
) {
  recolour(source, by: map, into: target, scratch: scratch) { $0.add($1, into: $2, $3) }
}

/// Sets `target`, of the form of `source`, to other colours; alpha stays.
///
/// - Parameter change: Changes a row of luma: from one row into another, so many pixels.
@inline(__always)
func recolour<Sample>(
  _ source: SampleView<Sample>, by map: ColorMap<Sample>, into target: SampleView<Sample>,
  scratch: Scratch,
  _ change: (RecolouredRows<Sample>, Row<Sample>, Row<Sample>, Int) -> Void
) {
  precondition(target.hasForm(of: source), "pictures of different forms")
  precondition((source.a == nil) == (target.a == nil), "alpha stays")
  if let from = source.a, let to = target.a { to.copy(from: from) }
  let shift = source.chroma.shift
  let columns = source.u.width
  let width = columns << shift
  let memory = scratch.memory(.plane, of: Float.self, count: 6 * width)
  let recoloured = RecolouredRows(
    map: map, offsets: (memory, memory + width, memory + 2 * width),
    sums: (memory + 3 * width, memory + 4 * width, memory + 5 * width), width: width)
  for row in 0..<source.u.height {
    recoloured.begin(source.u.row(row), source.v.row(row), columns, shift)
    let rows = row << shift..<min((row + 1) << shift, source.height)
    for y in rows { change(recoloured, source.y.row(y), target.y.row(y), source.width) }
    recoloured.end(
      target.u.row(row), target.v.row(row), columns, shift, rows: rows.count,
      width: source.width)
  }
}

/// The rows of pixels that one row of chroma belongs to.
struct RecolouredRows<S: PictureSample> {
  typealias Floats = UnsafeMutablePointer<Float>

  let map: ColorMap<S>
  /// The addends of chroma to red, green and blue, for each pixel of a row.
  let offsets: (r: Floats, g: Floats, b: Floats)
  /// The sums of new red, green and blue in each column.
  let sums: (r: Floats, g: Floats, b: Floats)
  let width: Int

  /// Reads a row of chroma.
  func begin(_ u: Row<S>, _ v: Row<S>, _ columns: Int, _ shift: Int) {
    for sum in [sums.r, sums.g, sums.b] { sum.update(repeating: 0, count: width) }
    for (row, to) in zip(map.toPrimaries, [offsets.r, offsets.g, offsets.b]) {
      let (ofU, ofV, constant) = (row[1], row[2], row[3])
      // The values of all chroma samples, spread from the last one on.
      for x in 0..<columns {
        to[x] =
          Float(Int32(truncatingIfNeeded: u[x])) * ofU
          + Float(Int32(truncatingIfNeeded: v[x])) * ofV + constant
      }
      guard shift == 1 else { continue }
      for x in (0..<columns).reversed() {
        let value = to[x]
        to[2 &* x] = value
        to[2 &* x &+ 1] = value
      }
    }
  }

  /// Changes a row of luma as the map has it.
  func add(_ from: Row<S>, into to: Row<S>, _ count: Int) {
    let (ofR, ofG, ofB) = (map.toPrimaries[0][0], map.toPrimaries[1][0], map.toPrimaries[2][0])
    let luma = map.toSamples[0]
    let (lr, lg, lb, black) = (luma[0], luma[1], luma[2], luma[3])
    let (offsetsR, offsetsG, offsetsB) = offsets
    let (sumsR, sumsG, sumsB) = sums
    for x in 0..<count {
      let y = Float(Int32(truncatingIfNeeded: from[x]))
      let r = unit(y * ofR + offsetsR[x])
      let g = unit(y * ofG + offsetsG[x])
      let b = unit(y * ofB + offsetsB[x])
      sumsR[x] += r
      sumsG[x] += g
      sumsB[x] += b
      to[x] = S(truncatingIfNeeded: nearest(r * lr + g * lg + b * lb + black))
    }
  }

  /// Changes a row of luma: red, green and blue are what `change` makes of them, to the share of `strength`.
  @inline(__always)
  func add(
    _ from: Row<S>, into to: Row<S>, _ count: Int, strength: Float,
    _ change: (Float, Float, Float) -> SIMD4<Float>
  ) {
    let (ofR, ofG, ofB) = (map.toPrimaries[0][0], map.toPrimaries[1][0], map.toPrimaries[2][0])
    let luma = map.toSamples[0]
    let (lr, lg, lb, black) = (luma[0], luma[1], luma[2], luma[3])
    for x in 0..<count {
      let y = Float(Int32(truncatingIfNeeded: from[x]))
      let (red, green, blue) = (
        y * ofR + offsets.r[x], y * ofG + offsets.g[x], y * ofB + offsets.b[x]
      )
      let changed = change(red, green, blue)
      let r = mixed(unit(red), unit(changed.x), strength)
      let g = mixed(unit(green), unit(changed.y), strength)
      let b = mixed(unit(blue), unit(changed.z), strength)
      sums.r[x] += r
      sums.g[x] += g
      sums.b[x] += b
      to[x] = S(truncatingIfNeeded: nearest(r * lr + g * lg + b * lb + black))
    }
  }

  /// Writes a row of chroma.
  func end(
    _ u: Row<S>, _ v: Row<S>, _ columns: Int, _ shift: Int, rows: Int, width: Int
  ) {
    let (blue, red) = (map.toSamples[1], map.toSamples[2])
    let whole = shift == 0 ? columns : width / 2
    let scale = 1 / Float(rows << shift)
    write(u, blue, whole, shift, scale)
    write(v, red, whole, shift, scale)
    guard whole < columns else { return }
    // At an odd edge there is one column of pixels.
    let last = width - 1
    let (r, g, b) = (sums.r[last], sums.g[last], sums.b[last])
    for (to, row) in [(u, blue), (v, red)] {
      to[columns - 1] = value(r, g, b, row, 1 / Float(rows))
    }
  }

  private func write(
    _ to: Row<S>, _ row: SIMD4<Float>, _ count: Int, _ shift: Int, _ scale: Float
  ) {
    let (r, g, b) = sums
    if shift == 0 {
      for x in 0..<count { to[x] = value(r[x], g[x], b[x], row, scale) }
    } else {
      for x in 0..<count {
        let (i, j) = (2 &* x, 2 &* x &+ 1)
        to[x] = value(r[i] + r[j], g[i] + g[j], b[i] + b[j], row, scale)
      }
    }
  }

  @inline(__always)
  private func value(
    _ r: Float, _ g: Float, _ b: Float, _ row: SIMD4<Float>, _ scale: Float
  ) -> S {
    let sum = (r * row[0] + g * row[1] + b * row[2]) * scale + row[3]
    return S(truncatingIfNeeded: min(nearest(max(sum, 0)), Int32(truncatingIfNeeded: S.full)))
  }
}

/// `value` from 0 to 1.
@inline(__always)
func unit(_ value: Float) -> Float { max(0, min(value, 1)) }

/// `share` of the way from `a` to `b`; 1 gives `b` itself.
@inline(__always)
private func mixed(_ a: Float, _ b: Float, _ share: Float) -> Float { a * (1 - share) + b * share }

/// The whole number nearest to `value`, which is from 0 to below 2^22: adding 2^23 leaves it in the low bits.
@inline(__always)
func nearest(_ value: Float) -> Int32 {
  Int32(bitPattern: (value + 8_388_608).bitPattern) & 0x7F_FFFF
}
