// SPDX-License-Identifier: Apache-2.0

package import Base
import Diagnostics
import ProjectModel
import RenderProtocol
package import Timeline

// Anchors into films within the film: `card.headline.end` is when `headline` of the film that `card` plays ends here.

/// A film within the film while it is played: which of its times are seen and heard when.
package struct PlayedFilm {
  var film: NestedFilm
  /// From when on it is played, and until when.
  var shown: TimeRange
  /// Its times from the start of `shown` on; of speed 0 where one picture of it is held.
  var map: TimeRemap
  /// True if it is visible, and so on the grid of frames.
  var hasPicture: Bool

  package init(_ clip: PlacedClip, _ film: NestedFilm) {
    self.film = film
    (shown, map) = (clip.shown, clip.map)
    hasPicture = clip.content.hasPicture
  }

  /// An interval of its time in that of the film around it, as far as it is played: of frames those at `rate` that show it.
  ///
  /// Of what is repeated it is the first time.
  package func time(of range: TimeRange, at rate: FrameRate) -> TimeRange? {
    let speed = map.speed
    guard speed != .zero else { return nil }
    let ends = [range.start, range.end].map { (time: Time) -> Time in
      if map.curve != nil {
        // Backwards a frame shows what comes before its time.
        let map = map.from(speed < .zero ? rate.frameDuration : .zero)
        let frame = map.frame(from: time, rate: rate)
        return frame == .max ? shown.end : shown.start + rate.time(of: frame)
      }
      let exact = shown.start + (time - map.start) / speed
      guard hasPicture else { return exact }
      // Nothing of the film comes before its start, which is held for the last part of a frame.
      if time <= .zero, speed < .zero { return shown.end }
      // Frame k shows it at k times the speed; backwards, at the end less k + 1 times that.
      let frame = exact * rate.perSecond
      return rate.time(of: Int(speed < .zero ? frame.floor : frame.ceiling))
    }.map { min(max($0, shown.start), shown.end) }
    let found = TimeRange(min(ends[0], ends[1]), max(ends[0], ends[1]))
    return found.isEmpty ? nil : found
  }
}

/// The result of the look-up of a name in a nested film.
enum InnerName {
  case found(TimeRange)
  /// It is not in the part that is played.
  case unseen
  /// There is none; `names` are those that there are.
  case unknown(names: [String])
  /// It is out of reach, which has been reported.
  case reported
}

extension Timeline {
  /// The time at which the thing `name` of it is seen or heard in it.
  func time(of name: String) -> InnerName {
    if let track = tracks.first(where: { $0.name == name }), !track.clips.isEmpty {
      return .found(track.extent)
    }
    if let overlay = overlays.first(where: {
      !$0.overlay.isNameless && $0.overlay.name.value == name
    }) {
      return .found(canvas.rate.time(of: overlay.frames))
    }
    let all = tracks.flatMap(\.clips)
    let named = all.filter { $0.clip.givenName?.value == name }
    let shown = named.filter { $0.target == named.first?.target }
    if let first = shown.first, let last = shown.last {
      return .found(TimeRange(first.shown.start, last.shown.end))
    }
    var names = tracks.map(\.name) + all.compactMap(\.clip.givenName?.value)
    names += overlays.filter { !$0.overlay.isNameless }.map(\.overlay.name.value)
    for clip in clips {
      guard let film = film(clip.content) else { continue }
      let inner: Substring
      if film.isTrack {
        inner = Substring(name)
      } else if let own = clip.clip.givenName?.value, let rest = name.rest(after: own) {
        inner = rest
      } else {
        continue
      }
      switch film.timeline.time(of: String(inner)) {
      case .found(let range):
        return PlayedFilm(clip, film).time(of: range, at: canvas.rate).map { .found($0) } ?? .unseen
      case .unseen: return .unseen
      case .reported: return .reported
      case .unknown(let others): if film.isTrack { names += others }
      }
    }
    return .unknown(names: names)
  }
}

extension TimelineLayout {
  /// The time at which something in a film within the film is seen or heard, which `name` names by the clip and itself; nil where there
  /// is no such clip.
  mutating func range(inside name: Located<String>, at span: Span) -> InnerName? {
    var place = name.value.startIndex
    while let dot = name.value[place...].firstIndex(of: ".") {
      place = name.value.index(after: dot)
      let things = named(String(name.value[..<dot]))
      guard things.count == 1 else { continue }
      if case .clip = things[0],
        isOutside(String(name.value[..<dot]), things[0].target, at: name.span)
      {
        return .reported
      }
      guard let played = film(playedBy: things[0], at: span) else { continue }
      let inner = played.film.timeline.time(of: String(name.value[place...]))
      switch inner {
      case .found(let range):
        return played.time(of: range, at: canvas.rate).map { .found($0) } ?? .unseen
      case .unseen, .reported: return inner
      case .unknown(let names):
        return .unknown(names: names.map { "\(name.value[..<dot]).\($0)" })
      }
    }
    // On a track that is played at another speed, which is a film of its own.
    for track in played.keys.sorted() where name.value.contains(".") {
      guard advance(track, through: project.tracks[track].items.count - 1, at: span),
        let number = cursors[track].placed.first?.content.media?.film
      else { continue }
      switch films[number].timeline.time(of: name.value) {
      case .found(let range): return inFilm(range, track).map { .found($0) } ?? .unseen
      case .unseen, .reported: return .unseen
      case .unknown: break
      }
    }
    return nil
  }

  /// Reports why there is no anchor of something in a film within the film.
  mutating func reportInside(_ name: Located<String>, _ found: InnerName) {
    switch found {
    case .found, .reported: break
    case .unseen:
      diagnostics.append(
        .simple(
          "unseen-anchor", "'\(name.value)' is not in the part of the film that is played",
          at: name.span, hint: "play more of it, or name something else"))
    case .unknown(let names): diagnostics.append(.unknownName(name, in: names))
    }
  }
}

extension String {
  /// The rest after `name` and a dot; nil if it has no such prefix.
  fileprivate func rest(after name: String) -> Substring? {
    guard hasPrefix(name + ".") else { return nil }
    return dropFirst(name.count + 1)
  }
}
