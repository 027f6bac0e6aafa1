// SPDX-License-Identifier: Apache-2.0

package import Base
package import Diagnostics
package import ProjectModel
package import RenderProtocol
import Subtitles
package import Timeline

/// Works out all times: evaluates expressions, follows anchors, lays tracks out clip by clip.
///
/// A track is laid out from its first item on, and only as far as other items need it. An anchor that refers to an item
/// which is being laid out, or comes after it, closes a cycle. After an error has been reported, everything that
/// depends on it is left out silently.
package struct TimelineLayout {
  let project: ProjectDocument
  let media: MediaTable
  let canvas: CanvasFormat
  /// True if all media were found and read.
  let isWhole: Bool
  package var diagnostics: [Diagnostic] = []
  var origins = OriginTable()
  var cursors: [TrackCursor]
  /// The places of references to assets that are no good, which was reported.
  var reported: Set<Span> = []
  /// The first files that groups show, once they were asked for.
  var groupFiles: [LayerTarget: String]?
  /// The number of turns of all loops laid out.
  var loopTurns = 0
  /// The points of curves of speed that all loops of the project have, each as often as it is turned.
  var loopPoints = 0
  /// The track that is laid out alone; nil for the film.
  var only: Int?
  /// Films within the film, by the number that media have: those that it was given, and those of tracks.
  var films: [NestedFilm] = []
  /// Tracks that are played at another speed.
  var played: [Int: PlayedTrack] = [:]
  /// The item to which a duration in beats belongs; nil for none.
  var beatContext: BeatContext?
  /// The count of frames of the source whose range is worked out; nil where frames are those of the canvas.
  var sourceClock: SourceClock?
  /// The film duration and span of the beats last counted for a source whose speed changes.
  var beatsLength: (span: Span, film: Time)?
  /// True if any duration is in beats.
  var usesBeats = false
  /// The captions of clips, and which of them are used.
  var captions = KnownCaptions()
  /// Files whose last picture is held for their sound, which has been said.
  var heldFiles: Set<String> = []
  /// True if a clip could have the duration of `defaults: {clip: {duration}}`.
  var usesStillDuration = false
  private var names: [String: [Named]]?
  private var overlayStates: [OverlayState]
  /// The footage of overlays that are clips.
  private var footage: [Int: PlayedFootage] = [:]
  private var filmEnd: Time?
  /// The times of instructions, by their range; a span is not enough, as all items of a list parameter have that of its name.
  private var instructionTimes: [RangeExpression: TimeRange?] = [:]
  /// Names of the items being worked out, outermost first.
  private var trail: [String] = []

  /// - Parameter isWhole: True if all media were found and read.
  package init(
    _ project: ProjectDocument, _ media: MediaTable, _ canvas: CanvasFormat, isWhole: Bool = true
  ) {
    self.project = project
    self.isWhole = isWhole
    self.media = media
    self.canvas = canvas
    cursors = project.tracks.map { TrackCursor(track: $0, media: media) }
    overlayStates = Array(repeating: .untouched, count: project.overlays.count)
  }

  enum Named {
    case track(Int)
    case clip(track: Int, item: Int)
    case overlay(Int)

    var target: LayerTarget {
      switch self {
      case .track(let track): .track(track)
      case .clip(let track, let item): .clip(track: track, item: item)
      case .overlay(let index): .overlay(index)
      }
    }
  }

  private enum OverlayState {
    case untouched, busy, done(TimeRange?)
  }

  /// Anchors may hang on anchors this deep; deeper is a project no person wrote.
  private static let depthLimit = 200

  // MARK: Times

  /// The value of `expression`; nil when something was wrong (and said).
  package mutating func evaluate(_ expression: TimeExpression) -> Time? {
    switch expression.kind {
    case .time(let time): return time
    case .frames(let count): return Time(count) / (sourceClock?.rate ?? canvas.rate).perSecond
    case .share: preconditionFailure("a share of a length that is not known")
    case .beats(let count): return length(of: count, at: expression.span)
    case .beat(let number): return time(ofBeat: number, at: expression.span)
    case .timecode(let code):
      let rate = sourceClock?.rate ?? canvas.rate
      guard let index = code.frameIndex(base: Int(rate.perSecond.rounded)) else {
        diagnostics.append(
          .simple(
            "bad-timecode", "there is no such timecode at \(rate) frames a second",
            at: expression.span))
        return nil
      }
      return Time(index) / rate.perSecond
    case .sourceTimecode(let code): return time(ofSource: code, at: expression.span)
    case .anchor(let reference): return evaluate(reference, at: expression.span)
    case .binary(let operation, let left, let right):
      guard !isCalculatedInBeats(operation, left, right, at: expression.span),
        let a = evaluate(left), let b = evaluate(right)
      else { return nil }
      switch operation {
      case .add: return a + b
      case .subtract: return a - b
      case .multiply: return a * b
      case .divide: return b == .zero ? nil : a / b
      }
    }
  }

  /// Start and end of a range; open sides take the defaults.
  package mutating func evaluate(
    _ range: RangeExpression, start openStart: Time, end openEnd: (inout TimelineLayout) -> Time?
  ) -> TimeRange? {
    /// Frames count from the first one of the source, which may come later than its sound.
    func first(_ expression: TimeExpression) -> Time {
      expression.beginsWithFrames ? sourceClock?.first ?? .zero : .zero
    }
    var start = openStart
    if let expression = range.start {
      guard let value = evaluate(expression) else { return nil }
      start = value + first(expression)
    }
    guard let expression = range.end else {
      return openEnd(&self).map { TimeRange(start, $0) }
    }
    guard let value = evaluate(expression) else { return nil }
    return TimeRange(start, range.isEndRelative ? start + value : value + first(expression))
  }

  private mutating func evaluate(_ reference: AnchorReference, at span: Span) -> Time? {
    // What is laid out for it has beats of its own.
    let (context, clock) = (beatContext, sourceClock)
    (beatContext, sourceClock) = (nil, nil)
    defer { (beatContext, sourceClock) = (context, clock) }
    let name = reference.name
    let things = named(name.value)
    guard let thing = things.first else {
      switch range(inside: name, at: span) {
      case .found(let range): return reference.edge.time(in: range)
      case let found?: reportInside(name, found)
      case nil:
        diagnostics.append(
          project.leftOut.contains(name.value) ? .leftOut(name) : .unknownName(name, in: allNames())
        )
      }
      return nil
    }
    if things.count > 1 {
      diagnostics.append(.ambiguousName(name, self.span(of: things[0]), self.span(of: things[1])))
      return nil
    }
    if isOutside(name.value, thing.target, at: name.span) { return nil }
    let label = "\(name.value).\(reference.edge.rawValue)"
    guard trail.count < TimelineLayout.depthLimit else {
      diagnostics.append(.simple("anchor-depth", "anchors hang on anchors too deeply", at: span))
      return nil
    }
    if let loop = trail.firstIndex(of: label) {
      diagnostics.append(.cycle(Array(trail[loop...]) + [label], at: span))
      return nil
    }
    trail.append(label)
    defer { trail.removeLast() }
    return range(of: thing, at: span).map { reference.edge.time(in: $0) }
  }

  /// The film that `thing` plays, and how; nil where it plays none, or something is wrong with it, which was reported.
  mutating func film(playedBy thing: Named, at span: Span) -> PlayedFilm? {
    switch thing {
    case .track: return nil
    case .clip(let track, let item):
      guard played[track] == nil, advance(track, through: item, at: span),
        let first = cursors[track].members[item].first
      else { return nil }
      let clip = cursors[track].placed[first]
      return clip.content.media?.film.map { PlayedFilm(clip, films[$0]) }
    case .overlay(let index):
      guard isHere(thing.target), let time = time(ofOverlay: index, at: span),
        let footage = footage(ofOverlay: index)
      else { return nil }
      return footage.content.media?.film.map {
        PlayedFilm(footage, films[$0], frames: frames(of: time), at: canvas.rate)
      }
    }
  }

  private mutating func range(of thing: Named, at span: Span) -> TimeRange? {
    if let track = track(around: thing.target), let played = played[track] {
      guard advance(track, through: project.tracks[track].items.count - 1, at: span) else {
        return nil
      }
      guard case .overlay(let index) = thing else {
        return time(of: thing.target, in: played, track)
      }
      let overlay = played.overlays.first { $0.index == index }
      return overlay.flatMap { inFilm(canvas.rate.time(of: $0.frames), track) }
    }
    switch thing {
    case .overlay(let index):
      return time(ofOverlay: index, at: span).map { canvas.rate.time(of: frames(of: $0)) }
    case .track(let track):
      let last = project.tracks[track].items.count - 1
      guard advance(track, through: last, at: span) else { return nil }
      if let extent = cursors[track].extent { return extent }
      if isWhole, diagnostics.allSatisfy({ $0.severity == .warning }) {
        diagnostics.append(
          .simple(
            "unknown-anchor", "track '\(project.tracks[track].name.value)' has no clips", at: span))
      }
      return nil
    case .clip(let track, let item):
      guard advance(track, through: item, at: span) else { return nil }
      let members = cursors[track].members[item]
      guard let first = members.first, let last = members.last else { return nil }
      return TimeRange(
        cursors[track].placed[first].shown.start, cursors[track].placed[last].shown.end)
    }
  }

  // MARK: Names

  mutating func named(_ name: String) -> [Named] {
    if let names { return names[name] ?? [] }
    var table: [String: [Named]] = [:]
    for (index, track) in project.tracks.enumerated() {
      table[track.name.value, default: []].append(.track(index))
      for (item, content) in track.items.enumerated() {
        guard let name = content.givenName else { continue }
        table[name.value, default: []].append(.clip(track: index, item: item))
      }
    }
    for (index, overlay) in project.overlays.enumerated() where !overlay.isNameless {
      table[overlay.name.value, default: []].append(.overlay(index))
    }
    names = table
    return table[name] ?? []
  }

  private func allNames() -> [String] { (names ?? [:]).keys.sorted() }

  private func span(of thing: Named) -> Span {
    switch thing {
    case .track(let index): project.tracks[index].name.span
    case .overlay(let index): project.overlays[index].name.span
    case .clip(let track, let item):
      project.tracks[track].items[item].givenName?.span ?? project.tracks[track].items[item].span
    }
  }

  // MARK: What lasts

  /// The frames on which something with a picture is seen that lasts `time`.
  func frames(of time: TimeRange) -> Range<Int> {
    let first = canvas.rate.frame(nearest: time.start)
    return first..<max(first, canvas.rate.frame(nearest: time.end))
  }

  /// Returns true if a time lies beyond all films, which is reported.
  mutating func isTooLong(_ time: Time, at span: Span) -> Bool {
    guard time > Timeline.longest else { return false }
    diagnostics.append(
      .simple("limit", "a film lasts a million seconds at most", at: span))
    return true
  }

  /// Lays a track out up to and including `item`; false when that closes a cycle (and it was said).
  mutating func advance(_ track: Int, through item: Int, at span: Span?) -> Bool {
    while cursors[track].next <= item {
      if cursors[track].isBusy {
        let label = "\(project.tracks[track].name.value)"
        diagnostics.append(.cycle([label] + trail + [label], at: span ?? project.span))
        return false
      }
      cursors[track].isBusy = true
      place(track, item: cursors[track].next)
      cursors[track].isBusy = false
      cursors[track].next += 1
    }
    return true
  }

  /// The end of the last clip or gap of all tracks, or of the last overlay where there are no tracks.
  ///
  /// Pictures end on the frame grid: a film does not go on for the rest of a frame that its last
  /// picture is rounded off by, which would show as a flash of background.
  mutating func end(at span: Span?) -> Time? {
    if let filmEnd { return filmEnd }
    for track in cursors.indices where only == nil || only == track {
      guard advance(track, through: project.tracks[track].items.count - 1, at: span) else {
        return nil
      }
    }
    var end = Time.zero
    for cursor in cursors {
      end = max(end, cursor.extent?.end ?? .zero, cursor.gapEnd)
    }
    if project.tracks.isEmpty {
      for index in project.overlays.indices {
        guard project.overlays[index].during?.end != nil else { continue }
        guard let range = time(ofOverlay: index, at: span) else { continue }
        end = max(end, canvas.rate.time(of: frames(of: range)).end)
      }
    }
    filmEnd = end
    return end
  }

  /// Reports that nothing lies in `range`, unless media are missing, which has been reported: it may hang on them.
  mutating func reportEmpty(_ range: RangeExpression, _ found: TimeRange) {
    if isWhole { diagnostics.append(.emptyRange(at: range.span, found.start, found.end)) }
  }

  /// The time at which the members of a group may be seen; nil when something was wrong (and said).
  private mutating func time(ofGroup group: LayerTarget, at span: Span) -> TimeRange? {
    switch group {
    case .overlay(let index): time(ofOverlay: index, at: span)
    case .clip(let track, let item): range(of: .clip(track: track, item: item), at: span)
    case .track(let index): range(of: .track(index), at: span)
    }
  }

  /// The time of the instruction that has the range `during`; nil when something was wrong (and said).
  mutating func time(ofInstruction during: RangeExpression) -> TimeRange? {
    if let known = instructionTimes[during] { return known }
    var range = evaluate(during, start: .zero, end: { $0.end(at: nil) })
    if let found = range, found.isEmpty {
      reportEmpty(during, found)
      range = nil
    }
    if let found = range, isTooLong(found.end, at: during.span) { range = nil }
    instructionTimes.updateValue(range, forKey: during)
    return range
  }

  /// The footage of an overlay whose time has been worked out; nil if it is no clip.
  func footage(ofOverlay index: Int) -> PlayedFootage? { footage[index] }

  /// The time at which an overlay is seen; nil when something was wrong (and said).
  mutating func time(ofOverlay index: Int, at span: Span?) -> TimeRange? {
    let overlay = project.overlays[index]
    switch overlayStates[index] {
    case .done(let range): return range
    case .busy:
      diagnostics.append(
        .cycle([overlay.name.value] + trail + [overlay.name.value], at: span ?? overlay.span))
      return nil
    case .untouched: break
    }
    overlayStates[index] = .busy
    var range: TimeRange?
    // A mask of an instruction lasts as long as that.
    let group =
      overlay.instructed.map { time(ofInstruction: $0) }
      ?? overlay.group.map { time(ofGroup: $0, at: span ?? overlay.span) }
    if case .some(nil) = group {
      // What is wrong with the group has been said.
    } else if let during = overlay.during {
      range = evaluate(during, start: (group ?? nil)?.start ?? .zero) {
        (group ?? nil)?.end ?? $0.end(at: during.span)
      }
      if let found = range, isTooLong(found.end, at: during.span) { range = nil }
      if let found = range, found.isEmpty {
        reportEmpty(during, found)
        range = nil
      }
      if overlay.instructed == nil, let found = range, let outer = group ?? nil,
        found.start < outer.start || found.end > outer.end
      {
        diagnostics.append(
          Diagnostic(
            code: .error("outside-group"),
            message: "'\(overlay.name.value)' is shown from \(found.start.shown) s to"
              + " \(found.end.shown) s, its group from \(outer.start.shown) s to"
              + " \(outer.end.shown) s", span: during.span,
            hint: "a time in a group is one of the film; write a range within the group's"))
        range = nil
      }
    } else if let group {
      range = group
    } else {
      range = end(at: span).map { TimeRange(.zero, $0) }
    }
    if case .clip = overlay.content, let wanted = range {
      footage[index] = play(overlay, in: wanted)
      range = footage[index]?.time
    }
    overlayStates[index] = .done(range)
    return range
  }
}
