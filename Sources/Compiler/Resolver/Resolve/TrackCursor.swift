// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import ProjectModel
import RenderProtocol
import Timeline

/// The state of laying out a track.
struct TrackCursor {
  /// True if only its audio counts.
  let isAudio: Bool
  /// The first item that is not laid out yet.
  var next = 0
  /// True if that item is being laid out right now.
  var isBusy = false
  /// The position of the next item: the end of the item laid out last.
  var position = Time.zero
  /// Clips in the order of the file.
  private(set) var placed: [PlacedClip] = []
  /// From the first start to the last end of the clips laid out, as they are seen and heard.
  private(set) var extent: TimeRange?
  /// The end of a gap after which nothing has been laid out; else zero.
  var gapEnd = Time.zero
  /// For each item the indices of its clips in `placed`; more than one for a list.
  var members: [Range<Int>] = []
  /// The number of transitions; one of an item takes its turn, so that those of others stay.
  var turns = 0
  /// The number of times that two files follow each other with one of these between them.
  var pairs: [String: Int] = [:]
  /// The kinds of its transitions so far.
  var kinds: [String] = []
  /// The transition before the next clip.
  var pending: (item: TransitionItem, duration: Time)?
  /// Transitions into `placed[key]`.
  var transitions: [PlacedTransition] = []

  init(track: Track, media: MediaTable) {
    members.reserveCapacity(track.items.count)
    placed.reserveCapacity(track.items.count)
    switch track.kind?.value {
    case .audio: isAudio = true
    case .video: isAudio = false
    case nil:
      isAudio = track.items.allSatisfy {
        guard case .clip(let clip) = $0 else { return true }
        guard let source = clip.content.media else { return false }
        return media[source].allSatisfy { $0.facts.video == nil }
      }
    }
  }
}

extension TrackCursor {
  mutating func append(_ clip: PlacedClip) {
    placed.append(clip)
    let known = extent ?? clip.shown
    extent = TimeRange(min(known.start, clip.shown.start), max(known.end, clip.shown.end))
    gapEnd = .zero
  }

  /// The transition of `between` that comes next, between two files.
  func next(of between: BetweenTransitions, from: String, to: String) -> TransitionItem {
    between.transition(
      from: from, to: to, turn: turns, times: pairs["\(from)\0\(to)", default: 0],
      last: kinds.last, earlier: kinds.dropLast())
  }

  /// Says from where to where something of it is seen and heard.
  mutating func hold(extent: TimeRange) { self.extent = extent }

  /// Changes how far the last clips are drawn beyond their own frames.
  mutating func extend(_ index: Int, lead: PlacedClip.Extension) { placed[index].lead = lead }
  mutating func extend(_ index: Int, tail: PlacedClip.Extension) { placed[index].tail = tail }
}

extension TimelineLayout {
  /// Lays one item of a track out.
  mutating func place(_ track: Int, item index: Int) {
    let first = cursors[track].placed.count
    if let played = played[track] {
      if index == 0 { place(track, played) }
      cursors[track].members.append(0..<cursors[track].placed.count)
      return
    }
    switch project.tracks[track].items[index] {
    case .gap(let gap):
      beatContext = BeatContext(track: track, item: index)
      let length = evaluate(gap.duration)
      beatContext = nil
      if let duration = length {
        if duration < .zero {
          diagnostics.append(.simple("negative-time", "a gap of less than nothing", at: gap.span))
        } else if !isTooLong(cursors[track].position + duration, at: gap.span) {
          cursors[track].position = cursors[track].position + duration
          cursors[track].gapEnd = cursors[track].position
        }
      }
    case .transition(let transition):
      cursors[track].kinds.append(transition.kind)
      cursors[track].turns += 1
      wait(for: transition, on: track)
    case .freeze(let freeze): place(freeze, item: index, on: track)
    case .clip(let clip):
      let members = contents(clip.content, clip.playback, of: "clip '\(clip.name)'")
      if clip.playback.loops, members.count > 1 {
        diagnostics.append(
          .simple("loop-of-list", "a list of clips cannot loop", at: clip.span))
        break
      }
      for (position, member) in members.enumerated() {
        if position > 0 || clip.at == nil {
          pass(to: clip, member, of: .clip(track: track, item: index), on: track)
        }
        let isLast = position == members.count - 1
        place(
          clip, member, as: .clip(track: track, item: index), on: track, isFirst: position == 0,
          isLast: isLast, before: isLast ? nil : members[position + 1])
      }
    }
    cursors[track].members.append(first..<cursors[track].placed.count)
  }

