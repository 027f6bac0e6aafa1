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
    /// Whole groups of one stream; the number that its parameter sets get, if it is another.
    case copied(PlainRead, number: Int?)
    /// Parts to be rendered, and why the first of them is.
    case encoded([Part], CopyObstacle)
  }

  let finder: PlainReadFinder
  /// How all coded pictures of the film are turned, of which a container can say one thing.
  private(set) var orientation = Orientation.upright
  private var runs: [Run]
  /// The parameter sets of the sources that are copied from.
  private var numbers = ParameterNumbers()

  /// Parts that follow each other in one stream, or one that is not as a stream has it.
  private struct Run {
    var parts: [Part]
    var plain: Result<PlainRead, CopyObstacle>
    /// What it shows of groups, where it is plain.
    var groups: [ShownGroup] = []
    /// What could be copied of it.
    var copies: [PlainCopy] = []

    /// Frames that could be copied.
    var weight: Int { copies.reduce(0) { $0 + $1.frames.count } }
  }

  /// A division of the film of `parts`.
  init(_ parts: [Part], _ finder: PlainReadFinder) {
    self.finder = finder
    var runs: [Run] = []
    for part in parts.flatMap({ $0.dividedByFades(at: finder.canvas.rate) }) {
      let found = finder.read(of: part)
      if case .success(let next) = found, case .success(var whole)? = runs.last?.plain,
        whole.isContinued(by: next, at: finder.canvas.rate)
      {
        whole.frameCount += next.frameCount
        runs[runs.count - 1].parts.append(part)
        runs[runs.count - 1].plain = .success(whole)
      } else {
        runs.append(Run(parts: [part], plain: found))
      }
    }
    for index in runs.indices {
      guard case .success(let plain) = runs[index].plain else { continue }
      runs[index].groups = finder.groups(of: plain)
      runs[index].copies = finder.copies(of: plain, runs[index].groups)
    }
    self.runs = runs
    decide()
    // A clip that is too short by itself is copied where nothing has to be encoded beside it.
    if !copiesAll, runs.contains(where: { !$0.copies.isEmpty && $0.weight < finder.leastFrames }) {
      for index in runs.indices where runs[index].weight < finder.leastFrames {
        self.runs[index].copies = []
      }
      decide()
    }
  }

  /// Chooses how the film is turned and the numbers of parameter sets.
  private mutating func decide() {
    numbers = ParameterNumbers()
    orientation = prevailingOrientation
    choose()
    // Nothing is turned for nothing.
    if record == nil { orientation = .upright }
  }

  /// How most of the frames are turned that could be copied; of two with as many, as what comes first.
  private var prevailingOrientation: Orientation {
    var weights: [Orientation: Int] = [:]
    var best: Orientation?
    for run in runs {
      guard case .success(let plain) = run.plain, !run.copies.isEmpty else { continue }
      weights[plain.orientation, default: 0] += run.weight
    }
    for case .success(let plain) in runs.map(\.plain) {
      let weight = weights[plain.orientation] ?? 0
      if weight > best.flatMap({ weights[$0] }) ?? 0 { best = plain.orientation }
    }
    return best ?? .upright
  }

  /// Gives the parameter sets of every source that is copied from numbers of their own.
  private mutating func choose() {
    var seen: Set<MediaFile> = []
    for run in runs {
      guard case .success(let plain) = run.plain, !run.copies.isEmpty,
        plain.orientation == orientation, seen.insert(plain.read.file).inserted
      else { continue }
      let file = plain.read.file
      numbers.add(file, codec: finder.codec, finder.sources[file]?.coding?.parameters ?? [])
    }
  }

  /// What is said of the packets of all sources that something is copied from, with the highest profile
  /// and level of them; nil when nothing is.
  var record: ParameterRecord? { numbers.record }

  /// How many frames are copied.
  var copiedFrames: Int {
    runs.reduce(0) { sum, run in
      guard case .success(let plain) = run.plain, numbers.obstacle(of: plain.read.file) == nil,
        plain.orientation == orientation
      else { return sum }
      return sum + run.weight
    }
  }

  /// Whether nothing is left to be encoded.
  var copiesAll: Bool {
    let parts = runs.flatMap(\.parts)
    return !parts.isEmpty && copiedFrames == parts.reduce(0) { $0 + $1.frameCount }
  }

  /// The film in order.
  func stretches() -> [Stretch] { runs.flatMap { stretches(of: $0) } }

  private func stretches(of run: Run) -> [Stretch] {
    let plain: PlainRead
    switch run.plain {
    case .failure(let obstacle): return [.encoded(run.parts, obstacle)]
    case .success(let read): plain = read
    }
    if !run.copies.isEmpty, plain.orientation != orientation {
      return [.encoded(run.parts, CopyObstacle("it is turned otherwise than what is copied"))]
    }
    if !run.copies.isEmpty, let obstacle = numbers.obstacle(of: plain.read.file) {
      return [.encoded(run.parts, obstacle)]
    }
    var stretches: [Stretch] = []
    var done = 0
    func encode(_ frames: Range<Int>) {
      guard !frames.isEmpty else { return }
      stretches.append(
        .encoded(
          run.parts.slice(frames, finder.canvas.rate),
          finder.obstacle(in: frames, of: plain, run.groups)))
    }
    for copy in run.copies {
      encode(done..<copy.frames.lowerBound)
      var copied = plain
      copied.read.start = copy.start
      copied.frameCount = copy.frames.count
      stretches.append(.copied(copied, number: numbers.number(of: plain.read.file)))
      done = copy.frames.upperBound
    }
    encode(done..<plain.frameCount)
    return stretches
  }
}

