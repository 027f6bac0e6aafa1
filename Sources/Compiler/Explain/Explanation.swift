// SPDX-License-Identifier: Apache-2.0

public import Base
public import Diagnostics
public import Planning
public import RenderProtocol
import Timeline

/// The steps of a build for one output, by intervals, with their reasons.
public struct Explanation: Sendable {
  /// The output's name in the project.
  public var output: String
  /// The path as the project writes it.
  public var file: String
  /// The kind of output; nil if its extension implies it.
  public var kind: String?
  /// In film order, the sound last.
  public var intervals: [Interval]

  /// Something that is rendered or reused as one.
  public struct Interval: Sendable {
    /// The kind of content.
    public var kind: OutputPiece.Kind
    /// Its key.
    public var key: Fingerprint
    /// Its time in the film.
    public var time: TimeRange
    /// Frames or samples of the film.
    public var count: Int64
    /// The frames that it has itself: fewer than `count` where not all of the film's are kept.
    public var frames: Int64
    /// Its availability: stored, shared or rendered.
    public var status: Status
    /// For an output that copies packets, whether this is copied; else nil.
    public var coding: Coding?
    /// The clips and overlays that are seen or heard in it.
    public var contents: [Content]
    /// For sound, the chunks it is encoded from.
    public var chunks: [Chunk] = []
    /// Unless its packets are copied, a readable description of how it is made.
    public var making: Making?
    /// The kind of work that dominates its cost.
    public var costKind = ""
    /// True if it shows frames of a video.
    package var showsFootage = false
  }

  /// The steps that render and encode frames or samples.
  public struct Making: Hashable, Sendable {
    /// The steps that make their frames or samples.
    public var sketch: FilterGraphDescription
    /// The encoder and its options, as arguments of the ffmpeg tool.
    public var encoder: [String]
    /// True if samples are rendered, not frames.
    public var isSound: Bool

    /// Frames or samples made as `sketch` says, encoded with `encoder`.
    public init(_ sketch: FilterGraphDescription, encoder: [String], isSound: Bool) {
      self.sketch = sketch
      self.encoder = encoder
      self.isSound = isSound
    }
  }

  /// Some seconds of sound, mixed by themselves.
  public struct Chunk: Hashable, Sendable {
    /// Its key.
    public var key: Fingerprint
    /// Its time in the film.
    public var time: TimeRange
    /// Its state in the store.
    public var state: StoredState
  }

  /// The origin of an interval's packets: copied or encoded.
  public enum Coding: Hashable, Sendable {
    /// They are those of the source, except for a part of a sound of the given length, which is encoded for the given
    /// reasons.
    case copied(except: Time, because: [CopyObstacle])
    /// They are encoded for the given reasons.
    case encoded(because: [CopyObstacle])
  }

  /// The availability of an interval.
  public enum Status: Hashable, Sendable {
    /// It is taken from the store, where the last build of the output left it.
    case reused
    /// It is taken from the store, where another build, or one before the last, left it.
    case found
    /// It is the same as another interval that is rendered, of the output of this name.
    case shared(String)
    /// It is rendered.
    case rendered([Reason])
  }

  /// A clip or an overlay in an interval.
  public struct Content: Hashable, Sendable {
    /// The name, such as `clip 'beach'`.
    public var name: String
    /// The file as the project writes it; empty for a text.
    public var asset: String
    /// The interval of the file; nil for stills and texts.
    public var source: TimeRange?
    /// The place in the project.
    public var span: Span?
  }
}

/// The state of a piece in the store.
public enum StoredState: Hashable, Sendable {
  /// It is complete.
  case stored
  /// It is absent.
  case missing
  /// Its bytes differ from those stored.
  case damaged
}

/// Explains what a build does and why, by comparing its plan with the last build.
public struct Explainer {
  private let plan: BuildPlan
  private let text: [UInt8]

  /// Explains builds of `plan`, made of the project file `text`.
  public init(_ plan: BuildPlan, text: [UInt8]) {
    self.plan = plan
    self.text = text
  }

  /// Explains `outputs`, in their order.
  ///
  /// - Parameters:
  ///   - last: the record of an output's last build.
  ///   - state: the stored state of a piece of an output; for a still, whether its file still exists as written.
  ///   - fallback: why a piece that was to be copied was encoded instead when it was made.
  ///   - range: the interval of film time to explain in more detail, with its contents and chunks of sound. Pieces
  ///     outside it are left out.
  ///   - chunkState: the stored state of the chunk of sound under a key.
  public func explain(
    _ outputs: [OutputPlan], last: (OutputPlan) -> FilmRecord?,
    state: (OutputPlan, OutputPiece) -> StoredState,
    fallback: (OutputPiece) -> String? = { _ in nil }, in range: TimeRange? = nil,
    chunkState: (Fingerprint) -> StoredState = { _ in .missing }
  ) -> [Explanation] {
    var renderedFor: [Fingerprint: String] = [:]
    return outputs.map { output in
      let before = last(output)
      let now = FilmRecord(of: output, in: plan, text: text, after: before)
      let known = Set((before?.pieces ?? []).map(\.key))
      // Both records are parsed for this, so it is skipped where nothing is rendered.
      lazy var comparison = before.map { RecordComparison($0, now, output: output.name) }
      let contents = range.map { ContentReader(now, in: $0) }
      let intervals = plan.pieces(of: output).enumerated().compactMap {
        (index, piece) -> Explanation.Interval? in
        let state = state(output, piece)
        let status: Explanation.Status
        if state == .stored {
          status = known.contains(piece.key) ? .reused : .found
        } else if let other = renderedFor[piece.key] {
          status = .shared(other)
        } else {
          renderedFor[piece.key] = output.name
          let reason = reason(piece, state, isKnown: known.contains(piece.key))
          status = .rendered(
            reason.map { [$0] } ?? comparison?.reasons(for: index, copies: piece.coding != nil)
              ?? [Reason(.neverBuilt, "no build of output '\(output.name)' is remembered")])
        }
        if let range, !piece.time.overlaps(range) { return nil }
        var coding = piece.coding
        if case .copied = coding, let words = fallback(piece) {
          coding = .encoded(because: [CopyObstacle(words)])
        }
        return Explanation.Interval(
          kind: piece.kind, key: piece.key, time: piece.time, count: Int64(piece.place.count),
          frames: piece.frames, status: status, coding: coding,
          contents: contents?.contents(of: index) ?? [],
          chunks: range.map { chunks(of: output, piece, in: $0, chunkState) } ?? [],
          costKind: now.pieces[index].ingredients?.groups.first.map {
            CostTable.kind($0, piece.kind)
          } ?? "", showsFootage: now.pieces[index].ingredients?.showFootage ?? false)
      }
      return Explanation(
        output: output.name, file: output.displayPath, kind: output.kind, intervals: intervals)
    }
  }

