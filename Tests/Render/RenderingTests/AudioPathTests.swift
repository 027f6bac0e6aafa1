// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol
import Testing

@testable import Audio

/// The heard samples of a sound whose speed changes.
@Suite struct AudioPathTests {
  private func path(_ keys: [SpeedCurve.Key], from source: Time = Time(0)) throws -> AudioPath {
    var builder = SpeedCurveBuilder()
    let planned = builder.curve(keys, from: source)
    let curve = try #require(planned)
    return AudioPath(AudioRemap(curve, isHeardAtAnySpeed: false), rate: 48_000, base: 0)
  }

  /// Points of curves lie on a grid: a speed that stands at a limit is now a little below it, now a little above.
  @Test(arguments: [7, 11, 13, 19, 23, 29, 31, 37])
  func `what stays at a limit is heard all the time`(_ prime: Int64) throws {
    for limit in [Time(1, over: 4), Time(4)] {
      let times = (0..<4).map { Time($0 * 73, over: prime) }
      let keys = zip(times, [Time(1), limit, limit, Time(1)]).map { SpeedCurve.Key($0, speed: $1) }
      let parts = try path(keys, from: Time(1, over: prime)).parts
      #expect(parts.count == 1, "\(parts)")
    }
  }

  @Test(arguments: ["ease", "ease-in", "ease-out", "ease-in-out", "linear"])
  func `an easing may arrive at a limit`(_ name: String) throws {
    let easing = try #require(Easing.named.first { $0.name == name }?.easing)
    for limit in [Time(1, over: 4), Time(4)] {
      let keys = [
        SpeedCurve.Key(Time(0), speed: Time(1), easing: easing),
        SpeedCurve.Key(Time(2), speed: limit),
        SpeedCurve.Key(Time(5), speed: limit, easing: easing),
        SpeedCurve.Key(Time(7), speed: Time(1)),
      ]
      #expect(try path(keys).parts.count == 1)
    }
  }

  @Test func `beyond a limit nothing is heard`() throws {
    let keys = [
      SpeedCurve.Key(Time(0), speed: Time(1)), SpeedCurve.Key(Time(2), speed: Time(1, over: 10)),
      SpeedCurve.Key(Time(3), speed: Time(1, over: 10)), SpeedCurve.Key(Time(5), speed: Time(1)),
    ]
    let parts = try path(keys).parts
    #expect(parts.count == 2)
    // A quarter is reached after five sixths of two seconds.
    let end = try #require(parts.first?.upperBound)
    #expect(abs(end - 80_000) < 100, "\(end)")
  }
}
