// SPDX-License-Identifier: Apache-2.0

import Base
import Testing

/// Speeds that change, against sums of many narrow strips.
@Suite struct SpeedCurveTests {
  private let rate = FrameRate(25)

  /// Speeds between `from` and `to` over all of a length.
  private func ramp(_ from: Time, _ to: Time, _ easing: Easing) -> (Time) -> [SpeedCurve.Key] {
    { [SpeedCurve.Key(.zero, speed: from, easing: easing), SpeedCurve.Key($0, speed: to)] }
  }

  private func played(
    _ range: TimeRange, _ keys: (Time) -> [SpeedCurve.Key]?
  ) throws -> (curve: SpeedCurve, length: Time) {
    var builder = SpeedCurveBuilder()
    guard case .played(let curve, let length) = builder.length(playing: range, keys) else {
      throw NotPlayed()
    }
    return (curve, length)
  }

  private struct NotPlayed: Error {}

  @Test func `a ramp takes as long as its mean speed needs`() throws {
    let (curve, length) = try played(
      TimeRange(Time(1), Time(5)), ramp(Time(1), Time(1, over: 4), .linear))
    #expect(length == Time(32, over: 5))
    #expect(curve.source(at: .zero) == Time(1) && curve.source(at: length) == Time(5))
    // Half-way 5/8 is the speed: the mean of the first half is 13/16.
    #expect(curve.source(at: Time(16, over: 5)) == Time(1) + Time(13, over: 5))
    // Beyond its ends the speed stays as it is there.
    #expect(curve.source(at: length + Time(4)) == Time(6))
    #expect(curve.source(at: Time(-2)) == Time(-1))
  }

  @Test func `a curve is told by its keys`() throws {
    var builder = SpeedCurveBuilder()
    let keys = [
      SpeedCurve.Key(.zero, speed: Time(1), easing: .easeInOut),
      SpeedCurve.Key(Time(2), speed: Time(3), easing: .easeIn),
      SpeedCurve.Key(Time(4), speed: Time(1, over: 2)), SpeedCurve.Key(Time(5), speed: Time(1)),
      SpeedCurve.Key(Time(6), speed: Time(2), easing: .cubicBezier(0.9, 0.1, 0.1, 0.9)),
      SpeedCurve.Key(Time(9), speed: Time(1)),
    ]
    let curve = builder.curve(keys, from: .zero)
    let ways = try #require(curve).ways
    #expect(ways.map(\.start.time) == keys.map(\.time))
    #expect(ways.map(\.start.speed) == keys.map(\.speed))
    #expect(ways.map(\.easing) == [.easeInOut, .easeIn, .linear, .linear, nil, .linear])
    #expect(ways.map(\.arcs) == [128, 128, 1, 1, 128, 0])
  }

