// SPDX-License-Identifier: Apache-2.0

import Glibc

/// How a value gets from one keyframe to the next.
public enum Easing: Hashable, Sendable, Codable {
  /// At constant speed.
  case linear
  /// CSS `cubic-bezier(x1, y1, x2, y2)`; x1 and x2 lie in 0...1.
  case cubicBezier(Double, Double, Double, Double)
  /// Keeps the first value until the next keyframe.
  case hold
  /// A damped spring that overshoots and settles.
  case spring

  /// CSS `ease`, its default: quick to start and slow to end.
  public static let ease = Easing.cubicBezier(0.25, 0.1, 0.25, 1)
  /// CSS `ease-in`.
  public static let easeIn = Easing.cubicBezier(0.42, 0, 1, 1)
  /// CSS `ease-out`.
  public static let easeOut = Easing.cubicBezier(0, 0, 0.58, 1)
  /// CSS `ease-in-out`.
  public static let easeInOut = Easing.cubicBezier(0.42, 0, 0.58, 1)

  /// The share of the way that is done at `x` in 0...1 of the time.
  public func value(at x: Double) -> Double {
    switch self {
    case .linear: return x
    case .hold: return x >= 1 ? 1 : 0
    case .cubicBezier(let x1, let y1, let x2, let y2):
      return Easing.bezier(y1, y2, Easing.solve(x1, x2, x))
    case .spring:
      // Critically damped springs do not overshoot; this one (damping ratio 0.5, settled within 0.1 % at 1) does.
      if x <= 0 { return 0 }
      if x >= 1 { return 1 }
      let decay = 7.0
      let frequency = decay * 3.0.squareRoot()
      return 1 - exp(-decay * x) * (cos(frequency * x) + decay / frequency * sin(frequency * x))
    }
  }

  private static func bezier(_ p1: Double, _ p2: Double, _ t: Double) -> Double {
    let u = 1 - t
    return 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t
  }

  /// Bisection: 60 halvings always, so that every machine gets the same bits.
  private static func solve(_ x1: Double, _ x2: Double, _ x: Double) -> Double {
    if x <= 0 { return 0 }
    if x >= 1 { return 1 }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if bezier(x1, x2, middle) < x { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// The name in the language and in the printed render graph.
  public var name: String {
    switch self {
    case .linear: "linear"
    case .hold: "hold"
    case .spring: "spring"
    case .ease: "ease"
    case .easeIn: "ease-in"
    case .easeOut: "ease-out"
    case .easeInOut: "ease-in-out"
    case .cubicBezier(let a, let b, let c, let d): "cubic-bezier(\(a), \(b), \(c), \(d))"
    }
  }
}
