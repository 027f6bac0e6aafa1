// SPDX-License-Identifier: Apache-2.0

import Basics
import Compiler
import Facilities
import TimelineModel

// Black and still pictures: asked for where the project's own pictures there are black or still, too.

extension FilmReport {
  /// The most stretches of a kind that are laid beside the project, the longest ones.
  private static let mostStretches = 60
  /// The most single frames that stand still and are laid beside the project.
  private static let mostRepeats = 24

  /// Compares black stretches with what the project shows there.
  mutating func checkBlack(
    _ found: ExaminedPictures, _ expected: ExpectedOutput, _ plan: inout PlanPictures
  ) async throws {
    var (asked, length) = (0, 0)
    for stretch in longest(found.black, of: expected) {
      let frames = samples(of: stretch.frames, expected)
      let pictures = try await plan.pictures(frames)
      let bright = zip(frames, pictures).first { ($0.1?.brightness ?? 0) > 45 }
      let time = expected.rate.time(of: stretch.frames)
      if let (frame, _) = bright {
        let there = expected.title(ofFrame: frame).map { "shows \($0.title)" } ?? "is not"
        add(
          .error(
            "black",
            "the picture is black for \(counted(stretch.frames.count, "frame")), and the project \(there) there",
            at: time,
            hint: FilmReport.again))
        continue
      }
      asked += 1
      length += stretch.frames.count
      let middle = (stretch.first + stretch.end) / 2
      if let there = expected.title(ofFrame: middle), there.isFootage,
        stretch.frames.count >= Int((expected.rate.perSecond / Time(2)).ceiling)
      {
        add(.note("black", "the picture is black, as \(there.title) is there", at: time))
      }
    }
    let time = expected.rate.time(of: length)
    figure(
      "black",
      found.black.isEmpty
        ? "nothing"
        : asked == 0
          ? "unlike the project" : "\(counted(asked, "time")), \(time.words), as in the project")
  }

  /// Compares stretches that stand still with what the project shows there.
  mutating func checkStill(
    _ found: ExaminedPictures, _ expected: ExpectedOutput, _ plan: inout PlanPictures
  ) async throws {
    var (asked, length) = (0, 0)
    let long = found.still.filter { $0.frames.count >= 4 }
    for stretch in longest(long, of: expected) {
      let frames = samples(of: stretch.frames, expected)
      let time = expected.rate.time(of: stretch.frames)
      let moves = try await plan.moves(frames, by: 1)
      let there = expected.title(ofFrame: (stretch.first + stretch.end) / 2)
      if moves {
        let words = there.map { ", and \($0.title) moves there" } ?? ", and the project does not"
        add(
          .error(
            "still",
            "the picture stands still for \(counted(stretch.frames.count, "frame"))\(words)",
            at: time,
            hint: FilmReport.again))
        continue
      }
      asked += 1
      length += stretch.frames.count
      if let there, there.isFootage, time.duration >= Time(1), !plan.isSaidOnce(frames) {
        add(.note("still", "the picture stands still, as \(there.title) does there", at: time))
      }
    }
    try await checkRepeats(found, expected, &plan)
    figure(
      "still",
      asked == 0
        ? "nothing"
        : "\(counted(asked, "time")), \(expected.rate.time(of: length).words), as in the project")
  }

  /// Single frames that are those before them, where pictures move before and after.
  private mutating func checkRepeats(
    _ found: ExaminedPictures, _ expected: ExpectedOutput, _ plan: inout PlanPictures
  ) async throws {
    let all = found.still.filter {
      $0.frames.count < 4 && $0.motion > 1 && $0.end <= expected.frameCount
    }
    // Of many, as there are where footage has fewer frames than the film, some spread over the film are looked at.
    let step = max(1, (all.count + FilmReport.mostRepeats - 1) / FilmReport.mostRepeats)
    for stretch in stride(from: 0, to: all.count, by: step).map({ all[$0] }) {
      let frames = [stretch.first, stretch.end - 1]
      guard try await plan.moves(frames, by: max(1, stretch.motion * 0.4)) else { continue }
      add(
        .error(
          "repeated",
          "frame \(stretch.first) is shown \(stretch.frames.count) times in place of those after it",
          at: expected.rate.time(of: stretch.frames), hint: FilmReport.again))
    }
  }

  private func longest(_ stretches: [FrameStretch], of expected: ExpectedOutput) -> [FrameStretch] {
    stretches.filter { $0.first < expected.frameCount }
      .sorted { ($1.frames.count, $0.first) < ($0.frames.count, $1.first) }
      .prefix(FilmReport.mostStretches).sorted { $0.first < $1.first }
  }

  /// Frames of a stretch at which it is looked at: five from one end to the other.
  ///
  /// Of a long one the outermost frames are left out: where a frame of the film is missing, they lie beside what is meant.
  private func samples(of frames: Range<Int>, _ expected: ExpectedOutput) -> [Int] {
    let edge = frames.count >= 12 ? 2 : 0
    let first = frames.lowerBound + edge
    let last = max(first, min(frames.upperBound - edge, expected.frameCount) - 1)
    var found: [Int] = []
    for part in 0...4 {
      let frame = first + (last - first) * part / 4
      if found.last != frame { found.append(frame) }
    }
    return found
  }
}

extension PlanPictures {
  /// Whether the project's pictures of `frames` differ from each other by more than `least`, in steps of 8 bits.
  mutating func moves(_ frames: [Int], by least: Double) async throws -> Bool {
    if isSaidOnce(frames) { return false }
    let pictures = try await pictures(frames).compactMap(\.self)
    return zip(pictures, pictures.dropFirst()).contains { one, other in
      one.difference(to: other) > least
        || one.greatestDifference(to: other) > Int(12 * max(1, least))
    }
  }
}
