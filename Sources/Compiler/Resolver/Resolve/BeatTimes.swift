// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import ProjectModel
import RenderProtocol
import Timeline

/// The item of a track to which a duration in beats belongs.
struct BeatContext {
  var track: Int
  /// The item.
  var item: Int
  /// Its place in the film; nil where it follows the item before it.
  var at: TimeExpression?
  /// The content after it among the members of its list.
  var following: PlacedContent?
  /// The content; nil for that of the item before it, or for none.
  var content: PlacedContent?
  /// The name in messages and transitions; nil for the item before it.
  var name: String?
  /// The playback speed of its source.
  var speed: PlaybackSpeed?

  /// An item that is no clip.
  init(track: Int, item: Int) { (self.track, self.item) = (track, item) }

  init(
    _ clip: Clip, _ content: PlacedContent, at target: LayerTarget, isFirst: Bool,
    before following: PlacedContent?
  ) {
    guard case .clip(let track, let item) = target else {
      preconditionFailure("a clip is an item of a track")
    }
    self.init(track: track, item: item)
    at = isFirst ? clip.at : nil
    self.following = following
    self.content = content
    name = clip.name
    speed = clip.playback.speed
  }
}

extension TimelineLayout {
  /// The time from the start of the item being laid out to the end of `count` beats; nil after a
  /// reported error.
  ///
  /// A transition into the item counts from its middle, and one out of it ends that much later:
  /// middles are on beats. Every end is a beat by itself, so that errors do not accumulate. For a
  /// source with a playback speed it is in source time.
  mutating func length(of count: Int64, at span: Span) -> Time? {
    guard let beats = beats(for: span) else { return nil }
    let shown = "\(count) beat\(count == 1 ? "" : "s")"
    guard let context = beatContext else {
      diagnostics.append(
        .simple(
          "misplaced-beats", "beats are counted from where an item of a track begins", at: span,
          hint: "write duration: \(shown) on an item, and seconds here"))
      return nil
    }
    usesBeats = true
    let clock = sourceClock
    (beatContext, sourceClock) = (nil, nil)
    defer { (beatContext, sourceClock) = (context, clock) }
    guard let (start, begin) = start(of: context), !isTooLong(begin, at: span),
      let end = time(of: count, after: begin, beats, at: span)
    else { return nil }
    let length = end + overlap(after: context) - start
    switch context.speed {
    case nil: return length
    case .factor(let factor): return length * factor.value.magnitude
    // What is stretched lasts so long; its range is one of the source.
    case .lasting(let expression)
    where expression.span.start <= span.start
      && span.end <= expression.span.end:
      return length
    case .lasting:
      diagnostics.append(
        .simple(
          "misplaced-beats",
          "what is stretched is a range in the source's time, which has no beats",
          at: span, hint: "write stretch: \(shown) for how long it lasts, and the range in seconds")
      )
      return nil
    case .curve(let written):
      beatsLength = (span, length)
      return played(
        written, of: context.name ?? "", over: TimeRange(start, start + length))
    }
  }

  /// The film time of the beat `number`, the first of which is 1; nil where something is wrong (and said).
  mutating func time(ofBeat number: Int64, at span: Span) -> Time? {
    guard let beats = beats(for: span), let first = first(of: beats) else { return nil }
    usesBeats = true
    switch beats.source {
    case .every(let expression):
      return step(expression).map { first + $0 * Time(number - 1) }
    case .times(let times, let file):
      if number <= times.count { return first + times[Int(number) - 1] }
      reportMissing("there is no beat \(number)", times.count, file, at: span)
      return nil
    case .file:
      // What is wrong with the file has been said.
      return nil
    }
  }

  /// The project's beats, for what is counted in them at `span`; nil where it has none, which is said.
  private mutating func beats(for span: Span) -> Beats? {
    if let beats = project.beats { return beats }
    report(
      "no-beats", "the project has no beats", at: span,
      hint: "write beats: {bpm: 120}, beats: 0.5s or beats: song.beats.txt beside 'tracks'")
    return nil
  }

