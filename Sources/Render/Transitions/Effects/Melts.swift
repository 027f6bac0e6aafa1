// SPDX-License-Identifier: Apache-2.0

import Kernels

extension TransitionKernel {
  /// Pictures that are displaced by colours, or whose colours are displaced apart.
  static let melts: [TransitionKernel] = [
    .init("butterflywavescrawler", 3, butterflyWave),
    // Each picture is looked up by the colours of the other.
    .init("coordfromin", 0) { frame in
      let t = frame.progress
      return .places(share: t, colors: .both) { row in
        row.placeBoth { p, a, b in
          let old = p + (Point(b.x, b.y) - p) * t
          let new = Point(a.x, a.y) + (p - Point(a.x, a.y)) * t
          return (old, new)
        }
      }
    },
    .init("flyeye", 3, flyEye),
    .init("glitchdisplace", 0, GlitchDisplace.plan),
    .init("glitchmemories", 0, glitchMemories),
    .init("kaleidoscope", 3) { frame in
      let mirrors = Kaleidoscope(frame)
      return .mixture(frame.progress, .looks { mirrors.fill($0) })
    },
    // The pictures push each other about by their colours.
    .init("morph", 1) { frame in
      let (strength, t) = (frame.number(0), frame.progress)
      return .places(share: t, colors: .both) { row in
        row.placeBoth { p, a, b in
          let sum = a + b
          let shift = Point((sum.x + sum.z) / 2 - 1, (sum.y + sum.z) / 2 - 1) * strength
          return (p + shift * t, p - shift * (1 - t))
        }
      }
    },
    // The first picture is broken up by its colours.
    .init("parametricglitch", 2) { frame in
      let (amplitude, t) = (frame.pair(0), frame.progress)
      let pace = 1 / (t + 0.01)
      return .places(share: t, showsToHere: true, colors: .first) { row in
        row.place { p, a in
          let sphere = a.x * a.x + a.y * a.y + a.z * a.z - 1
          let broken = Point(
            fraction(amplitude.x * p.x * cosine(sphere - p.x * pace)),
            fraction(amplitude.y * p.y * sine(sphere - p.y * pace)))
          return p + (p - broken) * t
        }
      }
    },
    .init("squeeze", 1, squeeze),
  ]
}

/// Red, green and blue of three places, covered as the second is.
@inline(__always)
private func apart(_ picture: Sampler, _ red: Point, _ green: Point, _ blue: Point) -> Light {
  let middle = picture.at(green)
  return Light(picture.at(red).x, middle.y, picture.at(blue).z, middle.w)
}

extension ApartColor {
  /// On which side of green it is seen.
  fileprivate var side: Float { Float(rawValue - 1) }
}

/// Both pictures are scribbled over by a butterfly curve.
@Sendable private func butterflyWave(_ frame: EffectFrame) -> EffectPlan {
  let (t, waves, separation) = (frame.progress, frame.number(1), frame.number(2))
  let size = sine(t * frame.number(0))
  func shift(_ x: Float) -> Float {
    let across = clamped(x * size - 0.5 + 1, 2) - 1
    // The arc cosine.
    let theta = arc((1 - across * across).squareRoot(), across) * waves
    let s = sine((2 * theta - .pi) / 24)
    let square = s * s
    return (exponential(cosine(theta)) - 2 * cosine(4 * theta) + square * square * s) / 10
  }
  if frame.isOpaque {
    return .apart(
      ApartPlan(share: { _ in t }, isTransposed: true) { color, isNew, column in
        let way = isNew ? 1 - t : t * (1 + color.side * separation)
        let shift = shift(column) * way
        return (column + shift, -shift)
      })
  }
  let across = 1 / Float(frame.width)
  let shifts = Table(frame.width) { shift((Float($0) + 0.5) * across) }
  return .colors { row in
    let shifts = shifts.base
    row.write { x, p, from, to in
      let shift = Point(shifts[x], shifts[x])
      let own = shift * t
      let old = apart(from, p + own * (1 - separation), p + own, p + own * (1 + separation))
      return mixed(old, to.at(p + shift * (1 - t)), t)
    }
  }
}

/// A lattice of lenses with colours apart.
@Sendable private func flyEye(_ frame: EffectFrame) -> EffectPlan {
  let (size, zoom, separation) = (frame.number(0), frame.number(1), frame.number(2))
  let t = frame.progress
  func across(_ x: Float) -> Float { cosine(zoom * x) * size }
  func up(_ y: Float) -> Float { sine(zoom * y) * size }
  if frame.isOpaque {
    func way(_ color: ApartColor, _ isNew: Bool) -> Float {
      isNew ? 1 - t : t * (1 + color.side * separation)
    }
    return .apart(
      ApartPlan(share: { _ in t }, column: { across($2) * way($0, $1) }) { color, isNew, row in
        (row - up(1 - row) * way(color, isNew), 0)
      })
  }
  let part = 1 / Float(frame.width)
  let shifts = Table(frame.width) { across((Float($0) + 0.5) * part) }
  return .colors { row in
    let (shifts, up) = (shifts.base, up(row.v))
    row.write { x, p, from, to in
      let shift = Point(shifts[x], up)
      let old = shift * t
      return mixed(
        apart(from, p + old * (1 - separation), p + old, p + old * (1 + separation)),
        to.at(p + shift * (1 - t)), t)
    }
  }
}

