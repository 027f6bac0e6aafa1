// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol
import Timeline

/// A calm way for what is shown of a clip: it stands as long as what is to be seen stays inside, moves at a bounded speed
/// where it has to, and jumps where the clip cuts.
struct FocusPath {
  /// A sighting at a time from the clip's start, in film time; nil for nothing new.
  typealias Observation = (time: Time, seen: Sighting?)

  /// An interval in which it stands, or one moment of it.
  private struct Stand {
    var start: Time
    var end: Time
    /// The lowest and the highest place of the subject.
    var low: Double
    var high: Double
    /// The largest distance between these.
    var room: Double
    /// The sum of all places, and how many there are.
    var (sum, count): (Double, Double)
    var subject: PlacedFocus.Subject

    init(from start: Time, to end: Time, _ place: Double, room: Double, _ seen: Sighting) {
      (self.start, self.end, self.room, subject) = (start, end, room, seen.subject)
      (low, high, sum, count) = (place, place, place, 1)
    }

    var length: Double { (end - start).approximate }

    /// The mean place, moved as far as the lowest and the highest one stay in sight.
    var middle: Double {
      min(max(sum / count, high - 0.7 * room), low + 0.7 * room)
    }

    /// Adds a place; false where there is no room for it.
    mutating func add(_ place: Double, room: Double) -> Bool {
      let (low, high, room) = (min(low, place), max(high, place), min(self.room, room))
      guard high - low <= room else { return false }
      (self.low, self.high, self.room) = (low, high, room)
      (sum, count) = (sum + place, count + 1)
      return true
    }
  }

  private let kept: KeptPart

  /// The span in which a subject may move while the view stands, in shares of the view: faces need room around them,
  /// and where something moves is known less exactly.
  private static let (faceRoom, motionRoom, leastRoom) = (0.7, 0.5, 0.15)
  /// The greatest speed per second, and the shortest duration of a move in seconds.
  private static let (speed, shortestMove) = (0.8, 1.0)
  /// The longest start of a scene without a sighting.
  private static let patience = Time(3)
  /// The duration in seconds below which a stand is left out if the path returns from it.
  private static let shortestStand = 1.5
  /// Ways that are shorter are not worth a move.
  private static let shortestWay = 0.08

  init(keeping kept: KeptPart) { self.kept = kept }

  /// The keys of a clip that lasts `duration`.
  ///
  /// - Parameters:
  ///   - observations: The observations, ascending in time.
  ///   - cuts: When another scene begins, ascending.
  func keys(
    of observations: [Observation], cuts: [Time], lasting duration: Time
  ) -> [PlacedFocus.Key] {
    var keys: [PlacedFocus.Key] = []
    var inner: [Time] = []
    for cut in cuts where cut > inner.last ?? .zero && cut < duration { inner.append(cut) }
    var next = 0
    for (start, end) in zip([.zero] + inner, inner + [duration]) {
      var scene: [Observation] = []
      while next < observations.count, observations[next].time < end || end == duration {
        scene.append(observations[next])
        next += 1
      }
      // Of a scene that is too short to be looked at nothing is known.
      if scene.isEmpty, !keys.isEmpty, end - start < PictureSubjects.interval { continue }
      let own = self.keys(of: scene, in: TimeRange(start, end))
      if let last = keys.last, let first = own.first {
        if last.place == first.place, last.subject == first.subject, own.count == 1 { continue }
        keys[keys.count - 1].easing = .hold
      }
      keys += own
    }
    return keys
  }

  private func keys(of scene: [Observation], in range: TimeRange) -> [PlacedFocus.Key] {
    var stands = self.stands(in: filled(scene, from: range.start), range)
    guard !stands.isEmpty else {
      return [
        PlacedFocus.Key(
          time: range.start, place: PixelPoint(0.5, 0.5), easing: .linear, subject: .centre)
      ]
    }
    stands = withoutExcursions(stands)
    return keys(of: stands)
  }

  /// The observations with something to be seen in each of them: what was seen last, or before that the middle.
  private func filled(
    _ scene: [Observation], from start: Time
  ) -> [(time: Time, seen: Sighting)] {
    guard let first = scene.firstIndex(where: { $0.seen != nil }), let found = scene[first].seen
    else { return [] }
    let middle = Sighting(place: PixelPoint(0.5, 0.5), extent: 0, subject: .centre)
    var last = scene[first].time - start > FocusPath.patience ? middle : found
    return scene.enumerated().map { index, observation in
      if index >= first { last = observation.seen ?? last }
      return (observation.time, steadied(last, scene, index))
    }
  }

