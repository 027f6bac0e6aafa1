// SPDX-License-Identifier: Apache-2.0

import EffectLoops

extension TransitionKernel {
  /// Blurs.
  static let blurs: [TransitionKernel] = [
    TransitionKernel("linearblur", 1, .blur(linearBlur)),
    TransitionKernel("defocusblur", 1, .blur(defocusBlur)),
    TransitionKernel("crosszoom", 1, .blur(crossZoom)),
  ]
}

/// A square of six by six samples that is largest half-way.
@Sendable private func linearBlur(_ frame: EffectFrame) -> BlurPlan {
  let reach = frame.number(0) * (0.5 - (0.5 - frame.progress).magnitude)
  let steps = (0..<6).map { reach * (Float($0) / 6 - 0.5) }
  return BlurPlan(
    weight: frame.progress,
    passes: [.offsets(steps.map { Point($0, 0) }), .offsets(steps.map { Point(0, -$0) })])
}

/// Thirteen samples of a disc that is largest half-way.
@Sendable private func defocusBlur(_ frame: EffectFrame) -> BlurPlan {
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
@Sendable private func crossZoom(_ frame: EffectFrame) -> BlurPlan {
  let t = frame.progress
  let rise: Float =
    t < 0.5
    ? 0.5 * exponential(0.6931472 * 10 * (2 * t - 1))
    : 1 - 0.5 * exponential(-0.6931472 * 10 * (2 * t - 1))
  let strength = min(frame.number(0) * (1 - cosine(2 * .pi * t)) / 2, 0.98)
  let center = Point(between(0.25, 0.75, t), 0.5)
  guard strength > 0.0001 else { return BlurPlan(weight: rise, passes: []) }
  let (fine, coarse) = (4, 9)
  // Each step multiplies the way from the centre; after all of them it is 1 − strength of what it was.
  let step = logarithm(1 - strength) / Float(fine * coarse)
  func factor(_ steps: Float) -> Float { exponential(step * steps) }
  /// The share of what lies before the place where the way is multiplied by `factor`.
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