/// A group of pictures, and the frames of a plain stretch that show it; they may begin before the
/// stretch and end after it.
struct ShownGroup {
  var group: PictureGroup
  var frames: Range<Int>
  /// What is in the way of copying it: its own obstacle, or that times are rounded.
  var obstacle: String?
}

/// Frames of a plain stretch that show whole groups.
struct PlainCopy {
  var frames: Range<Int>
  /// Source time of the first frame, exactly.
  var start: Time
}

extension PlainReadFinder {
  /// The groups that have frames in `plain`, and which.
  func groups(of plain: PlainRead) -> [ShownGroup] {
    guard let coding = sources[plain.read.file]?.coding else { return [] }
    let (rate, start) = (canvas.rate, plain.read.start)
    // A frame shows what has begun by then or begins within a tick, as when it is decoded.
    let tolerance = min(coding.timeBase, Time(1, over: 1000))
    // Times are rounded to fine ticks, and may be a tick off.
    let doubt = coding.timeBase <= Time(1, over: 1000) ? coding.timeBase : .zero
    let first = max(0, coding.groups.partitioningIndex { $0.start > start } - 1)
    let end = start + rate.time(of: plain.frameCount)
    return coding.groups[first...].prefix { $0.start < end }.map { group in
      let place = rate.frames(covering: group.start - tolerance - start)
      var shown = ShownGroup(
        group: group, frames: place..<place + group.frames, obstacle: group.obstacle)
      // Where a frame might be shown beside the one that is meant, it is decoded to see.
      let offset = start + rate.time(of: place) - group.start + tolerance
      if offset < doubt || offset >= rate.frameDuration - doubt {
        shown.obstacle = shown.obstacle ?? "times that are rounded"
      }
      return shown
    }
  }

  /// What of `plain` can be copied: whole groups, neighbours together, at least half a second if it is
  /// not all.
  func copies(of plain: PlainRead, _ groups: [ShownGroup]) -> [PlainCopy] {
    var copies: [PlainCopy] = []
    for shown in groups where shown.obstacle == nil {
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

  /// Why `frames` of `plain` are not copied.
  func obstacle(in frames: Range<Int>, of plain: PlainRead, _ groups: [ShownGroup]) -> CopyObstacle
  {
    let first = groups.partitioningIndex { $0.frames.upperBound > frames.lowerBound }
    guard first < groups.count, groups[first].frames.overlaps(frames) else {
      return CopyObstacle("there is no group of pictures at \(Reason.seconds(plain.read.start))")
    }
    let shown = groups[first]
    let place = Reason.seconds(shown.group.start)
    if let obstacle = shown.obstacle { return CopyObstacle("\(obstacle) at \(place)") }
    if frames.upperBound <= shown.frames.lowerBound + shown.group.leading {
      return CopyObstacle("open GOP at \(place)")
    }
    let end = Reason.seconds(shown.group.start + canvas.rate.time(of: shown.group.frames))
    let isWhole = shown.frames.lowerBound >= 0 && shown.frames.upperBound <= plain.frameCount
    return CopyObstacle(
      isWhole
        ? "the group of pictures \(place) .. \(end) is too short by itself"
        : "only a part of the group of pictures \(place) .. \(end) is shown as it is")
  }
}

extension PlainRead {
  /// Whether `next` shows the frames that come after these.
  fileprivate func isContinued(by next: PlainRead, at rate: FrameRate) -> Bool {
    read.file == next.read.file && read.stream == next.read.stream
      && read.origin == next.read.origin && orientation == next.orientation
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
