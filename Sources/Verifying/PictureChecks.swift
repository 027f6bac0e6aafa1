// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Compiler
import Facilities
import TimelineModel
import Workers

/// The frames of a film that are laid beside what the project shows there.
struct Checkpoints {
  /// The clips that are looked at, each with its first, middle and last frame.
  let clips: [(clip: ExpectedClip, frames: [Int])]
  /// How many clips are not.
  let clipsLeftOut: Int
  /// All frames that are compared, ascending.
  let frames: [Int]

  /// The most clips that are looked at, spread over the film.
  static let mostClips = (compared: 40, shown: 120)
  private static let spread = 16

  /// - Parameter isShown: Whether the pictures of clips are looked at.
  init(_ expected: ExpectedOutput, isShown: Bool) {
    let most = isShown ? Checkpoints.mostClips.shown : Checkpoints.mostClips.compared
    let all = expected.clips
    let step = max(1, (all.count + most - 1) / most)
    let chosen = stride(from: 0, to: all.count, by: step).map { all[$0] }
    clipsLeftOut = all.count - chosen.count
    clips = chosen.map { clip in
      let (first, last) = (clip.frames.lowerBound, clip.frames.upperBound - 1)
      return (clip, [first, (first + last) / 2, last])
    }
    var frames = Set(clips.flatMap { isShown ? $0.frames : [$0.frames[0], $0.frames[2]] })
    let count = expected.frameCount
    for part in 0..<Checkpoints.spread where count > 0 {
      frames.insert((2 * part + 1) * count / (2 * Checkpoints.spread))
    }
    if count > 0 { frames.formUnion([0, count - 1]) }
    self.frames = frames.filter { (0..<count).contains($0) }.sorted()
  }

  /// The frames of the film that are needed for that: those and their neighbours, by which a shift is known.
  var wanted: [Int] {
    Set(frames.flatMap { [$0 - 1, $0, $0 + 1] }).filter { $0 >= 0 }.sorted()
  }
}

extension FilmReport {
  /// Compares frames of the film with what the project shows there.
  ///
  /// - Parameter width: That of pictures to look at; nil for none.
  mutating func checkPictures(
    _ found: ExaminedPictures, _ points: Checkpoints, _ expected: ExpectedOutput,
    _ plan: inout PlanPictures
  ) async throws -> [Int: Double] {
    let film = Dictionary(found.proofs.map { ($0.frame, $0) }) { first, _ in first }
    let pictures = try await plan.pictures(points.frames)
    var differences: [Int: Double] = [:]
    var wrong: [(frame: Int, difference: Double, words: String)] = []
    var compared = 0
    for (frame, planned) in zip(points.frames, pictures) {
      guard let planned, let own = film[frame] else { continue }
      compared += 1
      let difference = own.difference(to: planned)
      differences[frame] = difference
      guard isOther(own, planned, expected) else { continue }
      wrong.append((frame, difference, neighbour(of: frame, planned, film)))
    }
    let most = differences.values.max() ?? 0
    figure(
      "pictures",
      "\(compared - wrong.count) of \(compared) that were compared are the project's, at most \(most.tenths) of 255 off"
    )
    guard let first = wrong.first else { return differences }
    let more =
      wrong.count == 1
      ? "" : "; so are \(wrong.count - 1) more of the \(compared) that were compared"
    let there = expected.title(ofFrame: first.frame).map { " (\($0.title))" } ?? ""
    add(
      .error(
        "picture",
        "frame \(first.frame) is not what the project shows there\(there): \(first.difference.tenths) of 255 off\(first.words)\(more)",
        at: expected.rate.time(of: first.frame..<(first.frame + 1)), hint: FilmReport.again))
    return differences
  }

  /// Whether `own` is another picture than `planned`: coding changes the means of blocks by less.
  private func isOther(
    _ own: ProofPicture, _ planned: ProofPicture, _ expected: ExpectedOutput
  ) -> Bool {
    let isSmall = expected.size.width < 320 || expected.size.height < 180
    return own.difference(to: planned) > 5
      || own.greatestDifference(to: planned) > (isSmall ? 96 : 56)
  }

  private func neighbour(
    of frame: Int, _ planned: ProofPicture, _ film: [Int: ProofPicture]
  ) -> String {
    for (other, words) in [(frame + 1, "a frame later"), (frame - 1, "a frame earlier")] {
      if let picture = film[other], picture.difference(to: planned) < 2 {
        return "; the picture comes \(words)"
      }
    }
    return ""
  }
}