  @Test(arguments: [11, 13, 22, 23, 24, 26, 27] as [Int64])
  func `frames of another rate are the same in every part of a curve`(_ frames: Int64) throws {
    let rate = FrameRate(frames)
    // At the speed of the source every frame is shown once, although its times are no whole numbers of grains.
    let plain = try played(TimeRange(.zero, Time(4))) { _ in
      [SpeedCurve.Key(.zero, speed: Time(1)), SpeedCurve.Key(Time(1, over: 2), speed: Time(1))]
    }
    let whole = Pace(rate: rate, map: TimeRemap(plain.curve))
    let count = Int(3 * frames)
    #expect((0..<count).map { whole.frame($0, rate: rate) } == Array(0..<count))
    for (a, b) in [(Time(1), Time(1, over: 3)), (Time(1, over: 3), Time(2))] {
      let ramp = try played(TimeRange(.zero, Time(4)), ramp(a, b, .linear))
      let pace = Pace(rate: rate, map: TimeRemap(ramp.curve))
      for first in 0..<40 {
        let slice = pace.slice(first..<first + 20, rate: rate)
        for index in 0..<20 {
          #expect(
            slice.pace.frame(index, rate: rate) + slice.frames.lowerBound
              == pace.frame(first + index, rate: rate))
        }
      }
    }
  }

  @Test func `after the last key its speed goes on until the range is used up`() throws {
    let (_, length) = try played(TimeRange(.zero, Time(4))) { _ in
      [SpeedCurve.Key(.zero, speed: Time(1)), SpeedCurve.Key(Time(2), speed: Time(1, over: 4))]
    }
    // 1.25 s in the first two seconds, the rest at a quarter.
    #expect(length == Time(13))
    // A picture that stands still for a second, and goes on.
    let (held, whole) = try played(TimeRange(.zero, Time(4))) { _ in
      [
        SpeedCurve.Key(.zero, speed: Time(1), easing: .hold),
        SpeedCurve.Key(Time(1), speed: .zero, easing: .hold),
        SpeedCurve.Key(Time(2), speed: Time(2)),
      ]
    }
    #expect(whole == Time(7, over: 2))
    #expect([Time(1), Time(3, over: 2), Time(2)].allSatisfy { held.source(at: $0) == Time(1) })
  }

  @Test func `keys from both ends are solved to less than a sample`() throws {
    let range = TimeRange(.zero, Time(10))
    let (curve, length) = try played(range) { length in
      let late = length - Time(1)
      guard late > Time(1) else { return nil }
      return [
        SpeedCurve.Key(.zero, speed: Time(1, over: 2)), SpeedCurve.Key(Time(1), speed: Time(2)),
        SpeedCurve.Key(late, speed: Time(2), easing: .easeInOut),
        SpeedCurve.Key(length, speed: Time(1, over: 2)),
      ]
    }
    // Both ends are 1.25 s each, as ease-in-out is the same from both sides.
    #expect(abs((length - Time(23, over: 4)).approximate) < 1e-7)
    #expect(abs((curve.source(at: length) - Time(10)).approximate) < 1e-8)
  }

  @Test func `what is never used up has no length`() {
    var builder = SpeedCurveBuilder()
    let found = builder.length(playing: TimeRange(.zero, Time(4))) { _ in
      [SpeedCurve.Key(.zero, speed: Time(1)), SpeedCurve.Key(Time(2), speed: .zero)]
    }
    guard case .endless(let played) = found else {
      Issue.record("\(found)")
      return
    }
    #expect(played == Time(1))
  }

  @Test func `backwards a curve begins at the end of its range`() throws {
    let (curve, length) = try played(
      TimeRange(Time(1), Time(5)), ramp(Time(-1), Time(-3), .easeIn))
    #expect(curve.isBackwards && !curve.turnsRound)
    #expect(curve.source(at: .zero) == Time(5))
    #expect(abs((curve.source(at: length) - Time(1)).approximate) < 1e-8)
  }

  static let easings: [Easing] = [
    .linear, .ease, .easeIn, .easeOut, .easeInOut, .hold, .steps(5, .end),
    .cubicBezier(0.9, 0, 0.1, 1), .settling,
  ]

  @Test(arguments: easings)
  func `source time is the integral of the speed`(_ easing: Easing) throws {
    for (from, to) in [(Time(1), Time(1, over: 4)), (Time(1, over: 2), Time(2)), (.zero, Time(3))] {
      let keys: (Time) -> [SpeedCurve.Key] = { _ in
        [SpeedCurve.Key(.zero, speed: from, easing: easing), SpeedCurve.Key(Time(3), speed: to)]
      }
      let (curve, _) = try played(TimeRange(.zero, Time(6)), keys)
      let strips = 300_000
      var sum = 0.0
      for strip in 0..<strips {
        if strip % 4000 == 0 {
          let time = Time(Int64(strip) * 3, over: Int64(strips))
          let off = curve.source(at: time).approximate - sum
          #expect(abs(off) < 5e-5, "\(easing) at \(time): \(off) s")
        }
        let share = easing.value(at: (Double(strip) + 0.5) / Double(strips))
        sum += (from.approximate + (to - from).approximate * share) * 3 / Double(strips)
      }
    }
  }

  @Test func `a slice of a curve shows the same times`() throws {
    let (curve, length) = try played(
      TimeRange(Time(2), Time(9)), ramp(Time(2), Time(1, over: 5), .easeInOut))
    let frames = FrameRate(30000, over: 1001)
    let map = TimeRemap(curve, holdAfter: Time(8))
    let count = frames.frames(covering: length)
    for range in [0..<1, 3..<20, 17..<count, 0..<count + 30, count - 1..<count + 1] {
      let slice = map.slice(range, rate: frames)
      for frame in range {
        #expect(
          slice.sourceTime(frame - range.lowerBound, rate: frames)
            == map.sourceTime(frame, rate: frames))
      }
      let inner = slice.slice(0..<1, rate: frames)
      #expect(inner == map.slice(range.lowerBound..<range.lowerBound + 1, rate: frames))
    }
    let (head, tail) = (map.slice(0..<20, rate: frames), map.slice(20..<count, rate: frames))
    #expect(head.isFollowed(by: tail, after: 20, rate: frames))
    #expect(!head.continues(into: tail, after: 20, rate: frames))
    let free = TimeRemap(curve)
    #expect(
      free.continues(into: free.slice(20..<count + 1, rate: frames), after: 20, rate: frames))
  }

  @Test func `of a curve the straight stretches are speeds`() throws {
    let (curve, _) = try played(TimeRange(.zero, Time(9))) { _ in
      [
        SpeedCurve.Key(.zero, speed: Time(1)), SpeedCurve.Key(Time(2), speed: Time(1)),
        SpeedCurve.Key(Time(4), speed: Time(1, over: 2)),
      ]
    }
    let map = TimeRemap(curve)
    #expect(!map.isPlain && map.slice(0..<50, rate: rate) == TimeRemap(start: .zero))
    #expect(
      map.slice(100..<120, rate: rate)
        == TimeRemap(start: Time(7, over: 2), speed: Time(1, over: 2)))
    #expect(!map.slice(40..<60, rate: rate).isPlain)
  }

  @Test func `a map from a time on has the source times of the whole`() throws {
    let (curve, _) = try played(TimeRange(Time(2), Time(9)), ramp(Time(1), Time(3), .easeIn))
    let maps = [
      TimeRemap(curve), TimeRemap(start: Time(3), speed: Time(-2), holdBefore: Time(2)),
      TimeRemap(start: Time(1), period: Time(2, over: 3)),
    ]
    for map in maps {
      for first in 0..<40 {
        let rest = map.from(rate.time(of: first))
        for frame in 0..<20 {
          #expect(
            rest.sourceTime(frame, rate: rate) == map.sourceTime(first + frame, rate: rate))
        }
      }
    }
  }

  @Test func `sound goes along with the map of its pictures`() throws {
    let (curve, length) = try played(TimeRange(Time(2), Time(9)), ramp(Time(1), Time(3), .easeIn))
    for map in [TimeRemap(curve), TimeRemap(start: Time(3), speed: Time(-2))] {
      let sound = AudioRemap(map, isHeardAtAnySpeed: false, followsPitch: true)
      #expect(sound.start == map.start && sound.speed == map.speed && sound.followsPitch)
      #expect(sound.curve == map.curve)
      #expect(sound.sourceTime(after: length) == map.sourceTime(after: length))
    }
  }

  @Test func `the frame from which a time is shown is found`() throws {
    for (from, to) in [(Time(2), Time(1, over: 5)), (.zero, Time(1)), (Time(-1), Time(-2))] {
      let (curve, _) = try played(TimeRange(Time(2), Time(9)), ramp(from, to, .easeOut))
      let map = TimeRemap(curve)
      for tenth in 21...90 {
        let time = Time(Int64(tenth), over: 10)
        let frame = map.frame(from: time, rate: rate)
        let shown = map.time(of: frame, rate: rate)
        let before = map.time(of: frame - 1, rate: rate)
        if curve.isBackwards {
          #expect(shown < time && before >= time)
        } else {
          #expect(shown >= time && before < time)
        }
      }
    }
    let still = TimeRemap(SpeedCurve([.init(.zero, source: Time(1), speed: .zero)]))
    #expect(still.frame(from: Time(2), rate: rate) == .max)
  }
}