  /// Lays the picture out that `freeze` holds.
  private mutating func place(_ freeze: FreezeItem, item index: Int, on track: Int) {
    guard let (clip, before, length) = held(by: freeze, item: index, on: track),
      let start = start(of: clip, on: track, isFirst: true)
    else { return }
    let end = start + length
    if isTooLong(end, at: freeze.duration.span) { return }
    checkBounds(of: clip.layer, clip.content, in: .track(track), at: clip.span)
    let frames = frames(of: TimeRange(start, end))
    if frames.isEmpty {
      diagnostics.append(
        .unseen(
          freeze.name, length, frame: canvas.rate.frameDuration, at: freeze.duration.span))
    }
    cursors[track].append(
      PlacedClip(
        clip: clip, target: .clip(track: track, item: index), content: before.content, start: start,
        end: end, shown: canvas.rate.time(of: frames),
        map: TimeRemap(start: before.lastTime(canvas.rate), speed: .zero), frames: frames,
        fade: arrival(of: clip.layer, before.content, in: length),
        origin: origins.add(
          span: clip.span, name: freeze.name, asset: before.content.media?.shownPath ?? "")))
    cursors[track].position = end
    join(track)
  }

  mutating func place(
    _ clip: Clip, _ content: PlacedContent, as target: LayerTarget, on track: Int, isFirst: Bool,
    isLast: Bool, before following: PlacedContent? = nil
  ) {
    let isAudio = cursors[track].isAudio
    guard checkStreams(clip, content, track: track, isAudio: isAudio) else { return }
    var clip = clip
    if clip.layer.kenBurns?.isDefault == true, !content.isPhoto { clip.layer.kenBurns = nil }
    let hasPicture = !isAudio && content.hasPicture
    if !hasPicture { clip.playback = clip.playback.ofSoundAlone }
    // What is repeated lasts as long as it says: all of it is repeated.
    var repeated: TimeExpression?
    if clip.playback.loops, clip.until == nil, !content.isTimeless, let range = clip.playback.range,
      range.isDuration
    {
      repeated = range.end
      clip.playback.range = nil
    }
    let context = BeatContext(clip, content, at: target, isFirst: isFirst, before: following)
    defer { beatContext = nil }
    beatContext = context
    guard let source = sourceRange(clip, content, hasPicture: hasPicture) else { return }
    beatContext = nil
    guard let start = start(of: clip, on: track, isFirst: isFirst) else { return }
    var limit: Time?
    if let until = clip.until {
      guard let found = evaluate(until) else { return }
      limit = found
    } else if let repeated {
      guard let found = evaluate(repeated) else { return }
      limit = start + found
    }
    beatContext = context
    // A range of so many beats lasts as long, also where it is at rest in the end.
    let beats = beatsLength.flatMap { $0.span == clip.playback.range?.end?.span ? $0.film : nil }
    guard
      let (map, length) = speed(
        of: clip, content, playing: source, from: start, until: isLast ? limit : nil,
        lasting: beats)
    else { return }
    beatContext = nil

    var end = start + length
    if let limit, let until = clip.until ?? repeated {
      guard limit > start else {
        diagnostics.append(
          .simple(
            "empty-clip",
            "clip '\(clip.name)' ends at \(limit.shown) s, before it starts at"
              + " \(start.shown) s", at: until.span))
        return
      }
      let isOpen = clip.playback.loops || (content.isTimeless && clip.playback.range?.end == nil)
      if !isOpen, isLast, limit > end + canvas.rate.frameDuration {
        let hint = isFirst ? "`loop: true` repeats it until then" : nil
        diagnostics.append(
          .endsEarly(
            clip.name, end, limit, at: until.span,
            hint: content.isTimeless ? "leave out how long it is shown" : hint))
      }
      end = isOpen ? limit : min(end, limit)
    } else if clip.playback.loops {
      diagnostics.append(
        .simple(
          "endless-loop", "a loop needs an end", at: clip.span,
          hint: "write duration: 5s, or until: main.end, the film time at which it ends"))
      return
    }

    guard !isTooLong(end, at: clip.span),
      let seam = seam(of: clip, lasting: length, hasPicture: hasPicture),
      checkLoop(clip, content, map, of: length, lasting: end - start, overlapping: seam)
    else { return }
    checkBounds(of: clip.layer, clip.content, in: .track(track), at: clip.span)
    let rate = canvas.rate
    let frames =
      rate.frame(nearest: start)..<max(rate.frame(nearest: start), rate.frame(nearest: end))
    if hasPicture, frames.isEmpty {
      diagnostics.append(
        .unseen(
          clip.name, end - start, frame: rate.frameDuration,
          at: clip.playback.range?.span ?? clip.span))
    }
    var placed = PlacedClip(
      clip: clip, target: target, content: inStep(content, clip.playback, at: map.speed),
      start: start, end: end,
      shown: hasPicture ? rate.time(of: frames) : TimeRange(start, end),
      map: map, loop: clip.playback.loops && !content.isTimeless ? source : nil, turn: length,
      seam: seam > .zero ? seam : nil, frames: frames,
      fade: arrival(of: clip.layer, content, in: end - start),
      origin: origins.add(span: clip.span, name: clip.name, asset: content.media?.shownPath ?? ""))
    placed.isMember = !(isFirst && isLast)
    cursors[track].append(placed)
    cursors[track].position = end
    join(track)
  }