/// The dissolve with jittering colours.
@Sendable private func glitchMemories(_ frame: EffectFrame) -> EffectPlan {
  let t = frame.progress
  let size = 0.3 * (1 - t)
  let shift = Point(
    (fraction(floor(t * 1200) / 64) - 0.5) * size, (fraction(floor(t * 3500) / 64) - 0.5) * size)
  if frame.isOpaque {
    return .mixture(
      t,
      .apart(
        ApartPlan(share: { _ in 0 }) { color, _, row in
          let part: Float =
            switch color {
            case .red: 0.2
            case .green: 0.3
            case .blue: 0.5
            }
          return (row - shift.y * part, shift.x * part)
        }))
  }
  return .colors { row in
    row.write { _, p, from, to in
      let (red, green, blue) = (p + shift * 0.2, p + shift * 0.3, p + shift * 0.5)
      return mixed(apart(from, red, green, blue), apart(to, red, green, blue), t)
    }
  }
}

/// Mirrors turn over both pictures, most half-way.
private struct Kaleidoscope {
  /// The cosines and sines of seven turns.
  let turns: InlineArray<7, SIMD2<Float>>
  let weight: Float

  init(_ frame: EffectFrame) {
    let t = frame.progress
    let start = power(Double(t), Double(frame.number(2))) * Double(frame.number(0))
    let step = Double(frame.number(1))
    turns = InlineArray { index in
      let angle = start + Double(index) * step
      return SIMD2(Float(Kernels.sine(angle + .pi / 2)), Float(Kernels.sine(angle)))
    }
    weight = 1 - 2 * (t - 0.5).magnitude
  }

  func fill(_ row: LookRow) {
    let (v, step) = (row.v, row.u(1) - row.u(0))
    var start = 0
    while start < row.count {
      let first = row.u(start)
      let line = line(from: Point(first, v), Point(step, 0))
      let samples = start..<min(start + line.count, row.count)
      let slope = line.way * (1 / step)
      row.write(samples) { u, _ in .mix(Point(u, v), line.place + slope * (u - first), weight) }
      start = samples.upperBound
    }
  }

  /// Where samples are seen that lie `way` apart, how far apart, and how many there are up to a mirror that they pass.
  private func line(from p: Point, _ way: Point) -> (place: Point, way: Point, count: Int) {
    var (place, way, count) = (p - middle, way, Float(4096))
    /// A place mirrored at every whole number, and its way; `count` is lowered to what there is up to the next one.
    func folded(_ x: Float, _ way: Float, _ count: inout Float) -> (Float, Float) {
      let half = x * 0.5 - 0.5
      let rest = half - nearest(half)
      let below = x - floor(x)
      if way != 0 { count = min(count, (way > 0 ? 1 - below : below) / way.magnitude) }
      return (2 * rest.magnitude, rest < 0 ? -way : way)
    }
    for index in 0..<7 {
      let (q, d) = (turned(place, index), turned(way, index))
      let (x, y) = (folded(q.x, d.x, &count), folded(q.y, d.y, &count))
      (place, way) = (Point(x.0, y.0), Point(x.1, y.1))
    }
    return (place, way, Int(count) + 1)
  }

  @inline(__always) private func turned(_ q: Point, _ index: Int) -> Point {
    let turn = turns[index]
    return Point(turn.y * q.x + turn.x * q.y, turn.y * q.y - turn.x * q.x)
  }
}

/// The first picture is squeezed to a line, with colours apart.
@Sendable private func squeeze(_ frame: EffectFrame) -> EffectPlan {
  let size = 1 / (1 - frame.progress)
  let separation = Point(0, frame.progress * frame.number(0))
  if frame.isOpaque {
    return .apart(
      ApartPlan(share: { (($0 - 0.5) * size).magnitude > 0.5 ? 1 : 0 }) { color, isNew, row in
        (isNew ? row : 0.5 + (row - 0.5) * size - color.side * separation.y, 0)
      })
  }
  return .colors { row in
    row.write { _, p, from, to in
      let q = Point(p.x, 0.5 + (p.y - 0.5) * size)
      guard q.y >= 0, q.y <= 1 else { return to.pixel(p) }
      return apart(from, q - separation, q, q + separation)
    }
  }
}
