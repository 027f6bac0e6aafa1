// SPDX-License-Identifier: Apache-2.0

import Kernels

extension TransitionKernel {
  /// Pictures that are stretched, turned, enlarged and shaken while they dissolve.
  static let warps: [TransitionKernel] = [
    // Both pictures stretch to a point and pass into each other along an edge from the right.
    .init("crosswarp", 0) { frame in
      let place = frame.progress * 2 - 1
      return .looks { row in
        row.write { p in
          let x = ramp(0, 1, place + p.x)
          return .mix((p - middle) * (1 - x) + middle, (p - middle) * x + middle, x)
        }
      }
    },
    // The same along a direction.
    .init("directionalwarp", 3) { frame in
      let (course, softness) = (Course(frame.direction(1)), frame.number(0))
      let place = frame.progress * (1 + softness)
      return .looks { row in
        row.write { p in
          let m = 1 - ramp(-softness, 0, course(p) - place)
          return .mix((p - middle) * (1 - m) + middle, (p - middle) * m + middle, m)
        }
      }
    },
    .init("crazyparametricfun", 4, parametricFun),
    // Soft waves run through both pictures.
    .init("dreamy", 0) { frame in
      let t = frame.progress
      func wave(_ t: Float) -> Table<Float> {
        frame.columns { 0.03 * t * cosine(10 * (t + $0)) }
      }
      let (from, to) = (wave(t), wave(1 - t))
      return .looks { row in
        let (from, to, v) = (from.base, to.base, row.v)
        row.write(0..<row.count) { u, x in .mix(Point(u, v + from[x]), Point(u, v + to[x]), t) }
      }
    },
    // Rings from the centre shake the first picture.
    .init("ripple", 2) { frame in
      let t = frame.progress
      let (amplitude, phase, size) = (t * frame.number(0), t * frame.number(1), t / 30)
      return .places(share: ramp(0.2, 1, t), showsToHere: true) { row in
        row.place { p in
          let v = p - middle
          return p + v * ((sine(length(v) * amplitude - phase) + 0.5) * size)
        }
      }
    },
    // Rings spread from the centre of the first picture.
    .init("waterdrop", 2) { frame in
      let (amplitude, t) = (frame.number(0), frame.progress)
      let phase = t * frame.number(1)
      return .places(share: t, showsToHere: true) { row in
        row.place { p in
          let v = p - middle
          let distance = length(v)
          return p + v * (distance > t ? 0 : sine(distance * amplitude - phase))
        }
      }
    },
    // Both pictures twist about the centre.
    .init("swirl", 0) { frame in
      let t = frame.progress
      let most = (1 - (2 * t - 1).magnitude) * 8 * 3.14159
      return .mixture(
        t,
        .places { row in
          row.place { p in
            let v = p - middle
            // No place is a whole width away.
            let near = 1 - length(v)
            let (c, s) = { ($0.x, $0.y) }(turn(near * near * most))
            return Point(v.x * c - v.y * s, v.x * s + v.y * c) + middle
          }
        })
    },
    .init("rotatescalefade", 7, rotateScaleFade),
    // Both pictures turn once, and go on beyond their edges from the start.
    .init("rotatetransition", 0) { frame in
      let t = frame.progress
      let (c, s) = (cosine(t * 2 * .pi), sine(t * 2 * .pi))
      return .mixture(
        t,
        .places { row in
          row.place { p in
            let v = p - middle
            let q = Point(v.x * c - v.y * s, v.x * s + v.y * c) + middle
            return Point(fraction(q.x), fraction(q.y))
          }
        })
    },
    // The second picture shrinks from its centre to its size.
    .init("scalein", 0) { frame in
      let t = frame.progress
      return .places(share: t) { row in row.placeBoth { p in (p, (p - middle) * t + middle) } }
    },
    // The centre of the first picture comes near.
    .init("simplezoom", 1) { frame in
      let (quick, t) = (frame.number(0), frame.progress)
      let size = 1 - ramp(0, quick, t)
      return .places(share: ramp(quick - 0.2, 1, t), showsToHere: true) { row in
        row.place { p in (p - middle) * size + middle }
      }
    },
    .init("zoomincircles", 0, zoomInCircles),
  ]
}

/// Dense ripples shake the first picture.
@Sendable private func parametricFun(_ frame: EffectFrame) -> EffectPlan {
  // What is a little off here is far off in the ripples.
  let (a, b) = (Double(frame.number(0)), Double(frame.number(1)))
  let t = Double(frame.progress)
  let (amplitude, turn, quarter) = (t * Double(frame.number(2)), t * (a / b - 1), Double.pi / 2)
  let x = Float(
    amplitude * ((a - b) * Kernels.sine(t + quarter) + b * Kernels.sine(turn + quarter)))
  let y = Float(amplitude * ((a - b) * Kernels.sine(t) - b * Kernels.sine(turn)))
  let part = 1 / frame.number(3)
  return .places(share: ramp(0.2, 1, frame.progress), showsToHere: true) { row in
    row.place { p in
      let v = p - middle
      let distance = length(v)
      return p + Point(v.x * sine(distance * x), v.y * sine(distance * y)) * part
    }
  }
}

/// Both pictures turn and are enlarged.
@Sendable private func rotateScaleFade(_ frame: EffectFrame) -> EffectPlan {
  let (center, t) = (frame.point(0), frame.progress)
  let angle = 2 * .pi * frame.number(2) * t
  let size = between(frame.number(3), 1, 2 * (t - 0.5).magnitude)
  let (x, y) = (cosine(angle) / size, sine(angle) / size)
  return .mixture(
    t,
    .looks(ground: frame.color(4)) { row in
      row.write { p in
        let v = p - center
        let q = center + Point(v.x * x - v.y * y, v.x * y + v.y * x)
        return .from(q, q.x < 0 || q.x > 1 || q.y < 0 || q.y > 1 ? 0 : 1)
      }
    })
}

/// Rings come near at different speeds.
@Sendable private func zoomInCircles(_ frame: EffectFrame) -> EffectPlan {
  let (ratio, pace) = (frame.ratio, frame.progress / 0.8)
  let width = pace > 1 ? 0.2 + (pace - 1) * 5 : pace * 0.2
  let weight = pace > 1 ? clamped((frame.progress - 0.8) / 0.07, 1) : 0
  return .looks { row in
    row.write { p in
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
}
