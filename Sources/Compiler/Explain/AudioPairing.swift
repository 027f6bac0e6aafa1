// SPDX-License-Identifier: Apache-2.0

import Base
import Timeline

/// The pairs of clips of a film's sound and another film's.
///
/// Clips are mixed one by one, whatever else is heard with them, so they are compared one by one.
struct AudioPairing {
  /// The clips heard in the new film, by start.
  let new: [Scene.Thing]
  /// Those of the old film.
  let old: [Scene.Thing]
  /// For each of `new` the one of `old` that it was.
  private(set) var partner: [Int?]
  /// The indices of `old` that are heard no more.
  private(set) var left: [Int]

  init(_ before: FilmScenes, _ now: FilmScenes, _ pairing: SubjectPairing) {
    new = AudioPairing.clips(now)
    old = AudioPairing.clips(before)
    partner = Array(repeating: nil, count: new.count)
    left = Array(old.indices)
    let ticks = now.ticks
    // First the turns of one clip that are all the same, then its others, then what sounds the same
    // whatever it is called.
    pair { clip in
      pairing.former(of: clip.subject).map { ["\($0)"] + AudioPairing.whole(clip, ticks) }
    } _: { clip in
      ["\(clip.subject)"] + AudioPairing.whole(clip, ticks)
    }
    pair { clip in
      pairing.former(of: clip.subject).map { ["\($0)"] }
    } _: { clip in
      ["\(clip.subject)"]
    }
    pair { clip in
      AudioPairing.whole(clip, ticks)
    } _: { clip in
      AudioPairing.whole(clip, ticks)
    }
  }

  /// Every clip once, whole.
  private static func clips(_ film: FilmScenes) -> [Scene.Thing] {
    var seen: Set<Occurrence> = []
    return film.scenes.flatMap { scene in
      scene.things.filter { $0.extent.lowerBound >= scene.place.lowerBound }
    }.filter { seen.insert(Occurrence(subject: $0.subject, extent: $0.extent)).inserted }
  }

  private struct Occurrence: Hashable {
    var subject: Int
    var extent: Range<Int64>
  }

  /// Everything about a clip but when it is heard.
  private static func whole(_ thing: Scene.Thing, _ ticks: Time) -> [String] {
    let source = thing.source.map { $0 + Time(thing.extent.lowerBound) / ticks }
    return [thing.content, "\(thing.extent.count)", source.map { "\($0)" } ?? ""]
      + thing.items.map(\.value)
  }

  /// Pairs those that are left and alike, in order; what has no key has no equal.
  private mutating func pair(
    _ key: (Scene.Thing) -> [String]?, _ oldKey: (Scene.Thing) -> [String]
  ) {
    guard !left.isEmpty else { return }
    var waiting: [[String]: [Int]] = [:]
    for index in left.reversed() { waiting[oldKey(old[index]), default: []].append(index) }
    var taken: Set<Int> = []
    for index in new.indices where partner[index] == nil {
      guard let key = key(new[index]), let found = waiting[key]?.popLast() else { continue }
      partner[index] = found
      taken.insert(found)
    }
    left.removeAll { taken.contains($0) }
  }
}

extension FilmComparison {
  /// The differences of the audio of an interval from that of the old film.
  func sound(in place: Range<Int64>) -> [Difference] {
    var found: [Difference] = []
    var shifted: [Difference] = []
    for (index, clip) in heard.new.enumerated() where clip.extent.overlaps(place) {
      guard let number = heard.partner[index] else {
        let isKnown = pairing.former(of: clip.subject) != nil
        found.append(isKnown ? .appears(clip.subject) : .isNew(clip.subject))
        continue
      }
      let other = heard.old[number]
      let shift = clip.extent.lowerBound - other.extent.lowerBound
      let changes = changes(clip, other, shift)
      found += changes
      if changes.isEmpty, shift != 0 { shifted.append(.shifted(clip.subject, by: shift)) }
    }
    for index in heard.left {
      let clip = heard.old[index]
      let start = clip.extent.lowerBound + shift(before: index)
      guard place.overlaps(start..<(start + Int64(clip.extent.count))),
        old.subject(of: clip) != nil
      else { continue }
      let isThere = pairing.successor(of: clip.subject) != nil
      found.append(isThere ? .disappears(clip.subject) : .isGone(clip.subject))
    }
    // What is only later is so because of something else, if there is anything else.
    return found.isEmpty ? Array(shifted.prefix(1)) : found
  }

  private func changes(
    _ clip: Scene.Thing, _ other: Scene.Thing, _ shift: Int64
  ) -> [Difference] {
    if clip.content != other.content {
      let isSameFile = new.subject(of: clip)?.asset == old.subject(of: other)?.asset
      return [.changed(isSameFile ? .bytes : .file, clip.subject, other.subject)]
    }
    var aspects: [Difference.Aspect] = []
    if !hasSameSource(clip, other, shift) || clip.extent.count != other.extent.count {
      aspects.append(.range)
    }
    for name in changedItems(clip, other, shift) {
      let aspect = Difference.Aspect(item: name)
      if !aspects.contains(aspect) { aspects.append(aspect) }
    }
    return aspects.map { .changed($0, clip.subject, other.subject) }
  }

  /// The delay of the nearest paired clip before an old clip, in ticks; 0 for none.
  private func shift(before index: Int) -> Int64 {
    for (number, clip) in heard.new.enumerated().reversed() {
      guard let other = heard.partner[number], other < index else { continue }
      return clip.extent.lowerBound - heard.old[other].extent.lowerBound
    }
    return 0
  }
}
