// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol

/// The places in an interval of film at which a segment may begin.
///
/// A *take* is what the bottom-most video of one part and the next shows without a break. Where it breaks, or where
/// there is none, is a cut. A transition leads from one video to the other without a break: no frame of it is unlike the
/// one before, and an I-frame at either end would be as dear as anywhere. Between stills, the end of a transition is a
/// cut. Its first frame shows the still that is seen before it, and is only a division: a segment of a slideshow has one
/// transition and two photos, not three.
struct IntervalBorders: BorderCandidates {
  private(set) var cuts: [Int] = []
  private(set) var divisions: [(frame: Int, strength: DivisionStrength)] = []
  private let digests: FrameDigests

  init(_ parts: [LayerInterval], at rate: FrameRate, _ sources: inout DivisionTable) {
    digests = FrameDigests(parts, rate)
    let rule = BorderRule(rate)
    // Parts of the take that goes on, and where it began.
    var take: Range<Int> = 0..<0
    var takeStart = 0
    var start = 0
    for (index, part) in parts.enumerated() {
      if index > 0 {
        let last = parts[index - 1]
        let goesOn = part.take.map { last.shows($0, next: rate) }
        if !(goesOn ?? (last.isContinued(by: part, at: rate) || last.isLeft(by: part, at: rate))) {
          divide(parts[take], takeStart..<start, rule, rate, &sources)
          cuts.append(start)
          (take, takeStart) = (index..<index, start)
        }
      }
      take = take.lowerBound..<index + 1
      start += part.frameCount
    }
    divide(parts[take], takeStart..<start, rule, rate, &sources)
  }

  func isStronger(cut: Int, than other: Int) -> Bool {
    digests.isStronger(cuts[cut], than: cuts[other])
  }

  /// Adds the divisions of a take that is longer than the longest segment.
  private mutating func divide(
    _ parts: ArraySlice<LayerInterval>, _ frames: Range<Int>, _ rule: BorderRule, _ rate: FrameRate,
    _ sources: inout DivisionTable
  ) {
    guard frames.count > rule.far else { return }
    var start = frames.lowerBound
    for (index, part) in zip(parts.indices, parts) {
      if index > parts.startIndex, parts[index - 1].isLeft(by: part, at: rate) {
        // All of a transition is in one segment, where its still is too long for one.
        add(start, DivisionStrength(strength: .scene), frames)
      }
      // Divisions of two sources may be farther apart than those of one: there is one where the second is alone.
      if index > parts.startIndex, parts[index - 1].incoming != nil {
        add(start, DivisionStrength(strength: .none, content: part.take?.digest() ?? 0), frames)
      }
      if let read = part.take {
        for (frame, strength) in part.divisions(of: read, rate, &sources) {
          add(start + frame, strength, frames)
        }
      } else {
        for (frame, content) in part.changes(every: rule.far, rate) {
          add(start + frame, DivisionStrength(strength: .none, content: content), frames)
        }
      }
      start += part.frameCount
    }
  }

  private mutating func add(_ frame: Int, _ strength: DivisionStrength, _ take: Range<Int>) {
    guard take.dropFirst().contains(frame), frame > divisions.last?.frame ?? 0 else { return }
    divisions.append((frame, strength))
  }
}

/// The divisions of every source, worked out when they are asked for.
struct DivisionTable {
  /// The greatest distance of two divisions.
  let greatest: Time
  private let videos: [MediaFile: VideoFacts]
  private var known: [MediaFile: SourceDivisions] = [:]

  /// The divisions of `videos` in a film of `rate`.
  init(_ videos: [MediaFile: VideoFacts], at rate: FrameRate) {
    self.videos = videos
    greatest = rate.time(of: rate.longestSegment)
  }

  mutating func divisions(of read: VideoRead) -> SourceDivisions {
    if let found = known[read.file] { return found }
    let candidates = videos[read.file]?.divisionCandidates ?? []
    let divisions = SourceDivisions(candidates, greatest: greatest)
    known[read.file] = divisions
    return divisions
  }
}

extension VideoRead {
  /// Returns true if `next` shows the frames after these, which are those of `part`.
  fileprivate func isContinued(by next: VideoRead, after part: LayerInterval, _ rate: FrameRate)
    -> Bool
  {
    file == next.file && stream == next.stream
      && map.isFollowed(by: next.map, after: part.frameCount, rate: rate)
  }

  /// A digest of the picture at `time` of the source, or of the first that it shows.
  func digest(at time: Time? = nil) -> UInt64 {
    let time = time ?? map.start
    var mixer = Mixer()
    mixer.add(UInt64(file.digest.hex.prefix(16), radix: 16) ?? 0)
    mixer.add(UInt64(bitPattern: time.numerator))
    mixer.add(UInt64(bitPattern: time.denominator))
    return mixer.value
  }
}

