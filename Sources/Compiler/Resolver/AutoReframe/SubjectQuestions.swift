// SPDX-License-Identifier: Apache-2.0

import Base
package import RenderProtocol
package import Timeline

/// Why a clip's pictures are not looked at.
package enum UnseenPictures: String, Error, Hashable, Sendable {
  case film = "a film within the film"
  case drawing = "a drawing"
  case animation = "an animation"
  case turned = "turned by less than a right angle"
  case empty = "of unknown length"
  case endless = "shown for more than a day of its time"
}

extension SubjectQuestion {
  /// Of a file that claims to go on for longer, each minute of which has to be opened, nothing is asked.
  private static let most = 24 * 60

  /// The analyses of `media`, with the video `video`, that `clip` requires.
  ///
  /// Footage is divided into minutes of its own time, so that their results hold for all clips of
  /// it, and for other ranges.
  package static func all(
    of clip: PlacedClip, _ media: ResolvedMedia, _ video: VideoFacts
  ) throws(UnseenPictures) -> [SubjectQuestion] {
    if media.film != nil { throw .film }
    if media.facts.isSVG { throw .drawing }
    if media.isAnimation { throw .animation }
    if media.matrix != nil { throw .turned }
    let bits = video.pixels.bitsPerPixel
    let memory =
      MemoryUse.worker + MemoryUse.faces
      + (media.facts.isStill
        ? MemoryUse.still(video.size, bitsPerPixel: bits)
        : MemoryUse.source(video.size, bitsPerPixel: bits))
    func question(_ stream: Int?, _ range: TimeRange) -> SubjectQuestion {
      SubjectQuestion(
        media.file,
        SubjectRequest(
          path: media.file.path, stream: stream, zero: media.pictureStart,
          orientation: media.orientation, sampleAspect: video.sampleAspect, range: range,
          restarts: media.file.restarts, openings: media.file.openings),
        memory: memory)
    }
    if media.facts.isStill { return [question(nil, TimeRange(.zero, PictureSubjects.interval))] }
    guard video.end > .zero else { throw .empty }
    let length = SubjectRequest.longest
    let shown = clip.playedSources
    let last = max(0, (video.end / length).ceiling - 1)
    let first = min(last, max(0, (shown.start / length).floor))
    // What ends with a minute needs nothing of the next one.
    let end = max(first, min(last, (shown.end / length).ceiling - 1))
    guard end - first < most else { throw .endless }
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
