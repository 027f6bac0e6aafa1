// SPDX-License-Identifier: Apache-2.0

import Kernels

extension TransitionKernel {
  /// Noise that covers the change, and a burning hole.
  static let noises: [TransitionKernel] = [
    color("staticfade", 3, StaticFade.init),
    color("tvstatic", 2, TVStatic.init),
    color("undulatingburnout", 6, UndulatingBurnOut.init),
  ]
}

/// A number for a moment, another one for each of some thousand.
private func moment(_ t: Float) -> Float { floor(t * 4096) }

/// Cells of coloured noise cover the first picture and uncover the second.
private struct StaticFade: ColorEffect {
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

  func color(_ p: Point, _ from: Sampler, _ to: Sampler) -> Light {
    let (x, y) = (floor(p.x * cells), floor(p.y * cells))
    guard random(x, y, seed) <= threshold else { return isNew ? to.pixel(p) : from.pixel(p) }
    let place = y * cells + x
    return Light(
      brightness * random(place, 3 * time, seed), brightness * random(place, 3 * time + 1, seed),
      brightness * random(place, 3 * time + 2, seed), 1)
  }
}

/// Noise between short stretches of both pictures.
private struct TVStatic: ColorEffect {
  let frame: EffectFrame
  let offset, time: Float
  let seed: UInt32

  init(_ frame: EffectFrame) {
    self.frame = frame
    offset = frame.number(0)
    time = moment(frame.progress)
    seed = frame.seed(1)
  }

  func color(_ p: Point, _ from: Sampler, _ to: Sampler) -> Light {
    if frame.progress < offset { return from.pixel(p) }
    if frame.progress > 1 - offset { return to.pixel(p) }
    let gray = random(
      frame.row(p) * Float(frame.width) + frame.column(p), time, seed)
    return Light(gray, gray, gray, 1)
  }
}

/// A burnt hole with a wavy rim grows.
private struct UndulatingBurnOut: ColorEffect {
  let softness, t, size: Float
  let center: Point
  let rim: Light

  init(_ frame: EffectFrame) {
    softness = frame.number(0)
    center = frame.point(1)
    rim = frame.color(3)
    t = frame.progress
    let grown = ramp(0, 1, t)
    size = between(0.02, 0.09, grown) * sine(t * between(40, 30, grown))
  }

  func color(_ p: Point, _ from: Sampler, _ to: Sampler) -> Light {
    let v = p - center
    let distance = length(v)
    let wave = sine((arc(v.y, v.x) + .pi) * 15)
    let square = 2 * wave * wave
    let eased = wave < 0.5 ? square : 4 * wave - square - 1
    let radius = t + eased * size
    let inside = radius - distance
    let isRim = inside >= -0.005 && inside <= 0.01
    if !isRim {
      return mixed(
        from.pixel(p), to.pixel(p), ramp(-softness, 0, radius - distance * (1 + softness)))
    }
    let a = from.pixel(p)
    if inside >= 0.005 { return mixed(a, rim, 0.75) }
    let b = to.pixel(p)
    return colored(2 * a.x - b.x, 2 * a.y - b.y, 2 * a.z - b.z, as: a)
  }
}