/// The incoming video of a transition.
private struct IncomingVideo {
  let read: VideoRead
  /// The frame of the part at which half of the transition is over; may lie outside.
  let middle: Int
}

extension LayerInterval {
  /// The bottom-most video; the first of two that are mixed.
  var take: VideoRead? { layers.take }

  /// The bottom-most video that a transition leads to.
  fileprivate var incoming: IncomingVideo? { layers.incoming }

  /// Returns true if the frame after it shows `next` where its take, or a transition's incoming
  /// video, would go on.
  fileprivate func shows(_ next: VideoRead, next rate: FrameRate) -> Bool {
    [take, incoming?.read].contains { $0?.isContinued(by: next, after: self, rate) == true }
  }

  /// Returns true if `next` begins a transition from the still at the bottom of this part, and
  /// keeps the layers above it.
  fileprivate func isLeft(by next: LayerInterval, at rate: FrameRate) -> Bool {
    slice(frameCount..<frameCount + 1, at: rate).layers
      .isLeft(by: next.slice(0..<1, at: rate).layers)
  }

  /// The frames at which its take `read` may be divided, ascending, the strongest of equal ones first.
  fileprivate func divisions(
    of read: VideoRead, _ rate: FrameRate, _ sources: inout DivisionTable
  ) -> [(frame: Int, strength: DivisionStrength)] {
    let incoming = incoming
    var result = divisions(in: read, rate, &sources).map { frame, strength in
      // A scene of the outgoing side is hardly seen in the second half of a transition.
      guard let incoming, frame >= incoming.middle else {
        return (frame: frame, strength: strength)
      }
      return (frame, DivisionStrength(strength: .none, content: strength.content))
    }
    if let incoming {
      result += divisions(in: incoming.read, rate, &sources).filter {
        $0.frame >= incoming.middle && $0.strength.strength == .scene
      }
    }
    return result.sorted { ($0.frame, $1.strength) < ($1.frame, $0.strength) }
  }

  /// Curves come to rest; where they are slower than this, they are divided no more closely.
  private static let slowestDivided = Time(1, over: 64)

  private func divisions(
    in read: VideoRead, _ rate: FrameRate, _ sources: inout DivisionTable
  ) -> [(frame: Int, strength: DivisionStrength)] {
    // What is held is cheap wherever it is divided.
    if read.map.speed == .zero { return [] }
    let (map, end) = (read.map, read.map.time(of: frameCount, rate: rate))
    let (lower, upper) = (min(map.start, end), max(map.start, end))
    var candidates = sources.divisions(of: read).candidates(between: lower, and: upper)
    let pace =
      map.curve.map { max($0.slowest ?? Time(1), Self.slowestDivided) } ?? map.speed.magnitude
    if pace < Time(1) {
      // What is far apart in slow motion is divided evenly.
      let step = sources.greatest * pace
      let first = max(0, (lower / step).ceiling)
      candidates += (first..<max(first, (upper / step).ceiling)).map {
        DivisionCandidate(time: step * Time($0), strength: .none)
      }
    }
    return candidates.compactMap { candidate in
      let frame = map.frame(from: candidate.time, rate: rate)
      // A curve that comes to rest may not reach the time that it comes to.
      guard frame <= frameCount else { return nil }
      let strength = DivisionStrength(
        strength: candidate.strength, isNeeded: candidate.isNeeded,
        content: read.digest(at: candidate.time))
      return (frame, strength)
    }
  }

  /// The frames at which a part without video may be divided: at frames that differ from the one before them, and at every multiple
  /// of `step` after the last of these; with a digest of the frame's contents.
  fileprivate func changes(
    every step: Int, _ rate: FrameRate
  ) -> [(frame: Int, content: UInt64)] {
    var result: [(frame: Int, content: UInt64)] = []
    var (last, since) = (layers.motion(at: 0, rate), 0)
    let isMoving = layers.isMoving
    for frame in 1..<max(1, frameCount) {
      let content = isMoving ? layers.motion(at: frame, rate) : last
      if content != last {
        result.append((frame, content))
        (last, since) = (content, frame)
      } else if (frame - since) % step == 0 {
        result.append((frame, 0))
      }
    }
    return result
  }
}

extension [Layer] {
  /// The bottom-most video; what is shown at another pace has none, as its frames are not the part's.
  fileprivate var take: VideoRead? {
    for layer in self where layer.pace == nil {
      if case .picture(let picture) = layer.content, case .video(let read) = picture.source {
        return read
      }
      for stack in layer.stacks {
        if let take = stack.take { return take }
      }
    }
    return nil
  }

