// SPDX-License-Identifier: Apache-2.0

/// Both pictures flicker in blocks, in steps.
struct DropZoneFlicker {
  /// The share of the second picture in each step, and the strength of the breaks.
  private static let reveals: [Float] = [
    0, 0.28, 0.43, 0.46, 0.38, 0.48, 0.26, 0.1, 0, 0, 0.3, 0.58, 1, 0.7, 0.42, 0.55, 0.72, 0.88,
    0.34, 0.48, 0.56, 0.76, 0.93, 1,
  ]
  private static let breaks: [Float] =
    [0] + Array(repeating: 0.92, count: 6) + Array(repeating: 0.38, count: 4) + [0.78, 0.12]
    + Array(repeating: 0.74, count: 5) + Array(repeating: 0.88, count: 5) + [0.28]

  let step, reveal, glitch, ghost, lines, pulse: Float
  let jitter, split: Point
  let seed: UInt32
  let width: Int
  /// Of each column: how much of the mix of both pictures is left, how much red and cyan there is, then what blocks add to the
  /// share of the second picture, in four rows.
  private let columns: Table<Float>
  /// Of each column: what is seen of the three colours of both pictures, where these are opaque, in nine bands of four rows of
  /// blocks; none where they may be greater than numbers of 16 bits can tell.
  private let shares: Table<Int16>?

  init(_ frame: EffectFrame) {
    step = floor(frame.progress * frame.number(0))
    let index = Int(step)
    reveal = index < 24 ? DropZoneFlicker.reveals[index] : 1
    let glitch = index < 24 ? DropZoneFlicker.breaks[index] : 0
    let (step, seed, width) = (step, frame.seed(6), frame.width)
    split = Point(frame.number(1) * glitch, 0)
    let (blocks, tint) = (frame.number(2) * glitch, frame.number(4) * glitch)
    ghost = frame.number(3) * glitch * (1 - ramp(0.94, 1, reveal))
    lines = frame.number(5) * glitch
    pulse = (random(step, 1, seed) - 0.35) * 0.1 * glitch
    jitter =
      Point((random(step, 2, seed) - 0.5) * 0.042, (random(step, 3, seed) - 0.5) * 0.01) * glitch
    let cut = between(0.18, 0.78, random(step, 0, seed))
    func numbers(_ number: (Float) -> Float) -> [Float] {
      (0..<width).map { number((Float($0) + 0.5) / Float(width)) }
    }
    let reds = numbers { (1 - ramp(0.1, 0.78, $0)) * tint * 0.42 }
    let cyans = numbers { ramp(0.08, 0.62, $0) * (1 - ramp(0.86, 1, $0)) * tint * 0.3 }
    var columns = zip(reds, cyans).map { (1 - $0) * (1 - $1) }
    columns += zip(reds, cyans).map { $0 * (1 - $1) } + cyans
    for row in 0..<4 {
      columns += numbers { x in
        let wide: Float = random(floor(4 * x), 16 * step + 4, seed) < 0.48 ? 0 : 1
        let place = 8 * Float(row) + floor(8 * x)
        let chunk: Float = random(place, 16 * step + 5, seed) < 0.56 ? 0 : 1
        let block =
          between(wide, chunk, 0.38) * 0.72 + ramp(-0.035, 0.035, x - cut) * 0.28
        return (block - 0.5) * blocks
      }
    }
    let table = columns
    self.columns = Table(table.count) { table[$0] }
    (self.glitch, self.seed, self.width) = (glitch, seed, width)
    let (reveal, ghost) = (reveal, ghost)
    guard tint * 0.42 <= 1, ghost * 0.7 <= 1 else {
      shares = nil
      return
    }
    let numbers = self.columns.base
    shares = Table(filling: 216 * width) { memory in
      var table = memory
      for place in 0..<36 {
        let (band, row) = (place / 4, place % 4)
        let start = reveal + DropZoneFlicker.light(Float(band), step, seed) * glitch
        let blocks = numbers + (3 + row) * width
        for x in 0..<width {
          let column = (numbers[x], numbers[x + width], numbers[x + 2 * width])
          let seen = DropZoneFlicker.shares(start + blocks[x], ghost, column, 1, 1)
          table[x] = Int16(doubled: seen.old.x)
          table[width &+ x] = Int16(doubled: seen.old.y)
          table[2 &* width &+ x] = Int16(doubled: seen.old.z)
          table[3 &* width &+ x] = Int16(doubled: seen.new.x)
          table[4 &* width &+ x] = Int16(doubled: seen.new.y)
          table[5 &* width &+ x] = Int16(doubled: seen.new.z)
        }
        table += 6 * width
      }
    }
  }

