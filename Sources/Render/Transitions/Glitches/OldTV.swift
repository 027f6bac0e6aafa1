// SPDX-License-Identifier: Apache-2.0

/// A dissolve with torn lines.
package struct OldTV: TornEffect {
  let t, strength, time: Float
  let seed: UInt32

  package init(_ frame: EffectFrame) {
    t = frame.progress
    strength = sine(t * .pi)
    time = frame.moment
    seed = frame.seed(0)
  }

  package func fill(_ row: TornRow) {
    let (pixels, t, strength) = (0..<row.count, t, strength)
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
  }
}
