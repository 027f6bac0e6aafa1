// SPDX-License-Identifier: Apache-2.0

import EffectLoops

extension TransitionKernel {
  /// Colours that run, burn, melt and glow.
  static let lights: [TransitionKernel] = [
    pixel("hsvfade", 0, HSVFade.init),
    pixel("burn0", 4, CloudBurn.init),
    color("dreamyzoom", 2, DreamyZoom.init),
    pixel("luminancemelt", 4, LuminanceMelt.init),
    color("edgetransition", 2, EdgeTransition.init),
    color("stereoviewer", 2, StereoViewer.init),
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
private struct DreamyZoom: ColorEffect {
  let isNew: Bool
  let sine, cosine, scale, ratio: Float
  let white: Light

  init(_ frame: EffectFrame) {
    let t = frame.progress
    isNew = t >= 0.5
    let share = isNew ? 2 - 2 * t : 2 * t
    let angle = (isNew ? -share : share) * frame.number(0) * .pi / 80
    (sine, cosine) = (EffectLoops.sine(angle), EffectLoops.cosine(angle))
    scale = 1 / between(1, frame.number(1), share)
    ratio = frame.ratio
    white = Light(share, share, share, 0)
  }

  @inline(__always) func color(_ p: Point, _ from: Sampler, _ to: Sampler) -> Light {
    let (x, y) = ((p.x - 0.5) * ratio * scale, (p.y - 0.5) * scale)
    let q = Point((x * cosine - y * sine) / ratio + 0.5, x * sine + y * cosine + 0.5)
    return (isNew ? to.at(q) : from.at(q)) + white
  }
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

/// Pictures on a disc that turns in a viewer for two eyes.
private struct StereoViewer: ColorEffect {
  let t, zoom, ratio: Float
  let radius: Point
  /// How far the two copies, or the two windows, are turned away.
  let sine, cosine: Float

  init(_ frame: EffectFrame) {
    t = frame.progress
    (zoom, ratio) = (frame.number(0), frame.ratio)
    let corner = max(frame.number(1), 1e-5)
    radius = Point(corner / ratio, corner)
    let way = t < 0.48 ? (t - 0.1) / 0.38 : 1 - (t - 0.52) / 0.38
    let angle = way * way / 2.4
    (sine, cosine) = (EffectLoops.sine(angle), EffectLoops.cosine(angle))
  }

  /// Whether `p` lies in the picture, whose corners are round by `share` of the radius.
  @inline(__always) private func isIn(_ p: Point, _ share: Float = 1) -> Bool {
    let r = radius * share
    let x = max((p.x - 0.5).magnitude - 0.5 + r.x, 0) / r.x
    let y = max((p.y - 0.5).magnitude - 0.5 + r.y, 0) / r.y
    return x * x + y * y < 1
  }

  /// A place turned about a point two widths to the left or right, and seen from farther away.
  @inline(__always) private func turned(_ p: Point, _ pivot: Float, _ zoom: Float) -> Point {
    let (x, y) = ((p.x - 0.5) / zoom + pivot, (p.y - 0.5) / (ratio * zoom))
    return Point(
      cosine * x - sine * y - pivot + 0.5, (sine * x + cosine * y) * ratio + 0.5)
  }

  /// What two pictures are that are one light on the other.
  @inline(__always) private func screened(_ a: Light, _ b: Light) -> Light {
    let one = Light(1, 1, 1, 1)
    return one - (one - a) * (one - b)
  }

  private static let black = Light(0, 0, 0, 1)

  /// Half of the light of a picture, as far as it is seen.
  @inline(__always) private func half(_ p: Point, _ picture: Sampler) -> Light {
    let q = (p - middle) / zoom + middle
    guard isIn(q) else { return StereoViewer.black }
    let light = picture.at(q)
    func root(_ x: Float) -> Float { 1 - (1 - clamped(x, 1)).squareRoot() }
    return Light(root(light.x), root(light.y), root(light.z), root(light.w))
  }

  @inline(__always) func color(_ p: Point, _ from: Sampler, _ to: Sampler) -> Light {
    if t < 0.1 || t >= 0.9 {
      let share = (t < 0.1 ? t : 1 - t) / 0.1
      let q = (p - middle) / between(1, zoom, share) + middle
      guard isIn(q, share) else { return StereoViewer.black }
      return t < 0.1 ? from.at(q) : to.at(q)
    }
    if t < 0.48 { return screened(half(turned(p, 2, 1), from), half(turned(p, -2, 1), from)) }
    let (first, second) = (isIn(turned(p, 2, zoom)), isIn(turned(p, -2, zoom)))
    guard first || second else { return StereoViewer.black }
    let light = half(p, to)
    return screened(first ? light : StereoViewer.black, second ? light : StereoViewer.black)
  }
}