  /// The middle of five places of a moving subject, whose detected place jumps.
  private func steadied(_ seen: Sighting, _ scene: [Observation], _ index: Int) -> Sighting {
    guard seen.subject == .motion else { return seen }
    let around = scene[max(0, index - 2)..<min(scene.count, index + 3)].compactMap(\.seen)
      .filter { $0.subject == .motion }.map { kept.along($0.place) }.sorted()
    guard !around.isEmpty else { return seen }
    var result = seen
    result.place = kept.place(at: around[around.count / 2])
    return result
  }

  /// As long ones as there can be, one after the other.
  private func stands(in scene: [(time: Time, seen: Sighting)], _ range: TimeRange) -> [Stand] {
    var stands: [Stand] = []
    for (index, observation) in scene.enumerated() {
      let place = kept.within(kept.along(observation.seen.place))
      let room = self.room(for: observation.seen)
      if let last = stands.indices.last {
        if stands[last].add(place, room: room) { continue }
        stands[last].end = (scene[index - 1].time + observation.time) / Time(2)
      }
      stands.append(
        Stand(
          from: stands.last?.end ?? range.start, to: range.end, place, room: room,
          observation.seen))
    }
    return stands
  }

  private func room(for seen: Sighting) -> Double {
    switch seen.subject {
    case .face: max(FocusPath.leastRoom, FocusPath.faceRoom - seen.extent / kept.share) * kept.share
    case .motion: FocusPath.motionRoom * kept.share
    case .centre: FocusPath.leastRoom * kept.share
    }
  }

  /// Without short ones from which it comes back, and as one where it would hardly move.
  private func withoutExcursions(_ stands: [Stand]) -> [Stand] {
    var result: [Stand] = []
    for (index, stand) in stands.enumerated() {
      guard let last = result.last else {
        result.append(stand)
        continue
      }
      let isShort = stand.length < FocusPath.shortestStand
      let next = index + 1 < stands.count ? stands[index + 1] : nil
      let comesBack =
        next.map { abs($0.middle - last.middle) <= max(last.room, $0.room) / 2 } ?? false
      let isNear = abs(stand.middle - last.middle) < FocusPath.shortestWay * kept.share
      if isNear || (isShort && comesBack) {
        result[result.count - 1].end = stand.end
      } else {
        result.append(stand)
      }
    }
    return result
  }

  /// Keys that stand in `stands` and move between them, about the time at which one ends and the next begins.
  private func keys(of stands: [Stand]) -> [PlacedFocus.Key] {
    var keys: [PlacedFocus.Key] = []
    var place = stands[0].middle
    /// The end of the move to the stand.
    var arrival = stands[0].start
    for (index, stand) in stands.enumerated() {
      func key(_ time: Time, _ easing: Easing) -> PlacedFocus.Key {
        let thousandths = (place * 1000).rounded() / 1000
        return PlacedFocus.Key(
          time: time, place: kept.place(at: thousandths), easing: easing, subject: stand.subject)
      }
      guard index + 1 < stands.count else {
        keys.append(key(arrival, .linear))
        break
      }
      let next = stands[index + 1]
      let way = next.middle - place
      let most = FocusPath.speed * kept.share
      let needed = max(FocusPath.shortestMove, abs(way) / most)
      // Neither of the two is left without a moment of its own, but for the last one, which nothing follows.
      let before = (stand.end - arrival).approximate
      let after = index + 2 < stands.count ? next.length / 2 : next.length
      let early = min(max(needed / 2, needed - after), before)
      let late = min(needed - early, after)
      let departure = FocusPath.time(stand.end, minus: early)
      // A way that takes all of the last interval ends before the next scene begins.
      let end = max(
        stand.end,
        min(FocusPath.time(stand.end, plus: late), FocusPath.time(next.end, minus: 0.001)))
      let isMoving = departure <= arrival
      let goesOn = index + 2 < stands.count && next.length / 2 <= late + 0.05
      let easing: Easing =
        switch (isMoving && index > 0, goesOn) {
        case (false, false): .easeInOut
        case (false, true): .easeIn
        case (true, false): .easeOut
        case (true, true): .linear
        }
      if !isMoving { keys.append(key(arrival, .linear)) }
      keys.append(key(max(departure, arrival), easing))
      let reached = most * (end - max(departure, arrival)).approximate
      place += min(max(way, -reached), reached)
      arrival = end
    }
    return keys
  }

  private static func time(_ time: Time, plus seconds: Double) -> Time {
    time + Time(Int64((seconds * 1000).rounded()), over: 1000)
  }

  private static func time(_ time: Time, minus seconds: Double) -> Time {
    time - Time(Int64((seconds * 1000).rounded(.down)), over: 1000)
  }
}
