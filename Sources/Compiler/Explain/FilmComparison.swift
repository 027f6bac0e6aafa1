// SPDX-License-Identifier: Apache-2.0

import Base
import Timeline

/// A way in which a piece differs from what was made before.
enum Difference: Hashable {
  /// The first group's item of this name.
  case setup(name: String, new: String?, old: String?)
  /// It was nowhere in the film.
  case isNew(Int)
  /// It was elsewhere in the film, but not here.
  case appears(Int)
  /// It is nowhere in the film any more; an index of the old subjects.
  case isGone(Int)
  /// It is elsewhere in the film, but not here any more; an index of the old subjects.
  case disappears(Int)
  /// Something about it; an index of the new subjects and of the old ones.
  case changed(Aspect, Int, Int)
  /// The transition into this.
  case transition(Int, kind: Change)
  /// It is heard this many ticks later.
  case shifted(Int, by: Int64)
  /// The colour where nothing is drawn.
  case background(new: String, old: String)
  /// The same is cut into segments at other places.
  case divided(Division)

  enum Change: Hashable {
    case isNew, isGone, isOther
    /// The picture that it reads has other bytes.
    case hasOtherPicture
  }

  /// A part of a clip or overlay that can change independently.
  enum Aspect: Hashable {
    /// The bytes of its file.
    case bytes
    /// The file.
    case file
    case text
    /// The interval of the file.
    case range
    /// The playback speed.
    case speed
    /// The treatment of pitch when its audio changes speed.
    case pitch
    /// The interpolation between its frames.
    case between
    /// Its place and its size.
    case place
    case opacity
    /// The form and the colours of a drawing.
    case drawing
    case volume
    /// The effects that it goes through.
    case look
    /// Something that has no word yet.
    case other(String)
  }

  struct Division: Hashable {
    /// Its former place, on the clock of the new film.
    var was: [Range<Int64>]
    /// The clip that is shown.
    var subject: Int
    /// The event at a border that is new, or at one that is gone.
    var cause: Cause?
  }

  struct Cause: Hashable {
    var tick: Int64
    var subject: Int
    var isOld: Bool
    var event: Event
  }

  /// An event at a border.
  enum Event: Hashable {
    case starts, ends
    /// The transition into it starts or ends.
    case passageStarts, passageEnds
  }
}

/// Two films, one made before and one to be made, compared piece by piece.
struct FilmComparison {
  let old: FilmScenes
  let new: FilmScenes
  let pairing: SubjectPairing
  /// Clips that are heard, and those that were.
  let heard: AudioPairing

  init(old: FilmScenes, new: FilmScenes, pairing: SubjectPairing) {
    self.old = old
    self.new = new
    self.pairing = pairing
    heard = AudioPairing(old, new, pairing)
  }

  /// The differences of the piece `index` of the new film from the old film's, at any place there.
  ///
  /// - Parameters:
  ///   - index: an index of `new.pieces`.
  ///   - copies: true if it is of an output that copies what it can.
  func differences(of index: Int, copies: Bool = false) -> [Difference] {
    let piece = new.record.pieces[new.pieces[index]]
    guard let ingredients = piece.ingredients, let root = ingredients.groups.first,
      let before = counterpart(of: root, index)
    else { return [] }
    var found = setup(root, before)
    if found.contains(where: { $0.isSetup("program.canvas") }) {
      // Everything is drawn anew, and may have another shape in the output.
      return found.filter { !$0.isSetup("program.finish") }
    }
    if old.ticks != new.ticks || found.contains(where: { $0.isSetup("program.finish") }) {
      return found
    }
    found += piece.kind == .sound ? sound(in: piece.place) : pictures(of: index)
    if found.isEmpty, let division = division(of: index, piece.place) {
      found.append(.divided(division))
    }
    if found.isEmpty, let difference = length(root, before) { found.append(difference) }
    if copies, piece.kind == .picture, !found.isEmpty { found = ranges(of: index, found) + found }
    var seen: Set<Difference> = []
    return found.filter { seen.insert($0).inserted }
  }

