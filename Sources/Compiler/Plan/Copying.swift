// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import ProjectModel

/// Divides a film into stretches whose packets are copied from a source, and the rest.
///
/// What can be copied is whole groups of pictures, from one random access point to the next, of a
/// stretch that shows one stream frame by frame as it is. The frames of groups that a cut or an
/// overlay goes through are encoded.
struct CopyPlanner {
  /// A stretch of the film.
  enum Stretch: Hashable {
    /// Whole groups of one stream.
    case copied(PlainRead)
    /// Parts to be rendered, and why the first of them is.
    case encoded([Part], CopyObstacle)

    var frameCount: Int {
      switch self {
      case .copied(let plain): plain.frameCount
      case .encoded(let parts, _): parts.reduce(0) { $0 + $1.frameCount }
      }
    }
  }

  let finder: PlainReadFinder
  /// Of sources whose parameter sets cannot stand in one film, the one with most to be copied; of
  /// all others, all.
  private let chosen: Set<MediaFile>
  /// The parameter sets of all of them; nil when nothing is copied.
  let record: AVCRecord?
  private let runs: [Run]

  /// Parts that follow each other in one stream, or one that is not as a stream has it.
  private struct Run {
    var parts: [Part]
    var plain: Result<PlainRead, CopyObstacle>
  }

  /// A division of the film of `parts`.
  init(_ parts: [Part], _ finder: PlainReadFinder) {
    self.finder = finder
    var runs: [Run] = []
    for part in parts {
      let found = finder.read(of: part)
      if case .success(let next) = found, let last = runs.last,
        case .success(var whole) = last.plain, whole.isContinued(by: next, at: finder.canvas.rate)
      {
        whole.frameCount += next.frameCount
        runs[runs.count - 1] = Run(parts: last.parts + [part], plain: .success(whole))
      } else {
        runs.append(Run(parts: [part], plain: found))
      }
    }
    self.runs = runs

    var weights: [MediaFile: Int] = [:]
    var order: [MediaFile] = []
    for case .success(let plain) in runs.map(\.plain) {
      let count = finder.copiedRanges(of: plain).reduce(0) { $0 + $1.count }
      guard count > 0 else { continue }
      if weights[plain.read.file] == nil { order.append(plain.read.file) }
      weights[plain.read.file, default: 0] += count
    }
    let byWeight = order.enumerated().sorted {
      let (one, other) = (weights[$0.element] ?? 0, weights[$1.element] ?? 0)
      return one == other ? $0.offset < $1.offset : one > other
    }
    var chosen: Set<MediaFile> = []
    var record: AVCRecord?
    for file in byWeight.map(\.element) {
      guard let parameters = finder.sources[file]?.coding?.parameters,
        let mine = AVCRecord(parameters), mine.numbers != nil
      else { continue }
      if let known = record {
        guard let merged = known.merged(with: mine) else { continue }
        record = merged
      } else {
        record = mine
      }
      chosen.insert(file)
    }
    (self.chosen, self.record) = (chosen, record)
  }

  /// A number that none of the copied parameter sets has, for those of what is encoded.
  var freeNumber: Int? {
    let taken = record?.numbers.map { Set($0.sequences + $0.pictures) } ?? []
    return (1...31).first { !taken.contains($0) }
  }

  /// The film in order.
  func stretches() -> [Stretch] {
    runs.flatMap { run -> [Stretch] in
      switch run.plain {
      case .failure(let obstacle): return [.encoded(run.parts, obstacle)]
      case .success(let plain):
        if chosen.contains(plain.read.file) { return divide(plain, run.parts) }
        let isOther = record != nil && !finder.copiedRanges(of: plain).isEmpty
        let obstacle =
          isOther
          ? CopyObstacle("its parameter sets have the numbers of another source's")
          : finder.obstacle(in: 0..<plain.frameCount, of: plain)
        return [.encoded(run.parts, obstacle)]
      }
    }
  }

