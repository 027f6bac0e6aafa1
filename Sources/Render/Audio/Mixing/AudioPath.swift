// SPDX-License-Identifier: Apache-2.0

import Base

/// The place in a source of each sample that is played of it, in the source's samples.
///
/// It always goes forwards: of a source that is played backwards, places are counted against its clock. Places come from the
/// exact points of a curve, and are numbers of 53 bits: within an hour of its source a place is off by less than a
/// millionth of a sample, and nothing adds up.
struct AudioPath {
  /// From one point of a curve to the next: x samples after `start`, the place is `place + (speed + bend * x) * x`.
  private struct Arc {
    var start: Double
    var place: Double
    var speed: Double
    var bend = 0.0

    /// The place of sample `index`.
    func place(at index: Double) -> Double {
      let x = index - start
      return place + (speed + bend * x) * x
    }

    /// The advance of the place from one sample to the next, around sample `index`.
    func speed(at index: Double) -> Double { max(0, speed + 2 * bend * (index - start)) }
  }

  /// The first has no beginning, the last no end.
  private let arcs: [Arc]
  /// The speed, where it is the same everywhere.
  let steady: Time?
  /// The audible ranges, from sample 0 on, ascending; the last may have no end.
  let parts: [Range<Int64>]

  /// Beyond any sound.
  static let never: Int64 = 1 << 50

  /// The path of `remap` through a source of `rate` samples a second.
  ///
  /// At a constant speed place 0 is played first; along a curve that goes backwards, places are counted from sample `base`
  /// down.
  init(_ remap: AudioRemap, rate: Int, base: Int64) {
    guard let curve = remap.curve, let heard = remap.heard else {
      let speed = remap.speed.magnitude
      arcs = [Arc(start: 0, place: 0, speed: speed.approximate)]
      steady = speed
      parts = [0..<AudioPath.never]
      return
    }
    let points = curve.points
    let (rate, way) = (Time(Int64(rate)), curve.isBackwards ? -1.0 : 1.0)
    func place(_ source: Time) -> Double {
      way < 0 ? (Time(base) - source * rate).approximate : (source * rate).approximate
    }
    var arcs: [Arc] = []
    let first = points[0]
    arcs.append(
      Arc(
        start: (first.time * rate).approximate, place: place(first.source),
        speed: way * first.speed.approximate))
    for (a, b) in zip(points, points.dropFirst()) {
      let bend = b.source - a.source - a.speed * (b.time - a.time)
      let length = ((b.time - a.time) * rate).approximate
      arcs.append(
        Arc(
          start: (a.time * rate).approximate, place: place(a.source),
          speed: way * a.speed.approximate,
          bend: way * (bend * rate).approximate / (length * length)))
    }
    let last = points[points.count - 1]
    arcs.append(
      Arc(
        start: (last.time * rate).approximate, place: place(last.source),
        speed: way * last.speed.approximate))
    self.arcs = arcs
    steady = nil
    parts = AudioPath.parts(
      of: arcs, slowest: heard.slowest.approximate, fastest: heard.fastest.approximate)
  }

  /// The place of sample `index`.
  func place(_ index: Int64) -> Double { arc(at: index).place(at: Double(index)) }

  /// The advance of the place from one sample to the next, around sample `index`.
  func speed(_ index: Int64) -> Double { arc(at: index).speed(at: Double(index)) }

  /// Copies the places of samples from `index` on, and the speeds there.
  func fill(
    _ places: UnsafeMutableBufferPointer<Double>, _ speeds: UnsafeMutableBufferPointer<Double>,
    from index: Int64
  ) {
    var number = self.number(of: index)
    for n in places.indices {
      let time = Double(index + Int64(n))
      while number + 1 < arcs.count, arcs[number + 1].start <= time { number += 1 }
      places[n] = arcs[number].place(at: time)
      speeds[n] = arcs[number].speed(at: time)
    }
  }

  /// The part that sample `index` is in, or the next one; nil where nothing more is heard.
  func part(from index: Int64) -> Range<Int64>? {
    let place = parts.partitioningIndex { $0.upperBound > index }
    return place < parts.count ? parts[place] : nil
  }

  private func number(of index: Int64) -> Int {
    max(0, arcs.partitioningIndex { $0.start > Double(index) } - 1)
  }

  private func arc(at index: Int64) -> Arc { arcs[number(of: index)] }

  private static func parts(
    of arcs: [Arc], slowest: Double, fastest: Double
  ) -> [Range<Int64>] {
    // A speed that is a limit counts as heard: points lie on a grid, and the last arc of an easing arrives a little beside
    // its end.
    let (least, most) = (slowest * (1 - 1e-3), fastest * (1 + 1e-3))
    var parts: [Range<Int64>] = []
    for (number, arc) in arcs.enumerated() {
      let start = number == 0 ? min(arc.start, 0) : arc.start
      let end = number + 1 < arcs.count ? arcs[number + 1].start : Double(never)
      guard end > start, end > 0 else { continue }
      // Within an arc the speed goes one way.
      var (from, to) = (start, end)
      let slope = 2 * arc.bend
      func time(of speed: Double) -> Double { arc.start + (speed - arc.speed) / slope }
      if number == 0 || slope == 0 {
        guard arc.speed >= least, arc.speed <= most else { continue }
      } else if slope > 0 {
        (from, to) = (max(from, time(of: least)), min(to, time(of: most)))
      } else {
        (from, to) = (max(from, time(of: most)), min(to, time(of: least)))
      }
      guard to > from else { continue }
      let (first, last) = (max(0, Int64(from.rounded(.up))), Int64(to.rounded(.up)))
      if let known = parts.last, known.upperBound >= first {
        parts[parts.count - 1] = known.lowerBound..<max(known.upperBound, last)
      } else if last > first {
        parts.append(first..<last)
      }
    }
    return parts
  }
}

extension Range<Int64> {
  /// The gain of sample `index` of an audible range, 0…1: it fades in and out within `fade` samples
  /// of its start and of its end, where there is silence around it.
  func loudness(at index: Int64, fade: Int64) -> Float {
    let start = lowerBound == 0 ? fade : index - lowerBound + 1
    return Float(Swift.min(fade, start, upperBound - index)) / Float(fade)
  }
}
