// SPDX-License-Identifier: Apache-2.0

import Base
import Driver
import RenderProtocol
import Timeline

// Black and still pictures: asked for where the frames are those of the project.

extension FilmReport {
  /// Says where the film is black, as the project is.
  mutating func checkBlack(
    _ found: ExaminedPictures, _ judge: FrameJudge, _ expected: ExpectedOutput
  ) {
    var (asked, length, others) = (0, 0, 0)
    for stretch in found.black where stretch.first < expected.frameCount {
      guard !judge.isWrong(within: stretch.frames) else {
        others += 1
        continue
      }
      asked += 1
      length += stretch.frames.count
      let middle = (stretch.first + stretch.end) / 2
      if let there = expected.title(ofFrame: middle), there.isFootage,
        stretch.frames.count >= Int((expected.rate.perSecond / Time(2)).ceiling)
      {
        let time = expected.rate.time(of: stretch.frames)
        add(.note("black", "the picture is black, as \(there.title) is there", at: time))
      }
    }
    let time = expected.rate.time(of: length)
    figure(
      "black",
      asked > 0
        ? "\(counted(asked, "time")), \(time.words), as in the project"
        : others > 0 ? "unlike the project" : "nothing")
  }

  /// Says where the film stands still, as the project does.
  mutating func checkStill(
    _ found: ExaminedPictures, _ judge: FrameJudge, _ expected: ExpectedOutput
  ) {
    var (asked, length) = (0, 0)
    for stretch in found.still
    where stretch.frames.count >= 4 && stretch.first < expected.frameCount {
      guard !judge.isWrong(within: stretch.frames) else { continue }
      asked += 1
      length += stretch.frames.count
      let time = expected.rate.time(of: stretch.frames)
      let middle = (stretch.first + stretch.end) / 2
      // A freeze or a photo says of itself that it stands still.
      if let there = expected.title(ofFrame: middle), there.isFootage, time.duration >= Time(1) {
        add(.note("still", "the picture stands still, as \(there.title) does there", at: time))
      }
    }
    figure(
      "still",
      asked == 0
        ? "nothing"
        : "\(counted(asked, "time")), \(expected.rate.time(of: length).words), as in the project")
  }
}