  /// The setup that the piece `index`, whose own is `root`, is compared with.
  ///
  /// Pieces of one film may differ in it, as some are copied and others encoded. It is that of the old
  /// piece which showed the same, and of several the most similar; for what is new in the film, the most
  /// similar of all.
  private func counterpart(of root: Ingredients.Group, _ index: Int) -> Ingredients.Group? {
    let place = new.record.pieces[new.pieces[index]].place
    let shift = new.ranges[index].lazy.compactMap { match($0)?.shift }.first
    let near = shift.map { shift in
      old.piecesOverlapping((place.lowerBound - shift)..<(place.upperBound - shift))
        .compactMap { old.record.pieces[old.pieces[$0]].ingredients?.groups.first }
    }
    let candidates = near.flatMap { $0.isEmpty ? nil : $0 } ?? old.setups
    return candidates.min { setup(root, $0).count < setup(root, $1).count }
  }

  private func pictures(of index: Int) -> [Difference] {
    let range = new.ranges[index]
    let matches = range.map { match($0) }
    return zip(range, matches).flatMap { scene, match in
      differences(of: new.scenes[scene], match ?? stillness(scene, range, matches))
    } + missing(range, matches)
  }

  /// Time without anything to be seen goes on as in what follows, or went before.
  private func stillness(_ scene: Int, _ range: Range<Int>, _ matches: [Match?]) -> Match? {
    guard new.scenes[scene].things.isEmpty else { return nil }
    let index = scene - range.lowerBound
    let near =
      matches[index...].lazy.compactMap { $0 }.first
      ?? matches[..<index].reversed().lazy.compactMap { $0 }.first
    return Match(shift: near?.shift ?? 0, base: -1)
  }

  /// Subjects of the old film that lay between two scenes which are neighbours now.
  private func missing(_ range: Range<Int>, _ matches: [Match?]) -> [Difference] {
    var found: [Difference] = []
    var end: Int64?
    for (scene, match) in zip(range, matches) {
      guard let match else { continue }
      let place = new.scenes[scene].place
      let start = place.lowerBound - match.shift
      if let end, end < start {
        for thing in old.overlapping(end..<start).flatMap({ old.scenes[$0].things }) {
          guard let facts = old.subject(of: thing), facts.kind == .clip else { continue }
          found.append(
            pairing.successor(of: thing.subject).map { .changed(.range, $0, thing.subject) }
              ?? .isGone(thing.subject))
        }
      }
      end = max(end ?? start, place.upperBound - match.shift)
    }
    return found
  }

  /// Differences in settings that all pieces share.
  private func setup(_ new: Ingredients.Group, _ old: Ingredients.Group) -> [Difference] {
    var names: [String] = []
    for item in new.items + old.items where !names.contains(item.name) { names.append(item.name) }
    return names.compactMap { name in
      let (now, was) = (new[name], old[name])
      if now == was || name == "program.sampleCount" { return nil }
      return .setup(name: name, new: now, old: was)
    }
  }

  private func length(_ new: Ingredients.Group, _ old: Ingredients.Group) -> Difference? {
    let name = "program.sampleCount"
    return new[name] == old[name] ? nil : .setup(name: name, new: new[name], old: old[name])
  }

  // MARK: Scenes

  private func differences(of scene: Scene, _ match: Match?) -> [Difference] {
    guard let match else {
      let all = scene.things.filter { new.subject(of: $0) != nil }.map(\.subject)
      let isKnown = all.allSatisfy { pairing.former(of: $0) != nil }
      let subjects = all.filter { isKnown || pairing.former(of: $0) == nil }
      if !subjects.isEmpty { return subjects.map { isKnown ? .appears($0) : .isNew($0) } }
      return compare(scene, Match(shift: 0, base: -1))
    }
    return compare(scene, match)
  }