  /// The chunks of a sound that overlap `range`.
  private func chunks(
    of output: OutputPlan, _ piece: OutputPiece, in range: TimeRange,
    _ state: (Fingerprint) -> StoredState
  ) -> [Explanation.Chunk] {
    guard piece.kind == .sound, case .film(let film) = output.product, let sound = film.sound else {
      return []
    }
    return sound.chunks.compactMap { chunk in
      let end = chunk.firstSample + chunk.program.sampleCount
      let time = TimeRange(chunk.firstSample..<end, ticks: piece.ticks)
      guard time.overlaps(range) else { return nil }
      return Explanation.Chunk(key: chunk.key, time: time, state: state(chunk.key))
    }
  }

  /// Why a piece is rendered although it was stored; nil when it was not stored, as far as is known.
  private func reason(_ piece: OutputPiece, _ state: StoredState, isKnown: Bool) -> Reason? {
    let noun =
      switch piece.kind {
      case .picture: "segment"
      case .sound: "sound"
      case .still: "picture"
      }
    if state == .damaged { return Reason(.damaged, "the stored \(noun) is damaged") }
    guard isKnown else { return nil }
    return Reason(
      .removed, piece.kind == .still ? "the file is gone" : "the stored \(noun) is gone")
  }
}

/// The record of the last build beside that of the one to come.
struct RecordComparison {
  private let old: FilmRecord
  private let new: FilmRecord
  private let pictures: FilmComparison
  private let sounds: FilmComparison
  private let writer: ReasonWriter

  init(_ old: FilmRecord, _ new: FilmRecord, output: String) {
    self.old = old
    self.new = new
    writer = ReasonWriter(old: old, new: new, output: output)
    pictures = FilmComparison(
      old: FilmScenes(old, isSound: false), new: FilmScenes(new, isSound: false),
      pairing: writer.pairing)
    sounds = FilmComparison(
      old: FilmScenes(old, isSound: true), new: FilmScenes(new, isSound: true),
      pairing: writer.pairing)
  }

  /// Why the piece `index` of the new film is not part of the old film; `copies` says whether its output copies packets
  /// where possible.
  func reasons(for index: Int, copies: Bool) -> [Reason] {
    let isSound = new.pieces[index].kind == .sound
    let films = isSound ? sounds : pictures
    let place = films.new.pieces.partitioningIndex { $0 >= index }
    guard !films.old.pieces.isEmpty else {
      return [Reason(.neverBuilt, "the film had no \(isSound ? "sound" : "picture") before")]
    }
    guard films.old.pieces.contains(where: { old.pieces[$0].ingredients != nil }) else {
      return [Reason(.other, "the film is too long for what it was made of to be remembered")]
    }
    if new.pieces[index].kind == .still, new.pieces[index].place != old.pieces.first?.place {
      return [writer.otherTime(new.pieces[index].place, ticks: films.new.ticks)]
    }
    let reasons = writer.reasons(
      films.differences(of: place, copies: copies), ticks: films.new.ticks, copies: copies)
    return writer.explained(reasons)
  }
}

/// Lists the contents of a film's pieces.
private struct ContentReader {
  private let record: FilmRecord
  private let range: TimeRange
  private let pictures: FilmScenes
  private let sounds: FilmScenes

  /// A reader that lists only sounds that lie in `range`.
  init(_ record: FilmRecord, in range: TimeRange) {
    self.record = record
    self.range = range
    pictures = FilmScenes(record, isSound: false)
    sounds = FilmScenes(record, isSound: true)
  }

  /// The clips and overlays in the piece `index`, each once.
  func contents(of index: Int) -> [Explanation.Content] {
    let isSound = record.pieces[index].kind == .sound
    let films = isSound ? sounds : pictures
    let place = films.pieces.partitioningIndex { $0 >= index }
    var found: [Explanation.Content] = []
    var positions: [Int: Int] = [:]
    for scene in films.ranges[place].map({ films.scenes[$0] }) {
      let time = TimeRange(scene.place, ticks: films.ticks)
      if isSound, !range.overlaps(time) { continue }
      for thing in scene.things {
        guard let facts = films.subject(of: thing) else { continue }
        let source = thing.source.map { TimeRange($0 + time.start, $0 + time.end) }
        if let position = positions[thing.subject] {
          guard let old = found[position].source, let source else { continue }
          found[position].source = TimeRange(min(old.start, source.start), max(old.end, source.end))
        } else {
          positions[thing.subject] = found.count
          found.append(
            Explanation.Content(
              name: facts.title, asset: facts.asset, source: source, span: facts.span))
        }
      }
    }
    return found
  }
}
