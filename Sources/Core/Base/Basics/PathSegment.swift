// SPDX-License-Identifier: Apache-2.0

extension VectorPath {
  /// A line or a curve of a path.
  struct Segment {
    /// The part of the path that it is in.
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
      var lengths = [0.0]
      for index in 0..<32 {
        let (a, b) = (Double(index) / 32, Double(index + 1) / 32)
        lengths.append(lengths[index] + Segment.length(from, control, to, from: a, to: b))
      }
      self.lengths = lengths
      length = lengths[32]
    }

    /// The length of a curve between two parameters.
    ///
    /// By Simpson's rule for the speed, with halved steps until that changes less than a millionth of a pixel. The speed
    /// has a kink at a cusp, where twelve halvings are enough.
    private static func length(
      _ from: PixelPoint, _ control: (PixelPoint, PixelPoint), _ to: PixelPoint, from start: Double,
      to end: Double
    ) -> Double {
      func speed(_ t: Double) -> Double {
        let (x, y) = (
          slope(from.x, control.0.x, control.1.x, to.x, t),
          slope(from.y, control.0.y, control.1.y, to.y, t)
        )
        return (x * x + y * y).squareRoot()
      }
      func length(
        _ a: Double, _ b: Double, _ ends: (Double, middle: Double, Double), _ whole: Double,
        _ halvings: Int
      ) -> Double {
        let m = (a + b) / 2
        let (p, q) = (speed((a + m) / 2), speed((m + b) / 2))
        let left = (m - a) / 6 * (ends.0 + 4 * p + ends.middle)
        let right = (b - m) / 6 * (ends.middle + 4 * q + ends.2)
        if halvings == 0 || abs(left + right - whole) < 1e-6 { return left + right }
        return length(a, m, (ends.0, p, ends.middle), left, halvings - 1)
          + length(m, b, (ends.middle, q, ends.2), right, halvings - 1)
      }
      let ends = (speed(start), middle: speed((start + end) / 2), speed(end))
      let whole = (end - start) / 6 * (ends.0 + 4 * ends.middle + ends.2)
      return length(start, end, ends, whole, 12)
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

    /// The places farthest left, right, up or down between its ends.
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
      guard let control else { return length > 0 ? min(max(distance / length, 0), 1) : 0 }
      guard distance > 0 else { return 0 }
      guard let next = lengths.firstIndex(where: { $0 > distance }) else { return 1 }
      var (low, high) = (Double(next - 1) / 32, Double(next) / 32)
      let start = low
      // 40 halvings always, so that every machine gets the same bits.
      for _ in 0..<40 {
        let middle = (low + high) / 2
        let length = Segment.length(from, control, to, from: start, to: middle)
        if lengths[next - 1] + length < distance { low = middle } else { high = middle }
      }
      return (low + high) / 2
    }

    /// The direction at `t`, in degrees clockwise from the right.
    ///
    /// Where the speed is 0, as at a control point that lies on an end, it is that between the points beside it.
    func direction(at t: Double) -> Double {
      var way = PixelPoint(to.x - from.x, to.y - from.y)
      if let control {
        way = PixelPoint(
          Segment.slope(from.x, control.0.x, control.1.x, to.x, t),
          Segment.slope(from.y, control.0.y, control.1.y, to.y, t))
        if way.x * way.x + way.y * way.y < 1e-6 {
          let (before, after) = (point(at: max(t - 1e-3, 0)), point(at: min(t + 1e-3, 1)))
          way = PixelPoint(after.x - before.x, after.y - before.y)
        }
      }
      return Portable.atan2(way.y, way.x) / .pi * 180
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

  /// The section of the path between two shares of its length.
  ///
  /// The whole range returns the path itself, with its parts closed as they are.
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

  /// Its end, and the direction there, of length 1; nil for a path that has no length.
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
