// SPDX-License-Identifier: Apache-2.0

import Base
package import Diagnostics
package import ProjectModel
package import RenderProtocol

/// The content of a layer of the timeline, its file found.
package enum PlacedContent {
  /// Footage, a still or sound, fitted into the canvas where no size is said.
  case clip(ResolvedMedia)
  /// A still image, of its own size where none is said.
  case image(ResolvedMedia)
  /// A text, or a number in its place.
  indirect case text(TextContent)
  /// Texts of a file, each at its frames.
  indirect case subtitles(PlacedSubtitles)
  /// A drawing that fills its box.
  case graphic(GraphicContent)
  /// The overlays whose group the layer is.
  case group

  /// The file that is shown or heard.
  package var media: ResolvedMedia? {
    switch self {
    case .clip(let media), .image(let media): media
    case .text, .subtitles, .graphic, .group: nil
    }
  }

  /// The facts of the video of its file.
  package var video: VideoFacts? { media?.facts.video }

  /// The facts of the audio of its file.
  package var audio: AudioFacts? {
    switch self {
    case .clip(let media): media.facts.audio
    case .image, .text, .subtitles, .graphic, .group: nil
    }
  }

  /// True if it is visible.
  package var hasPicture: Bool {
    switch self {
    case .clip(let media), .image(let media): media.facts.video != nil
    case .text, .subtitles, .graphic, .group: true
    }
  }

  /// True if it is footage or an image, which fills its box in some way.
  package var isFitted: Bool {
    switch self {
    case .clip, .image: true
    case .text, .subtitles, .graphic, .group: false
    }
  }

  /// True if it has no duration of its own.
  package var isTimeless: Bool {
    switch self {
    case .clip(let media): media.isTimeless
    case .image: true
    case .text, .subtitles, .graphic, .group: true
    }
  }

  /// True if it is a file with one picture.
  package var isPhoto: Bool {
    switch self {
    case .clip(let media), .image(let media): media.facts.isStill
    case .text, .subtitles, .graphic, .group: false
    }
  }
}

/// A clip or an overlay as it is drawn.
package struct DrawnLayer {
  /// The content.
  package var content: PlacedContent
  /// The settings.
  package var settings: LayerSettings
  /// The target by which instructions address it.
  package var target: LayerTarget
  /// Keyframes from the start of its own frames.
  package var properties: PropertyKeys
  /// The filters that its picture goes through.
  package var effects: [ResolvedEffect]
  package var fade: ResolvedFade
  package var fit: FitMode
  /// True if an image without a size fills its box: its fit is written.
  package var isFitted = false
  /// The film's frames that it lasts.
  package var own: Range<Int>
  /// The film's frames that are drawn: those, and around them what transitions need.
  package var frames: Range<Int>
  /// For footage, which of its frames are read.
  package var clip: PlacedClip?
  package var span: Span
}

extension Timeline {
  package func layer(_ placed: PlacedClip) -> DrawnLayer {
    var fit = FitMode.contain
    if placed.content.isFitted { fit = placed.clip.playback.fit ?? self.fit }
    if placed.clip.layer.kenBurns != nil { fit = .cover }
    var layer = DrawnLayer(
      content: placed.content, settings: placed.clip.layer, target: placed.target,
      properties: placed.properties, effects: placed.effects, fade: placed.fade, fit: fit,
      own: placed.frames, frames: placed.drawn, clip: placed,
      span: placed.clip.span)
    layer.isFitted = placed.clip.playback.fit != nil
    return layer
  }

  package func layer(_ placed: PlacedOverlay) -> DrawnLayer {
    // A mask fills the box of its layer, and a pan its own.
    var fit = placed.overlay.mask == nil ? FitMode.contain : .stretch
    if placed.content.isFitted, placed.overlay.mask == nil { fit = self.fit }
    fit = placed.overlay.playback.fit ?? fit
    if placed.overlay.layer.kenBurns != nil { fit = .cover }
    var layer = DrawnLayer(
      content: placed.content, settings: placed.overlay.layer, target: .overlay(placed.index),
      properties: placed.properties, effects: placed.effects, fade: placed.fade, fit: fit,
      own: placed.frames, frames: placed.frames, clip: placed.footage,
      span: placed.overlay.span)
    layer.isFitted = placed.overlay.playback.fit != nil
    return layer
  }

  /// A track as a group of its clips, from the film's start on.
  package func layer(ofTrack index: Int) -> DrawnLayer {
    let track = tracks[index]
    let end = track.drawnEnd
    let start = min(end, max(0, canvas.rate.frame(nearest: track.extent.start)))
    var settings = track.settings
    settings.blend = nil
    return DrawnLayer(
      content: .group, settings: settings, target: .track(index), properties: track.properties,
      effects: track.effects, fade: track.fade, fit: .contain, own: start..<end,
      frames: 0..<end, clip: nil, span: track.span)
  }

  /// The overlay with an index in `ProjectDocument.overlays`, by bisection; nil where nothing of it is shown.
  package func overlay(_ index: Int) -> PlacedOverlay? {
    let place = overlays.partitioningIndex { $0.index >= index }
    return place < overlays.count && overlays[place].index == index ? overlays[place] : nil
  }

  /// The group that a layer is in; nil for none.
  package func group(around layer: LayerTarget) -> DrawnLayer? {
    if case .clip(let track, _) = layer, tracks[track].settings.size != nil {
      return self.layer(ofTrack: track)
    }
    guard case .overlay(let index) = layer, let overlay = overlay(index)?.overlay,
      let target = overlay.group
    else { return nil }
    // The text of a mask is as large as that of its layer would be.
    if overlay.mask != nil { return group(around: target) }
    return self.layer(target)
  }

  /// The clip or overlay that instructions know as `target`; nil where there is none.
  package func layer(_ target: LayerTarget) -> DrawnLayer? {
    switch target {
    case .overlay(let index): return overlay(index).map { layer($0) }
    case .clip(let track, let item):
      let clips = tracks[track].clips
      let place = clips.partitioningIndex { $0.item >= item }
      guard place < clips.count, clips[place].item == item else { return nil }
      return layer(clips[place])
    case .track: return nil
    }
  }

  /// All texts that are drawn, by what instructions know their layers as, where programs point for them, and how they
  /// are typed or come part by part.
  package var texts: [PlacedText] {
    var texts: [PlacedText] = []
    func add(_ layer: DrawnLayer, _ origin: Origin) {
      guard case .text(let text) = layer.content else { return }
      texts.append(
        PlacedText(
          target: layer.target, text: text, origin: origin,
          typed: TypedText(layer, rate: canvas.rate), cascade: TextCascade(layer)))
    }
    for track in tracks where !track.isAudio {
      for clip in track.clips { add(layer(clip), clip.origin) }
    }
    for overlay in overlays { add(layer(overlay), overlay.origin) }
    return texts
  }
}

/// A text that is drawn.
package struct PlacedText {
  /// The target by which instructions address its layer.
  package var target: LayerTarget
  package var text: TextContent
  /// The origin that programs have for it.
  package var origin: Origin
  /// The typing of the text, if it is typed.
  package var typed: TypedText?
  /// The animation of its parts, if it has one.
  package var cascade: TextCascade?
}

extension PlacedClip {
  /// The item of its track that it shows; ascending on a track.
  fileprivate var item: Int {
    guard case .clip(_, let item) = target else {
      preconditionFailure("a clip is an item of a track")
    }
    return item
  }
}