  /// `plain` as whole groups and what is left of `parts` before, between and after them.
  private func divide(_ plain: PlainRead, _ parts: [Part]) -> [Stretch] {
    let copied = finder.copiedRanges(of: plain)
    var stretches: [Stretch] = []
    var done = 0
    func encode(_ frames: Range<Int>) {
      guard !frames.isEmpty else { return }
      stretches.append(
        .encoded(parts.slice(frames, finder.canvas.rate), finder.obstacle(in: frames, of: plain)))
    }
    for frames in copied {
      encode(done..<frames.lowerBound)
      var read = plain.read
      read.start = read.start + finder.canvas.rate.time(of: frames.lowerBound)
      stretches.append(.copied(PlainRead(read: read, frameCount: frames.count)))
      done = frames.upperBound
    }
    encode(done..<plain.frameCount)
    return stretches
  }
}

extension PlainReadFinder {
  /// The frames of `plain` that show whole groups, neighbours in one range.
  func copiedRanges(of plain: PlainRead) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for (group, frames) in groups(of: plain) where group.obstacle == nil {
      guard frames.lowerBound >= 0, frames.upperBound <= plain.frameCount else { continue }
      if let last = ranges.last, last.upperBound == frames.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound..<frames.upperBound
      } else if frames.lowerBound >= ranges.last?.upperBound ?? 0 {
        ranges.append(frames)
      }
    }
    return ranges
  }

  /// The groups that have frames in `plain`, and which.
  private func groups(of plain: PlainRead) -> [(PictureGroup, Range<Int>)] {
    guard let coding = sources[plain.read.file]?.coding else { return [] }
    let rate = canvas.rate
    // A frame shows what has begun by then or begins within a tick, as when it is decoded.
    let tolerance = min(coding.timeBase, Time(1, over: 1000))
    let first = max(0, coding.groups.partitioningIndex { $0.start > plain.read.start } - 1)
    let end = plain.read.start + rate.time(of: plain.frameCount)
    return coding.groups[first...].prefix { $0.start < end }.map { group in
      let start = rate.frames(covering: group.start - tolerance - plain.read.start)
      return (group, start..<start + group.frames)
    }
  }

  /// Why `frames` of `plain` are no whole groups.
  func obstacle(in frames: Range<Int>, of plain: PlainRead) -> CopyObstacle {
    let rate = canvas.rate
    for (group, shown) in groups(of: plain) where shown.overlaps(frames) {
      let place = Reason.seconds(group.start)
      if let obstacle = group.obstacle { return CopyObstacle("\(obstacle) at \(place)") }
      let end = Reason.seconds(group.start + rate.time(of: group.frames))
      return CopyObstacle("only a part of the group of pictures \(place) .. \(end) is shown")
    }
    return CopyObstacle("there is no group of pictures at \(Reason.seconds(plain.read.start))")
  }
}

extension PlainRead {
  /// Whether `next` shows the frames that come after these.
  fileprivate func isContinued(by next: PlainRead, at rate: FrameRate) -> Bool {
    read.file == next.read.file && read.stream == next.read.stream
      && read.origin == next.read.origin
      && next.read.start == read.start + rate.time(of: frameCount)
  }
}

extension [Part] {
  /// Frames `range` of parts that show nothing but one read each.
  fileprivate func slice(_ range: Range<Int>, _ rate: FrameRate) -> [Part] {
    var slices: [Part] = []
    var start = 0
    for part in self {
      let kept = range.clamped(to: start..<start + part.frameCount)
      defer { start += part.frameCount }
      guard !kept.isEmpty, case .picture(var picture) = part.layers[0].content,
        case .video(var read) = picture.source
      else { continue }
      var slice = part
      read.start = read.start + rate.time(of: kept.lowerBound - start)
      picture.source = .video(read)
      slice.layers[0].content = .picture(picture)
      slice.frameCount = kept.count
      slices.append(slice)
    }
    return slices
  }
}
