// SPDX-License-Identifier: Apache-2.0

import Basics
import Facilities
import TimelineModel

extension PlacedClip {
  /// How far apart times of the film are at which a clip is looked at whose speed changes, or that is a loop.
  private static let step = Time(1, over: 4)

  /// How the part of it that is shown moves.
  func focus(
    on subjects: PictureSubjects, keeping kept: KeptPart, at rate: FrameRate, name: String
  ) -> PlacedFocus {
    let duration = shown.duration
    var keys: [PlacedFocus.Key]
    if content.isTimeless {
      let seen = Sightings(subjects, keeping: kept, isStill: true).seen.first ?? nil
      // A pan over a photo shows less of it along both sides.
      func thousandths(_ share: Double) -> Double { (share * 1000).rounded() / 1000 }
      let place = seen?.place ?? PixelPoint(0.5, 0.5)
      keys = [
        PlacedFocus.Key(
          time: .zero, place: PixelPoint(thousandths(place.x), thousandths(place.y)),
          easing: .linear, subject: seen?.subject ?? .centre)
      ]
    } else {
      let sightings = Sightings(subjects, keeping: kept)
      let (observations, cuts) =
        loop == nil && curve == nil && !isFrozen
        ? steady(sightings) : stepped(sightings, at: rate)
      keys = FocusPath(keeping: kept).keys(of: observations, cuts: cuts, lasting: duration)
    }
    return PlacedFocus(target: target, name: name, shown: shown, keys: keys)
  }

  /// What is seen at which time of a clip of one speed.
  private func steady(
    _ sightings: Sightings
  ) -> (observations: [FocusPath.Observation], cuts: [Time]) {
    let first = sourceTime(after: .zero)
    func film(_ time: Time) -> Time { (time - first) / speed }
    // What is seen at a time is seen after it, which backwards comes before.
    let lag = speed < .zero ? PictureSubjects.interval / Time(4) : .zero
    var observations: [FocusPath.Observation] = zip(sightings.times, sightings.seen).map {
      (film($0 + lag), $1)
    }
    var cuts = sightings.cuts.map(film)
    if speed < .zero {
      observations.reverse()
      cuts.reverse()
    }
    let duration = shown.duration
    // What is seen at the start was found up to an interval before.
    let begun = observations.last { $0.time <= .zero }
    observations = observations.filter { $0.time > .zero && $0.time <= duration }
    let isOfFirstScene = begun.map { begun in !cuts.contains { $0 > begun.time && $0 <= .zero } }
    if let begun, isOfFirstScene == true { observations.insert((.zero, begun.seen), at: 0) }
    return (observations, cuts)
  }

  /// The same of any other clip, some times a second.
  private func stepped(
    _ sightings: Sightings, at rate: FrameRate
  ) -> (observations: [FocusPath.Observation], cuts: [Time]) {
    guard !sightings.times.isEmpty else { return ([], []) }
    let duration = shown.duration
    let count = max(1, Int((duration / PlacedClip.step).ceiling))
    var (observations, cuts): ([FocusPath.Observation], [Time]) = ([], [])
    var last: (time: Time, source: Time)?
    for number in 0..<count {
      let time = PlacedClip.step * Time(Int64(number))
      let source = playedSource(after: time)
      if let last, isCut(from: last.source, to: source, sightings) {
        cuts.append(cut(between: last, and: time, sightings, at: rate))
      }
      let next = sightings.times.partitioningIndex { $0 > source }
      observations.append((time, sightings.seen[max(0, next - 1)]))
      last = (time, source)
    }
    return (observations, cuts)
  }

  /// Whether another scene is seen at a source time than at an earlier moment: that of another turn of a loop, too.
  private func isCut(from source: Time, to next: Time, _ sightings: Sightings) -> Bool {
    if Sightings.scene(at: source, sightings.cuts) != Sightings.scene(at: next, sightings.cuts) {
      return true
    }
    guard loop != nil else { return false }
    return speed < .zero ? next > source : next < source
  }

  /// The first frame's time after `last` at which another scene is seen.
  private func cut(
    between last: (time: Time, source: Time), and time: Time, _ sightings: Sightings,
    at rate: FrameRate
  ) -> Time {
    var (low, high) = (
      Int((last.time * rate.perSecond).floor), Int((time * rate.perSecond).ceiling)
    )
    while low + 1 < high {
      let middle = (low + high) / 2
      let source = playedSource(after: rate.time(of: middle))
      if isCut(from: last.source, to: source, sightings) { high = middle } else { low = middle }
    }
    return min(time, rate.time(of: high))
  }
}
