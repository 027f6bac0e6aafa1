// SPDX-License-Identifier: Apache-2.0

/// A wipe under a band of noise.
package struct StaticWipe: TornEffect {
  let isDown: Bool
  let t, span, height: Float
  let time, seed: UInt32
  let width: Int

  package init(_ frame: EffectFrame) {
    t = frame.progress
    isDown = frame.flag(0)
    span = frame.number(1) * max(0, sine(.pi * t)).squareRoot()
    time = UInt32(clamped(frame.moment, 4096))
    (width, height) = (frame.width, Float(frame.height))
    seed = frame.seed(2)
  }

  package func fill(_ row: TornRow) {
    let edge = isDown ? 1 - row.v : row.v
    let share = ramp(t - span, t, edge) * (1 - ramp(t, t + span, edge))
    // Rows are counted from the bottom.
    let start = UInt32(truncatingIfNeeded: (Int(height) - 1 - row.y) * width + row.first)
    let (pixels, numbers, time, seed) = (0..<row.count, row.numbers, time, seed)
    for x in pixels { numbers[x] = random(start &+ UInt32(truncatingIfNeeded: x), time, seed) }
    if edge < t {
      row.see(true, pixels, at: .zero)
      row.write(pixels) { x, _, _, seen in mixed(seen, gray(numbers[x]), share) }
    } else {
      row.see(false, pixels, at: .zero)
      row.write(pixels) { x, _, seen, _ in mixed(seen, gray(numbers[x]), share) }
    }
  }

  @inline(__always) private func gray(_ number: Float) -> Tint { Tint(number, number, number, 1) }

  package func seen(_ rows: Range<Int>) -> SeenPicture {
    let ends = [Float(rows.lowerBound), Float(rows.upperBound)].map {
      isDown ? $0 / height : 1 - $0 / height
    }
    if max(ends[0], ends[1]) <= t - span { return .to }
    return min(ends[0], ends[1]) >= t + span ? .from : .both
  }
}
