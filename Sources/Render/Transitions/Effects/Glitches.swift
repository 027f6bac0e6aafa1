// SPDX-License-Identifier: Apache-2.0

extension TransitionKernel {
  /// Signals that are lost and torn.
  static let glitches: [TransitionKernel] = [
    .init("dropzoneflicker", 7) { frame in
      let blocks = DropZoneFlicker(frame)
      return .torn(TornPlan { blocks.fill($0) })
    },
    .init("oldtvlostsignal", 1, oldTV),
    .init("staticwipe", 3, staticWipe),
    .init("stripdatamoshglitch", 10) { frame in
      let strips = StripGlitch(frame)
      return .torn(TornPlan { strips.fill($0) })
    },
  ]
}

/// A dissolve with torn lines.
@Sendable private func oldTV(_ frame: EffectFrame) -> EffectPlan {
  let (t, time, seed) = (frame.progress, frame.moment, frame.seed(0))
  let strength = sine(t * .pi)
  return .torn(
    TornPlan { row in
      let pixels = 0..<row.count
      let gray = -0.03 * sine(row.v * 900) * strength
      row.seeBoth(pixels)
      guard random(floor(row.v * 120), time, seed) >= 0.92 else {
        return row.write(pixels) { _, _, a, b in mixed(a, b, t).brightened(gray) }
      }
      row.write(pixels) { _, _, a, b in mixed(a, b, t) }
      let drift = Point(sine(row.v * 30 + t * 10) * 0.02 * strength, 0)
      row.see(false, pixels, at: drift)
      row.see(true, pixels, at: drift)
      row.write(pixels) { _, made, a, b in
        mixed(made, mixed(a, b, t), strength).brightened(gray)
      }
    })
}

/// A wipe under a band of noise.
@Sendable private func staticWipe(_ frame: EffectFrame) -> EffectPlan {
  let (t, isDown, seed) = (frame.progress, frame.flag(0), frame.seed(2))
  let span = frame.number(1) * max(0, sine(.pi * t)).squareRoot()
  let time = UInt32(clamped(frame.moment, 4096))
  let (width, height) = (frame.width, frame.height)
  @inline(__always) func gray(_ number: Float) -> Tint { Tint(number, number, number, 1) }
  return .torn(
    TornPlan { row in
      let edge = isDown ? 1 - row.v : row.v
      let share = ramp(t - span, t, edge) * (1 - ramp(t, t + span, edge))
      // Rows are counted from the bottom.
      let start = UInt32(truncatingIfNeeded: (height - 1 - row.y) * width + row.first)
      let (pixels, numbers) = (0..<row.count, row.numbers)
      for x in pixels { numbers[x] = random(start &+ UInt32(truncatingIfNeeded: x), time, seed) }
      row.see(edge < t, pixels, at: .zero)
      if edge < t {
        row.write(pixels) { x, _, _, seen in mixed(seen, gray(numbers[x]), share) }
      } else {
        row.write(pixels) { x, _, seen, _ in mixed(seen, gray(numbers[x]), share) }
      }
    } seen: { rows in
      let ends = [Float(rows.lowerBound), Float(rows.upperBound)].map {
        isDown ? $0 / Float(height) : 1 - $0 / Float(height)
      }
      if max(ends[0], ends[1]) <= t - span { return .to }
      return min(ends[0], ends[1]) >= t + span ? .from : .both
    })
}
