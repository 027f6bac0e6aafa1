// SPDX-License-Identifier: Apache-2.0

/// The interpolation of a value from one keyframe to the next.
public enum Easing: Hashable, Sendable, Codable {
  /// At constant speed.
  case linear
  /// CSS `cubic-bezier(x1, y1, x2, y2)`; x1 and x2 lie in 0...1.
  case cubicBezier(Double, Double, Double, Double)
  /// Keeps the first value until the next keyframe.
  case hold
  /// A damped spring that overshoots and has settled at the end, to a thousandth.
  case settling
  /// A spring for which the way lasts one second.
  case spring(Spring)
  /// In 1...1000 steps; two or more where no jump is at either end.
  case steps(Int, Jump)
  /// With a swing at one end or both.
  case swing(Swing, Side)

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
    case .spring(let spring): return spring.value(at: x)
    case .steps(let count, let jump): return Easing.value(ofSteps: count, jump, at: x)
    case .swing(let swing, let side): return Easing.value(of: swing, side, at: x)
    case .settling:
      // Critically damped springs do not overshoot; this one (damping ratio 0.5, settled within 0.1 % at 1) does.
      if x <= 0 { return 0 }
      if x >= 1 { return 1 }
      let decay = 7.0
      let frequency = decay * 3.0.squareRoot()
      return 1 - Portable.exp(-decay * x)
        * (Portable.cos(frequency * x) + decay / frequency * Portable.sin(frequency * x))
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

  /// True if the easing never leaves the values between both keyframes.
  public var staysInRange: Bool {
    switch self {
    case .linear, .hold, .steps: true
    case .settling, .spring: false
    case .cubicBezier(_, let y1, _, let y2): (0...1).contains(y1) && (0...1).contains(y2)
    case .swing(let swing, _): swing == .bounce
    }
  }

  /// True if the easing is monotonic.
  public var isOneWay: Bool {
    switch self {
    case .linear, .hold, .steps: true
    case .settling, .spring, .swing: false
    // A Bézier curve whose control points are in order only rises.
    case .cubicBezier(_, let y1, _, let y2): (0...1).contains(y1) && (0...1).contains(y2)
    }
  }

  /// True if the easing's numbers are within its bounds; others come from no project.
  public var isValid: Bool {
    switch self {
    case .linear, .hold, .settling, .swing: true
    case .cubicBezier(let x1, let y1, let x2, let y2):
      (0...1).contains(x1) && (0...1).contains(x2)
        && Easing.overshoots.contains(y1) && Easing.overshoots.contains(y2)
    case .spring(let spring):
      [spring.mass, spring.stiffness, spring.damping].allSatisfy { $0 > 0 && $0.isFinite }
    case .steps(let count, let jump): jump.counts.contains(count)
    }
  }

  /// The possible places of a curve's control points along the way, which is from 0 to 1.
  package static let overshoots = -10.0...10.0

  /// The easings that have a name of their own, in the order of the reference.
  public static let named: [(name: String, easing: Easing)] =
    [
      ("linear", .linear), ("ease", .ease), ("ease-in", .easeIn), ("ease-out", .easeOut),
      ("ease-in-out", .easeInOut), ("hold", .hold), ("spring", .settling),
    ]
    + Swing.allCases.flatMap { swing in
      Side.allCases.map { ("\(swing.rawValue)-\($0.rawValue)", .swing(swing, $0)) }
    }
}

extension Easing: CustomStringConvertible {
  /// Its name, and its numbers apart by spaces, as in the language and in the text of graphs.
  public var description: String {
    if let known = Easing.named.first(where: { $0.easing == self }) { return known.name }
    func numbers(_ numbers: Double...) -> String {
      "(" + numbers.map(\.shortest).joined(separator: " ") + ")"
    }
    switch self {
    case .cubicBezier(let a, let b, let c, let d): return "cubic-bezier" + numbers(a, b, c, d)
    case .spring(let spring):
      return "spring" + numbers(spring.mass, spring.stiffness, spring.damping)
    case .steps(let count, let jump): return "steps(\(count) \(jump.rawValue))"
    case .linear, .hold, .settling, .swing: preconditionFailure("an easing without its name")
    }
  }
}
