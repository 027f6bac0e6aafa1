// SPDX-License-Identifier: Apache-2.0

import Kernels

/// A mix of both pictures, each as bright as it differs from what is near.
struct EdgePlan {
  /// The distance of near samples, in widths and heights, and the brightness of a difference of 1.
  let reach, brightness: Float
  /// The weight of each picture, and the share of that which counts by its edges.
  let pictures: [(weight: Float, share: Float)]
}

extension TransitionFrame {
  /// Draws both pictures by their edges; they must be opaque.
  func drawEdges(_ plan: EdgePlan, matrix: ColorMatrix) {
    let scale = RGBScale(matrix, of: S.self)
    let edges = zip([from, to], [Scratch.Slot.cover, .edge]).map {
      ColorPlanes($0, plan.reach, scale, scratch, $1)
    }
    let shift = target.chroma.shift
    let length = width + 2
    let work = scratch.memory(.rows, of: Int16.self, count: edges[0].workSize)
    let sums = scratch.memory(.plane, of: Float.self, count: 4 * length)
    for line in 0..<target.u.height {
      let rows = line << shift..<min((line + 1) << shift, height)
      for y in rows {
        for (index, picture) in plan.pictures.enumerated() {
          let weights = sums + (index * 2 + (y - rows.lowerBound)) * length
          edges[index].weigh(
            y, plan.brightness, base: picture.weight * (1 - picture.share),
            part: picture.weight * picture.share, work, into: weights)
          (weights[width], weights[width + 1]) = (weights[width - 1], weights[width - 1])
          if rows.count < 2 { (weights + length).update(from: weights, count: length) }
        }
        let first = sums + (y - rows.lowerBound) * length
        add(
          from.y.row(y), to.y.row(y), first, first + 2 * length, scale.black, into: target.y.row(y))
      }
      let (old, new) = (sums, sums + 2 * length)
      if shift == 1 {
        for sums in [old, new] {
          for x in 0..<target.u.width {
            sums[x] =
              (sums[2 &* x] + sums[2 &* x &+ 1] + sums[2 &* x &+ length]
                + sums[2 &* x &+ 1 &+ length]) * 0.25
          }
        }
      }
      let neutral = scale.neutral
      add(
        from.u.row(line), to.u.row(line), old, new, neutral, into: target.u.row(line),
        target.u.width)
      add(
        from.v.row(line), to.v.row(line), old, new, neutral, into: target.v.row(line),
        target.u.width)
    }
    if let alpha = target.a { fill(alpha, with: S.full) }
  }

  /// Adds samples of both pictures as far as they differ from `zero`, each times its weight.
  private func add(
    _ a: UnsafeMutablePointer<S>, _ b: UnsafeMutablePointer<S>,
    _ aWeights: UnsafeMutablePointer<Float>, _ bWeights: UnsafeMutablePointer<Float>,
    _ zero: Float, into out: UnsafeMutablePointer<S>, _ count: Int? = nil
  ) {
    func number(_ sample: S) -> Float { sample.amount - zero }
    for x in 0..<(count ?? width) {
      out[x] = S(rounding: zero + number(a[x]) * aWeights[x] + number(b[x]) * bWeights[x])
    }
  }
}

/// Red, green and blue of a picture, whose rows go on beyond their ends.
private struct ColorPlanes {
  /// The number for 1.
  private static let one: Float = 4096
  private let width, height, margin, stride: Int
  /// The distance of near samples, in whole samples and in shares of one.
  private let across, down: (whole: Int, share: Int16)
  private let memory: UnsafeMutablePointer<Int16>

  /// The number of values that `weigh` needs to work with.
  var workSize: Int { 4 * stride + 3 * width }

