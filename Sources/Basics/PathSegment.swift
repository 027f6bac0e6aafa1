// SPDX-License-Identifier: Apache-2.0

extension VectorPath {
  /// A line or a curve of a path.
  struct Segment {
    /// Which part of the path it is in.
    let part: Int
    let from, to: PixelPoint
    /// The control points of a curve; nil for a line.
    let control: (PixelPoint, PixelPoint)?
    /// Its length.
    let length: Double
    /// The lengths up to equal steps of the parameter, of a curve.
    private let lengths: [Double]

    init(
      part: Int, from: PixelPoint, control: (PixelPoint, PixelPoint)? = nil, to: PixelPoint
    ) {
      (self.part, self.from, self.to, self.control) = (part, from, to, control)
      guard let control else {
        (length, lengths) = (from.distance(to: to), [])
        return
      }
      // 32 steps leave less than a thousandth of a pixel.
      var lengths = [0.0]
      for index in 0..<32 {
        let (a, b) = (Double(index) / 32, Double(index + 1) / 32)
        lengths.append(lengths[index] + Segment.length(from, control, to, a...b))
      }
      self.lengths = lengths
      length = lengths[32]
    }

    /// The point at `t` in 0...1.
    func point(at t: Double) -> PixelPoint {
      guard let control else { return from.mixed(with: to, t) }
      func value(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
        let u = 1 - t
        return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d
      }
      return PixelPoint(
        value(from.x, control.0.x, control.1.x, to.x),
        value(from.y, control.0.y, control.1.y, to.y))
    }

    /// Where it is farthest left, right, up or down between its ends.
    var extremes: [Double] {
      guard let control else { return [] }
      func zeros(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> [Double] {
        let (p, q, r) = (d - 3 * c + 3 * b - a, 2 * (c - 2 * b + a), b - a)
        if abs(p) < 1e-12 { return abs(q) < 1e-12 ? [] : [-r / q] }
        let inner = q * q - 4 * p * r
        guard inner >= 0 else { return [] }
        let root = inner.squareRoot()
        return [(-q + root) / (2 * p), (-q - root) / (2 * p)]
      }
      return
        (zeros(from.x, control.0.x, control.1.x, to.x)
        + zeros(from.y, control.0.y, control.1.y, to.y)).filter { $0 > 0 && $0 < 1 }
    }

    /// The parameter at which `distance` of its length is behind.
    func parameter(at distance: Double) -> Double {
      guard control != nil else { return length > 0 ? min(max(distance / length, 0), 1) : 0 }
      guard let next = lengths.firstIndex(where: { $0 > distance }), next > 0 else {
        return distance <= 0 ? 0 : 1
      }
      let (a, b) = (lengths[next - 1], lengths[next])
      let (first, last) = (Double(next - 1) / 32, Double(next) / 32)
      let guess = first + (distance - a) / (b - a) / 32
      guard let control else { return guess }
      // One step of Newton's method: the speed changes within the part.
      let speed = Segment.speed(from, control, to, guess)
      guard speed > 0 else { return guess }
      let error = a + Segment.length(from, control, to, first...guess) - distance
      return min(max(guess - error / speed, first), last)
    }

    /// The length of a curve between two parameters that are near each other, by Simpson's rule.
    private static func length(
      _ from: PixelPoint, _ control: (PixelPoint, PixelPoint), _ to: PixelPoint,
      _ part: ClosedRange<Double>
    ) -> Double {
      let (a, b) = (part.lowerBound, part.upperBound)
      let speeds =
        speed(from, control, to, a) + 4 * speed(from, control, to, (a + b) / 2)
        + speed(from, control, to, b)
      return speeds * (b - a) / 6
    }

    private static func speed(
      _ from: PixelPoint, _ control: (PixelPoint, PixelPoint), _ to: PixelPoint, _ t: Double
    ) -> Double {
      let (x, y) = (
        slope(from.x, control.0.x, control.1.x, to.x, t),
        slope(from.y, control.0.y, control.1.y, to.y, t)
      )
      return (x * x + y * y).squareRoot()
    }

    /// The part of it between two parameters, as a step from `point(at: start)`.
    func step(_ start: Double, _ end: Double) -> Step {
      guard let control else { return .line(point(at: end)) }
      // De Casteljau, twice.
      func split(
        _ p: (PixelPoint, PixelPoint, PixelPoint, PixelPoint), _ t: Double
      ) -> (
        (PixelPoint, PixelPoint, PixelPoint, PixelPoint),
        (PixelPoint, PixelPoint, PixelPoint, PixelPoint)
      ) {
        let (a, b, c) = (p.0.mixed(with: p.1, t), p.1.mixed(with: p.2, t), p.2.mixed(with: p.3, t))
        let (d, e) = (a.mixed(with: b, t), b.mixed(with: c, t))
        let f = d.mixed(with: e, t)
        return ((p.0, a, d, f), (f, e, c, p.3))
      }
      var curve = (from, control.0, control.1, to)
      if end < 1 { curve = split(curve, end).0 }
      if start > 0 { curve = split(curve, start / end).1 }
      return .curve(curve.1, curve.2, curve.3)
    }

    private static func slope(
      _ a: Double, _ b: Double, _ c: Double, _ d: Double, _ t: Double
    ) -> Double {
      let u = 1 - t
      return 3 * (u * u * (b - a) + 2 * u * t * (c - b) + t * t * (d - c))
    }
  }

  /// The length of all that is drawn.
  public var length: Double { segments.reduce(0) { $0 + $1.length } }

  /// What lies between two shares of its length.
  ///
  /// All of it is the path itself, with its parts closed as they are.
  public func trimmed(from start: Double, to end: Double) -> VectorPath {
    if start <= 0 && end >= 1 { return self }
    let segments = segments
    let length = segments.reduce(0) { $0 + $1.length }
    let (first, last) = (max(start, 0) * length, min(end, 1) * length)
    guard first < last else { return VectorPath([]) }
    var steps: [Step] = []
    var part = -1
    var done = 0.0
    for segment in segments {
      let next = done + segment.length
      defer { done = next }
      if next <= first || done >= last || segment.length <= 0 { continue }
      let from = first > done ? segment.parameter(at: first - done) : 0
      let to = last < next ? segment.parameter(at: last - done) : 1
      if from >= to { continue }
      if segment.part != part || steps.isEmpty { steps.append(.move(segment.point(at: from))) }
      part = segment.part
      steps.append(segment.step(from, to))
    }
    return VectorPath(steps)
  }

  /// Where it ends, and the direction there, of length 1; nil for a path that has no length.
  public var end: (point: PixelPoint, direction: PixelPoint)? {
    guard let last = segments.last(where: { $0.length > 0 }) else { return nil }
    // A control point may lie on the end.
    let before = [last.control?.1, last.control?.0, last.from].compactMap(\.self)
      .first { $0.distance(to: last.to) > 1e-9 }
    guard let before else { return nil }
    let distance = before.distance(to: last.to)
    return (
      last.to,
      PixelPoint((last.to.x - before.x) / distance, (last.to.y - before.y) / distance)
    )
  }
}
