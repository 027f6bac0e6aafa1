// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol
import Timeline

/// A group of pictures, and the frames of a plain interval that show it; they may begin before the
/// interval and end after it.
struct ShownGroup {
  var group: PictureGroup
  var frames: Range<Int>
  /// Where times are rounded, which side of the frame that is meant another one might be shown.
  var doubt: Doubt?

  /// The neighbour that might be shown instead of a frame.
  enum Doubt {
    /// The one before it: the film's time is hardly behind its own.
    case early
    /// The one after it.
    case late
  }

  /// True if an obstacle prevents copying it.
  var isObstructed: Bool { group.obstacle != nil || doubt != nil }
}

/// Frames of a plain interval that show whole groups.
struct PlainCopy {
  var frames: Range<Int>
  /// Source time of the first frame, exactly.
  var start: Time
}

extension PassthroughReadFinder {
  /// The groups that have frames in `plain`, and which.
  func groups(of plain: PassthroughRead) -> [ShownGroup] {
    guard let coding = sources[plain.read.file]?.coding else { return [] }
    let (rate, map) = (canvas.rate, plain.read.map)
    let tolerance = TimeRemap.tolerance(timeBase: coding.timeBase)
    // Times are rounded to fine ticks, and may be a tick off.
    let doubt = coding.timeBase <= Time(1, over: 1000) ? coding.timeBase : .zero
    let first = max(0, coding.groups.partitioningIndex { $0.start > map.start } - 1)
    let end = map.time(of: plain.frameCount, rate: rate)
    return coding.groups[first...].prefix { $0.start < end }.map { group in
      let place = map.frame(from: group.start - tolerance, rate: rate)
      var shown = ShownGroup(group: group, frames: place..<place + group.frames)
      // Where a frame might be shown beside the one that is meant, it is decoded to see.
      let offset = map.time(of: place, rate: rate) - group.start + tolerance
      if offset < doubt { shown.doubt = .early }
      if offset >= rate.frameDuration - doubt { shown.doubt = .late }
      return shown
    }
  }

  /// The copyable intervals of `plain`: whole groups, neighbours together, at least half a second
  /// unless it is all.
  func copies(of plain: PassthroughRead, _ groups: [ShownGroup]) -> [PlainCopy] {
    var copies: [PlainCopy] = []
    for shown in groups where !shown.isObstructed {
      let (frames, leading) = (shown.frames, shown.group.leading)
      guard frames.upperBound <= plain.frameCount else { continue }
      if let last = copies.last, last.frames.upperBound == frames.lowerBound {
        copies[copies.count - 1].frames = last.frames.lowerBound..<frames.upperBound
      } else if frames.lowerBound + leading >= copies.last?.frames.upperBound ?? 0 {
        // What leans on a group that is not copied is encoded.
        copies.append(
          PlainCopy(
            frames: frames.lowerBound + leading..<frames.upperBound,
            start: shown.group.start + canvas.rate.time(of: leading)))
      }
    }
    return copies.filter { $0.frames.count >= leastFrames || $0.frames == 0..<plain.frameCount }
  }

  /// Fewer frames are not copied beside others that are encoded.
  var leastFrames: Int { canvas.rate.frames(covering: Time(1, over: 2)) }

  /// Why `frames` of `plain` are not copied: what is in the way first, of each kind.
  func obstacles(
    in frames: Range<Int>, of plain: PassthroughRead, _ groups: [ShownGroup]
  ) -> [CopyObstacle] {
    guard let coding = sources[plain.read.file]?.coding else { return [] }
    let first = groups.partitioningIndex { $0.frames.upperBound > frames.lowerBound }
    var found: [CopyObstacle] = []
    var kinds: Set<String> = []
    for shown in groups[first...].prefix(while: { $0.frames.lowerBound < frames.upperBound }) {
      let (kind, words, remedy) = obstacle(of: shown, frames, plain, coding)
      if kinds.insert(kind).inserted { found.append(CopyObstacle(words, remedy: remedy)) }
    }
    if found.isEmpty {
      let start = plain.read.map.sourceTime(frames.lowerBound, rate: canvas.rate)
      let next = coding.groups.first.map {
        "; the first is at \(coding.cut(at: $0.start, canvas.rate)) s"
      }
      found.append(
        CopyObstacle(
          "no key frame to start decoding with comes before \(start.inThousandths)\(next ?? "")"))
    }
    return found
  }

  /// Why `frames` of `plain` that show something of a group are not copied: what is alike in all groups,
  /// and in words.
  private func obstacle(
    of shown: ShownGroup, _ frames: Range<Int>, _ plain: PassthroughRead, _ coding: CodingFacts
  ) -> (kind: String, words: String, CopyRemedy?) {
    let rate = canvas.rate
    let start = coding.cut(at: shown.group.start, rate)
    if let obstacle = shown.group.obstacle { return (obstacle, "\(obstacle) at \(start) s", nil) }
    if let doubt = shown.doubt {
      let tick = CodingFacts.digits(of: coding.timeBase)
      let place = CodingFacts.digits(of: shown.group.start)
      let shift = "begin the range \(tick) s \(doubt == .early ? "later" : "earlier")"
      return (
        "doubt",
        "times of frames are rounded to \(tick) s, and which one is shown at \(place) s is not"
          + " certain: \(shift)", .shift(shift)
      )
    }
    if frames.upperBound <= shown.frames.lowerBound + shown.group.leading {
      return ("open GOP", "open GOP at \(start) s", nil)
    }
    let end = coding.cut(at: shown.group.start + rate.time(of: shown.group.frames), rate)
    let isWhole = shown.frames.lowerBound >= 0 && shown.frames.upperBound <= plain.frameCount
    let group = "the group of pictures from \(start) s to \(end) s of its source"
    return isWhole
      ? ("short", "\(group) is too short by itself", nil)
      : ("part \(start)", "only a part of \(group) is shown as it is", .range(start, end))
  }
}
