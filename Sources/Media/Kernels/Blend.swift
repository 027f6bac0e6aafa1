// SPDX-License-Identifier: Apache-2.0

public import Base

/// Composites `source` over `target` with its top-left corner at (`x`, `y`), multiplied by `opacity`, in a blend mode.
///
/// That is CSS's formula: where both are seen, the source has the colour B(Cb, Cs) of the mode, computed from red,
/// green and blue, which are cut to 0…1 for that; where the target is clear, its own. In 4:2:0 a chroma sample counts
/// for each of its four pixels, and the new one is the mean of theirs by their alpha, so that what has no effect leaves
/// all samples as they were. Both coordinates must be even there, so that the chroma samples of both coincide.
@_specialize(where Sample == UInt8)
@_specialize(where Sample == UInt16)
public func blend<Sample>(
  _ source: SampleView<Sample>, on target: SampleView<Sample>, x: Int, y: Int, mode: BlendMode,
  opacity: Weight, matrix: ColorMatrix, scratch: Scratch
) {
  precondition(source.chroma == target.chroma, "pictures of different chroma formats")
  let limit = 1 << 30
  guard abs(x) < limit, abs(y) < limit, opacity > 0 else { return }
  let shown = PixelRect(
    x: -x, y: -y, width: target.width, height: target.height)
  guard let (above, left, top) = source.part(in: shown) else { return }
  // Pixels at an odd edge of the source share their chroma with one that it does not cover.
  let covered = PixelRect(x: left + x, y: top + y, width: above.width, height: above.height)
  let drawn = target.chroma == .half ? covered.even : covered
  guard let (below, _, _) = target.part(in: drawn) else { return }

  let height = 16
  let strip = scratch.picture(
    Scratch.firstBlend, of: Sample.self, width: above.width, height: height,
    hasAlpha: mode == .add, chroma: source.chroma)
  let chunk = BlendChunk<Sample>(
    mode: mode, scale: RGBScale(matrix, of: Sample.self), opacity: Float(opacity) / 65535,
    scratch)
  for row in stride(from: 0, to: above.height, by: height) {
    let rect = PixelRect(x: 0, y: row, width: below.width, height: height)
    guard let s = above.part(in: rect)?.view, let t = below.part(in: rect)?.view,
      let mixed = strip.part(in: PixelRect(x: 0, y: 0, width: s.width, height: s.height))?.view
    else { break }
    chunk.mix(s, over: t, into: mixed)
    let result = SampleView(
      y: mixed.y, u: mixed.u, v: mixed.v, a: mode == .add ? mixed.a : s.a, chroma: mixed.chroma)
    over(result, on: t, x: 0, y: 0, opacity: mode == .add ? .whole : opacity)
  }
}

private typealias Floats = UnsafeMutablePointer<Float>

/// Colours that, laid over a target, give the blend of a source and the target.
private struct BlendChunk<S: PictureSample> {
  let mode: BlendMode
  let scale: RGBScale
  let opacity: Float
  /// The colours of both; see `BlendRows`.
  let colors: Floats
  /// Chroma of the result for each pixel, two rows each of U and V, and the alpha of both rows.
  let u, v, alpha: Floats
  /// Chroma samples of both for each pixel: U and V of the source, then of the target.
  let wide: Row<S>
  private static var length: Int { BlendRows.length }

  init(mode: BlendMode, scale: RGBScale, opacity: Float, _ scratch: Scratch) {
    (self.mode, self.scale, self.opacity) = (mode, scale, opacity)
    let n = Self.length
    colors = scratch.memory(.blend, of: Float.self, count: 12 * n)
    u = colors + 6 * n
    v = colors + 8 * n
    alpha = colors + 10 * n
    wide = scratch.memory(.blendChroma, of: S.self, count: 4 * n)
  }

  /// Sets `result`, which has the size of `source`, to the colours that laid over `target` give the blend; in a sum, with
  /// their alpha.
  func mix(_ source: SampleView<S>, over target: SampleView<S>, into result: SampleView<S>) {
    let chroma = source.chroma
    let rows = 1 << chroma.shift
    for top in stride(from: 0, to: source.height, by: rows) {
      for left in stride(from: 0, to: source.width, by: Self.length) {
        let count = min(Self.length, source.width - left)
        for row in 0..<rows where top + row < source.height {
          mixRow(source, target, result, x: left, y: top + row, into: row, count)
        }
        guard chroma == .half else { continue }
        let isSingle = top + 1 == source.height
        storeChroma(
          result, x: left / 2, y: top / 2, count, isSingle: isSingle,
          isWeighted: source.a != nil || mode == .add)
      }
    }
  }