  private func compare(_ scene: Scene, _ match: Match) -> [Difference] {
    let place = (scene.place.lowerBound - match.shift)..<(scene.place.upperBound - match.shift)
    var found: [Difference] = []
    var covered = place.lowerBound
    for other in old.overlapping(place) {
      let there = old.scenes[other]
      if there.place.lowerBound > covered { found += uncovered(scene, match) }
      covered = max(covered, there.place.upperBound)
      found += compare(scene, there, match)
    }
    if covered < place.upperBound { found += uncovered(scene, match) }
    return found
  }

  /// Something new in the place of nothing counts as longer.
  private func uncovered(_ scene: Scene, _ match: Match) -> [Difference] {
    guard scene.things.indices.contains(match.base) else { return [] }
    let subject = scene.things[match.base].subject
    return [.changed(.range, subject, pairing.former(of: subject) ?? -1)]
  }

  private func compare(_ scene: Scene, _ there: Scene, _ match: Match) -> [Difference] {
    var found: [Difference] = []
    if let now = scene.background, let was = there.background, now != was {
      found.append(.background(new: now, old: was))
    }
    var mine = Array(scene.things.indices)
    var theirs = Array(there.things.indices)
    mine.removeAll { index in
      let same = theirs.firstIndex {
        isSame(scene.things[index], there.things[$0], match.shift)
      }
      if let same { theirs.remove(at: same) }
      return same != nil
    }
    mine.removeAll { index in
      let thing = scene.things[index]
      guard let other = counterpart(of: thing, among: theirs.map { there.things[$0] }) else {
        return false
      }
      found += compare(thing, there.things[theirs.remove(at: other)], match.shift)
      return true
    }
    found = found.map { difference in
      guard case .transition(let subject, let kind) = difference else { return difference }
      return .transition(incoming(scene, there) ?? subject, kind: kind)
    }
    let isElsewhere = mine.contains(match.base)
    let isPassing = found.contains { if case .transition = $0 { true } else { false } }
    for index in mine {
      let thing = scene.things[index]
      let isClip = new.subject(of: thing)?.kind == .clip
      if index == match.base {
        found.append(.changed(.range, thing.subject, pairing.former(of: thing.subject) ?? -1))
      } else if let was = pairing.former(of: thing.subject),
        there.things.contains(where: { $0.subject == was })
      {
        // It is drawn in more layers than before.
        found.append(.changed(.place, thing.subject, was))
      } else if !(isPassing && isClip), new.subject(of: thing) != nil {
        let isKnown = pairing.former(of: thing.subject) != nil
        found.append(isKnown ? .appears(thing.subject) : .isNew(thing.subject))
      }
    }
    for index in theirs {
      let thing = there.things[index]
      // What follows a clip that has become longer is only later.
      guard let facts = old.subject(of: thing),
        !(facts.kind == .clip && (isElsewhere || isPassing))
      else { continue }
      let now = pairing.successor(of: thing.subject)
      if let now, scene.things.contains(where: { $0.subject == now }) {
        found.append(.changed(.place, now, thing.subject))
      } else {
        found.append(now == nil ? .isGone(thing.subject) : .disappears(thing.subject))
      }
    }
    return found
  }

  /// The clip that a transition in one of the scenes goes into.
  private func incoming(_ scene: Scene, _ there: Scene) -> Int? {
    if let thing = scene.things.first(where: \.isEntered) { return thing.subject }
    return there.things.first(where: \.isEntered)
      .flatMap { pairing.successor(of: $0.subject) }
  }

