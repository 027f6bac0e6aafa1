// SPDX-License-Identifier: Apache-2.0

import EffectLoops

extension TransitionKernel {
  /// Colours that run, burn, melt and glow.
  static let lights: [TransitionKernel] = [
    pixel("hsvfade", 0, HSVFade.init),
    pixel("burn0", 4, CloudBurn.init),
    TransitionKernel(
      "dreamyzoom", 2,
      .seen(
        { [LookupRows(DreamyZoom($0), $0)] }, then: { PixelRows(Whitened($0), $0) },
        covered: nil)),
    pixel("luminancemelt", 4, LuminanceMelt.init),
    TransitionKernel(
      "edgetransition", 2,
      .edges({ EdgeTransition($0).plan }, covered: { ColorRows(EdgeTransition($0), $0) })),
    stereoViewer,
  ]
}

/// A dissolve through hue, saturation and value.
private struct HSVFade: PixelEffect {
  let t: Float

  init(_ frame: EffectFrame) { t = frame.progress }

  /// Hue, 0…1, saturation and value.
  @inline(__always) private func hsv(_ c: Tint) -> Tint {
    let isBlue = c.z > c.y
    let (high, low) = (isBlue ? c.z : c.y, isBlue ? c.y : c.z)
    let isRed = c.x >= high
    let (value, other) = (isRed ? c.x : high, isRed ? high : c.x)
    let start: Float = isRed ? (isBlue ? -1 : 0) : (isBlue ? 2 / 3 : -1 / 3)
    let chroma = value - (other < low ? other : low)
    let hue = (start + (other - low) / (6 * chroma + 0.001)).magnitude
    return Tint(hue, chroma / (value + 0.001), value, 0)
  }

  @inline(__always) func color(_ p: Point, _ a: Tint, _ b: Tint) -> Tint {
    let cover = between(a.w, b.w, t)
    let share = cover > 0 ? b.w * t / cover : t
    let start = hsv(a)
    let m = start + (hsv(b) - start) * share
    func part(_ shift: Float) -> Float {
      let x = (6 * fraction(m.x + shift) - 3).magnitude - 1
      return m.z * between(1, clamped(x, 1), m.y)
    }
    return Tint(part(0), part(2 / 3), part(1 / 3), cover)
  }
}

/// The first picture burns away in clouds.
private struct CloudBurn: RowedEffect {
  /// Noise at the corners of cells, which all octaves share.
  private let corners: [Float]
  private static let side = 33
  let rim: Tint
  let t, width, height: Float

  init(_ frame: EffectFrame) {
    rim = Tint(frame.color(0) * Light(1, 1, 1, 0))
    t = frame.progress
    (width, height) = (Float(frame.width), Float(frame.height))
    let seed = frame.seed(3)
    corners = (0..<CloudBurn.side * CloudBurn.side).map { index in
      let (j, i) = index.quotientAndRemainder(dividingBy: CloudBurn.side)
      return random(Float(i), Float(j), seed)
    }
  }

  /// Clouds of four sizes.
  func fill(_ y: Int, _ columns: Range<Int>, into numbers: UnsafeMutablePointer<Float>) {
    numbers.update(repeating: 0, count: columns.count)
    let level = 1 - (Float(y) + 0.5) / height
    for octave in 0..<4 {
      let (count, weight) = (4 << octave, Float(1) / Float(2 << octave))
      let place = level * Float(count)
      let line = min(Int(place), count - 1)
      let share = ramp(0, 1, place - Float(line))
      func corner(_ i: Int) -> Float {
        let start = line * CloudBurn.side + i
        return between(corners[start], corners[start + CloudBurn.side], share) * weight
      }
      // Cells are as wide as many pixels.
      let scale = Float(count) / width
      let start = Int((Float(columns.lowerBound) + 0.5) * scale)
      let last = min(Int((Float(columns.upperBound) - 0.5) * scale), count - 1)
      for cell in start...max(start, last) {
        let (left, right) = (corner(cell), corner(cell + 1))
        let rise = right - left
        let first = max(columns.lowerBound, Int(Float(cell) / scale + 0.5))
        let end = min(columns.upperBound, Int(Float(cell + 1) / scale + 0.5))
        for x in first..<max(first, end) {
          let u = (Float(Int32(truncatingIfNeeded: x)) + 0.5) * scale - Float(cell)
          let eased: Float = u * u * (3 - 2 * u)
          numbers[x &- columns.lowerBound] += left + rise * eased
        }
      }
    }
  }

  @inline(__always)
  func color(_ p: Point, _ cloud: Float, _ a: Tint, _ b: Tint) -> Tint {
    let old = ramp(t, t + 0.05, cloud)
    return mixed(b, a, old) + rim * ((1 - old) * old * 5)
  }
}

/// Dark parts of the first picture melt away in streaks.
private struct LuminanceMelt: RowedEffect {
  let t, cube, threshold, sign: Float
  let corner: Point
  /// How far each column has melted, and how much longer than others it takes.
  private let columns: [SIMD2<Float>]
  let across, down: Float

