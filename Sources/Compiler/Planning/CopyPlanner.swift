// SPDX-License-Identifier: Apache-2.0

import Base
import ProjectModel
import RenderProtocol

/// Divides a film into intervals whose packets are copied from a source, and the rest.
///
/// Copies consist of whole groups of pictures, from one random access point to the next, of an
/// interval that shows one stream unchanged, frame by frame. The frames of groups with a cut or an
/// overlay are encoded.
struct CopyPlanner {
  /// An interval of the film.
  enum Interval: Hashable {
    /// Whole groups of one stream; the number that its parameter sets get, if it is another.
    case copied(PassthroughRead, number: Int?)
    /// Parts to be rendered, and why.
    case encoded([LayerInterval], [CopyObstacle])
  }

  let finder: PassthroughReadFinder
  /// The display form of all coded pictures of the film, as a container stores only one.
  private(set) var form = CodedForm.plain
  private var runs: [StreamRun]
  /// The parameter sets of the sources that are copied from.
  private var numbers = ParameterNumbers()
  /// The obstacles to copying a film whole, by codecs that allow only that.
  var wholeObstacles: [String: [CopyObstacle]] = [:]

  /// Parts that follow each other in one stream, or one that is not as a stream has it.
  private struct StreamRun {
    var parts: [LayerInterval]
    var plain: Result<PassthroughRead, CopyObstacles>
    /// The groups of pictures that it shows, if it is plain.
    var groups: [ShownGroup] = []
    /// The copyable parts of it.
    var copies: [PlainCopy] = []

    /// Frames that could be copied.
    var weight: Int { copies.reduce(0) { $0 + $1.frames.count } }
  }

