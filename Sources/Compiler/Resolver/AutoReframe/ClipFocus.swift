// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol
import Timeline

extension PlacedClip {
  /// The interval of samples, in film time, of a clip that is a loop or whose speed changes.
  private static let step = Time(1, over: 4)
  /// A picture may begin that much after the time at which a frame is shown: containers round times to milliseconds.
  private static let tolerance = Time(1, over: 1000)

  /// The path of the visible part of the clip over its subjects.
  ///
  /// - Parameter isPanned: True if a pan moves over it, about a fixed place.
  func focus(
    on subjects: PictureSubjects, keeping kept: KeptPart, at rate: FrameRate, isPanned: Bool,
    name: String
  ) -> PlacedFocus {
    let duration = shown.duration
    var keys: [PlacedFocus.Key]
    if content.isTimeless {
      let seen = SubjectTrack(subjects, keeping: kept, isStill: true).seen.first ?? nil
      // A pan over a photo shows less of it along both sides.
      func thousandths(_ share: Double) -> Double { (share * 1000).rounded() / 1000 }
      let place = seen?.place ?? PixelPoint(0.5, 0.5)
      keys = [
        PlacedFocus.Key(
          time: .zero, place: PixelPoint(thousandths(place.x), thousandths(place.y)),
          easing: .linear, subject: seen?.subject ?? .centre)
      ]
    } else {
      let sightings = SubjectTrack(subjects, keeping: kept)
      let (observations, cuts) =
        loop == nil && curve == nil && !isFrozen
        ? steady(sightings, at: rate) : stepped(sightings, at: rate)
      keys = FocusPath(keeping: kept).keys(of: observations, cuts: cuts, lasting: duration)
      // A pan over footage has one focus.
      if isPanned { keys = [keys[0]] }
    }
    return PlacedFocus(target: target, name: name, shown: shown, keys: keys)
  }

  /// The observations by film time of a clip of one speed, and the times of the first frames of
  /// scenes.
  private func steady(
    _ sightings: SubjectTrack, at rate: FrameRate
  ) -> (observations: [FocusPath.Observation], cuts: [Time]) {
    let first = sourceTime(after: .zero)
    let isBackwards = speed < .zero
    func film(_ time: Time) -> Time { (time - first) / speed }
    /// The first frame in which what is on the other side of a cut is seen; backwards, a frame shows what ends with it.
    func frame(_ cut: Time) -> Time {
      let place = film(cut - PlacedClip.tolerance) * rate.perSecond
      return rate.time(of: Int(isBackwards ? place.floor : place.ceiling))
    }
    let cuts = sightings.cuts.map(frame)
    // What is seen at a time is seen after it, which backwards comes before.
    let lag = isBackwards ? PictureSubjects.interval / Time(4) : .zero
    var observations: [FocusPath.Observation] = []
    var begun: Sighting??
    for (time, seen) in zip(sightings.times, sightings.seen) {
      // Between the borders of its scene, however these fall on frames.
      let scene = SubjectTrack.scene(at: time, sightings.cuts)
      let borders = (
        scene > 0 ? cuts[scene - 1] : nil, scene < cuts.count ? cuts[scene] : nil
      )
      let (start, end) = isBackwards ? (borders.1, borders.0) : borders
      var place = film(time + lag)
      if let end { place = min(place, end - PlacedClip.tolerance) }
      if let start { place = max(place, start) }
      guard end.map({ place < $0 && $0 > .zero }) ?? true, place <= shown.duration else { continue }
      if place > .zero {
        observations.append((place, seen))
      } else if !isBackwards || begun == nil {
        // What is seen at the start was found up to an interval before.
        begun = .some(seen)
      }
    }
    if isBackwards { observations.reverse() }
    if let begun { observations.insert((.zero, begun), at: 0) }
    return (observations, isBackwards ? cuts.reversed() : cuts)
  }

  /// The same of any other clip, some times a second.
  private func stepped(
    _ sightings: SubjectTrack, at rate: FrameRate
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
      observations.append((time, sighting(at: source, sightings)))
      last = (time, source)
    }
    return (observations, cuts)
  }

  /// The last observation at a source time, or the first after it, in the scene shown there; nil
  /// for neither.
  private func sighting(at source: Time, _ sightings: SubjectTrack) -> Sighting? {
    let next = sightings.times.partitioningIndex { $0 > source }
    let scene = SubjectTrack.scene(at: source + PlacedClip.tolerance, sightings.cuts)
    for index in [next - 1, next] where sightings.times.indices.contains(index) {
      guard SubjectTrack.scene(at: sightings.times[index], sightings.cuts) == scene else {
        continue
      }
      return sightings.seen[index]
    }
    return nil
  }

  /// Returns true if the scene at a source time differs from that at an earlier moment; another
  /// turn of a loop counts as one.
  private func isCut(from source: Time, to next: Time, _ sightings: SubjectTrack) -> Bool {
    func scene(_ time: Time) -> Int {
      SubjectTrack.scene(at: time + PlacedClip.tolerance, sightings.cuts)
    }
    if scene(source) != scene(next) { return true }
    guard loop != nil else { return false }
    return speed < .zero ? next > source : next < source
  }

  /// The first frame's time after `last` at which another scene is seen.
  private func cut(
    between last: (time: Time, source: Time), and time: Time, _ sightings: SubjectTrack,
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
