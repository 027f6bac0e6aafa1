// SPDX-License-Identifier: Apache-2.0

package import EffectLoops

/// Both pictures flicker in blocks, in steps.
package struct DropZoneFlicker: TornEffect {
  /// How much of the second picture there is in each step, and how broken it is.
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
  /// Of each column: how much red and cyan there is, then what blocks add to the share of the second picture, in four rows.
  private let columns: [Float]

  package init(_ frame: EffectFrame) {
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
    var columns = numbers { (1 - ramp(0.1, 0.78, $0)) * tint * 0.42 }
    columns += numbers { ramp(0.08, 0.62, $0) * (1 - ramp(0.86, 1, $0)) * tint * 0.3 }
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
    (self.columns, self.glitch, self.seed, self.width) = (columns, glitch, seed, width)
  }

  package func fill(_ row: TornRow) {
    let pixels = 0..<row.count
    row.see(false, pixels, at: jitter, apart: split)
    row.see(true, pixels, at: jitter * -0.55, apart: -split)
    let band = (random(floor(9 * row.v), 16 * step + 6, seed) - 0.5) * 0.18 * glitch
    let gray = sine((row.v + step * 0.017) * 1080) * lines + pulse
    let (start, ghost) = (reveal + band, ghost)
    columns.withUnsafeBufferPointer { columns in
      guard let reds = columns.baseAddress.map({ $0 + row.first }) else { return }
      let cyans = reds + width
      let blocks = cyans + (1 + index(floor(4 * row.v), below: 4)) * width
      row.write(pixels) { x, _, old, new in
        let share = ramp(0.22, 0.78, clamped(start + blocks[x], 1))
        let back = ghost * (0.18 + 0.52 * (1 - (2 * share - 1).magnitude))
        return mixed(old, new, share).washed(old, (1.34, 0.42, 0.38), reds[x])
          .washed(new, (0.48, 1.12, 1.24), cyans[x]).washed(old, (1, 1, 1), back)
          .brightened(gray)
      }
    }
  }
}

extension Tint {
  /// It with `gray` added to its colours.
  @inline(__always)
  func brightened(_ gray: Float) -> Tint { Tint(x + gray, y + gray, z + gray, w) }

  /// It with colours of `other` times a colour, in the ratio 1 − share : share.
  @inline(__always)
  fileprivate func washed(_ other: Tint, _ color: (Float, Float, Float), _ share: Float) -> Tint {
    Tint(
      x + (other.x * color.0 - x) * share, y + (other.y * color.1 - y) * share,
      z + (other.z * color.2 - z) * share, w)
  }
}