  /// A division of the film of `parts`.
  init(_ parts: [LayerInterval], _ finder: PassthroughReadFinder) {
    self.finder = finder
    var runs: [StreamRun] = []
    for part in parts.flatMap({ $0.dividedByFades(at: finder.canvas.rate) }) {
      let found = finder.read(of: part)
      if case .success(let next) = found, case .success(var whole)? = runs.last?.plain,
        whole.isContinued(by: next, at: finder.canvas.rate)
      {
        whole.frameCount += next.frameCount
        runs[runs.count - 1].parts.append(part)
        runs[runs.count - 1].plain = .success(whole)
      } else {
        runs.append(StreamRun(parts: [part], plain: found))
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

  /// Chooses the coded form of the film and the numbers of parameter sets.
  private mutating func decide() {
    numbers = ParameterNumbers()
    form = prevailingForm
    choose()
    // If no packets are copied, there is no form for the encoded frames to match.
    if record == nil { form = .plain }
  }

  /// The coded form of most of the frames that could be copied; of two that are equally frequent, the first.
  private var prevailingForm: CodedForm {
    var weights = KeyWeights<CodedForm>()
    for run in runs {
      guard case .success(let plain) = run.plain else { continue }
      weights.add(Int64(run.weight), to: plain.form)
    }
    return weights.greatest.first ?? .plain
  }

  /// The obstacle to copying `plain` into a film with the display form `form`.
  private func obstacle(of plain: PassthroughRead) -> CopyObstacle? {
    let own = plain.form
    guard own.hasPixels(of: form) else {
      let how = own.orientation == form.orientation ? "stretched" : "turned"
      return CopyObstacle("it is \(how) differently from the copied stretches")
    }
    return own.fields == form.fields ? nil : .fields(own.fields, film: form.fields)
  }

  /// Gives the parameter sets of every source that is copied from numbers of their own.
  private mutating func choose() {
    var seen: Set<MediaFile> = []
    for run in runs {
      guard case .success(let plain) = run.plain, !run.copies.isEmpty,
        obstacle(of: plain) == nil, seen.insert(plain.read.file).inserted
      else { continue }
      let file = plain.read.file
      numbers.add(file, codec: finder.codec, finder.sources[file]?.coding?.parameters ?? [])
    }
  }

  /// The parameters of the packets of all copied sources, with their highest profile and level; nil
  /// if no source is copied.
  var record: ParameterRecord? { numbers.record }

  /// The number of frames that a decoder of the copied packets holds back.
  var delay: Int {
    runs.reduce(0) { delay, run in
      guard case .success(let plain) = run.plain, !run.copies.isEmpty else { return delay }
      return max(delay, finder.sources[plain.read.file]?.coding?.delay ?? 0)
    }
  }

  /// The number of copied frames.
  var copiedFrames: Int {
    runs.reduce(0) { sum, run in
      guard case .success(let plain) = run.plain, numbers.obstacle(of: plain.read.file) == nil,
        obstacle(of: plain) == nil
      else { return sum }
      return sum + run.weight
    }
  }

  /// True if no frame is left to be encoded.
  var copiesAll: Bool {
    let parts = runs.flatMap(\.parts)
    return !parts.isEmpty && copiedFrames == parts.reduce(0) { $0 + $1.frameCount }
  }

  /// `part` in the pixels that its source has, where it shows that untouched and the film has such.
  func untouched(_ part: LayerInterval) -> LayerInterval? {
    guard case .success(let plain) = finder.read(of: part), plain.form.hasPixels(of: form) else {
      return nil
    }
    return plain.uprightPart
  }

  /// Why the first interval is encoded that is.
  var firstObstacles: [CopyObstacle] {
    for case .encoded(_, let obstacles) in intervals() { return obstacles }
    return []
  }

  /// The film in order.
  func intervals() -> [Interval] { runs.flatMap { intervals(of: $0) } }

  /// The obstacle, and what else is in the way of copying a whole film if only those are copied.
  private func explained(_ obstacle: CopyObstacle) -> [CopyObstacle] {
    let codec = wholeObstacles.keys.first { obstacle == .onlyWhole($0) }
    let others = codec.flatMap { wholeObstacles[$0] } ?? []
    return [obstacle]
      + others.map {
        CopyObstacle("not all of this one can be: \($0.text)", at: $0.span, remedy: $0.remedy)
      }
  }

  private func intervals(of run: StreamRun) -> [Interval] {
    let plain: PassthroughRead
    switch run.plain {
    case .failure(let obstacles):
      return [.encoded(run.parts, obstacles.all.flatMap { explained($0) })]
    case .success(let read): plain = read
    }
    if !run.copies.isEmpty,
      let obstacle = obstacle(of: plain) ?? numbers.obstacle(of: plain.read.file)
    {
      return [.encoded(run.parts, [obstacle])]
    }
    var intervals: [Interval] = []
    var done = 0
    func encode(_ frames: Range<Int>) {
      guard !frames.isEmpty else { return }
      intervals.append(
        .encoded(
          run.parts.slice(frames, at: finder.canvas.rate),
          finder.obstacles(in: frames, of: plain, run.groups)))
    }
    for copy in run.copies {
      encode(done..<copy.frames.lowerBound)
      var copied = plain
      copied.read.map = TimeRemap(start: copy.start)
      copied.frameCount = copy.frames.count
      intervals.append(.copied(copied, number: numbers.number(of: plain.read.file)))
      done = copy.frames.upperBound
    }
    encode(done..<plain.frameCount)
    return intervals
  }
}

extension CopyObstacle {
  /// It is interlaced in another way than the film, or one of them is not.
  fileprivate static func fields(_ own: FieldOrder?, film: FieldOrder?) -> CopyObstacle {
    guard let own, let film else {
      let (mine, its) = own == nil ? ("progressive", "interlaced") : ("interlaced", "progressive")
      return CopyObstacle("\(mine), film \(its)")
    }
    return CopyObstacle("\(own) field first, film \(film) field first")
  }
}

extension PassthroughRead {
  /// Returns true if `next` shows the frames after these.
  fileprivate func isContinued(by next: PassthroughRead, at rate: FrameRate) -> Bool {
    read.file == next.read.file && read.stream == next.read.stream
      && read.origin == next.read.origin && form == next.form
      && read.map.continues(into: next.read.map, after: frameCount, rate: rate)
  }
}
