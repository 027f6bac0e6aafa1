// SPDX-License-Identifier: Apache-2.0

package import Base
import RenderProtocol

/// Some frames of a source, one after the other.
package struct ClipRead {
  /// The time of the source that each of them shows.
  package var map: TimeRemap
  /// The number of frames.
  package var frames: Int
}

extension PlacedClip {
  /// The source's frames that it draws, on a grid of `rate`: one read, or one per turn of a loop.
  package func reads(_ rate: FrameRate) -> [ClipRead] {
    let count = drawn.count
    if isFrozen {
      return [ClipRead(map: TimeRemap(start: sourceStart, speed: .zero), frames: count)]
    }
    if let curve { return reads(curve, rate) }
    let lead = rate.time(of: self.lead.frames)
    // Backwards a frame shows what comes before its time, so that frames are those of playing forwards in reverse.
    let shift = speed < .zero ? rate.frameDuration * speed : .zero
    guard let loop, let length = turn else {
      let plain = speed == Time(1) ? content.video?.frameStart(at: sourceStart, rate) : nil
      let start = (plain ?? sourceStart) + shift
      let lastOwn = start + rate.time(of: max(0, frames.count - 1)) * speed
      // What comes first and last is held, whichever lies before the other in the source.
      let held = (first: self.lead.isHeld ? start : nil, last: tail.isHeld ? lastOwn : nil)
      var (before, after) = speed < .zero ? (held.last, held.first) : held
      if speed < .zero, tail.frames <= 0 {
        // The last frame begins where the range does, where that is less than a frame away.
        let end = sourceTime(after: end - self.start)
        if lastOwn < end { before = end }
      }
      let map = TimeRemap(
        start: start - lead * speed, speed: speed, holdBefore: before, holdAfter: after)
      return [ClipRead(map: map, frames: count)]
    }
    let first = (speed < .zero ? loop.end : loop.start) + shift
    return turns(of: length, rate) { time, _ in TimeRemap(start: first + time * speed, speed: speed)
    }
  }

  /// One read per turn of a loop, each of which takes `length`; `map` says what a turn shows from a time of it on, in so many
  /// frames.
  private func turns(
    of length: Time, _ rate: FrameRate, showing map: (Time, Int) -> TimeRemap
  ) -> [ClipRead] {
    let count = drawn.count
    let lead = rate.time(of: self.lead.frames)
    var turns: [ClipRead] = []
    var done = 0
    while done < count {
      let time = rate.time(of: done) - lead
      let turn = (time / length).floor
      let end = length * Time(turn + 1) + lead
      let next = min(count, max(done + 1, rate.frames(covering: end)))
      let frames = next - done
      turns.append(ClipRead(map: map(time - length * Time(turn), frames), frames: frames))
      done = next
    }
    return turns
  }

  /// The same where its speed changes.
  private func reads(_ curve: SpeedCurve, _ rate: FrameRate) -> [ClipRead] {
    let count = drawn.count
    let lead = rate.time(of: self.lead.frames)
    let isBackwards = curve.isBackwards
    // Backwards a frame shows what comes before its time.
    let shown = curve.from(isBackwards ? rate.frameDuration : .zero)
    guard loop != nil, let length = turn else {
      let (start, end) = (shown.source(at: .zero), sourceTime(after: end - self.start))
      let lastOwn = shown.source(at: rate.time(of: max(0, frames.count - 1)))
      let held = (first: self.lead.isHeld ? start : nil, last: tail.isHeld ? lastOwn : nil)
      var (before, after) = isBackwards ? (held.last, held.first) : held
      if isBackwards, tail.frames <= 0, lastOwn < end { before = end }
      let map = TimeRemap(shown.from(.zero - lead), holdBefore: before, holdAfter: after)
      return [ClipRead(map: map.slice(0..<max(1, count), rate: rate), frames: count)]
    }
    return turns(of: length, rate) { time, frames in
      TimeRemap(shown.from(time)).slice(0..<frames, rate: rate)
    }
  }

  /// The source time that its last own frame shows.
  package func lastTime(_ rate: FrameRate) -> Time {
    var place = max(0, lead.frames + frames.count - 1)
    for read in reads(rate) {
      if place < read.frames { return read.map.sourceTime(place, rate: rate) }
      place -= read.frames
    }
    return sourceStart
  }
}
