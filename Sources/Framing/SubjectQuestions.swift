// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Facilities
import SourceMedia
import TimelineModel

extension SubjectQuestion {
  /// What has to be looked at of `media` for `clip`; nil where no picture of it can be.
  ///
  /// Footage is divided into minutes of its own time, so that what is known of them holds for all clips of it, and for
  /// other ranges.
  static func all(of clip: PlacedClip, _ media: ResolvedMedia) -> [SubjectQuestion]? {
    guard let video = media.facts.video, media.film == nil, media.matrix == nil,
      !media.facts.isSVG, !media.isAnimation
    else { return nil }
    func question(_ stream: Int?, _ range: TimeRange) -> SubjectQuestion {
      SubjectQuestion(
        media.file,
        SubjectRequest(
          path: media.file.path, stream: stream, zero: media.facts.start,
          orientation: media.orientation, sampleAspect: video.sampleAspect, range: range))
    }
    if media.facts.isStill { return [question(nil, TimeRange(.zero, PictureSubjects.interval))] }
    guard video.end > .zero else { return nil }
    let length = SubjectRequest.longest
    let shown = clip.playedSources
    let last = max(0, (video.end / length).ceiling - 1)
    let first = min(last, max(0, (shown.start / length).floor))
    // What ends with a minute needs nothing of the next one.
    let end = max(first, min(last, (shown.end / length).ceiling - 1))
    return (first...end).map { minute in
      question(
        video.stream,
        TimeRange(length * Time(minute), min(video.end, length * Time(minute + 1))))
    }
  }
}

extension PlacedClip {
  /// From the first source time to the last that is seen of it.
  fileprivate var playedSources: TimeRange {
    if let loop { return loop }
    let duration = shown.duration
    var times = [sourceTime(after: .zero), sourceTime(after: duration)]
    if curve != nil {
      // It may turn back on its way.
      let count = Int64(64)
      times += (1..<count).map { sourceTime(after: duration * Time($0, over: count)) }
    }
    return TimeRange(times.min() ?? .zero, times.max() ?? .zero)
  }
}
