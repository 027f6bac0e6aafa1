// SPDX-License-Identifier: Apache-2.0

import Kernels

/// Each picture is displaced by its colours and grey half-way.
struct GlitchDisplace {
  private let early, late: Float
  /// The shares of the first picture, of grey, and of the second picture here and elsewhere.
  private let own, gray, here, far: Float
  /// True if the first picture is seen: not at the end, where it is less than a hundredth of the
  /// grey and nothing else.
  private let seesFirst: Bool

  private init(_ shares: CoveredDisplace) {
    (early, late) = (shares.early, shares.late)
    (own, gray) = ((1 - shares.ease) * (1 - shares.old), (1 - shares.ease) * shares.old * 2)
    (here, far) = (shares.ease * (1 - shares.new), shares.ease * shares.new)
    seesFirst = shares.ease < 1 - 1 / 256
  }

  /// Each picture displaced by the other, in one of two ways.
  @Sendable static func plan(_ frame: EffectFrame) -> EffectPlan {
    let covered = CoveredDisplace(frame)
    guard frame.isOpaque, frame.hasPlaces else {
      return .colors { row in row.write { _, p, from, to in covered.color(p, from, to) } }
    }
    let effect = GlitchDisplace(covered)
    return .far(
      FarPlan(
        isNew: (false, true), seesFirst: { _ in effect.seesFirst }, find: effect.find,
        fill: effect.fill))
  }

  private func find(_ row: FarRow) {
    row.find(0..<row.count) { p, from, to in
      (
        p + (Point(to.x, to.y) * -0.17 + Point(0.165, 0.165)) * late,
        p + (Point(from.x, from.y) * -0.37 + Point(0.231, 0.231)) * early
      )
    }
  }

  private func fill(_ row: FarRow) {
    let pixels = 0..<row.count
    if seesFirst {
      row.write(pixels) { _, from, to, first, second in
        color(from, to, first.color, second.color)
      }
    } else {
      row.write(pixels) { _, from, to, _, second in color(from, to, second.color, second.color) }
    }
  }

  @inline(__always)
  private func color(_ from: Tint, _ to: Tint, _ other: Tint, _ seen: Tint) -> Tint {
    func least(_ a: Float, _ b: Float) -> Float { a < b ? a : b }
    let dark = Tint(least(other.x, seen.x), least(other.y, seen.y), least(other.z, seen.z), 1)
    let gray = dark.sum(0.299, 0.587, 0.114) * gray
    func sum(_ a: Float, _ b: Float, _ seen: Float) -> Float {
      a * own + gray + b * here + seen * far
    }
    return Tint(
      sum(from.x, to.x, seen.x), sum(from.y, to.y, seen.y), sum(from.z, to.z, seen.z), 1)
  }
}

/// `GlitchDisplace` where something is clear.
private struct CoveredDisplace {
  let early, late, ease, old, new: Float

  init(_ frame: EffectFrame) {
    let t = Double(frame.progress)
    ease = Float(
      t < 0.5 ? 0.5 * power(2, 20 * t - 10) : 1 - 0.5 * power(2, 10 - 20 * t))
    early = 1 - ease
    late = Float(1 - power(2, -10 * t))
    old = ramp(0, 0.5, frame.progress)
    new = ramp(1, 0.5, frame.progress)
  }

  @inline(__always) func color(_ p: Point, _ from: Sampler, _ to: Sampler) -> Light {
    let (a, b) = (from.pixel(p), to.pixel(p))
    let seen = to.at(p + (Point(a.x, a.y) * -0.37 + Point(0.231, 0.231)) * early)
    let other = from.at(p + (Point(b.x, b.y) * -0.17 + Point(0.165, 0.165)) * late)
    let gray =
      2
      * (0.299 * min(other.x, seen.x) + 0.587 * min(other.y, seen.y)
        + 0.114 * min(other.z, seen.z))
    return mixed(
      mixed(a, colored(gray, gray, gray, as: a), old), mixed(b, seen, new), ease)
  }
}