  private func counterpart(of thing: Scene.Thing, among others: [Scene.Thing]) -> Int? {
    let former = pairing.former(of: thing.subject)
    let isAnyone = thing.subject < 0
    let paired = others.indices.filter {
      isAnyone ? others[$0].subject < 0 : former == others[$0].subject
    }
    return paired.first { others[$0].content == thing.content } ?? paired.first
      ?? others.firstIndex {
        $0.content == thing.content && former == nil && pairing.successor(of: $0.subject) == nil
      }
  }

  /// Returns true if a thing of the new film is one of the old film, `shift` ticks earlier.
  private func isSame(_ a: Scene.Thing, _ b: Scene.Thing, _ shift: Int64) -> Bool {
    a.content == b.content && hasSameSource(a, b, shift) && hasSameTransition(a, b, shift)
      && changedItems(a, b, shift).isEmpty
  }

  /// Returns true if both have the same source time at the same moment, `shift` ticks earlier.
  func hasSameSource(_ a: Scene.Thing, _ b: Scene.Thing, _ shift: Int64) -> Bool {
    guard let mine = a.source, let theirs = b.source else { return a.source == b.source }
    return mine == theirs - Time(shift) / new.ticks
  }

  private func hasSameTransition(_ a: Scene.Thing, _ b: Scene.Thing, _ shift: Int64) -> Bool {
    guard let mine = a.transition, let theirs = b.transition else {
      return a.transition == b.transition
    }
    return mine.items == theirs.items && mine.start == theirs.start + shift
  }

  /// The names of the items that differ; values for every frame of different frames do not count.
  func changedItems(_ a: Scene.Thing, _ b: Scene.Thing, _ shift: Int64) -> [String] {
    let isAligned =
      a.extent.lowerBound == b.extent.lowerBound + shift && a.extent.count == b.extent.count
    // Both sides of a transition are flattened onto a canvas.
    let isPassing = (a.transition == nil) != (b.transition == nil)
    var rest = b.items
    var names: [String] = []
    for item in a.items {
      guard let index = rest.firstIndex(where: { $0.name == item.name }) else {
        names.append(item.name)
        continue
      }
      let other = rest.remove(at: index)
      let isComparable = isAligned || !(item.value.hasPrefix("~") || other.value.hasPrefix("~"))
      if isComparable, item.value != other.value { names.append(item.name) }
    }
    names += rest.map(\.name)
    return names.filter { !(isPassing && ($0.hasPrefix("around.") || $0 == "role")) }
  }

  private func compare(_ a: Scene.Thing, _ b: Scene.Thing, _ shift: Int64) -> [Difference] {
    if !hasSameTransition(a, b, shift) {
      // The sides of another transition start at other times.
      let kind: Difference.Change =
        a.transition == nil
        ? .isGone
        : b.transition == nil
          ? .isNew
          : a.transition?.hasOtherPictureAlone(than: b.transition) == true
            ? .hasOtherPicture : .isOther
      return [.transition(a.subject, kind: kind)]
    }
    var aspects: [Difference.Aspect] = []
    if a.content != b.content {
      if !a.isText, new.subject(of: a)?.asset != old.subject(of: b)?.asset {
        // Everything else follows from that.
        return [.changed(.file, a.subject, b.subject)]
      }
      let isDrawing = a.isColor && b.isColor
      aspects.append(a.isText ? .text : isDrawing ? .drawing : .bytes)
    }
    if !hasSameSource(a, b, shift) { aspects.append(.range) }
    for name in changedItems(a, b, shift) {
      let aspect = Difference.Aspect(item: name)
      // A text of another size lies elsewhere, footage of other bytes may have another shape.
      if aspect == .place, a.content != b.content { continue }
      if !aspects.contains(aspect) { aspects.append(aspect) }
    }
    return aspects.map { .changed($0, a.subject, b.subject) }
  }
}

extension Difference {
  /// Returns true if it is of a setting of all pieces whose name begins with `prefix`.
  func isSetup(_ prefix: String) -> Bool {
    guard case .setup(let name, _, _) = self else { return false }
    return name.hasPrefix(prefix)
  }
}
