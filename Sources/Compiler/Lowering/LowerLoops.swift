// SPDX-License-Identifier: Apache-2.0

import Base
import RenderGraph
import Timeline

/// The sound of loops.
extension TimelineLowering {
  /// A loop is heard turn by turn, each placed at its exact time.
  func turns(_ clip: PlacedClip, _ hearing: Hearing) -> [Hearing] {
    guard let inTurn = clip.turnMap, let length = clip.turn else { return [hearing] }
    if let seam = clip.seam { return turns(clip, hearing, of: length, crossfading: seam) }
    var result: [Hearing] = []
    var start = hearing.time.start
    // Where in a turn the hearing starts; a handle reaches back into the turn before.
    var phase =
      clip.curve == nil
      ? (hearing.map.start - inTurn.start) / clip.speed : hearing.time.start - clip.shown.start
    phase = phase - length * Time((phase / length).floor)
    while start < hearing.time.end {
      let end = min(hearing.time.end, start + length - phase)
      let offset = start - hearing.time.start
      result.append(
        Hearing(
          time: TimeRange(start, end), map: inTurn.from(phase),
          curves: hearing.curves.map { $0.shifted(by: offset, duration: end - start) },
          groups: hearing.groups))
      start = end
      phase = .zero
    }
    return result
  }

  /// The same where each turn begins `seam` before the one before it ends, which takes `length` in all.
  private func turns(
    _ clip: PlacedClip, _ hearing: Hearing, of length: Time, crossfading seam: Time
  ) -> [Hearing] {
    guard let inTurn = clip.turnMap else { return [hearing] }
    let period = length - seam
    let origin = clip.shown.start
    // The first turn that has not ended; there is one before the clip's own only where a handle reaches back into it.
    let earliest = Int64(((hearing.time.start - origin - length) / period).floor) + 1
    var number = hearing.time.start < origin ? earliest : max(0, earliest)
    let first = min(number, 0)
    var result: [Hearing] = []
    while origin + Time(number) * period < hearing.time.end {
      let begin = origin + Time(number) * period
      let time = TimeRange(max(hearing.time.start, begin), min(hearing.time.end, begin + length))
      let phase = time.start - begin
      var turn = Hearing(
        time: time, map: inTurn.from(phase),
        curves: hearing.curves.map {
          $0.shifted(by: time.start - hearing.time.start, duration: time.duration)
        }, groups: hearing.groups)
      if number > first, phase < seam {
        turn.curves.append(
          Curve([.init(.zero - phase, [0], .equalPower), .init(seam - phase, [1])]))
      }
      if begin + period < time.end {
        let start = period - phase
        turn.curves.append(Curve([.init(start, [1], .equalPower), .init(start + seam, [0])]))
      }
      result.append(turn)
      number += 1
    }
    return result
  }
}