  /// The additional brightness of a band.
  private static func light(_ band: Float, _ step: Float, _ seed: UInt32) -> Float {
    (random(band, 16 * step + 6, seed) - 0.5) * 0.18
  }

  /// The shares of the colours of both pictures, of which the second one comes up as far as
  /// `start`, and the cover.
  @inline(__always)
  private static func shares(
    _ start: Float, _ ghost: Float, _ column: (rest: Float, red: Float, cyan: Float),
    _ oldCover: Float, _ newCover: Float
  ) -> (old: Tint, new: Tint) {
    let rise = clamped((start - 0.22) * (1 / 0.56), 1)
    let share = rise * rise * (3 - 2 * rise)
    let back = ghost * (0.18 + 0.52 * (1 - (2 * share - 1).magnitude))
    let (a, b, cover) = parts(oldCover, newCover, share)
    let (mix, red, cyan) = (
      column.rest * (1 - back), column.red * (1 - back), column.cyan * (1 - back)
    )
    let (first, second) = (a * mix + back, b * mix)
    return (
      Tint(first + 1.34 * red, first + 0.42 * red, first + 0.38 * red, cover),
      Tint(second + 0.48 * cyan, second + 1.12 * cyan, second + 1.24 * cyan, cover)
    )
  }

  func fill(_ row: TornRow) {
    let pixels = 0..<row.count
    row.see(false, pixels, at: jitter, apart: split)
    row.see(true, pixels, at: jitter * -0.55, apart: -split)
    let gray = sine((row.v + step * 0.017) * 1080) * lines + pulse
    let (band, line) = (index(floor(9 * row.v), below: 9), index(floor(4 * row.v), below: 4))
    if row.isOpaque, let shares {
      return row.write(shares.base + (4 * band + line) * 6 * width + row.first, width, gray)
    }
    let (start, ghost) = (reveal + DropZoneFlicker.light(Float(band), step, seed) * glitch, ghost)
    let rests = columns.base + row.first
    let (reds, cyans) = (rests + width, rests + 2 * width)
    let blocks = rests + (3 + line) * width
    row.write(pixels) { x, _, old, new in
      let (a, b) = DropZoneFlicker.shares(
        start + blocks[x], ghost, (rests[x], reds[x], cyans[x]), old.w, new.w)
      return (old * a + new * b).brightened(gray).covered(as: a)
    }
  }
}

/// The shares of two colours in their mix in the ratio 1 − share : share, each weighted by its
/// cover, and the cover.
@inline(__always)
private func parts(_ a: Float, _ b: Float, _ share: Float) -> (Float, Float, Float) {
  if a == 1, b == 1 { return (1 - share, share, 1) }
  let (x, y) = (a * (1 - share), b * share)
  let cover = x + y
  let part = cover > 0 ? 1 / cover : 0
  return (x * part, y * part, cover)
}

extension Tint {
  /// It with `gray` added to its colours.
  @inline(__always)
  func brightened(_ gray: Float) -> Tint { Tint(x + gray, y + gray, z + gray, w) }
}

extension TornRow {
  /// Writes sums of both pictures, which are opaque: of each colour, shares in halves, all those of one lie `stride` after
  /// those of the other.
  fileprivate func write(_ shares: UnsafePointer<Int16>, _ stride: Int, _ gray: Float) {
    let (from, to, made, gray) = (read.from, read.to, made, Int16(light: gray))
    write(from.red, to.red, shares, shares + 3 * stride, gray, into: made.red)
    write(from.green, to.green, shares + stride, shares + 4 * stride, gray, into: made.green)
    write(from.blue, to.blue, shares + 2 * stride, shares + 5 * stride, gray, into: made.blue)
  }

  private func write(
    _ from: UnsafePointer<Int16>, _ to: UnsafePointer<Int16>, _ old: UnsafePointer<Int16>,
    _ new: UnsafePointer<Int16>, _ gray: Int16, into made: UnsafeMutablePointer<Int16>
  ) {
    let one = Int16(light: 1)
    for x in 0..<count {
      // Of numbers of light up to 2, the doubles are numbers.
      let (a, b) = (from[x] < 16_383 ? from[x] : 16_383, to[x] < 16_383 ? to[x] : 16_383)
      // What is cut off is one, in both together.
      let half = (a &<< 1).high(old[x]) &+ (b &<< 1).high(new[x]) &+ 1
      let sum = (half &<< 1) &+ gray
      made[x] = sum > 0 ? (sum < one ? sum : one) : 0
    }
  }
}

extension Int16 {
  /// A share below 2, of which the whole is half of the greatest number.
  @inline(__always)
  fileprivate init(doubled share: Float) { self.init(share: share * 0.5) }
}
