// SPDX-License-Identifier: Apache-2.0

import Base
import RenderGraph
import Testing

/// The intervals of frames that curves are looked at in.
@Suite struct IntervalTests {
  private static let rate = FrameRate(25)

  private static let shapes: [(Easing, Bool)] = [
    (.linear, true), (.hold, true), (.cubicBezier(0.42, 0, 1, 1), true),
    (.cubicBezier(0.3, -2, 0.6, 1), false), (.steps(4, .end), true), (.swing(.bounce, .out), false),
  ]

  /// Frames by frames against the curve itself, at several moments of each.
  @Test(arguments: shapes.indices)
  func `intervals are what the curve does in them`(index: Int) {
    let (easing, isOneWay) = Self.shapes[index]
    let curve = Curve([
      .init(Time(-1, over: 3), [2]), .init(Time(1, over: 7), [2], .eased(easing)),
      .init(Time(2), [5], .eased(.hold)), .init(Time(101, over: 33), [5]),
      .init(Time(4), [5], .eased(easing)), .init(Time(5), [1]),
    ])
    let count = 200
    let intervals = curve.intervals(of: count, rate: Self.rate)
    #expect(intervals.map(\.frames.lowerBound).first == 0)
    #expect(intervals.last?.frames.upperBound == count)
    for (interval, next) in zip(intervals, intervals.dropFirst()) {
      #expect(interval.frames.upperBound == next.frames.lowerBound)
    }
    for interval in intervals {
      let values = interval.frames.flatMap { frame in
        (0..<4).map { part in
          curve.value(at: Self.rate.time(of: frame) + Time(Int64(part), over: 100))[0]
        }
      }
      switch interval.way {
      case .still: #expect(Set(values).count == 1, "\(interval)")
      case .oneWay: #expect(values == values.sorted() || values == values.sorted(by: >))
      case .free: #expect(!isOneWay || interval.frames.count == 1, "\(interval)")
      }
    }
    // What stands still after its last key takes no look at its frames.
    #expect(curve.intervals(of: 1 << 40, rate: Self.rate).count == intervals.count)
    #expect(
      intervals.contains { $0.way == .still && $0.frames.lowerBound == 50 && $0.frames.count >= 50 }
    )
  }
}
