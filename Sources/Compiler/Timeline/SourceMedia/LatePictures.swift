// SPDX-License-Identifier: Apache-2.0

package import Base
package import RenderProtocol

extension VideoFacts {
  /// The number of its even frames per frame of a film of `rate`, played at `speed`; nil if its
  /// times vary.
  package func pace(at rate: FrameRate, speed: Time) -> Time? {
    grid.map { speed / ($0.interval * rate.perSecond) }
  }

  /// Returns true if frames at `pace` are nearly as many as those of the film, so that each is
  /// shown once.
  package static func isNearlyEven(_ pace: Time) -> Bool {
    (pace - Time(1)).magnitude <= Time(1, over: 100)
  }

  /// By how much its even frames begin too late for a film of as many a second: less than a tenth of a second, either way.
  ///
  /// Where sound leads by some milliseconds, as its encoders have it, they would lie across the film's own: the first would be
  /// shown twice, the last not at all.
  var lateness: Time {
    guard let grid, firstFrame > .zero else { return .zero }
    let cells = Time((firstFrame / grid.interval).rounded)
    let part = firstFrame < grid.interval ? firstFrame : firstFrame - grid.interval * cells
    return part.magnitude < Time(1, over: 10) ? part : .zero
  }

  /// The same with all that it shows earlier by `delay`.
  func earlier(by delay: Time) -> VideoFacts {
    var facts = self
    facts.firstFrame = firstFrame - delay
    facts.end = end - delay
    facts.keyFrames = keyFrames.map { $0 - delay }
    facts.sceneStarts = sceneStarts.map { $0 - delay }
    for index in facts.coding?.groups.indices ?? 0..<0 {
      facts.coding?.groups[index].start = (coding?.groups[index].start ?? .zero) - delay
    }
    if let grid {
      facts.grid = FrameGrid(start: grid.start - delay, interval: grid.interval)
      facts.grid?.align(facts.firstFrame)
    }
    return facts
  }
}

extension ResolvedMedia {
  /// The media to play in a film of `rate` at `speed`: aligned with the film's frames if nearly as
  /// many.
  package func inStep(with rate: FrameRate, at speed: Time) -> ResolvedMedia {
    guard let early, let pace = facts.video?.pace(at: rate, speed: speed),
      VideoFacts.isNearlyEven(pace)
    else { return self }
    return early
  }
}
