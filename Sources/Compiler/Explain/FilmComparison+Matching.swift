// SPDX-License-Identifier: Apache-2.0

import Base
import Timeline

extension FilmComparison {
  /// The place in the old film that showed the same.
  struct Match {
    /// The distance by which it is later now, in ticks.
    var shift: Int64
    /// The thing of the scene by which it was found.
    var base: Int
  }

  /// Finds what the scene `index` of the new film showed before: by its clips, which may lie
  /// elsewhere now; a scene without clips by its overlays.
  func match(_ index: Int) -> Match? {
    let things = new.scenes[index].things
    let clips = things.indices.filter { new.subject(of: things[$0])?.kind == .clip }
    let moving = clips.filter { things[$0].source != nil }
    let resting = clips.filter { things[$0].source == nil }
    let candidates = clips.isEmpty ? Array(things.indices) : moving + resting
    for base in candidates {
      if let shift = shift(of: things[base], in: index) { return Match(shift: shift, base: base) }
    }
    return nil
  }

  /// The delay of `thing` of the scene `index` against the old film; nil if it was not shown there.
  private func shift(of thing: Scene.Thing, in index: Int) -> Int64? {
    let place = new.scenes[index].place
    let former = pairing.former(of: thing.subject)
    var best: (score: [Int64], shift: Int64)?
    for scene in old.scenes(content: thing.content, subject: former, near: place.lowerBound) {
      for other in old.scenes[scene].things {
        let isSameFile = other.content == thing.content
        let isSame = other.subject == former
        guard isSameFile || isSame else { continue }
        var shift = new.runStart(of: thing, at: index) - old.runStart(of: other, at: scene)
        var overlap: Int64 = thing.source == nil && other.source == nil ? 1 : 0
        if let mine = thing.source, let theirs = other.source {
          let exact = ((theirs - mine) * new.ticks).rounded
          let there = old.scenes[scene].place
          let common = place.clamped(
            to: (there.lowerBound + exact)..<(there.upperBound + exact))
          if !common.isEmpty { (shift, overlap) = (exact, Int64(common.count)) }
        }
        // Another cut of the same file is the same only where it shows the same.
        guard isSame || overlap > 0 else { continue }
        // The same moment of the same clip, best of the same file, and near.
        let score = [
          isSame ? 1 : 0, overlap > 0 ? 1 : 0, isSameFile ? 1 : 0, -Int64(shift.magnitude),
          overlap,
        ]
        if best.map({ $0.score.lexicographicallyPrecedes(score) }) ?? true {
          best = (score, shift)
        }
      }
    }
    return best?.shift
  }

  /// The clips of the piece `index` of which another interval is shown now.
  ///
  /// Where packets are copied it depends on that what is encoded, and how: if nothing else is among the
  /// differences `found` but the setup, on those of the whole film.
  func ranges(of index: Int, _ found: [Difference]) -> [Difference] {
    let isOfOthers = found.allSatisfy { $0.isSetup("") }
    let own = new.ranges[index].flatMap { new.scenes[$0].things.map(\.subject) }
    func changes(_ subjects: some Sequence<Int>) -> [Difference] {
      subjects.compactMap { subject in
        guard let former = pairing.former(of: subject), let now = new.shown[subject],
          let was = old.shown[former], now != was
        else { return nil }
        return .changed(.range, subject, former)
      }
    }
    let changed = changes(own)
    return changed.isEmpty && isOfOthers ? changes(new.shown.keys.sorted()) : changed
  }

  /// The change of the cuts of a piece that shows the same as before; nil if they did not change.
  func division(of index: Int, _ place: Range<Int64>) -> Difference.Division? {
    guard let first = new.ranges[index].first, let match = match(first) else { return nil }
    let there = (place.lowerBound - match.shift)..<(place.upperBound - match.shift)
    let pieces = old.piecesOverlapping(there).map { old.record.pieces[old.pieces[$0]].place }
    guard pieces != [there], !pieces.isEmpty else { return nil }
    let was = pieces.map { ($0.lowerBound + match.shift)..<($0.upperBound + match.shift) }
    let thing = new.scenes[first].things[match.base]
    return Difference.Division(
      was: was, subject: thing.subject, cause: cause(place, was, match.shift))
  }

  /// The event at a border that only one of the films has.
  private func cause(
    _ place: Range<Int64>, _ was: [Range<Int64>], _ shift: Int64
  ) -> Difference.Cause? {
    let old = was.flatMap { [$0.lowerBound, $0.upperBound] }
    for tick in [place.lowerBound, place.upperBound] where !old.contains(tick) {
      if let (subject, event) = border(at: tick, in: new) {
        return Difference.Cause(tick: tick, subject: subject, isOld: false, event: event)
      }
    }
    for tick in old where place.lowerBound < tick && tick < place.upperBound {
      if let (subject, event) = border(at: tick - shift, in: self.old) {
        return Difference.Cause(tick: tick, subject: subject, isOld: true, event: event)
      }
    }
    return nil
  }

  private func border(at tick: Int64, in film: FilmScenes) -> (Int, Difference.Event)? {
    let around = film.overlapping((tick - 1)..<(tick + 1)).map { film.scenes[$0] }
    guard around.count == 2 else { return nil }
    let (before, after) = (around[0].things, around[1].things)
    let (left, right) = (before.first(where: \.isEntered), after.first(where: \.isEntered))
    if let right, right.transition != left?.transition { return (right.subject, .passageStarts) }
    if let left, left.transition != right?.transition { return (left.subject, .passageEnds) }
    if let thing = after.first(where: { thing in
      !before.contains { $0.subject == thing.subject }
    }) {
      return (thing.subject, .starts)
    }
    return before.first { thing in
      !after.contains { $0.subject == thing.subject }
    }.map { ($0.subject, .ends) }
  }
}