  init<S: PictureSample>(
    _ view: SampleView<S>, _ reach: Float, _ scale: RGBScale, _ scratch: Scratch,
    _ slot: Scratch.Slot
  ) {
    (width, height) = (view.width, view.height)
    func parted(_ number: Float, _ most: Int) -> (whole: Int, share: Int16) {
      let way = clamped(number, Float(most))
      return (Int(way), Int16(share: way - way.rounded(.down)))
    }
    across = parted(reach * Float(width), width)
    down = parted(reach * Float(height), height)
    margin = across.whole + 1
    stride = width + 2 * margin
    memory = scratch.memory(slot, of: Int16.self, count: 3 * stride * height)
    view.readBlocks(scale, scratch) { [self] y, columns, tints in
      for (color, tints) in [tints.red, tints.green, tints.blue].enumerated() {
        let row = row(color, y) + columns.lowerBound
        for x in 0..<columns.count {
          row[x] = Int16(share: tints[x] * (ColorPlanes.one / 32_767))
        }
      }
    }
    for y in 0..<height {
      for color in 0..<3 {
        let row = row(color, y)
        (row - margin).update(repeating: row[0], count: margin)
        (row + width).update(repeating: row[width - 1], count: margin)
      }
    }
  }

  private func row(_ color: Int, _ y: Int) -> UnsafeMutablePointer<Int16> {
    memory + ((color * height + min(max(y, 0), height - 1)) * stride + margin)
  }

  /// Writes `base` and `part` of how bright the edges in row `y` are.
  func weigh(
    _ y: Int, _ brightness: Float, base: Float, part: Float, _ work: UnsafeMutablePointer<Int16>,
    into weights: UnsafeMutablePointer<Float>
  ) {
    let (upper, lower) = (work + margin, work + stride + margin)
    let slopes = work + 4 * stride
    for color in 0..<3 {
      lerp(row(color, y - down.whole), row(color, y - down.whole - 1), into: upper)
      lerp(row(color, y + down.whole), row(color, y + down.whole + 1), into: lower)
      slope(upper, row(color, y), lower, into: slopes + color * width)
    }
    let (red, green, blue) = (slopes, slopes + width, slopes + 2 * width)
    let size = brightness * 0.5 / ColorPlanes.one
    func number(_ x: Int16) -> Float { Float(Int32(x)) }
    for x in 0..<width {
      let (r, g, b) = (number(red[x]), number(green[x]), number(blue[x]))
      weights[x] = base + part * clamped((r * r + g * g + b * b).squareRoot() * size, 1)
    }
  }

  /// Writes what lies between a row and another one, with their margins.
  private func lerp(
    _ near: UnsafeMutablePointer<Int16>, _ far: UnsafeMutablePointer<Int16>,
    into row: UnsafeMutablePointer<Int16>
  ) {
    let share = down.share
    for x in -margin..<width + margin { row[x] = near[x] &+ (far[x] &- near[x]).part(share) }
  }

  /// Writes how much three rows differ around each place: twice the mean of sides, each a quarter, and corners.
  @inline(__always)
  private func slope(
    _ upper: UnsafeMutablePointer<Int16>, _ row: UnsafeMutablePointer<Int16>,
    _ lower: UnsafeMutablePointer<Int16>, into slopes: UnsafeMutablePointer<Int16>
  ) {
    let (whole, share) = (across.whole, across.share)
    func left(_ row: UnsafeMutablePointer<Int16>, _ x: Int) -> Int16 {
      let near = row[x &- whole]
      return near &+ (row[x &- whole &- 1] &- near).part(share)
    }
    func right(_ row: UnsafeMutablePointer<Int16>, _ x: Int) -> Int16 {
      let near = row[x &+ whole]
      return near &+ (row[x &+ whole &+ 1] &- near).part(share)
    }
    func gap(_ a: Int16, _ b: Int16) -> Int16 { a > b ? a &- b : b &- a }
    for x in 0..<width {
      let (a, b, c, d) = (left(upper, x), right(upper, x), left(lower, x), right(lower, x))
      let sides = gap(left(row, x), right(row, x)) &+ gap(upper[x], lower[x])
      let corners = ((gap(a, d) &+ gap(b, c)) &>> 1) &+ ((gap(a, c) &+ gap(b, d)) &>> 1)
      slopes[x] = (sides &>> 1) &+ (corners &>> 1)
    }
  }
}