  init(_ frame: EffectFrame) {
    t = frame.progress
    cube = t * t * t
    corner = Point(1, frame.flag(0) ? 1 : 0)
    threshold = frame.number(1)
    sign = frame.flag(2) ? 1 : -1
    (across, down) = (1 / Float(frame.width), 1 / Float(frame.height))
    let (t, seed) = (t, frame.seed(3))
    columns = (0..<frame.width).map { column in
      // A wave across the picture, and a streak for each column.
      let wave = simplexNoise(Point((Float(column) + 0.5) / Float(frame.width), 0), seed)
      return SIMD2(t * exponential(wave), t - random(Float(column), 0, seed))
    }
  }

  /// How far pixels have molten, of which those that have are positive or 0.
  func fill(_ y: Int, _ columns: Range<Int>, into numbers: UnsafeMutablePointer<Float>) {
    let level = corner.y - (1 - (Float(y) + 0.5) * down)
    self.columns.withUnsafeBufferPointer { streaks in
      for x in columns {
        let way = 1 - (Float(Int32(truncatingIfNeeded: x)) + 0.5) * across
        let streak = streaks[x]
        numbers[x &- columns.lowerBound] =
          streak.x + streak.y - (way * way + level * level).squareRoot()
      }
    }
  }

  @inline(__always)
  func color(_ p: Point, _ molten: Float, _ a: Tint, _ b: Tint) -> Tint {
    let beyond = sign * (a.sum(0.299, 0.587, 0.114) - threshold)
    let melts: Float = beyond > 0 ? 1 : 0
    return mixed(a, b, molten >= 0 ? between(cube, 1, melts) : cube)
  }
}
/// A zoom that tilts into white, and another one out of it.
private struct DreamyZoom: LookupEffect {
  let isNew: Bool
  let sine, cosine, scale, ratio: Float

  init(_ frame: EffectFrame) {
    let t = frame.progress
    isNew = t >= 0.5
    let share = isNew ? 2 - 2 * t : 2 * t
    let angle = (isNew ? -share : share) * frame.number(0) * .pi / 80
    (sine, cosine) = (EffectLoops.sine(angle), EffectLoops.cosine(angle))
    scale = 1 / between(1, frame.number(1), share)
    ratio = frame.ratio
  }

  @inline(__always) func look(_ p: Point) -> Look {
    let (x, y) = ((p.x - 0.5) * ratio * scale, (p.y - 0.5) * scale)
    let q = Point((x * cosine - y * sine) / ratio + 0.5, x * sine + y * cosine + 0.5)
    return isNew ? .to(q) : .from(q)
  }
}

/// The whiter the nearer the middle.
private struct Whitened: PixelEffect {
  let white: Tint

  init(_ frame: EffectFrame) {
    let share = 1 - (1 - 2 * frame.progress).magnitude
    white = Tint(share, share, share, 0)
  }

  @inline(__always) func color(_ p: Point, _ a: Tint, _ b: Tint) -> Tint { a + white }
}

/// The pictures turn into their edges and back.
private struct EdgeTransition: ColorEffect {
  let t, brightness, out, back: Float
  let step: Point

  init(_ frame: EffectFrame) {
    t = frame.progress
    step = Point(frame.number(0), frame.number(0))
    brightness = frame.number(1)
    out = clamped(2 * t, 1)
    back = clamped(2 * t - 1, 1)
  }

  var plan: EdgePlan {
    EdgePlan(reach: step.x, brightness: brightness, pictures: [(1 - t, out), (t, 1 - back)])
  }

  /// The pixel at `p`, as bright as its surroundings differ.
  @inline(__always) private func edge(_ p: Point, _ picture: Sampler, _ center: Light) -> Light {
    func near(_ x: Float, _ y: Float) -> Light {
      picture.at(Point(p.x + step.x * x, p.y + step.y * y))
    }
    func gap(_ a: Light, _ b: Light) -> Light {
      let v = a - b
      return Light(v.x.magnitude, v.y.magnitude, v.z.magnitude, 0)
    }
    let (topLeft, bottomRight) = (near(-1, 1), near(1, -1))
    let (topRight, bottomLeft) = (near(1, 1), near(-1, -1))
    let sides = gap(near(1, 0), near(-1, 0)) + gap(near(0, 1), near(0, -1))
    let corners =
      gap(topLeft, bottomRight) + gap(topRight, bottomLeft)
      + (gap(topLeft, bottomLeft) + gap(topRight, bottomRight))
    let sum = sides * 0.25 + corners * 0.125
    let slope = (sum * sum).sum().squareRoot()
    let share = clamped(brightness * slope, 1)
    return Light(center.x * share, center.y * share, center.z * share, center.w)
  }

  @inline(__always) func color(_ p: Point, _ from: Sampler, _ to: Sampler) -> Light {
    let (a, b) = (from.pixel(p), to.pixel(p))
    let start = mixed(a, edge(p, from, a), out)
    return mixed(start, back == 1 ? b : mixed(edge(p, to, b), b, back), t)
  }
}
