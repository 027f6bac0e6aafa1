// SPDX-License-Identifier: Apache-2.0

extension SpeedCurve {
  /// A part of a curve as a project writes it: from one key to the next.
  public struct Way: Hashable, Sendable {
    /// Its start.
    public var start: Point
    /// The easing of its speed; nil for an easing that has no name, or of which only a part is
    /// left.
    public var easing: Easing?
    /// The arcs that it is made of.
    public var arcs: Int
  }

  /// Its parts, with the arcs of an eased one taken together, and at last the point where it ends.
  public var ways: [Way] {
    var ways: [Way] = []
    var index = 0
    while index + 1 < points.count {
      let arc = points[index + 1].time - points[index].time
      var end = index + 1
      while end + 1 < points.count, points[end + 1].time - points[end].time == arc { end += 1 }
      // One eased way may follow another of the same length.
      let isWhole = (end - index).isMultiple(of: SpeedCurveBuilder.arcs)
      let count = isWhole ? SpeedCurveBuilder.arcs : end - index
      guard count > SpeedCurve.fewArcs else {
        ways.append(Way(start: points[index], easing: .linear, arcs: 1))
        index += 1
        continue
      }
      let easing = easing(from: index, to: index + count)
      ways.append(Way(start: points[index], easing: easing, arcs: count))
      index += count
    }
    return ways + [Way(start: points[points.count - 1], easing: .linear, arcs: 0)]
  }

  /// So many arcs of one length may be keys that are evenly apart.
  private static let fewArcs = 16

  /// The easing with a name along which speeds go from point `start` to point `end`; nil for none.
  private func easing(from start: Int, to end: Int) -> Easing? {
    let (first, last) = (points[start].speed.approximate, points[end].speed.approximate)
    let tolerance = abs(last - first) / 100
    guard tolerance > 0 else { return nil }
    return Easing.named.map(\.easing).first { easing in
      stride(from: start, to: end, by: 4).allSatisfy { index in
        let share = easing.value(at: Double(index - start) / Double(end - start))
        let speed = first + (last - first) * share
        return abs(points[index].speed.approximate - speed) <= tolerance
      }
    }
  }
}
