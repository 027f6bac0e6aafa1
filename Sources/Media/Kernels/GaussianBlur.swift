// SPDX-License-Identifier: Apache-2.0

import Base

/// The area of a picture that stays as opaque as it is where its colours are spread.
public enum SpreadCover<Sample: PictureSample> {
  /// Nothing: alpha is spread, too, so that edges fade.
  case nothing
  /// All of it, so that it covers what it covered.
  case everything
  /// The area that this plane of the picture's size covers: there alpha is spread as if it went on
  /// beyond the edges of that. Other visible areas fade.
  case plane(SamplePlane<Sample>)

  /// The same for the part of the picture inside `rect`.
  func part(in rect: PixelRect) -> SpreadCover {
    guard case .plane(let plane) = self else { return self }
    let (left, top) = (max(0, rect.x), max(0, rect.y))
    return .plane(
      SamplePlane(
        base: plane.base + top * plane.stride + left, stride: plane.stride,
        width: min(plane.width, rect.x + rect.width) - left,
        height: min(plane.height, rect.y + rect.height) - top))
  }
}

/// Blurs `source` into `target` with a Gaussian of the standard deviation `deviation`, in pixels; everything
/// outside the picture is transparent.
///
/// Colours are weighted by alpha, as in the W3C's Filter Effects draft, so that no pixel is mixed with what is not there:
/// near an edge they are means of what lies on its side. `cover` says what stays as opaque as it is, as far as `softness`, from 0
/// to 1, does not let it fade. `target` has the form of `source`, and alpha, unless both are opaque and stay so. A wide Gaussian is applied to a downscaled picture, which is then enlarged; its deviation is chosen
/// so that the three steps together have `deviation`. What is slow has fewer values than pixels: in 8 bits it is dithered
/// as gradients are.
@_specialize(where Sample == UInt8)
@_specialize(where Sample == UInt16)
public func blur<Sample>(
  _ source: SampleView<Sample>, deviation: Double, cover: SpreadCover<Sample> = .nothing,
  softness: Double = 0, into target: SampleView<Sample>, scratch: Scratch
) {
  precondition(target.hasForm(of: source), "pictures of different forms")
  guard let own = source.a else {
    blurAll(
      source, deviation: deviation, cover: cover, softness: softness, into: target,
      scratch: scratch)
    return
  }
  // Everything is transparent a few deviations outside the visible area.
  fill(target, with: .clear)
  guard let seen = extent(of: own) else { return }
  let reached = seen.grown(by: Int((4 * deviation).rounded(.up)) + 4).even
  guard let (from, _, _) = source.part(in: reached), let (to, _, _) = target.part(in: reached)
  else {
    return
  }
  blurAll(
    from, deviation: deviation, cover: cover.part(in: reached), softness: softness, into: to,
    scratch: scratch)
}