  /// One row of pixels: luma, and chroma where there is one for each pixel; else that is left in `row` of `u` and `v`.
  private func mixRow(
    _ source: SampleView<S>, _ target: SampleView<S>, _ result: SampleView<S>, x: Int, y: Int,
    into row: Int, _ count: Int
  ) {
    let n = Self.length
    let (su, sv) = (
      chromaRow(source.u, source.chroma, x, y, wide, count),
      chromaRow(source.v, source.chroma, x, y, wide + n, count)
    )
    let (tu, tv) = (
      chromaRow(target.u, target.chroma, x, y, wide + 2 * n, count),
      chromaRow(target.v, target.chroma, x, y, wide + 3 * n, count)
    )
    let (sy, ty) = (source.y.row(y) + x, target.y.row(y) + x)
    decode(sy, su, sv, into: colors, count)
    decode(ty, tu, tv, into: colors + 3 * n, count)
    let (u, v, alpha) = (self.u + row * n, self.v + row * n, self.alpha + row * n)
    let sourceAlpha = source.a.map { $0.row(y) + x }
    let targetAlpha = target.a.map { $0.row(y) + x }
    if let sourceAlpha { weigh(sourceAlpha, into: alpha, count) }
    let to = result.y.row(y) + x
    if mode == .add {
      if sourceAlpha == nil { alpha.update(repeating: 1, count: count) }
      add(alpha, targetAlpha, count)
      encode(to, u, v, count)
      if let own = result.a {
        let own = own.row(y) + x
        for x in 0..<count { own[x] = S(nearest: alpha[x] * S.full.number) }
      }
    } else {
      BlendRows(base: colors, count: count).apply(mode)
      encode(to, u, v, count)
      if let targetAlpha { seen(targetAlpha, sy, su, sv, to, u, v, count) }
    }
    guard source.chroma == .full else { return }
    let (toU, toV) = (result.u.row(y) + x, result.v.row(y) + x)
    for x in 0..<count { toU[x] = S(nearest: u[x]) }
    for x in 0..<count { toV[x] = S(nearest: v[x]) }
  }

  /// The chroma of `count` pixels from `x` on in row `y`: the samples themselves, or each twice in `memory`.
  private func chromaRow(
    _ plane: SamplePlane<S>, _ chroma: ChromaFormat, _ x: Int, _ y: Int, _ memory: Row<S>,
    _ count: Int
  ) -> Row<S> {
    let row = plane.row(y >> chroma.shift) + (x >> chroma.shift)
    guard chroma == .half else { return row }
    let pairs = UnsafeMutableRawPointer(memory)
    let size = MemoryLayout<S.Product>.size
    for x in 0..<(count &+ 1) / 2 {
      let sample = row[x].wide
      pairs.storeBytes(
        of: sample | sample &<< S.Product(truncatingIfNeeded: S.bitWidth),
        toByteOffset: size &* x, as: S.Product.self)
    }
    return memory
  }

  /// Red, green and blue of a row, cut to 0…1.
  private func decode(_ y: Row<S>, _ u: Row<S>, _ v: Row<S>, into rgb: Floats, _ count: Int) {
    let n = Self.length
    let (black, neutral, range) = (scale.black, scale.neutral, scale.lumaRange)
    let (redOfV, greenOfU, greenOfV) = (scale.redOfV, scale.greenOfU, scale.greenOfV)
    let blueOfU = scale.blueOfU
    for x in 0..<count {
      // Divided, so that white is exactly 1.
      let luma = (y[x].number - black) / range
      let (cb, cr) = (u[x].number - neutral, v[x].number - neutral)
      rgb[x] = max(0, min(luma + cr * redOfV, 1))
      rgb[x &+ n] = max(0, min(luma - cb * greenOfU - cr * greenOfV, 1))
      rgb[x &+ 2 &* n] = max(0, min(luma + cb * blueOfU, 1))
    }
  }

  /// Luma of the colours, rounded, and chroma, in steps of samples.
  private func encode(_ y: Row<S>, _ u: Floats, _ v: Floats, _ count: Int) {
    let n = Self.length
    let (black, neutral, range) = (scale.black, scale.neutral, scale.lumaRange)
    let (red, green, blue) = (scale.red, scale.green, scale.blue)
    let (chromaOfBlue, chromaOfRed) = (scale.chromaOfBlue, scale.chromaOfRed)
    let rgb = colors
    for x in 0..<count {
      let (r, g, b) = (rgb[x], rgb[x &+ n], rgb[x &+ 2 &* n])
      let luma = red * r + green * g + blue * b
      rgb[x] = luma * range + black
      rgb[x &+ n] = (b - luma) * chromaOfBlue + neutral
      rgb[x &+ 2 &* n] = (r - luma) * chromaOfRed + neutral
    }
    for x in 0..<count { y[x] = S(nearest: rgb[x]) }
    u.update(from: rgb + n, count: count)
    v.update(from: rgb + 2 * n, count: count)
  }

