// SPDX-License-Identifier: Apache-2.0

public import Base

extension Curve {
  /// Frames in which a curve behaves in one way.
  public struct Interval: Hashable, Sendable {
    /// The frames, from the first that the curve applies to.
    public var frames: Range<Int>
    /// The behaviour of its values.
    public var way: Way

    /// `frames` in which values behave in a `way`.
    public init(frames: Range<Int>, way: Way) { (self.frames, self.way) = (frames, way) }

    /// The behaviour of values in an interval of frames.
    public enum Way: Hashable, Sendable {
      /// They stay the same, also within each frame.
      case still
      /// They only rise or only fall.
      case oneWay
      /// Neither is known.
      case free
    }
  }

  /// The frames `0 ..< count` in intervals, as few as its keys tell apart.
  ///
  /// Who works through long layers looks at the ends of an interval, not at its frames.
  public func intervals(of count: Int, rate: FrameRate) -> [Interval] {
    var result: [Interval] = []
    func add(_ frames: Range<Int>, _ way: Interval.Way) {
      if !frames.isEmpty { result.append(Interval(frames: frames, way: way)) }
    }
    for piece in pieces {
      let first = result.last?.frames.upperBound ?? 0
      let end = piece.end.map { max(first, min(count, rate.frames(covering: $0))) } ?? count
      guard piece.way == .still, let time = piece.end else {
        add(first..<end, piece.way)
        continue
      }
      // A frame that it does not fill is no still: moments within it may be asked for.
      let filled = max(first, min(end, Int((time * rate.perSecond).floor)))
      add(first..<filled, .still)
      add(filled..<end, .free)
    }
    return result
  }

  /// The behaviour up to each key, and after the last; adjacent stills of one value are one.
  private var pieces: [(end: Time?, way: Interval.Way)] {
    var pieces: [(end: Time?, way: Interval.Way, value: [Double])] = []
    func add(_ end: Time?, _ way: Interval.Way, _ value: [Double]) {
      if let last = pieces.last, last.way == .still, way == .still, last.value == value {
        pieces[pieces.count - 1].end = end
      } else {
        pieces.append((end, way, value))
      }
    }
    add(keys[0].time, .still, keys[0].value)
    for (key, next) in zip(keys, keys.dropFirst()) {
      switch key.shape {
      case .eased(let easing):
        let isStill = easing == .hold || key.value == next.value
        add(next.time, isStill ? .still : easing.isOneWay ? .oneWay : .free, key.value)
      case .equalPower, .decibels:
        add(next.time, key.value == next.value ? .still : .oneWay, key.value)
      case .turns: add(next.time, .free, key.value)
      }
    }
    add(nil, .still, keys[keys.count - 1].value)
    return pieces.map { ($0.end, $0.way) }
  }
}