  /// The duration of `transition`; nil after a reported error.
  ///
  /// In beats it is a multiple of their interval: its start depends on its length. Beats of a file
  /// are not evenly spaced, and only a start determines which of them apply.
  mutating func length(of transition: TransitionItem) -> Time? {
    let written = transition.duration
    guard written.countsBeats, case .every(let expression)? = project.beats?.source else {
      return evaluate(written)
    }
    usesBeats = true
    return evaluate(expression).flatMap { evaluate(written.counting(beatsOf: $0)) }
  }

  /// Returns true if a calculation in beats is meaningless, which is reported.
  ///
  /// The time up to a beat depends on its start and on the transition after it: twice as many beats
  /// are another time than twice that time.
  mutating func isCalculatedInBeats(
    _ operation: TimeExpression.Operator, _ left: TimeExpression, _ right: TimeExpression,
    at span: Span
  ) -> Bool {
    let isWrong =
      switch operation {
      case .add: left.countsBeats && right.countsBeats
      // A time less beats is on no beat.
      case .subtract: right.countsBeats
      case .multiply, .divide: left.countsBeats || right.countsBeats
      }
    guard isWrong else { return false }
    report(
      "misplaced-beats",
      "a time counts beats once, and they cannot be subtracted, multiplied or divided",
      at: span, hint: "write the number of all beats, such as 4 beats or 4 beats - 2f")
    return true
  }

  /// Returns true if `range`, one of a source, has a start or an end in beats, which is reported; a
  /// length may be.
  mutating func isPlacedByBeats(_ range: RangeExpression) -> Bool {
    let wrong = [range.start, range.isEndRelative ? nil : range.end].compactMap(\.self)
      .first(where: { $0.countsBeats || $0.namesBeat })
    guard let wrong else { return false }
    report(
      "misplaced-beats", "a time of a source is not counted in beats", at: wrong.span,
      hint: "write how long it is played after a plus sign: range: 2s..+4 beats")
    return true
  }

  /// The start of the item of `context`, and the time from which its beats count.
  private mutating func start(of context: BeatContext) -> (Time, Time)? {
    if let at = context.at { return evaluate(at).map { ($0, $0) } }
    let position = cursors[context.track].position
    guard let pending = cursors[context.track].pending, pending.item.length == .overlap,
      cursors[context.track].placed.last?.end == position
    else { return (position, position) }
    return (position - pending.duration, position - pending.duration / Time(2))
  }

  /// The beat that is `count` after the one nearest to `time`, the later one of two.
  private mutating func time(
    of count: Int64, after time: Time, _ beats: Beats, at span: Span
  ) -> Time? {
    guard let first = first(of: beats) else { return nil }
    // Sums of times saturate, and beats cannot be counted from a saturated time.
    guard !isTooLong(time - first, at: span) else { return nil }
    switch beats.source {
    case .every(let expression):
      guard let step = step(expression) else { return nil }
      return first + step * Time(max(0, ((time - first) / step).rounded) + count)
    case .times(let times, let file):
      let place = time - first
      let next = times.partitioningIndex { $0 >= place }
      var nearest = min(next, times.count - 1)
      if next > 0, next < times.count, place - times[next - 1] < times[next] - place {
        nearest = next - 1
      }
      let wanted = nearest + Int(count)
      if wanted < times.count { return first + times[wanted] }
      reportMissing(
        "\(count) beat\(count == 1 ? "" : "s") after \((first + times[nearest]).shown) s is the"
          + " beat of number \(wanted + 1)", times.count, file, at: span)
      return nil
    case .file:
      // What is wrong with the file has been said.
      return nil
    }
  }

  /// The film time of the first beat, or of time 0 of the file; nil where that cannot be worked out (and is said).
  private mutating func first(of beats: Beats) -> Time? {
    guard let from = beats.from else { return .zero }
    return hangsOnBeats(from) ? nil : evaluate(from)
  }