  /// The source's own colour as far as the target is clear.
  private func seen(
    _ target: Row<S>, _ sy: Row<S>, _ su: Row<S>, _ sv: Row<S>, _ y: Row<S>, _ u: Floats,
    _ v: Floats, _ count: Int
  ) {
    let full = S.full.number
    let luma = colors
    for x in 0..<count {
      let (own, part) = (sy[x].number, target[x].number / full)
      y[x] = S(nearest: own + (luma[x] - own) * part)
    }
    for x in 0..<count {
      let (own, part) = (su[x].number, target[x].number / full)
      u[x] = own + (u[x] - own) * part
    }
    for x in 0..<count {
      let (own, part) = (sv[x].number, target[x].number / full)
      v[x] = own + (v[x] - own) * part
    }
  }

  private func weigh(_ row: Row<S>, into alpha: Floats, _ count: Int) {
    let full = S.full.number
    for x in 0..<count { alpha[x] = row[x].number / full }
  }

  /// The sum of both, each times its alpha: replaces the layer's colours, and its alpha by that which gives the sum's when
  /// it is laid over the target's.
  private func add(_ alpha: Floats, _ target: Row<S>?, _ count: Int) {
    let (opacity, full) = (opacity, S.full.number)
    guard let target else {
      for channel in 0..<3 {
        let row = colors + channel * Self.length
        for x in 0..<count {
          row[x] = min(1, row[x] * (alpha[x] * opacity) + row[x &+ 3 &* Self.length])
        }
      }
      for x in 0..<count { alpha[x] = alpha[x] > 0 ? 1 : 0 }
      return
    }
    for channel in 0..<3 {
      let row = colors + channel * Self.length
      for x in 0..<count {
        let (over, under) = (alpha[x] * opacity, target[x].number / full)
        let (s, b) = (row[x] * over, row[x &+ 3 &* Self.length] * under)
        let part = share(over, beside: under)
        // The sum's own colour, less what is seen of the target through an alpha that is rounded.
        let seen = (s + b) / max(over + under, 1 / 65536) * (under + part - under * part)
        let upper = (seen - (1 - part) * b) / max(part, 1 / 65536)
        row[x] = part < 1 ? max(0, min(upper, 1)) : min(1, s + b)
      }
    }
    for x in 0..<count {
      alpha[x] = share(alpha[x] * opacity, beside: target[x].number / full)
    }
  }

  /// The alpha, as a sample has it, that laid over `under` gives the sum of `over` and `under`, at most 1.
  @inline(__always)
  private func share(_ over: Float, beside under: Float) -> Float {
    let free = 1 - under
    let part = over < free ? over / max(free, 1 / 65536) : over > 0 ? 1 : 0
    return S(nearest: part * S.full.number).number / S.full.number
  }

  /// One row of 4:2:0 chroma: the means of two rows and columns, by alpha where that `isWeighted`.
  private func storeChroma(
    _ result: SampleView<S>, x: Int, y: Int, _ count: Int, isSingle: Bool, isWeighted: Bool
  ) {
    let n = Self.length
    if count % 2 == 1 {
      // Beyond an odd edge there is nothing to average: the last column counts twice.
      for row in [u, v, alpha] {
        row[count] = row[count - 1]
        row[count + n] = row[count + n - 1]
      }
    }
    let lower = isSingle ? 0 : n
    for (from, plane) in [(u, result.u), (v, result.v)] {
      let to = plane.row(y) + x
      for i in 0..<(count + 1) / 2 {
        let (a, b) = (2 &* i, 2 &* i &+ 1)
        let (c, d) = (a &+ lower, b &+ lower)
        guard isWeighted else {
          to[i] = S(nearest: (from[a] + from[b] + (from[c] + from[d])) * 0.25)
          continue
        }
        let sum = alpha[a] + alpha[b] + (alpha[c] + alpha[d])
        let mean =
          from[a] * alpha[a] + from[b] * alpha[b] + (from[c] * alpha[c] + from[d] * alpha[d])
        to[i] = S(nearest: mean / max(sum, 1 / 65536))
      }
    }
  }
}
