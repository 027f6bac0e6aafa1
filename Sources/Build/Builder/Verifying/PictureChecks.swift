// SPDX-License-Identifier: Apache-2.0

import Base
import Driver
import RenderProtocol
import Timeline

/// The frames of clips that are looked at on a proof sheet.
struct Checkpoints {
  /// The clips that are looked at, each with its first, middle and last frame.
  let clips: [(clip: ExpectedClip, frames: [Int])]
  /// The number of other clips.
  let clipsLeftOut: Int

  /// The most clips that are looked at, spread over the film.
  private static let mostClips = 120

  init(_ expected: ExpectedOutput) {
    let all = expected.clips
    let step = max(1, (all.count + Checkpoints.mostClips - 1) / Checkpoints.mostClips)
    let chosen = stride(from: 0, to: all.count, by: step).map { all[$0] }
    clipsLeftOut = all.count - chosen.count
    clips = chosen.map { clip in
      let (first, last) = (clip.frames.lowerBound, clip.frames.upperBound - 1)
      return (clip, [first, (first + last) / 2, last])
    }
  }
}

extension FilmReport {
  /// The most intervals of wrong frames that are listed.
  private static let mostFaults = 12

  /// Says which frames are not what the project shows there.
  mutating func checkFrames(
    _ judge: FrameJudge, _ unknown: [Range<Int>], _ expected: ExpectedOutput
  ) {
    for range in unknown.prefix(FilmReport.mostFaults) {
      add(
        .note(
          "unknown",
          "frames \(range.lowerBound) to \(range.upperBound - 1) were not compared: what the project shows there cannot be composed",
          at: expected.rate.time(of: range)))
    }
    figure(
      "pictures",
      "\(judge.compared - judge.wrongCount) of \(judge.compared) are the project's, at most \(judge.most.tenths) of 255 off"
    )
    let listed = judge.faults.prefix(FilmReport.mostFaults)
    let rest = judge.wrongCount - listed.reduce(0) { $0 + $1.frames.count }
    for (index, (frames, fault, difference)) in listed.enumerated() {
      let there = expected.title(ofFrame: frames.lowerBound)
      let more =
        index == listed.count - 1 && rest > 0
        ? "; so are \(counted(rest, "frame")) elsewhere" : ""
      let (code, words) = said(of: frames, fault, difference, there?.title)
      add(
        .error(
          code, words + more, at: expected.rate.time(of: frames), hint: FilmReport.again))
    }
  }

  private func said(
    of frames: Range<Int>, _ fault: FrameJudge.Fault, _ difference: Double, _ title: String?
  ) -> (code: String, words: String) {
    let (count, first) = (frames.count, frames.lowerBound)
    switch fault {
    case .black:
      let there = title.map { "shows \($0)" } ?? "is not"
      return (
        "black",
        "the picture is black for \(counted(count, "frame")), and the project \(there) there"
      )
    case .still where count >= 4:
      let there = title.map { ", and \($0) moves there" } ?? ", and the project does not"
      return ("still", "the picture stands still for \(counted(count + 1, "frame"))\(there)")
    case .still:
      return ("repeated", "frame \(first - 1) is shown once more in place of that after it")
    case .back, .late, .early, .other:
      let which =
        count == 1
        ? "frame \(first) is" : "frames \(first) to \(frames.upperBound - 1) are"
      let place = title.map { " (\($0))" } ?? ""
      let shift =
        switch fault {
        case .late: "; the picture comes a frame later"
        case .early: "; the picture comes a frame earlier"
        case .back: "; it is one from before"
        case .black, .still, .other: ""
        }
      return (
        "picture",
        "\(which) not what the project shows there\(place): \(difference.tenths) of 255 off\(shift)"
      )
    }
  }
}