  /// The interval of beats given by `expression`; nil if it is too short, which is reported.
  private mutating func step(_ expression: TimeExpression) -> Time? {
    guard !hangsOnBeats(expression), let step = evaluate(expression) else { return nil }
    if step >= canvas.rate.frameDuration { return step }
    report(
      "beats-too-close", "beats are \(step.shown) s apart, less than a frame",
      at: expression.span)
    return nil
  }

  /// Returns true if the position of beats refers to a beat itself, which is reported.
  private mutating func hangsOnBeats(_ expression: TimeExpression) -> Bool {
    guard expression.namesBeat else { return false }
    report(
      "misplaced-beats", "the beats themselves are counted from no beat", at: expression.span,
      hint: "write a time, such as 200ms")
    return true
  }

  private mutating func reportMissing(
    _ message: String, _ count: Int, _ file: Located<String>, at span: Span
  ) {
    report(
      "too-few-beats", "\(message), and '\(file.value)' has \(count)", at: span,
      hint: "add beats to the file, or write the time in seconds")
  }

  /// Says what is wrong at `span`, once: a default is that of many clips.
  private mutating func report(
    _ code: String, _ message: String, at span: Span, hint: String? = nil
  ) {
    guard reported.insert(span).inserted else { return }
    diagnostics.append(.simple(code, message, at: span, hint: hint))
  }

  /// The extra length of the item of `context` for the transition after it, whose middle is to be
  /// on a beat.
  private mutating func overlap(after context: BeatContext) -> Time {
    guard let transition = transition(after: context), transition.style != nil,
      transition.length == .overlap
    else { return .zero }
    // What is wrong with it is said where it is laid out.
    let known = diagnostics
    let duration = length(of: transition) ?? .zero
    if !transition.duration.hasAnchors { diagnostics = known }
    return max(.zero, duration) / Time(2)
  }

  /// The transition out of the item of `context`, which is laid out next.
  private mutating func transition(after context: BeatContext) -> TransitionItem? {
    // The transitions of a track that is played as a whole lie within what is played.
    guard played[context.track] == nil else { return nil }
    let track = project.tracks[context.track]
    var following = context.following
    var name = context.name
    if following == nil {
      guard context.item + 1 < track.items.count else { return nil }
      switch track.items[context.item + 1] {
      case .transition(let transition): return transition
      case .gap, .freeze: return nil
      case .clip(let clip):
        guard clip.at == nil else { return nil }
        let known = diagnostics
        following = contents(clip.content, clip.playback, of: clip.name).first
        diagnostics = known
        name = clip.name
      }
    }
    guard let between = track.between, let following else { return nil }
    let last = cursors[context.track].placed.last
    let content = context.content ?? last?.content
    let item = LayerTarget.clip(track: context.track, item: context.item)
    let next = LayerTarget.clip(
      track: context.track, item: context.item + (context.following == nil ? 1 : 0))
    guard let from = file(of: content, in: item) ?? context.name ?? last?.clip.name,
      let to = file(of: following, in: next) ?? name
    else { return nil }
    if case .gap = track.items[context.item] { return nil }
    return cursors[context.track].next(of: between, from: from, to: to)
  }
}

extension TimeExpression {
  /// The same where each beat lasts `length`.
  fileprivate func counting(beatsOf length: Time) -> TimeExpression {
    switch kind {
    case .beats(let count): TimeExpression(.time(length * Time(count)), at: span)
    case .time, .frames, .share, .timecode, .sourceTimecode, .anchor, .beat: self
    case .binary(let operation, let left, let right):
      TimeExpression(
        .binary(operation, left.counting(beatsOf: length), right.counting(beatsOf: length)),
        at: span)
    }
  }

  /// True if it counts beats anywhere.
  fileprivate var countsBeats: Bool {
    contains { if case .beats = $0 { true } else { false } }
  }

  /// True if it names a beat of the film anywhere.
  fileprivate var namesBeat: Bool {
    contains { if case .beat = $0 { true } else { false } }
  }

  private func contains(_ isWanted: (Kind) -> Bool) -> Bool {
    if case .binary(_, let left, let right) = kind {
      return left.contains(isWanted) || right.contains(isWanted)
    }
    return isWanted(kind)
  }
}