  /// The duration of the crossfade between turns of the loop of `clip`, zero for none; nil after a
  /// reported error.
  mutating func seam(of clip: Clip, lasting length: Time, hasPicture: Bool) -> Time? {
    guard let written = clip.playback.crossfade else { return .zero }
    guard let seam = evaluate(written) else { return nil }
    if hasPicture {
      diagnostics.append(
        .simple(
          "crossfade-of-pictures", "only sound repeats with a crossfade", at: written.span,
          hint: "write loop: true, or put its sound on a track with kind: audio"))
      return nil
    }
    guard seam > .zero, seam <= length / Time(2) else {
      diagnostics.append(
        .simple(
          "crossfade-too-long",
          "the crossfade lasts \(seam.shown) s, and what is repeated \(length.shown) s",
          at: written.span,
          hint: "it takes half of that at most: crossfade: "
            + "\(Time((length * Time(500)).floor, over: 1000).shown)s"))
      return nil
    }
    return seam
  }

  /// A loop turns at most once a frame: shorter ones are mistakes, and would make millions of turns.
  ///
  /// Every turn is a read of its own in the plan, so that all of a project are bounded.
  mutating func checkLoop(
    _ clip: Clip, _ content: PlacedContent, _ map: TimeRemap, of range: Time, lasting length: Time,
    overlapping seam: Time
  ) -> Bool {
    guard clip.playback.loops else { return true }
    let turn = range - seam
    guard turn >= canvas.rate.frameDuration else {
      diagnostics.append(
        .simple("loop-too-short", "what is repeated is shorter than a frame", at: clip.span))
      return false
    }
    if content.isTimeless { return true }
    let turns = Int((length / turn).ceiling)
    loopTurns += turns
    loopPoints += turns * (map.curve?.points.count ?? 0)
    guard loopPoints <= Timeline.mostPoints else {
      diagnostics.append(
        .simple(
          "limit",
          "the speeds of a project's loops change \(Timeline.mostPoints) times at most, each turn counted",
          at: clip.playback.speed?.span ?? clip.span,
          hint: "end the loop earlier, or write fewer keys and easings"))
      return false
    }
    guard loopTurns > Timeline.mostTurns else { return true }
    let before = loopTurns - turns
    diagnostics.append(
      .simple(
        "limit",
        "the loops of a project turn \(Timeline.mostTurns) times at most, this one \(turns) times"
          + (before > 0 ? " after \(before) others" : ""), at: clip.span,
        hint: "repeat a longer range, or end the loop earlier"))
    return false
  }

  private mutating func checkStreams(
    _ clip: Clip, _ content: PlacedContent, track: Int, isAudio: Bool
  ) -> Bool {
    let name = project.tracks[track].name.value
    let shown = content.media?.shownPath ?? clip.name
    let span = clip.content.media?.span ?? clip.span
    if isAudio && content.audio == nil {
      diagnostics.append(.missingStream("sound", shown, track: name, at: span))
      return false
    }
    if project.tracks[track].kind?.value == .video && !content.hasPicture {
      diagnostics.append(.missingStream("picture", shown, track: name, at: span))
      return false
    }
    return true
  }

