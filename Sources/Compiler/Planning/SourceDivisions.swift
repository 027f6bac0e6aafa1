// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol

/// A time of a source at which it may be divided.
struct DivisionCandidate: Hashable, Sendable {
  /// The strength of a division: the cheaper a segment that begins there, the stronger.
  enum Strength: Int, Comparable, Sendable {
    /// The frame is like the one before it: an I-frame is as dear as anywhere.
    case none
    /// The source has a key frame, so that decoding begins there.
    case keyFrame
    /// A scene begins, where an encoder would begin a group anyway.
    case scene

    /// The cost of such a division as a percentage of a division at any other frame.
    var cost: Int {
      switch self {
      case .none: 100
      case .keyFrame: 95
      case .scene: 10
      }
    }

    static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  }

  /// Source time of the first frame after the division.
  var time: Time
  var strength: Strength
  /// True if it is needed to keep neighbours near each other.
  var isNeeded = true
}

extension VideoFacts {
  /// The times at which the source may be divided, ascending.
  var divisionCandidates: [DivisionCandidate] {
    let scenes = Set(sceneStarts)
    return Set(keyFrames).union(scenes).sorted().map {
      DivisionCandidate(time: $0, strength: scenes.contains($0) ? .scene : .keyFrame)
    }
  }
}

/// The times at which long takes of a source are divided.
///
/// They depend on the source and the film's rate alone, so that a clip that is trimmed or moved is still divided at the
/// same pictures. Neighbours are at most as far apart as the longest segment is long, and two seconds at least; of all such
/// choices the cheapest is taken. Where candidates are farther apart, the time between is divided evenly. The scenes that are left
/// out are offered, too: where clips are short, what was chosen for the whole source may not be seen.
struct SourceDivisions {
  /// The greatest distance of neighbours.
  private let greatest: Time
  /// The least distance of neighbours that are both candidates.
  static let least = Time(2)
  /// Of candidates closer than this, the first of the strongest is considered.
  private static let bucket = Time(1, over: 2)

  /// The candidates that were chosen, ascending; the time between is divided evenly.
  private let chosen: [DivisionCandidate]
  /// The scenes that were not, ascending.
  private let others: [DivisionCandidate]

  /// The divisions of a source with these candidates, ascending.
  init(_ candidates: [DivisionCandidate], greatest: Time) {
    self.greatest = greatest
    let thinned = SourceDivisions.thinned(candidates)
    let chosen = SourceDivisions.choose(thinned, greatest)
    let times = Set(chosen.map(\.time))
    self.chosen = chosen
    others = thinned.filter { $0.strength == .scene && !times.contains($0.time) }.map {
      DivisionCandidate(time: $0.time, strength: .scene, isNeeded: false)
    }
  }

  /// The divisions and the other scenes from `start` to `end`, both included.
  func candidates(between start: Time, and end: Time) -> [DivisionCandidate] {
    let first = others.partitioningIndex { $0.time >= start }
    return between(start, end) + others[first...].prefix { $0.time <= end }
  }

  /// The divisions from `start` to `end`, both included, ascending.
  func between(_ start: Time, _ end: Time) -> [DivisionCandidate] {
    guard let first = chosen.first, let last = chosen.last else {
      return SourceDivisions.grid(of: greatest, through: .zero, start, end)
    }
    var result = SourceDivisions.grid(
      of: greatest, through: first.time, start,
      min(end, first.time - greatest))
    let index = max(0, chosen.partitioningIndex { $0.time > start } - 1)
    for (place, candidate) in chosen[index...].enumerated() where candidate.time <= end {
      if candidate.time >= start { result.append(candidate) }
      let next = index + place + 1
      guard next < chosen.count else { break }
      let gap = chosen[next].time - candidate.time
      let count = SourceDivisions.pieces(in: gap, greatest)
      if count > 1 {
        let step = gap / Time(count)
        result += SourceDivisions.grid(
          of: step, through: candidate.time, max(start, candidate.time + step),
          min(end, candidate.time + step * Time(count - 1)))
      }
    }
    result += SourceDivisions.grid(
      of: greatest, through: last.time,
      max(start, last.time + greatest), end)
    return result
  }

  /// The number of pieces into which a gap between candidates is divided.
  private static func pieces(in gap: Time, _ greatest: Time) -> Int64 {
    max(1, (gap / greatest).ceiling)
  }

  /// The times `origin + k step` from `start` to `end`.
  private static func grid(
    of step: Time, through origin: Time, _ start: Time, _ end: Time
  ) -> [DivisionCandidate] {
    var result: [DivisionCandidate] = []
    var count = ((start - origin) / step).ceiling
    while origin + step * Time(count) <= end {
      result.append(DivisionCandidate(time: origin + step * Time(count), strength: .none))
      count += 1
    }
    return result
  }

  /// The first of the strongest in every half second, so that sources of key frames alone cost little.
  private static func thinned(_ candidates: [DivisionCandidate]) -> [DivisionCandidate] {
    var kept: [DivisionCandidate] = []
    var bucket: Int64?
    for candidate in candidates {
      let own = (candidate.time / SourceDivisions.bucket).floor
      if own != bucket {
        kept.append(candidate)
        bucket = own
      } else if candidate.strength > kept[kept.count - 1].strength {
        kept[kept.count - 1] = candidate
      }
    }
    return kept
  }

  /// The cheapest way from the first candidate to the last.
  private static func choose(
    _ candidates: [DivisionCandidate], _ greatest: Time
  ) -> [DivisionCandidate] {
    let unknown = Int.max
    var costs = Array(repeating: unknown, count: candidates.count)
    var previous = Array(repeating: 0, count: candidates.count)
    if !candidates.isEmpty { costs[0] = 0 }
    for index in candidates.indices where costs[index] != unknown {
      for next in (index + 1)..<max(index + 1, candidates.count) {
        let gap = candidates[next].time - candidates[index].time
        if gap < least, next + 1 < candidates.count { continue }
        let fills = Int(pieces(in: gap, greatest)) - 1
        let cost =
          costs[index] + fills * DivisionCandidate.Strength.none.cost
          + candidates[next].strength.cost
        if cost < costs[next] {
          costs[next] = cost
          previous[next] = index
        }
        if gap > greatest * Time(4) { break }
      }
    }
    var chosen: [DivisionCandidate] = []
    var index = candidates.count - 1
    while index >= 0 {
      chosen.append(candidates[index])
      if index == 0 { break }
      index = previous[index]
    }
    return chosen.reversed()
  }
}
