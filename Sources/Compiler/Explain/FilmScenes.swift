// SPDX-License-Identifier: Apache-2.0

import Base
import Timeline

/// The scenes of one film, found by place, by file and by clip or overlay.
struct FilmScenes {
  let record: FilmRecord
  /// The pieces of one kind, by their index in the record, in film order.
  let pieces: [Int]
  /// The scenes of all pieces of that kind, in film order.
  let scenes: [Scene]
  /// The indices of the scenes of each of `pieces`.
  let ranges: [Range<Int>]
  /// Frames or samples per second.
  let ticks: Time
  /// The first groups of the pieces' ingredients without repetitions, in film order.
  let setups: [Ingredients.Group]
  private var byContent: [String: [Int]] = [:]
  private var bySubject: [Int: [Int]] = [:]
  /// The intervals of their sources that clips show, from the first frame to the last.
  private(set) var shown: [Int: TimeRange] = [:]

  /// The scenes of the sound, or of all that is seen.
  init(_ record: FilmRecord, isSound: Bool) {
    self.record = record
    pieces = record.pieces.indices.filter { (record.pieces[$0].kind == .sound) == isSound }
    var known: Set<Ingredients.Group> = []
    setups = pieces.compactMap { record.pieces[$0].ingredients?.groups.first }
      .filter { known.insert($0).inserted }
    let root = setups.first
    let ticks =
      (root?["program.canvas.rate"] ?? root?["program.sampleRate"]).flatMap { Time(parsing: $0) }
      ?? Time(1)
    self.ticks = ticks.numerator > 0 ? ticks : Time(1)
    var scenes: [Scene] = []
    var ranges: [Range<Int>] = []
    for index in pieces {
      let piece = record.pieces[index]
      let start = scenes.count
      if let ingredients = piece.ingredients {
        scenes += Scene.scenes(
          of: ingredients, subjects: piece.subjects, at: piece.place, ticks: self.ticks,
          isSound: isSound)
      }
      ranges.append(start..<scenes.count)
    }
    self.scenes = scenes
    self.ranges = ranges
    for (index, scene) in scenes.enumerated() {
      for thing in scene.things {
        if byContent[thing.content]?.last != index {
          byContent[thing.content, default: []].append(index)
        }
        if thing.subject >= 0, bySubject[thing.subject]?.last != index {
          bySubject[thing.subject, default: []].append(index)
        }
        if thing.subject >= 0, let source = thing.source {
          let place = TimeRange(scene.place, ticks: self.ticks)
          let own = TimeRange(source + place.start, source + place.end)
          let known = shown[thing.subject] ?? own
          shown[thing.subject] = TimeRange(min(known.start, own.start), max(known.end, own.end))
        }
      }
    }
  }

  /// The clip or overlay that a thing is of.
  func subject(of thing: Scene.Thing) -> OriginFacts? {
    record.subject(at: thing.subject)
  }

  /// The scenes that show the same file or the same clip or overlay: those nearest to `place`.
  func scenes(content: String, subject: Int?, near place: Int64) -> [Int] {
    var found: [Int] = []
    for list in [byContent[content] ?? [], subject.flatMap { bySubject[$0] } ?? []] {
      let middle = list.partitioningIndex { scenes[$0].place.lowerBound >= place }
      let reach = max(0, middle - FilmScenes.reach)..<min(list.count, middle + FilmScenes.reach)
      found += list[reach]
    }
    return found
  }

  /// The number of scenes searched on either side: a logo may be in all of them.
  private static let reach = 32

  /// The indices of the scenes that have a tick in `place`.
  func overlapping(_ place: Range<Int64>) -> Range<Int> {
    let first = scenes.partitioningIndex { $0.place.upperBound > place.lowerBound }
    var end = first
    while end < scenes.count, scenes[end].place.lowerBound < place.upperBound { end += 1 }
    return first..<end
  }

  /// The pieces, as indices of `pieces`, that have a tick in `place`.
  func piecesOverlapping(_ place: Range<Int64>) -> [Int] {
    let all = pieces.indices
    let first = all.partitioningIndex {
      record.pieces[pieces[$0]].place.upperBound > place.lowerBound
    }
    return all[first...].prefix { record.pieces[pieces[$0]].place.lowerBound < place.upperBound }
      .map { $0 }
  }

  /// The tick at which what `thing` of the scene `index` shows began, without a break.
  func runStart(of thing: Scene.Thing, at index: Int) -> Int64 {
    var index = index
    while index > 0, scenes[index - 1].place.upperBound == scenes[index].place.lowerBound,
      scenes[index - 1].things.contains(where: {
        $0.content == thing.content && $0.subject == thing.subject
      })
    { index -= 1 }
    return scenes[index].place.lowerBound
  }
}
