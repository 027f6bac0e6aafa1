// SPDX-License-Identifier: Apache-2.0

/// Both pictures swing about a point and come near, the more twisted the nearer to it, and blurred along their way; the edges
/// of the picture darken meanwhile.
enum Revolve {
  /// The picture, darker towards its edges.
  static func shade(_ frame: EffectFrame) -> TintPlan {
    let (ratio, shadow) = (frame.ratio, frame.number(10) * strength(frame.progress))
    let (width, height) = (Float(frame.width), Float(frame.height))
    return TintPlan { row in
      let v = row.v - 0.5
      row.write { x, seen, _ in
        let far = length(Point((row.u(x) - 0.5) * ratio, v))
        return (seen * (1 - shadow * ramp(0.35, 0.95, far))).covered(as: seen)
      }
    } seen: { columns, rows in
      if shadow == 0 { return .from }
      func most(_ pixels: Range<Int>, _ size: Float) -> Float {
        max(
          (Float(pixels.lowerBound) - size / 2).magnitude,
          (Float(pixels.upperBound) - size / 2).magnitude)
      }
      let far = length(Point(most(columns, width), most(rows, height)))
      return far < 0.35 * height ? .from : .both
    }
  }

  /// The strength of all of it after some progress.
  private static func strength(_ t: Float) -> Float {
    ramp(0.1, 0.43, t) * (1 - ramp(0.43, 0.72, t))
  }

  /// Both pictures as they swing.
  static func blur(_ frame: EffectFrame) -> BlurPlan {
    let t = frame.progress
    func reveal(_ t: Float) -> Float { ramp(frame.number(8), frame.number(9), t) }
    let strength = strength(t)
    guard strength > 0 else { return BlurPlan(weight: reveal(t), passes: []) }
    let twist = Twist(frame)
    let span = 0.06 * frame.number(7) * strength
    // The ends count next to nothing, and are one with what is next to them.
    func weight(_ x: Float) -> Float { (1 - x) * (1 - x) + 0.01 }
    let (last, end) = (weight(0.875), weight(1))
    let away = (0.875 * last + end) / (last + end)
    var samples = (-6...6).map { (Float($0) / 8, weight((Float($0) / 8).magnitude)) }
    samples += [(-away, last + end), (away, last + end)]
    if twist.distance(t - span, t + span) * Float(frame.height) < 1 { samples = [(0, 1)] }
    let total = samples.map(\.1).reduce(0, +)
    let moments = samples.map { place, weight in
      let moment = clamped(t + place * span, 1)
      let new = reveal(moment)
      return TwistPlan.Moment(
        old: weight / total * (1 - new), new: weight / total * new,
        factors: twist.factors(Revolve.strength(moment)))
    }
    return BlurPlan(
      TwistPlan(center: twist.center, reach: twist.reach, margin: 0.001, moments))
  }

  /// By what the way from a point is multiplied.
  private struct Twist {
    /// The number of distances.
    private static let steps = 1024

    let center: Point
    let reach: Float
    private let rotation, zoom, swirl, barrel: Float
    /// The twist at each distance.
    private let cores: [Float]

    init(_ frame: EffectFrame) {
      // From the top.
      center = Point(frame.number(0), frame.number(1))
      let sign: Float = frame.flag(2) ? 1 : -1
      (rotation, zoom) = (sign * frame.number(3), frame.number(4))
      (swirl, barrel) = (sign * frame.number(5), frame.number(6))
      let (x, y) = (max(center.x, 1 - center.x), max(center.y, 1 - center.y))
      let reach = length(Point(x * frame.ratio, y))
      cores = (0...Twist.steps).map {
        power(1 - clamped(Float($0) / Float(Twist.steps) * reach * (1 / 0.96), 1), 1.55)
      }
      self.reach = reach
    }

    /// The numbers of all distances at a strength.
    func factors(_ strength: Float) -> [Point] {
      let near = 1 / (1 + (zoom - 1) * power(strength, 0.85))
      let step = reach / Float(Twist.steps) * near
      let (turned, twisted) = (rotation * strength, swirl * strength)
      let bent = barrel * strength * 2.8
      return cores.enumerated().map { index, core in
        let distance = Float(index) * step
        return turn(turned + twisted * core) * (near * (1 + bent * distance * distance))
      }
    }

    /// The largest distance between the places seen at two moments, in heights.
    func distance(_ first: Float, _ second: Float) -> Float {
      let (a, b) = (
        factors(Revolve.strength(clamped(first, 1))), factors(Revolve.strength(clamped(second, 1)))
      )
      return zip(a, b).enumerated().map { index, pair in
        length(pair.0 - pair.1) * Float(index) * reach / Float(Twist.steps)
      }.max() ?? 0
    }
  }
}
