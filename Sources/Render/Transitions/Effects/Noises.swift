// SPDX-License-Identifier: Apache-2.0

import Kernels

extension TransitionKernel {
  /// Noise that covers the change, and a burning hole.
  static let noises: [TransitionKernel] = [
    .init("staticfade", 3, staticFade),
    // Noise between short stretches of both pictures.
    .init("tvstatic", 2) { frame in
      let (t, offset, time, seed) = (
        frame.progress, frame.number(0), frame.moment, frame.seed(1)
      )
      let (width, height) = (Float(frame.width), Float(frame.height))
      return .pixels(
        TintPlan { row in
          let start = floor(row.v * height) * width
          row.write { x, _, _ in
            let gray = random(start + floor(row.u(x) * width), time, seed)
            return Tint(gray, gray, gray, 1)
          }
        } seen: { _, _ in
          t < offset ? .from : t > 1 - offset ? .to : .neither
        })
    },
    .init("undulatingburnout", 6) { frame in
      let hole = BurntHole(frame)
      return .pixels(TintPlan(fill: hole.fill, seen: hole.seen))
    },
  ]
}

/// Cells of coloured noise cover the first picture and uncover the second.
@Sendable private func staticFade(_ frame: EffectFrame) -> EffectPlan {
  let (t, cells, brightness) = (frame.progress, frame.number(0), frame.number(1))
  let threshold = min(1, 1.2 * (1 - (2 * t - 1).magnitude) - 0.1)
  let (isNew, time, seed) = (t >= 0.5, frame.moment, frame.seed(2))
  let columns = Cells(frame.width) { floor($0 * cells) }
  return .pixels(
    TintPlan { row in
      let line = floor(row.v * cells)
      let seen = isNew ? row.to : row.from
      row.spans(columns) { cell, pixels in
        let x = columns.numbers[cell]
        guard random(x, line, seed) <= threshold else {
          for x in pixels { row.made[x] = seen[x].clamped }
          return
        }
        let place = line * cells + x
        func noise(_ color: Float) -> Float {
          brightness * random(place, 3 * time + color, seed)
        }
        let tint = Tint(noise(0), noise(1), noise(2), 1)
        for x in pixels { row.made[x] = tint }
      }
    } seen: { _, _ in
      threshold < 0 ? (isNew ? .to : .from) : .both
    })
}

/// A burnt hole with a wavy rim grows.
private struct BurntHole {
  let softness, t, size: Float
  let center, pixel: Point
  let rim: Tint
  /// The distances from the centre below which only the second picture is seen, and beyond which
  /// only the first.
  let inner, outer: Float

  init(_ frame: EffectFrame) {
    softness = frame.number(0)
    center = frame.point(1)
    pixel = Point(1 / Float(frame.width), 1 / Float(frame.height))
    rim = Tint(frame.color(3))
    t = frame.progress
    let grown = ramp(0, 1, t)
    size = between(0.02, 0.09, grown) * sine(t * between(40, 30, grown))
    let (least, most) = (t + min(2 * size, 0), t + max(2 * size, 0))
    inner = min(least - 0.011, least / (1 + softness) - 0.001)
    outer = max(most + 0.006, (most + softness) / (1 + softness) + 0.001)
  }

  /// The sine of 15 times the angle of `v`.
  @inline(__always)
  private func wave(_ v: Point, _ distance: Float) -> Float {
    func squared(_ z: Point) -> Point { Point(z.x * z.x - z.y * z.y, 2 * z.x * z.y) }
    let z = v * (1 / max(distance, 1e-9))
    let far = squared(squared(squared(squared(z))))
    return far.y * z.x - far.x * z.y
  }

  func fill(_ row: TintRow) {
    row.write { x, a, b in
      let v = Point(row.u(x), row.v) - center
      let distance = length(v)
      let wave = -wave(v, distance)
      let square = 2 * wave * wave
      let eased = wave < 0.5 ? square : 4 * wave - square - 1
      let radius = t + eased * size
      let inside = radius - distance
      // On the rim the first picture is lit up by what the second lacks, or covered by a colour. Shares of 0 and 1 say where.
      let beyond: Float = inside >= -0.005 ? 1 : 0
      let within: Float = inside >= 0.005 ? 1 : 0
      let past: Float = inside > 0.01 ? 1 : 0
      let (outer, inner) = (beyond - within, within - past)
      let edge = ramp(-softness, 0, radius - distance * (1 + softness))
      var other = b + (rim - b) * inner
      other.w += (a.w - b.w) * outer
      return mixed(a, other, edge + (0.75 - edge) * inner - (1 + edge) * outer)
    }
  }

  func seen(_ columns: Range<Int>, _ rows: Range<Int>) -> SeenPicture {
    /// The least and the most distance of pixels from a place.
    func distances(_ pixels: Range<Int>, _ size: Float, _ place: Float) -> (Float, Float) {
      let low = (Float(pixels.lowerBound) + 0.5) * size - place
      let high = (Float(pixels.upperBound) - 0.5) * size - place
      let least = low <= 0 && high >= 0 ? 0 : min(low.magnitude, high.magnitude)
      return (least, max(low.magnitude, high.magnitude))
    }
    let across = distances(columns, pixel.x, center.x)
    let down = distances(rows, pixel.y, 1 - center.y)
    if length(Point(across.0, down.0)) > outer { return .from }
    return length(Point(across.1, down.1)) < inner ? .to : .both
  }
}