  /// The interval of the source that a clip plays (for a loop: repeats).
  mutating func sourceRange(_ clip: Clip, _ content: PlacedContent, hasPicture: Bool)
    -> TimeRange?
  {
    let isStill = content.isTimeless
    let pictureEnd = hasPicture && !isStill ? content.video?.end : nil
    let natural = end(of: content, pictures: pictureEnd, isHeard: clip.playback.audio != .off)
    let written = clip.content.media?.span ?? clip.span
    let range = clip.playback.range ?? RangeExpression(start: nil, end: nil, at: written)
    let still = project.stillDuration
    guard !isPlacedByBeats(range) else { return nil }
    // Where all pictures say how long they last, the default is for the next one.
    if isStill { usesStillDuration = true }
    // A duration says how long it lasts, which is a time of the film.
    sourceClock = range.isDuration ? nil : SourceClock(content)
    defer { sourceClock = nil }
    guard
      let source = evaluate(
        range, start: .zero,
        end: { layout in
          guard isStill else { return natural ?? .zero }
          guard let duration = layout.evaluate(still) else { return nil }
          return duration
        })
    else { return nil }
    guard source.start >= .zero else {
      diagnostics.append(.negativeTime("the range", source.start, at: range.span))
      return nil
    }
    if let media = content.media, let natural, !isStill, source.start >= natural,
      source.isEmpty || range.end == nil
    {
      diagnostics.append(
        .beginsAfterMedia(
          media.shownPath, end: natural, start: source.start,
          timecode: sourceClock?.meant(by: range.start, before: natural), at: range.span))
      return nil
    }
    guard !source.isEmpty else {
      diagnostics.append(.emptyRange(at: range.span, source.start, source.end))
      return nil
    }
    if range.end == nil, let media = content.media, let pictureEnd, let natural,
      natural > pictureEnd
    {
      reportHeld(media, pictureEnd, natural, from: source.start, at: range.span)
    }
    if !isStill, let media = content.media {
      let limit = max(pictureEnd ?? .zero, content.audio?.end ?? .zero)
      if source.end > limit + canvas.rate.frameDuration {
        diagnostics.append(
          .beyondMedia(
            media.shownPath, pictures: pictureEnd, sound: content.audio?.end, wanted: source.end,
            timecode: sourceClock?.meant(by: range.end, before: limit, isEnd: true), in: range))
        return nil
      }
    }
    return source
  }

  /// The least excess of a file's audio over its video for its last frame to be held.
  ///
  /// Packets of audio end some milliseconds behind the last frame in nearly all files.
  private static let leastHold = Time(1, over: 2)

  /// The end of something of `content` itself, whose pictures end at `pictures`.
  private func end(of content: PlacedContent, pictures: Time?, isHeard: Bool) -> Time? {
    guard let pictures else { return content.audio?.end }
    guard isHeard, let sound = content.audio?.end, sound > pictures + TimelineLayout.leastHold
    else { return pictures }
    return sound
  }

  /// Says, once for each file, that its last picture is held.
  private mutating func reportHeld(
    _ media: ResolvedMedia, _ pictures: Time, _ sound: Time, from start: Time, at span: Span
  ) {
    guard heldFiles.insert(media.file.path).inserted else { return }
    diagnostics.append(
      Diagnostic(
        code: .warning("held-picture"),
        message:
          "the sound of '\(media.shownPath)' goes on for \((sound - pictures).shown) s behind"
          + " its last picture, which is held", span: span,
        hint: "write range: \(start.shown)s..\(pictures.shown)s to end with the picture"))
  }

  private mutating func start(of clip: Clip, on track: Int, isFirst: Bool) -> Time? {
    if isFirst, let at = clip.at {
      if cursors[track].pending != nil {
        diagnostics.append(
          .simple(
            "placed-after-transition", "a clip after a transition cannot have `at`", at: at.span,
            hint: "the transition decides where it starts"))
        cursors[track].pending = nil
      }
      guard let time = evaluate(at) else { return nil }
      if time < .zero {
        diagnostics.append(.negativeTime("clip '\(clip.name)'", time, at: at.span))
        return nil
      }
      return time
    }
    var start = cursors[track].position
    if let pending = cursors[track].pending, pending.item.length == .overlap,
      let previous = cursors[track].placed.last, previous.end == start
    {
      start = start - pending.duration
      if start < previous.start {
        if reported.insert(pending.item.durationPlace).inserted {
          diagnostics.append(
            .transitionTooLong(
              "\(pending.duration.shown) s", clip: previous.nameOfMember,
              "\((previous.end - previous.start).shown) s", at: pending.item.durationPlace))
        }
        cursors[track].pending = nil
        return cursors[track].position
      }
    }
    return start
  }
}
