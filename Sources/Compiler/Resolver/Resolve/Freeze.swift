// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import ProjectModel
import RenderProtocol
import Timeline

/// Pictures that are held: items of tracks that go on with the last picture of the clip before them.
extension TimelineLayout {
  /// The clip shown by `freeze`, with the final look of the one before it; nil after a reported
  /// error.
  ///
  /// - Parameter index: Its index among the items of its track.
  mutating func held(
    by freeze: FreezeItem, item index: Int, on track: Int
  ) -> (clip: Clip, before: PlacedClip, duration: Time)? {
    beatContext = BeatContext(track: track, item: index)
    let length = evaluate(freeze.duration)
    beatContext = nil
    guard let duration = length else { return nil }
    guard duration > .zero else {
      diagnostics.append(
        .simple(
          "negative-time", "the freeze lasts \(duration.shown) s", at: freeze.duration.span,
          hint: "write how long the picture is held, such as 2s"))
      return nil
    }
    let items = project.tracks[track].items
    let last = items[..<index].lastIndex { if case .transition = $0 { false } else { true } }
    // Where the item before it has not been laid out, that was reported.
    guard let place = last.flatMap({ cursors[track].members[$0].last }) else { return nil }
    let before = cursors[track].placed[place]
    guard !cursors[track].isAudio, before.content.hasPicture else {
      diagnostics.append(
        .simple(
          "freeze-of-sound", "'\(before.clip.name)' is sound alone, and has no picture to hold",
          at: freeze.duration.span, hint: "write gap: \(duration.shown)s for silence"))
      return nil
    }
    guard before.content.hasLastPicture else {
      diagnostics.append(
        .simple(
          "freeze-of-drawing",
          "'\(before.clip.name)' is drawn, and lasts as long as one likes",
          at: freeze.duration.span, hint: "write a longer duration for it"))
      return nil
    }
    let isMasked = project.overlays.contains {
      $0.mask != nil && $0.group == before.target && $0.instructed == nil
    }
    guard !isMasked || freeze.keys.contains("mask") else {
      diagnostics.append(
        .simple(
          "freeze-of-masked", "the mask of '\(before.clip.name)' ends with it",
          at: freeze.duration.span, hint: "write the mask for the freeze, too"))
      return nil
    }
    guard let layer = layer(of: freeze, after: before) else { return nil }
    var playback = Playback()
    playback.fit = before.clip.playback.fit
    hold(before, &playback)
    playback.audio = .off
    let clip = Clip(
      content: before.clip.content, id: freeze.id, playback: playback, layer: layer,
      span: freeze.span)
    return (clip, before, duration)
  }

  /// Has frames made of the source as they are in `before`: what is made of them by itself depends on its speed.
  private func hold(_ before: PlacedClip, _ playback: inout Playback) {
    let span = before.clip.span
    switch before.interpolation(at: canvas.rate) {
    case nil: break
    case .blend: playback.interpolation = Located(.blend, at: span)
    case .motion: playback.interpolation = Located(.motion, at: span)
    }
    guard before.whyNothingIsDeinterlaced == nil else { return }
    switch before.deinterlacing(at: canvas.rate, copies: project.copiesPictures) {
    case nil: playback.deinterlacing = Located(.off, at: span)
    case .frames: playback.deinterlacing = Located(.frames, at: span)
    case .fields: playback.deinterlacing = Located(.fields, at: span)
    }
  }

  /// The layer settings of `freeze`: its own, else those of `before` at its end.
  private mutating func layer(
    of freeze: FreezeItem, after before: PlacedClip
  ) -> LayerSettings? {
    let (own, keys) = (freeze.layer, freeze.keys)
    var layer = before.clip.layer
    (layer.fade, layer.enter, layer.exit) = (own.fade, own.enter, own.exit)
    if keys.contains("backface") { layer.backface = own.backface }
    if keys.contains("blend") { layer.blend = own.blend }
    if keys.contains("motion-blur") { layer.motionBlur = own.motionBlur }
    let isAnchored = keys.contains("anchor") || keys.contains("position")
    if isAnchored { layer.anchor = own.anchor }
    if keys.contains("size") { layer.size = own.size }
    if keys.contains("crop") { layer.kenBurns = nil }
    var properties = PropertyTable<Animated<PropertyValue>>()
    for entry in layer.properties.entries where entry.property != .volume {
      let isOwn =
        own.properties[entry.property] != nil || entry.property == .anchor && isAnchored
        || entry.property == .size && keys.contains("size")
      if isOwn { continue }
      guard let value = last(of: entry.value, entry.property.name, freeze, before) else {
        return nil
      }
      if entry.property == .size, let size = value.boxSize {
        layer.size = Located(size, at: entry.value.span)
      } else {
        properties[entry.property] = .constant(Located(value, at: entry.value.span))
      }
    }
    properties.set(own.properties)
    layer.properties = properties
    if keys.contains("effects") {
      layer.effects = own.effects
    } else if let effects = layer.effects {
      var items = effects.value
      for item in items.indices {
        for setting in items[item].settings.indices {
          guard case .changing(var change) = items[item].settings[setting].value else { continue }
          let option = items[item].settings[setting].option
          guard let value = last(of: change.curve, option, freeze, before) else { return nil }
          change.curve = .constant(Located(value, at: change.curve.span))
          items[item].settings[setting].value = .changing(change)
        }
      }
      layer.effects = Located(items, at: effects.span)
    }
    return layer
  }

  /// The value that a curve of `before` has come to in its end; nil where it would go on, which is said.
  private mutating func last(
    of curve: Animated<PropertyValue>, _ name: String, _ freeze: FreezeItem, _ before: PlacedClip
  ) -> PropertyValue? {
    switch curve {
    case .constant(let value): return value.value
    case .ramp(let ramp): return ramp.to
    case .keyframes(let keys): return keys[keys.count - 1].value
    case .motion(let motion):
      let isOnce =
        motion.count == Time(1) && !motion.isMirrored && motion.path == nil && motion.holdsAfter
      let delay = motion.delay.flatMap { evaluate($0) } ?? .zero
      let end = motion.duration.flatMap { evaluate($0) }.map { delay + $0 }
      if isOnce, end.map({ $0 <= before.end - before.start }) ?? true {
        return motion.values[motion.values.count - 1]
      }
      diagnostics.append(
        Diagnostic(
          code: .error("freeze-of-motion"),
          message: "'\(name)' of '\(before.clip.name)' still moves where it is held",
          span: freeze.duration.span,
          notes: [.init(message: "by this motion", span: motion.span)],
          hint: "write '\(name)' for the freeze, too"))
      return nil
    }
  }
}

extension PlacedContent {
  /// True if it has a frame to hold: footage, a nested film, or a still.
  fileprivate var hasLastPicture: Bool {
    switch self {
    case .clip: true
    case .image(let media): media.isTimeless
    case .text, .subtitles, .graphic, .group: false
    }
  }
}
