// SPDX-License-Identifier: Apache-2.0

import Kernels

extension TransitionKernel {
  /// Pictures that are stretched, turned, enlarged and shaken while they dissolve.
  static let warps: [TransitionKernel] = [
    lookup("crosswarp", 0, CrossWarp.init),
    lookup("directionalwarp", 3, DirectionalWarp.init),
    lookup("crazyparametricfun", 4, CrazyParametricFun.init),
    rowLookup("dreamy", 0, Dreamy.init),
    lookup("ripple", 2, Ripple.init),
    lookup("waterdrop", 2, WaterDrop.init),
    lookup("swirl", 0, Swirl.init),
    lookup("rotatescalefade", 7, RotateScaleFade.init),
    lookup("rotatetransition", 0, Turn.init),
    lookup("scalein", 0, ScaleIn.init),
    lookup("simplezoom", 1, SimpleZoom.init),
    lookup("zoomincircles", 0, ZoomInCircles.init),
  ]
}

/// Both pictures stretch to a point and pass into each other along an edge from the right.
private struct CrossWarp: LookupEffect {
  let place: Float

  init(_ frame: EffectFrame) { place = frame.progress * 2 - 1 }

  @inline(__always) func look(_ p: Point) -> Look {
    let x = ramp(0, 1, place + p.x)
    return .mix((p - middle) * (1 - x) + middle, (p - middle) * x + middle, x)
  }
}

/// The same along a direction.
private struct DirectionalWarp: LookupEffect {
  let course: Course
  let softness, place: Float

  init(_ frame: EffectFrame) {
    course = Course(frame.direction(1))
    softness = frame.number(0)
    place = frame.progress * (1 + softness)
  }

  @inline(__always) func look(_ p: Point) -> Look {
    let m = 1 - ramp(-softness, 0, course(p) - place)
    return .mix((p - middle) * (1 - m) + middle, (p - middle) * m + middle, m)
  }
}

/// Dense ripples shake the first picture.
private struct CrazyParametricFun: SteadyLookupEffect {
  let x, y, part, weight: Float
  var share: Float { weight }
  var showsToHere: Bool { true }

  init(_ frame: EffectFrame) {
    // What is a little off here is far off in the ripples.
    let (a, b) = (Double(frame.number(0)), Double(frame.number(1)))
    let t = Double(frame.progress)
    let (amplitude, turn, quarter) = (t * Double(frame.number(2)), t * (a / b - 1), Double.pi / 2)
    x = Float(
      amplitude * ((a - b) * Kernels.sine(t + quarter) + b * Kernels.sine(turn + quarter)))
    y = Float(amplitude * ((a - b) * Kernels.sine(t) - b * Kernels.sine(turn)))
    part = 1 / frame.number(3)
    weight = ramp(0.2, 1, frame.progress)
  }

  @inline(__always) func look(_ p: Point) -> Look {
    let v = p - middle
    let distance = length(v)
    let shaken = Point(v.x * sine(distance * x), v.y * sine(distance * y)) * part
    return .mix(p + shaken, p, weight)
  }
}

/// Soft waves run through both pictures.
private struct Dreamy: RowLookEffect {
  let t: Float
  /// The shift of the pictures in each column.
  let from, to: [Float]

  init(_ frame: EffectFrame) {
    let t = frame.progress
    func wave(_ t: Float) -> [Float] {
      (0..<frame.width).map {
        0.03 * t * cosine(10 * (t + (Float($0) + 0.5) / Float(frame.width)))
      }
    }
    (from, to) = (wave(t), wave(1 - t))
    self.t = t
  }

  func fill(_ row: LookRow) {
    from.withUnsafeBufferPointer { from in
      to.withUnsafeBufferPointer { to in
        row.write(0..<row.count) { u, x in
          .mix(Point(u, row.v + from[x]), Point(u, row.v + to[x]), t)
        }
      }
    }
  }
}

/// Rings from the centre shake the first picture.
private struct Ripple: SteadyLookupEffect {
  let amplitude, phase, size, weight: Float
  var share: Float { weight }
  var showsToHere: Bool { true }

  init(_ frame: EffectFrame) {
    amplitude = frame.progress * frame.number(0)
    phase = frame.progress * frame.number(1)
    size = frame.progress / 30
    weight = ramp(0.2, 1, frame.progress)
  }

  @inline(__always) func look(_ p: Point) -> Look {
    let v = p - middle
    let shift = (sine(length(v) * amplitude - phase) + 0.5) * size
    return .mix(p + v * shift, p, weight)
  }
}

