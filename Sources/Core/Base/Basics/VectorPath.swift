// SPDX-License-Identifier: Apache-2.0

/// Lines and curves, as SVG's path data has them: what a shape is filled or drawn along.
public struct VectorPath: Hashable, Sendable {
  /// One step of the pen.
  public enum Step: Hashable, Sendable {
    /// To a point, without drawing: a new part begins.
    case move(PixelPoint)
    /// A straight line.
    case line(PixelPoint)
    /// A cubic Bézier curve with two control points.
    case curve(PixelPoint, PixelPoint, PixelPoint)
    /// A line back to where the part began, joined there.
    case close
  }

  /// The steps; the first one is a move.
  public var steps: [Step]

  /// A path of `steps`.
  public init(_ steps: [Step]) { self.steps = steps }

  /// A polygon through `points`, or the lines between them where it is not closed.
  public init(through points: [PixelPoint], isClosed: Bool) {
    steps = points.enumerated().map { $0 == 0 ? .move($1) : .line($1) }
    if isClosed { steps.append(.close) }
  }

  /// The same path through a map.
  public func mapped(_ map: Affine) -> VectorPath {
    func at(_ p: PixelPoint) -> PixelPoint {
      PixelPoint(map.a * p.x + map.c * p.y + map.tx, map.b * p.x + map.d * p.y + map.ty)
    }
    return VectorPath(
      steps.map { step in
        switch step {
        case .move(let p): .move(at(p))
        case .line(let p): .line(at(p))
        case .curve(let a, let b, let p): .curve(at(a), at(b), at(p))
        case .close: .close
        }
      })
  }

  /// The same without moves after which nothing is drawn.
  public var withoutIdleMoves: VectorPath {
    var kept: [Step] = []
    for (index, step) in steps.enumerated() {
      if case .move = step {
        guard index + 1 < steps.count else { break }
        if case .move = steps[index + 1] { continue }
      }
      kept.append(step)
    }
    return VectorPath(kept)
  }

  /// The box around everything that is drawn, curves and not their control points; nil for nothing.
  public var bounds: (x: ClosedRange<Double>, y: ClosedRange<Double>)? {
    var xs: ClosedRange<Double>?
    var ys: ClosedRange<Double>?
    func take(_ range: inout ClosedRange<Double>?, _ value: Double) {
      let known = range ?? value...value
      range = min(known.lowerBound, value)...max(known.upperBound, value)
    }
    for segment in segments {
      for t in [0, 1] + segment.extremes {
        let p = segment.point(at: t)
        take(&xs, p.x)
        take(&ys, p.y)
      }
    }
    guard let xs, let ys else { return nil }
    return (xs, ys)
  }

  /// The drawn segments, without the moves, each with the index of its part.
  var segments: [Segment] {
    var result: [Segment] = []
    var (start, pen) = (PixelPoint(0, 0), PixelPoint(0, 0))
    var part = -1
    for step in steps {
      switch step {
      case .move(let p):
        (start, pen) = (p, p)
        part += 1
      case .line(let p):
        result.append(Segment(part: part, from: pen, to: p))
        pen = p
      case .curve(let a, let b, let p):
        result.append(Segment(part: part, from: pen, control: (a, b), to: p))
        pen = p
      case .close:
        // A part that is nothing but closed is a point.
        if pen != start || result.last?.part != part {
          result.append(Segment(part: part, from: pen, to: start))
        }
        pen = start
      }
    }
    return result
  }
}

extension PixelPoint {
  /// The point at `share` of the way to `other`.
  func mixed(with other: PixelPoint, _ share: Double) -> PixelPoint {
    PixelPoint(x + (other.x - x) * share, y + (other.y - y) * share)
  }

  /// The distance to `other`.
  func distance(to other: PixelPoint) -> Double {
    ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
  }
}
