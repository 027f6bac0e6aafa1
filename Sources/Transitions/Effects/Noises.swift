// SPDX-License-Identifier: Apache-2.0

import EffectLoops
import Kernels

extension TransitionKernel {
  /// Noise that covers the change, and a burning hole.
  static let noises: [TransitionKernel] = [
    pixel("staticfade", 3, StaticFade.init),
    pixel("tvstatic", 2, TVStatic.init),
    pixel("undulatingburnout", 6, UndulatingBurnOut.init),
  ]
}

/// A number for a moment, another one for each of some thousand.
private func moment(_ t: Float) -> Float { floor(t * 4096) }

/// Cells of coloured noise cover the first picture and uncover the second.
private struct StaticFade: PixelEffect {
  let cells, brightness, threshold, time: Float
  let isNew: Bool
  let seed: UInt32

  init(_ frame: EffectFrame) {
    let t = frame.progress
    (cells, brightness) = (frame.number(0), frame.number(1))
    threshold = min(1, 1.2 * (1 - (2 * t - 1).magnitude) - 0.1)
    isNew = t >= 0.5
    time = moment(t)
    seed = frame.seed(2)
  }

  @inline(__always) func color(_ p: Point, _ a: Tint, _ b: Tint) -> Tint {
    let (x, y) = (floor(p.x * cells), floor(p.y * cells))
    let place = y * cells + x
    func noise(_ color: Float) -> Float { brightness * random(place, 3 * time + color, seed) }
    let seen = isNew ? b : a
    return random(x, y, seed) <= threshold ? Tint(noise(0), noise(1), noise(2), 1) : seen
  }
}

/// Noise between short stretches of both pictures.
private struct TVStatic: PixelEffect {
  let frame: EffectFrame
  let offset, time: Float
  let seed: UInt32

  init(_ frame: EffectFrame) {
    self.frame = frame
    offset = frame.number(0)
    time = moment(frame.progress)
    seed = frame.seed(1)
  }

  @inline(__always) func color(_ p: Point, _ a: Tint, _ b: Tint) -> Tint {
    if frame.progress < offset { return a }
    if frame.progress > 1 - offset { return b }
    let gray = random(
      frame.row(p) * Float(frame.width) + frame.column(p), time, seed)
    return Tint(gray, gray, gray, 1)
  }
}

/// A burnt hole with a wavy rim grows.
private struct UndulatingBurnOut: PixelEffect {
  let softness, t, size: Float
  let center: Point
  let rim: Tint

  init(_ frame: EffectFrame) {
    softness = frame.number(0)
    center = frame.point(1)
    rim = Tint(frame.color(3))
    t = frame.progress
    let grown = ramp(0, 1, t)
    size = between(0.02, 0.09, grown) * sine(t * between(40, 30, grown))
  }

  @inline(__always) func color(_ p: Point, _ a: Tint, _ b: Tint) -> Tint {
    let v = p - center
    let distance = length(v)
    let wave = sine((arc(v.y, v.x) + .pi) * 15)
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
