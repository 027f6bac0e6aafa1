// SPDX-License-Identifier: Apache-2.0

extension TransitionKernel {
  /// Blurs.
  static let blurs: [TransitionKernel] = [
    .init("linearblur", 1) { .blur(linearBlur($0)) },
    .init("defocusblur", 1) { .blur(defocusBlur($0)) },
    .init("crosszoom", 1) { .blur(crossZoom($0)) },
    .init("tangentmotionblur", 0) { .blur(tangentMotionBlur($0)) },
    .init("filmburn", 1) { frame in
      let light = FilmBurn(frame)
      return .after(.blur(FilmBurn.blur(frame)), TintPlan { light.fill($0) })
    },
    .init("revolveleft", 11) { .after(.blur(Revolve.blur($0)), Revolve.shade($0)) },
  ]
}

/// A square of six by six samples that is largest half-way.
private func linearBlur(_ frame: EffectFrame) -> BlurPlan {
  let reach = frame.number(0) * (0.5 - (0.5 - frame.progress).magnitude)
  let steps = (0..<6).map { reach * (Float($0) / 6 - 0.5) }
  return BlurPlan(
    weight: frame.progress,
    passes: [.offsets(steps.map { Point($0, 0) }), .offsets(steps.map { Point(0, -$0) })])
}

/// Thirteen samples of a disc that is largest half-way.
private func defocusBlur(_ frame: EffectFrame) -> BlurPlan {
  let reach = frame.number(0) * (1 - (1 - 2 * frame.progress).magnitude)
  let disc: [Point] = [
    .zero, Point(-0.326, -0.406), Point(-0.840, -0.074), Point(-0.696, 0.457),
    Point(-0.203, 0.621), Point(0.962, -0.195), Point(0.473, -0.480), Point(0.519, 0.767),
    Point(0.185, -0.893), Point(0.507, 0.064), Point(0.896, 0.412), Point(-0.322, -0.933),
    Point(-0.792, -0.598),
  ]
  return BlurPlan(
    weight: frame.progress,
    passes: [.offsets(disc.map { Point($0.x * reach, -$0.y * reach) })])
}

/// The part of a sum over a way, 0…1, up to `p`, in which its middle counts most and its ends nothing.
private func share(upTo p: Float) -> Float { p * p * (3 - 2 * p) }

/// Samples on the way to a point that moves from left to right, most of them half-way between.
///
/// Two sums of a few samples, one over the other, have as many samples as these come to when multiplied.
private func crossZoom(_ frame: EffectFrame) -> BlurPlan {
  let t = frame.progress
  let rise: Float =
    t < 0.5
    ? 0.5 * exponential(0.6931472 * 10 * (2 * t - 1))
    : 1 - 0.5 * exponential(-0.6931472 * 10 * (2 * t - 1))
  let strength = min(frame.number(0) * (1 - cosine(2 * .pi * t)) / 2, 0.98)
  let center = Point(between(0.25, 0.75, t), 0.5)
  guard strength > 0.0001 else { return BlurPlan(weight: rise, passes: []) }
  let (fine, coarse) = (4, 9)
  // Each step scales distances from the centre by one factor; all steps together scale them by 1 − strength.
  let step = logarithm(1 - strength) / Float(fine * coarse)
  func factor(_ steps: Float) -> Float { exponential(step * steps) }
  /// The weight of the part of the path up to the point whose distance is scaled by `factor`.
  func sum(_ factor: Float) -> Float { share(upTo: (1 - factor) / strength) }
  let parts = (0..<coarse).map { index in
    (
      factor: factor(Float(index * fine)),
      weight: sum(factor(Float((index + 1) * fine))) - sum(factor(Float(index * fine)))
    )
  }
  return BlurPlan(
    weight: rise,
    passes: [
      .scales(
        center: center,
        (0..<fine).map { (factor(Float($0) + 0.5), 1 / Float(fine)) }),
      .scales(center: center, parts),
    ])
}

/// Pictures that whirl about their lower right corner, each seen along the way that it goes on.
private func tangentMotionBlur(_ frame: EffectFrame) -> BlurPlan {
  let eased = eased(frame.progress)
  let isNew = eased > 0.5
  let away = eased - 0.5
  let turn = Float.pi * (isNew ? eased - 1 : eased)
  // The way in pixels is what lies between the places now and a little later, multiplied.
  let later: Float = 0.0167 * 2
  let length = exponential(-20 * away * away) * 0.5 / later
  let (sine, cosine) = (Transitions.sine(.pi * later), Transitions.cosine(.pi * later))
  let way = Point((cosine - 1) * length, sine * length)
  /// The sum of a complex number and 1.
  func moved(_ p: Float) -> Point { Point(1 + way.x * p, way.y * p) }
  func product(_ a: Point, _ b: Point) -> Point {
    Point(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x)
  }
  func weight(_ index: Int, _ count: Int) -> Float {
    share(upTo: Float(index + 1) / Float(count)) - share(upTo: Float(index) / Float(count))
  }
  let rotation = Point(Transitions.cosine(turn), Transitions.sine(turn))
  let diagonal = Transitions.length(Point(Float(frame.width), Float(frame.height)))
  let pixels = Transitions.length(way) * diagonal
  // About as many samples as the way has pairs of pixels: sums of a few, each over the last.
  let count = max(12, min(60, (pixels / 1.8).rounded(.up)))
  // A sum of sums is too coarse at the edges of alpha: pictures that have it are sampled at every place.
  let few = count <= 12 ? 1 : count <= 16 ? 2 : count <= 30 ? 3 : 5
  let fine = frame.isOpaque ? few : 1
  let coarse = Int((count / Float(fine)).rounded(.up))
  /// One number for each of `coarse` parts of the way: that of its middle.
  let parts = (0..<coarse).map { index in
    (
      factor: product(rotation, moved((Float(index) + 0.5) / Float(coarse))),
      weight: weight(index, coarse)
    )
  }
  var passes: [BlurPlan.Pass] = []
  let center = Point(1, 1)
  if fine > 1 {
    // What lies between the middles of the parts: half-way, as parts differ in it.
    let middle = moved(0.5)
    let square = middle.x * middle.x + middle.y * middle.y
    let unit = product(way, Point(middle.x / square, -middle.y / square))
    passes.append(
      .turns(
        center: center,
        (0..<fine).map { index in
          let p = ((Float(index) + 0.5) / Float(fine) - 0.5) / Float(coarse)
          return (Point(1 + unit.x * p, unit.y * p), 1 / Float(fine))
        }))
  }
  return BlurPlan(weight: isNew ? 1 : 0, passes: passes + [.turns(center: center, parts)])
}

/// The progress along a curve that starts and ends slowly: (0.68, 0.01), (0.17, 0.98), looked for in four steps, as the effect
/// is defined.
private func eased(_ progress: Float) -> Float {
  func value(_ t: Float, _ a: Float, _ b: Float) -> Float {
    (((1 - 3 * b + 3 * a) * t + 3 * b - 6 * a) * t + 3 * a) * t
  }
  func slope(_ t: Float, _ a: Float, _ b: Float) -> Float {
    3 * (1 - 3 * b + 3 * a) * t * t + 2 * (3 * b - 6 * a) * t + 3 * a
  }
  var t = progress
  for _ in 0..<4 {
    let steep = slope(t, 0.68, 0.17)
    if steep == 0 { break }
    t -= (value(t, 0.68, 0.17) - progress) / steep
  }
  return value(t, 0.01, 0.98)
}
