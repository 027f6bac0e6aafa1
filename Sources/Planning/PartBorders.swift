// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics

/// The places in a stretch of film at which a segment may begin.
///
/// A *take* is what the bottom-most video of one part and the next shows without a break. Where it breaks, or where
/// there is none, is a cut; where something else changes, an edge.
struct PartBorders: BorderCandidates {
  private(set) var cuts: [Int] = []
  private(set) var divisions: [(frame: Int, strength: DivisionStrength)] = []
  private(set) var edges: [Int] = []
  private let digests: FrameDigests

  init(_ parts: [Part], at rate: FrameRate, _ sources: inout DivisionTable) {
    digests = FrameDigests(parts, rate)
    let rule = BorderRule(rate)
    // Parts of the take that goes on, and where it began.
    var take: Range<Int> = 0..<0
    var takeStart = 0
    var start = 0
    for (index, part) in parts.enumerated() {
      if index > 0 {
        let last = parts[index - 1]
        if let read = part.take, last.take?.isContinued(by: read, after: last, rate) == true {
          if !last.isContinued(by: part, at: rate) { edges.append(start) }
        } else if part.take != nil || !last.isContinued(by: part, at: rate) {
          divide(parts[take], takeStart..<start, rule, rate, &sources)
          cuts.append(start)
          (take, takeStart) = (index..<index, start)
        }
      }
      take = take.lowerBound..<index + 1
      start += part.frameCount
    }
    divide(parts[take], takeStart..<start, rule, rate, &sources)
    if !divisions.isEmpty {
      let divided = Set(divisions.map(\.frame))
      edges.removeAll { divided.contains($0) }
    }
  }

  func isStronger(cut: Int, than other: Int) -> Bool {
    digests.isStronger(cuts[cut], than: cuts[other])
  }

  func isStronger(edge: Int, than other: Int) -> Bool {
    digests.isStronger(edges[edge], than: edges[other])
  }

  /// Adds the divisions of a take that is longer than the longest segment.
  private mutating func divide(
    _ parts: ArraySlice<Part>, _ frames: Range<Int>, _ rule: BorderRule, _ rate: FrameRate,
    _ sources: inout DivisionTable
  ) {
    guard frames.count > rule.far else { return }
    var start = frames.lowerBound
    for part in parts {
      if let read = part.take {
        let first = read.map.start
        let end = first + rate.time(of: part.frameCount)
        for candidate in sources.divisions(of: read).between(first, end) {
          let frame = start + rate.frames(covering: candidate.time - first)
          add(frame, DivisionStrength(strength: candidate.strength), frames)
        }
      } else {
        for (frame, content) in part.changes(every: rule.far) {
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
  private let videos: [MediaFile: VideoFacts]
  private var known: [MediaFile: SourceDivisions] = [:]

  init(_ videos: [MediaFile: VideoFacts]) { self.videos = videos }

  mutating func divisions(of read: VideoRead) -> SourceDivisions {
    if let found = known[read.file] { return found }
    let divisions = SourceDivisions(videos[read.file]?.divisionCandidates ?? [])
    known[read.file] = divisions
    return divisions
  }
}

extension VideoRead {
  /// Whether `next` shows the frames after these, which are those of `part`.
  fileprivate func isContinued(by next: VideoRead, after part: Part, _ rate: FrameRate) -> Bool {
    file == next.file && stream == next.stream
      && next.map.start == map.start + rate.time(of: part.frameCount)
  }
}

extension Part {
  /// The bottom-most video.
  var take: VideoRead? {
    for picture in layers.pictures {
      if case .video(let read) = picture.source { return read }
    }
    return nil
  }

  /// Where a part without video may be divided: at frames that differ from the one before them, and at every multiple
  /// of `step` after the last of these; with a digest of the frame's contents.
  fileprivate func changes(every step: Int) -> [(frame: Int, content: UInt64)] {
    var result: [(frame: Int, content: UInt64)] = []
    var (last, since) = (layers.motion(at: 0), 0)
    for frame in 1..<max(1, frameCount) {
      let content = layers.isMoving ? layers.motion(at: frame) : last
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
  /// Whether they differ from frame to frame where they show no video.
  fileprivate var isMoving: Bool {
    contains { layer in
      if case .perFrame = layer.opacity { return true }
      if case .warped(.perFrame) = layer.placement { return true }
      if case .perFrame = layer.outline { return true }
      if case .perFrame = layer.blur { return true }
      switch layer.content {
      case .picture: return false
      case .stack(let layers): return layers.isMoving
      case .transition: return true
      }
    }
  }

  /// A digest of the values at `frame` that vary from frame to frame.
  fileprivate func motion(at frame: Int) -> UInt64 {
    var mixer = Mixer()
    mix(frame, into: &mixer)
    return mixer.value
  }

  private func mix(_ frame: Int, into mixer: inout Mixer) {
    for layer in self {
      if case .perFrame(let values) = layer.opacity { mixer.add(UInt64(values[frame])) }
      if case .warped(.perFrame(let maps)) = layer.placement {
        let map = maps[frame]
        for value in [map.a, map.b, map.c, map.d, map.tx, map.ty] { mixer.add(value.bitPattern) }
      }
      if case .perFrame(let outlines) = layer.outline {
        let box = outlines[frame]
        for value in [box.x, box.y, box.width, box.height] + box.radii {
          mixer.add(value.bitPattern)
        }
      }
      if case .perFrame(let values) = layer.blur { mixer.add(values[frame].bitPattern) }
      switch layer.content {
      case .picture: break
      case .stack(let layers): layers.mix(frame, into: &mixer)
      case .transition(let transition):
        mixer.add(UInt64(transition.offset + frame))
        transition.from.mix(frame, into: &mixer)
        transition.to.mix(frame, into: &mixer)
      }
    }
  }
}