  /// Returns true if the first frame of a transition in `next` is the still at the bottom of these,
  /// and the rest is the same.
  fileprivate func isLeft(by next: [Layer]) -> Bool {
    guard let layer = first, let other = next.first, layer.pace == nil, other.pace == nil,
      dropFirst().elementsEqual(next.dropFirst())
    else { return false }
    switch (layer.content, other.content) {
    case (.picture(let picture), .transition(let transition)):
      return picture.source.isStill && transition.offset == 0
        && transition.from.first?.content == layer.content
    case (.stack(let layers), .stack(let others)): return layers.isLeft(by: others)
    case (.picture, _), (.stack, _), (.transition, _): return false
    }
  }

  /// The bottom-most video that a transition leads to, where no video lies under the transition.
  fileprivate var incoming: IncomingVideo? {
    for layer in self {
      switch layer.content {
      case .picture(let picture): if case .video = picture.source { return nil }
      case .stack(let layers):
        if layer.pace == nil, layers.take != nil { return layers.incoming }
      case .transition(let transition):
        guard let read = transition.to.take else {
          if transition.from.take != nil { return nil }
          continue
        }
        return IncomingVideo(read: read, middle: transition.duration / 2 - transition.offset)
      }
    }
    return nil
  }

  /// True if layers without video differ from frame to frame.
  fileprivate var isMoving: Bool {
    contains { layer in
      if layer.pace != nil { return true }
      if case .perFrame = layer.opacity { return true }
      switch layer.placement {
      case .warped(.perFrame), .projected(.perFrame): return true
      case .at, .warped(.constant), .projected(.constant): break
      }
      if case .perFrame = layer.outline { return true }
      if case .perFrame = layer.treatment?.numbers { return true }
      if case .perFrame = layer.backdrop { return true }
      if layer.treatment?.kind.isTimed == true { return true }
      switch layer.content {
      case .picture(let picture):
        switch picture.source {
        case .drawing(_, .perFrame, _, _), .letters(_, .perFrame, _, _), .script: return true
        case .drawing, .letters, .video, .image, .svg, .raster, .caption, .graphic: break
        }
      case .transition: return true
      case .stack: break
      }
      return layer.stacks.contains(where: \.isMoving)
    }
  }

  /// A digest of the values at `frame` that vary from frame to frame.
  fileprivate func motion(at frame: Int, _ rate: FrameRate) -> UInt64 {
    var mixer = Mixer()
    mix(frame, rate, into: &mixer)
    return mixer.value
  }

  private func mix(_ frame: Int, _ rate: FrameRate, into mixer: inout Mixer) {
    for layer in self {
      if case .perFrame(let values) = layer.opacity { mixer.add(UInt64(values[frame])) }
      switch layer.placement {
      case .warped(.perFrame(let maps)):
        let map = maps[frame]
        for value in [map.a, map.b, map.c, map.d, map.tx, map.ty] { mixer.add(value.bitPattern) }
      case .projected(.perFrame(let maps)):
        for value in maps[frame].elements { mixer.add(value.bitPattern) }
      case .at, .warped(.constant), .projected(.constant): break
      }
      if case .perFrame(let outlines) = layer.outline {
        let box = outlines[frame]
        for value in [box.x, box.y, box.width, box.height] + box.radii {
          mixer.add(value.bitPattern)
        }
      }
      for numbers in [layer.treatment?.numbers, layer.backdrop] {
        guard case .perFrame(let values) = numbers else { continue }
        for value in values[frame] { mixer.add(value.bitPattern) }
      }
      if case .filter(let use) = layer.treatment?.kind, let first = use.firstFrame {
        mixer.add(UInt64(bitPattern: Int64(first + frame)))
      }
      switch layer.content {
      case .picture(let picture):
        switch picture.source {
        case .drawing(_, .perFrame(let values), _, _):
          for value in values[frame].numbers { mixer.add(value.bitPattern) }
        case .letters(_, .perFrame(let values), _, _):
          for letter in values[frame] {
            for value in [letter.area.x, letter.area.y, letter.place.x, letter.place.y] {
              mixer.add(UInt64(bitPattern: Int64(value)))
            }
          }
        case .script(let read): for value in read.motion(at: frame, rate) { mixer.add(value) }
        case .drawing, .letters, .video, .image, .svg, .raster, .caption, .graphic: break
        }
      case .transition(let transition): mixer.add(UInt64(transition.offset + frame))
      case .stack: break
      }
      if let pace = layer.pace {
        // What it shows of videos changes with its frames, too.
        let shown = pace.frame(frame, rate: rate)
        mixer.add(UInt64(bitPattern: Int64(shown)))
        for stack in layer.stacks { stack.mix(shown, pace.rate, into: &mixer) }
      } else {
        for stack in layer.stacks { stack.mix(frame, rate, into: &mixer) }
      }
    }
  }
}

extension PictureSource {
  /// True if all its frames are the same.
  fileprivate var isStill: Bool {
    switch self {
    case .image, .svg, .raster, .graphic: true
    case .video, .letters, .drawing, .caption, .script: false
    }
  }
}