/// Rings spread from the centre of the first picture.
private struct WaterDrop: SteadyLookupEffect {
  let amplitude, phase, progress: Float
  var share: Float { progress }
  var showsToHere: Bool { true }

  init(_ frame: EffectFrame) {
    amplitude = frame.number(0)
    phase = frame.progress * frame.number(1)
    progress = frame.progress
  }

  @inline(__always) func look(_ p: Point) -> Look {
    let v = p - middle
    let distance = length(v)
    let shift = distance > progress ? 0 : sine(distance * amplitude - phase)
    return .mix(p + v * shift, p, progress)
  }
}

/// Both pictures twist about the centre.
private struct Swirl: SteadyLookupEffect {
  let turn, progress: Float
  var mixture: Float? { progress }
  var share: Float { 0 }

  init(_ frame: EffectFrame) {
    progress = frame.progress
    turn = (1 - (2 * progress - 1).magnitude) * 8 * 3.14159
  }

  @inline(__always) func look(_ p: Point) -> Look {
    let v = p - middle
    let distance = length(v)
    // No place is a whole width away.
    let near = 1 - distance
    let (c, s) = { ($0.x, $0.y) }(Transitions.turn(near * near * turn))
    return .from(Point(v.x * c - v.y * s, v.x * s + v.y * c) + middle)
  }
}

/// Both pictures turn and are enlarged.
private struct RotateScaleFade: LookupEffect {
  let center: Point
  let x, y, progress: Float
  let ground: Light?
  var mixture: Float? { progress }

  init(_ frame: EffectFrame) {
    center = frame.point(0)
    progress = frame.progress
    let angle = 2 * .pi * frame.number(2) * progress
    let size = between(frame.number(3), 1, 2 * (progress - 0.5).magnitude)
    (x, y) = (cosine(angle) / size, sine(angle) / size)
    ground = frame.color(4)
  }

  @inline(__always) func look(_ p: Point) -> Look {
    let v = p - center
    let q = center + Point(v.x * x - v.y * y, v.x * y + v.y * x)
    let seen: Float = q.x < 0 || q.x > 1 || q.y < 0 || q.y > 1 ? 0 : 1
    return .from(q, seen)
  }
}

/// Both pictures turn once, and go on beyond their edges from the start.
private struct Turn: SteadyLookupEffect {
  let c, s, progress: Float
  var mixture: Float? { progress }
  var share: Float { 0 }

  init(_ frame: EffectFrame) {
    progress = frame.progress
    (c, s) = (cosine(progress * 2 * .pi), sine(progress * 2 * .pi))
  }

  @inline(__always) func look(_ p: Point) -> Look {
    let v = p - middle
    let q = Point(v.x * c - v.y * s, v.x * s + v.y * c) + middle
    return .from(Point(fraction(q.x), fraction(q.y)))
  }
}

/// The second picture shrinks from its centre to its size.
private struct ScaleIn: SteadyLookupEffect {
  let progress: Float
  var share: Float { progress }

  init(_ frame: EffectFrame) { progress = frame.progress }

  @inline(__always) func look(_ p: Point) -> Look {
    .mix(p, (p - middle) * progress + middle, progress)
  }
}

/// The centre of the first picture comes near.
private struct SimpleZoom: SteadyLookupEffect {
  let size, weight: Float
  var share: Float { weight }
  var showsToHere: Bool { true }

  init(_ frame: EffectFrame) {
    let quick = frame.number(0)
    size = 1 - ramp(0, quick, frame.progress)
    weight = ramp(quick - 0.2, 1, frame.progress)
  }

  @inline(__always) func look(_ p: Point) -> Look { .mix((p - middle) * size + middle, p, weight) }
}

/// Rings come near at different speeds.
private struct ZoomInCircles: LookupEffect {
  let ratio, pace, width, weight: Float

  init(_ frame: EffectFrame) {
    ratio = frame.ratio
    pace = frame.progress / 0.8
    width = pace > 1 ? 0.2 + (pace - 1) * 5 : pace * 0.2
    weight = pace > 1 ? clamped((frame.progress - 0.8) / 0.07, 1) : 0
  }

  @inline(__always) func look(_ p: Point) -> Look {
    let v = p - middle
    let distance = 2 * length(Point(v.x, v.y / ratio))
    if distance < 0.5 + width { return .both(p, weight) }
    if distance < 0.8 + width * 1.5 {
      return .both(v * (1 - 0.15 * pace) + middle, weight * 0.5)
    }
    if distance < 1.2 + width * 2.5 {
      return .both(v * (1 - 0.2 * pace) + middle, weight * 0.2)
    }
    return .both(v * (1 - 0.25 * pace) + middle, weight)
  }
}
