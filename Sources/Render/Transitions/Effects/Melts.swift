// SPDX-License-Identifier: Apache-2.0

import Kernels

extension TransitionKernel {
  /// Pictures that are displaced by colours, or whose colours are displaced apart.
  static let melts: [TransitionKernel] = [
    apart("butterflywavescrawler", 3, ButterflyWaveScrawler.init),
    tintLookup("coordfromin", 0, CoordFromIn.init),
    apart("flyeye", 3, FlyEye.init),
    far("glitchdisplace", 0, GlitchDisplace.rows, covered: GlitchDisplace.coveredRows),
    apart("glitchmemories", 0, GlitchMemories.init),
    rowLookup("kaleidoscope", 3, Kaleidoscope.init),
    tintLookup("morph", 1, Morph.init),
    tintLookup("parametricglitch", 2, ParametricGlitch.init),
    apart("squeeze", 1, Squeeze.init),
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
private struct ButterflyWaveScrawler: PreparedEffect, ApartEffect {
  let size, waves, separation, t: Float

  init(_ frame: EffectFrame) {
    t = frame.progress
    size = sine(t * frame.number(0))
    waves = frame.number(1)
    separation = frame.number(2)
  }

  @inline(__always) func prepare(_ p: Point) -> Point {
    let across = clamped(p.x * size - 0.5 + 1, 2) - 1
    // The arc cosine.
    let theta = arc((1 - across * across).squareRoot(), across) * waves
    let s = sine((2 * theta - .pi) / 24)
    let square = s * s
    let shift = (exponential(cosine(theta)) - 2 * cosine(4 * theta) + square * square * s) / 10
    return Point(shift, shift)
  }

  var isTransposed: Bool { true }
  func isApart(isNew: Bool) -> Bool { !isNew }
  func share(_ column: Float) -> Float { t }
  func place(_ color: ApartColor, isNew: Bool, _ column: Float) -> (row: Float, shift: Float) {
    let way = isNew ? 1 - t : t * (1 + color.side * separation)
    let shift = prepare(Point(column, 0)).x * way
    return (column + shift, -shift)
  }

  @inline(__always)
  func color(_ p: Point, _ shift: Point, _ from: Sampler, _ to: Sampler) -> Light {
    let own = shift * t
    let old = apart(
      from, p + own * (1 - separation), p + own, p + own * (1 + separation))
    return mixed(old, to.at(p + shift * (1 - t)), t)
  }
}

/// Each picture is looked up by the colours of the other.
private struct CoordFromIn: TintLookEffect {
  let t: Float
  var share: Float { t }

  init(_ frame: EffectFrame) { t = frame.progress }

  @inline(__always)
  func places(_ p: Point, _ a: Tint, _ b: Tint) -> (from: Point, to: Point) {
    let old = p + (Point(b.x, b.y) - p) * t
    let new = Point(a.x, a.y) + (p - Point(a.x, a.y)) * t
    return (old, new)
  }
}

/// A lattice of lenses with colours apart.
private struct FlyEye: PreparedEffect, ApartEffect {
  let size, zoom, separation, t: Float

  init(_ frame: EffectFrame) {
    (size, zoom, separation) = (frame.number(0), frame.number(1), frame.number(2))
    t = frame.progress
  }

  @inline(__always) func prepare(_ p: Point) -> Point {
    Point(cosine(zoom * p.x), sine(zoom * p.y)) * size
  }

  func isApart(isNew: Bool) -> Bool { !isNew }
  private func way(_ color: ApartColor, _ isNew: Bool) -> Float {
    isNew ? 1 - t : t * (1 + color.side * separation)
  }
  func share(_ row: Float) -> Float { t }
  func place(_ color: ApartColor, isNew: Bool, _ row: Float) -> (row: Float, shift: Float) {
    (row - prepare(Point(0, 1 - row)).y * way(color, isNew), 0)
  }
  var column: ((_ color: ApartColor, _ isNew: Bool, _ column: Float) -> Float)? {
    { prepare(Point($2, 0)).x * way($0, $1) }
  }

  @inline(__always)
  func color(_ p: Point, _ shift: Point, _ from: Sampler, _ to: Sampler) -> Light {
    let old = shift * t
    return mixed(
      apart(from, p + old * (1 - separation), p + old, p + old * (1 + separation)),
      to.at(p + shift * (1 - t)), t)
  }
}

/// The dissolve with jittering colours.
private struct GlitchMemories: ColorEffect, ApartEffect {
  let shift: Point
  let t: Float

  init(_ frame: EffectFrame) {
    t = frame.progress
    let size = 0.3 * (1 - t)
    shift = Point(
      (fraction(floor(t * 1200) / 64) - 0.5) * size, (fraction(floor(t * 3500) / 64) - 0.5) * size)
  }

  var mixture: Float? { t }
  func share(_ row: Float) -> Float { 0 }
  func place(_ color: ApartColor, isNew: Bool, _ row: Float) -> (row: Float, shift: Float) {
    let part: Float =
      switch color {
      case .red: 0.2
      case .green: 0.3
      case .blue: 0.5
      }
    return (row - shift.y * part, shift.x * part)
  }

  @inline(__always) func color(_ p: Point, _ from: Sampler, _ to: Sampler) -> Light {
    let (red, green, blue) = (p + shift * 0.2, p + shift * 0.3, p + shift * 0.5)
    return mixed(
      apart(from, red, green, blue), apart(to, red, green, blue), t)
  }
}

/// Mirrors turn over both pictures, most half-way.
private struct Kaleidoscope: RowLookEffect {
  /// The cosines and sines of seven turns.
  let turns: InlineArray<7, SIMD2<Float>>
  let t, weight: Float
  var mixture: Float? { t }

  init(_ frame: EffectFrame) {
    t = frame.progress
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

/// The pictures push each other about by their colours.
private struct Morph: TintLookEffect {
  let strength, t: Float
  var share: Float { t }

  init(_ frame: EffectFrame) { (strength, t) = (frame.number(0), frame.progress) }

  @inline(__always)
  func places(_ p: Point, _ a: Tint, _ b: Tint) -> (from: Point, to: Point) {
    let sum = a + b
    let shift = Point((sum.x + sum.z) / 2 - 1, (sum.y + sum.z) / 2 - 1) * strength
    return (p + shift * t, p - shift * (1 - t))
  }
}

/// The first picture is broken up by its colours.
private struct ParametricGlitch: TintLookEffect {
  let amplitude: Point
  let pace, t: Float
  var seesSecond: Bool { false }
  var showsToHere: Bool { true }
  var share: Float { t }

  init(_ frame: EffectFrame) {
    amplitude = frame.pair(0)
    t = frame.progress
    pace = 1 / (t + 0.01)
  }

  @inline(__always)
  func places(_ p: Point, _ a: Tint, _ b: Tint) -> (from: Point, to: Point) {
    let sphere = a.x * a.x + a.y * a.y + a.z * a.z - 1
    let broken = Point(
      fraction(amplitude.x * p.x * cosine(sphere - p.x * pace)),
      fraction(amplitude.y * p.y * sine(sphere - p.y * pace)))
    return (p + (p - broken) * t, p)
  }
}

/// The first picture is squeezed to a line, with colours apart.
private struct Squeeze: ColorEffect, ApartEffect {
  let size: Float
  let separation: Point

  init(_ frame: EffectFrame) {
    size = 1 / (1 - frame.progress)
    separation = Point(0, frame.progress * frame.number(0))
  }

  func isApart(isNew: Bool) -> Bool { !isNew }
  func share(_ row: Float) -> Float { ((row - 0.5) * size).magnitude > 0.5 ? 1 : 0 }
  func place(_ color: ApartColor, isNew: Bool, _ row: Float) -> (row: Float, shift: Float) {
    (isNew ? row : 0.5 + (row - 0.5) * size - color.side * separation.y, 0)
  }

  @inline(__always) func color(_ p: Point, _ from: Sampler, _ to: Sampler) -> Light {
    let q = Point(p.x, 0.5 + (p.y - 0.5) * size)
    guard q.y >= 0, q.y <= 1 else { return to.pixel(p) }
    return apart(from, q - separation, q, q + separation)
  }
}