/// The bounding rectangle of visible pixels; nil if there are none.
private func extent<S: PictureSample>(of alpha: SamplePlane<S>) -> PixelRect? {
  var rows = alpha.height..<alpha.height
  var columns = alpha.width..<alpha.width
  for y in 0..<alpha.height {
    let row = alpha.row(y)
    var any: S = 0
    for x in 0..<alpha.width { any |= row[x] }
    guard any != 0 else { continue }
    rows = min(rows.lowerBound, y)..<y + 1
    var (first, last) = (0, alpha.width)
    while row[first] == 0 { first += 1 }
    while row[last - 1] == 0 { last -= 1 }
    columns =
      columns.isEmpty
      ? first..<last : min(columns.lowerBound, first)..<max(columns.upperBound, last)
  }
  guard !rows.isEmpty else { return nil }
  return PixelRect(
    x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
}

private func blurAll<Sample: PictureSample>(
  _ source: SampleView<Sample>, deviation: Double, cover kept: SpreadCover<Sample>,
  softness: Double,
  into target: SampleView<Sample>, scratch: Scratch
) {
  let (width, height) = (source.width, source.height)
  let chroma = (width: source.u.width, height: source.u.height)
  let luma = Gaussian(width, height, deviation: deviation)
  let half = Gaussian(
    chroma.width, chroma.height, deviation: deviation / Double(1 << source.chroma.shift))
  let floats = scratch.memory(
    .blur, of: Float.self, count: 3 * width * height + max(luma.memory, half.memory))
  let (cover, values, other) = (floats, floats + width * height, floats + 2 * width * height)
  let own = other + width * height
  let full = Float(Sample.full)

  load(source.a, full, into: cover, width: width, height: height)
  weigh(source.y, by: cover, into: values)
  luma.apply(values, memory: own)
  luma.apply(cover, memory: own)
  store(values, over: cover, into: target.y)
  if let alpha = target.a {
    let rest = 1 - Float(softness)
    switch kept {
    case .nothing: break
    case .everything:
      load(source.a, full, into: values, width: width, height: height)
      for index in 0..<width * height { cover[index] += (values[index] - cover[index]) * rest }
    case .plane(let plane):
      // What is visible of what is covered, and how much is covered around it.
      load(plane, full, into: other, width: width, height: height)
      load(source.a, full, into: values, width: width, height: height)
      for index in 0..<width * height { values[index] = min(values[index], other[index]) }
      luma.apply(values, memory: own)
      luma.apply(other, memory: own)
      for y in 0..<height {
        let covered = plane.row(y)
        for x in 0..<width {
          let index = y * width + x
          let near = min(max(values[index], 0) / max(other[index], 1e-6), 1)
          let whole = Float(Int32(truncatingIfNeeded: covered[x])) / full * near
          let beside = min(max(cover[index] - values[index], 0), 1)
          let both = whole + beside - whole * beside
          cover[index] += (both - cover[index]) * rest
        }
      }
    }
    for y in 0..<height {
      let (to, from) = (alpha.row(y), cover + y * width)
      Sample.withThresholds(y) { thresholds in
        for x in 0..<width {
          let value = min(max(from[x], 0), 1) * full + thresholds[x & 7]
          to[x] = Sample(truncatingIfNeeded: min(Int32(value), Int32(Sample.full)))
        }
      }
    }
  }

  let samples = scratch.memory(.plane, of: Sample.self, count: chroma.width * chroma.height)
  let chromaCover = source.a.map { chromaAlpha($0, source.chroma, in: samples) }
  for (from, to) in [(source.u, target.u), (source.v, target.v)] {
    load(chromaCover, full, into: cover, width: chroma.width, height: chroma.height)
    weigh(from, by: cover, into: values)
    half.apply(values, memory: own)
    half.apply(cover, memory: own)
    store(values, over: cover, into: to)
  }
}

/// Alpha from 0 to 1; 1 everywhere for an opaque picture.
private func load<S: PictureSample>(
  _ alpha: SamplePlane<S>?, _ full: Float, into target: UnsafeMutablePointer<Float>, width: Int,
  height: Int
) {
  guard let alpha else {
    target.update(repeating: 1, count: width * height)
    return
  }
  for y in 0..<height {
    let (from, to) = (alpha.row(y), target + y * width)
    for x in 0..<width { to[x] = Float(Int32(truncatingIfNeeded: from[x])) / full }
  }
}

/// Multiplies samples by their weights.
private func weigh<S: PictureSample>(
  _ plane: SamplePlane<S>, by weights: UnsafeMutablePointer<Float>,
  into target: UnsafeMutablePointer<Float>
) {
  for y in 0..<plane.height {
    let (from, start) = (plane.row(y), y * plane.width)
    let (weights, to) = (weights + start, target + start)
    for x in 0..<plane.width { to[x] = Float(Int32(truncatingIfNeeded: from[x])) * weights[x] }
  }
}

/// Divides weighted sums by the sums of their weights.
private func store<S: PictureSample>(
  _ values: UnsafeMutablePointer<Float>, over weights: UnsafeMutablePointer<Float>,
  into plane: SamplePlane<S>
) {
  let most = Float(S.full)
  for y in 0..<plane.height {
    let (to, start) = (plane.row(y), y * plane.width)
    let (values, weights) = (values + start, weights + start)
    S.withThresholds(y) { thresholds in
      for x in 0..<plane.width {
        let value = values[x] / max(weights[x], 1e-6)
        to[x] = S(truncatingIfNeeded: Int32(min(value, most) + thresholds[x & 7]))
      }
    }
  }
}

/// A Gaussian for planes of one size.
struct Gaussian {
  let width, height: Int
  /// The number of times that the plane is halved first.
  let levels: Int
  /// One half of the symmetric kernel, from the centre on.
  let kernel: [Float]

  /// Maximum deviation without halving.
  private static let widest = 6.0

  init(_ width: Int, _ height: Int, deviation: Double) {
    (self.width, self.height) = (width, height)
    var levels = 0
    while deviation / Double(1 << levels) > Gaussian.widest, max(width, height) >> levels > 8 {
      levels += 1
    }
    let step = Double(1 << levels)
    // Averaging pairs adds the variance (4^n - 1) / 12 in n steps; linear interpolation adds 4^n / 6.
    let added = levels == 0 ? 0 : (step * step - 1) / 12 + step * step / 6
    let own = max(deviation * deviation - added, 0.01).squareRoot() / step
    var weights = (0...max(1, Int((3.5 * own).rounded(.up)))).map { Gaussian.share($0, own) }
    let sum = weights[0] + 2 * weights.dropFirst().reduce(0, +)
    for index in weights.indices { weights[index] /= sum }
    self.levels = levels
    kernel = weights.map { Float($0) }
  }

  /// The approximate weight of a Gaussian at one sample: its value there.
  private static func share(_ distance: Int, _ deviation: Double) -> Double {
    let x = Double(distance) / deviation
    return Portable.exp(-x * x / 2)
  }

  private func size(_ level: Int) -> (width: Int, height: Int) {
    var (w, h) = (width, height)
    for _ in 0..<level { (w, h) = ((w + 1) / 2, (h + 1) / 2) }
    return (w, h)
  }

  /// Number of values that `apply` needs in addition to the plane.
  var memory: Int {
    let small = size(levels)
    return small.width * small.height + small.width + 2 * kernel.count
      + (levels > 0 ? width * height : 0)
  }

  /// Blurs a plane in place; everything outside it is 0.
  func apply(_ plane: UnsafeMutablePointer<Float>, memory: UnsafeMutablePointer<Float>) {
    guard levels > 0 else {
      convolve(plane, width, height, memory)
      return
    }
    // Planes are halved in place: writing always stays behind reading.
    let small = memory
    small.update(from: plane, count: width * height)
    for level in 0..<levels { Gaussian.halve(small, size(level)) }
    let (w, h) = size(levels)
    convolve(small, w, h, memory + width * height)
    enlarge(small, w, h, into: plane)
  }

  /// Means of 2 x 2 samples; everything beyond an odd edge is 0.
  private static func halve(
    _ plane: UnsafeMutablePointer<Float>, _ size: (width: Int, height: Int)
  ) {
    let (w, h) = ((size.width + 1) / 2, (size.height + 1) / 2)
    for y in 0..<h {
      let top = plane + 2 * y * size.width
      let bottom = top + size.width
      let hasBottom = 2 * y + 1 < size.height
      let to = plane + y * w
      for x in 0..<w {
        let hasRight = 2 * x + 1 < size.width
        var sum = top[2 * x] + (hasRight ? top[2 * x + 1] : 0)
        if hasBottom { sum += bottom[2 * x] + (hasRight ? bottom[2 * x + 1] : 0) }
        to[x] = sum / 4
      }
    }
  }

  /// Both passes over a plane; `memory` holds a plane and a row with margins.
  private func convolve(
    _ plane: UnsafeMutablePointer<Float>, _ w: Int, _ h: Int, _ memory: UnsafeMutablePointer<Float>
  ) {
    let reach = kernel.count - 1
    let (rows, line) = (memory, memory + w * h)
    line.update(repeating: 0, count: w + 2 * reach)
    for y in 0..<h {
      (line + reach).update(from: plane + y * w, count: w)
      let to = rows + y * w
      let middle = line + reach
      for x in 0..<w { to[x] = middle[x] * kernel[0] }
      for distance in 1...reach {
        let weight = kernel[distance]
        let (before, after) = (middle - distance, middle + distance)
        for x in 0..<w { to[x] += (before[x] + after[x]) * weight }
      }
    }
    for y in 0..<h {
      let to = plane + y * w
      let own = rows + y * w
      for x in 0..<w { to[x] = own[x] * kernel[0] }
      for distance in 1...reach {
        let weight = kernel[distance]
        for row in [y - distance, y + distance] where row >= 0 && row < h {
          let from = rows + row * w
          for x in 0..<w { to[x] += from[x] * weight }
        }
      }
    }
  }

  /// Linear interpolation between the samples of a halved plane.
  private func enlarge(
    _ small: UnsafeMutablePointer<Float>, _ w: Int, _ h: Int,
    into plane: UnsafeMutablePointer<Float>
  ) {
    let step = Float(1 << levels)
    func place(_ index: Int, _ count: Int) -> (first: Int, second: Int, share: Float) {
      let place = (Float(index) + 0.5) / step - 0.5
      let first = Int(place.rounded(.down))
      // Beyond the outermost samples, values are extrapolated.
      let start = max(0, min(first, count - 2))
      return (start, min(start + 1, count - 1), count > 1 ? place - Float(start) : 0)
    }
    let columns = (0..<width).map { place($0, w) }
    for y in 0..<height {
      let row = place(y, h)
      let (top, bottom, to) = (small + row.first * w, small + row.second * w, plane + y * width)
      for (x, column) in columns.enumerated() {
        let upper = top[column.first] + (top[column.second] - top[column.first]) * column.share
        let lower =
          bottom[column.first] + (bottom[column.second] - bottom[column.first]) * column.share
        to[x] = upper + (lower - upper) * row.share
      }
    }
  }
}
