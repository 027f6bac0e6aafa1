// SPDX-License-Identifier: Apache-2.0

extension VectorPath {
  /// A path divided into dashes.
  public struct Dashes: Sendable {
    /// The dashes that have a length, each a part of its own.
    public var line = VectorPath([])
    /// Those without one: where they lie, and the direction of the path there, of length 1.
    public var dots: [(point: PixelPoint, direction: PixelPoint)] = []
  }

  /// The dashes of the path by a pattern of alternating dashes and gaps, which starts anew in every
  /// part.
  ///
  /// Where a dash ends at the start of a closed part and another begins there, they are one, with a join between them,
  /// as Cairo and browsers have it.
  ///
  /// - Parameter pattern: Lengths from 0 up, not all of them 0.
  public func dashed(_ pattern: [Double]) -> Dashes {
    precondition(pattern.reduce(0, +) > 0, "dashes and gaps have a length")
    var result = Dashes()
    var closed: Set<Int> = []
    var part = -1
    for step in steps {
      switch step {
      case .move: part += 1
      case .close: closed.insert(part)
      case .line, .curve: break
      }
    }
    var rest = segments[...]
    while let first = rest.first {
      let own = rest.prefix { $0.part == first.part }
      rest = rest.dropFirst(own.count)
      var pen = DashPen(pattern)
      for segment in own where segment.length > 0 { pen.follow(segment) }
      pen.finish(isClosed: closed.contains(first.part))
      // A part that is a point is a dash as it is.
      if own.allSatisfy({ $0.length <= 0 }) { pen.dashes = [[.move(first.from), .line(first.to)]] }
      result.line.steps += pen.dashes.joined()
      result.dots += pen.dots
    }
    return result
  }
}

/// A pen that is lifted and put down as a pattern says.
private struct DashPen {
  var dashes: [[VectorPath.Step]] = []
  var dots: [(point: PixelPoint, direction: PixelPoint)] = []
  private let pattern: [Double]
  private var index = 0
  /// The remaining length of the current dash or gap.
  private var left: Double
  private var isDown = true
  private var dash: [VectorPath.Step] = []
  /// True if the first of `dashes`, or `dash` before there are any, begins where the part does.
  private var beginsDown = false
  private var hasMoved = false

  init(_ pattern: [Double]) {
    self.pattern = pattern
    left = pattern[0]
  }

  mutating func follow(_ segment: VectorPath.Segment) {
    var done = 0.0
    while left <= segment.length - done {
      let end = done + left
      draw(segment, done, end)
      if isDown, !dash.isEmpty {
        dashes.append(dash)
        dash = []
      }
      done = end
      index = (index + 1) % pattern.count
      left = pattern[index]
      isDown.toggle()
    }
    draw(segment, done, segment.length)
    left -= segment.length - done
  }

  private mutating func draw(_ segment: VectorPath.Segment, _ start: Double, _ end: Double) {
    defer { hasMoved = hasMoved || end > start }
    guard isDown else { return }
    guard end > start else {
      if dash.isEmpty, left <= 0 {
        let t = segment.parameter(at: start)
        dots.append((segment.point(at: t), segment.direction(at: t)))
      }
      return
    }
    let (from, to) = (segment.parameter(at: start), segment.parameter(at: end))
    guard from < to else { return }
    if dash.isEmpty {
      beginsDown = beginsDown || !hasMoved
      dash.append(.move(segment.point(at: from)))
    }
    dash.append(segment.step(from, to))
  }

  mutating func finish(isClosed: Bool) {
    guard !dash.isEmpty else { return }
    if isClosed, beginsDown {
      if dashes.isEmpty {
        dash.append(.close)
      } else {
        dash += dashes[0].dropFirst()
        dashes.removeFirst()
      }
    }
    dashes.append(dash)
    dash = []
  }
}

extension VectorPath.Segment {
  /// The direction of the path at `t`, of length 1.
  fileprivate func direction(at t: Double) -> PixelPoint {
    let (a, b) = (point(at: max(t - 1e-3, 0)), point(at: min(t + 1e-3, 1)))
    let distance = a.distance(to: b)
    guard distance > 0 else { return PixelPoint(1, 0) }
    return PixelPoint((b.x - a.x) / distance, (b.y - a.y) / distance)
  }
}
