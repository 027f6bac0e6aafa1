// SPDX-License-Identifier: Apache-2.0

package import Base
package import Catalog
package import Diagnostics
package import ProjectModel
package import RenderProtocol
package import Subtitles

/// A transition between `clips[index]` and `clips[index + 1]` of its track.
package struct PlacedTransition {
  package var index: Int
  /// The style; nil for a plain cut, which is here for its audio alone.
  package var style: TransitionStyle?
  package var settings: TransitionSettings
  package var easing: Easing
  package var policy: TransitionItem.LengthPolicy
  /// The frames on which both clips are drawn.
  package var frames: Range<Int>
  /// The same interval, exact, for sound.
  package var time: TimeRange
  /// The change of its audio, if the project sets one.
  package var sound: AudioChange?
  package var span: Span

  package init(
    index: Int, style: TransitionStyle?, settings: TransitionSettings, easing: Easing,
    policy: TransitionItem.LengthPolicy, frames: Range<Int>, time: TimeRange,
    sound: AudioChange? = nil, span: Span
  ) {
    self.index = index
    self.style = style
    self.settings = settings
    self.easing = easing
    self.policy = policy
    self.frames = frames
    self.time = time
    self.sound = sound
    self.span = span
  }

  /// The name of the transition.
  package var name: String { style?.name ?? TransitionItem.cutName }
}

/// The change from the sound of one clip of a transition to that of the other.
package struct AudioChange {
  /// The film time in which both are heard.
  package var time: TimeRange
  package var curve: TransitionSound.Curve

  package init(time: TimeRange, curve: TransitionSound.Curve) {
    self.time = time
    self.curve = curve
  }

  /// The overlap of both clips' audio at a cut, which prevents a click.
  package static let ramp = Time(4, over: 1000)
}

/// An overlay at its place in the film.
package struct PlacedOverlay {
  /// Its index in `ProjectDocument.overlays`.
  package var index: Int
  package var overlay: Overlay
  package var time: TimeRange
  package var frames: Range<Int>
  package var content: PlacedContent
  /// The played range of its file; nil if it shows no footage.
  package var footage: PlacedClip?
  /// Keyframes from the overlay's start.
  package var properties: PropertyKeys
  /// The filters that its picture goes through; keyframes from the overlay's start.
  package var effects: [ResolvedEffect] = []
  package var fade = ResolvedFade.none
  /// The frames of the instruction in which it masks its layer, in place of the layer's own mask; nil for that.
  package var instructed: Range<Int>?
  package var origin: Origin

  package init(
    index: Int, overlay: Overlay, time: TimeRange, frames: Range<Int>, content: PlacedContent,
    footage: PlacedClip? = nil, properties: PropertyKeys, effects: [ResolvedEffect] = [],
    fade: ResolvedFade = ResolvedFade.none, instructed: Range<Int>? = nil, origin: Origin
  ) {
    self.index = index
    self.overlay = overlay
    self.time = time
    self.frames = frames
    self.content = content
    self.footage = footage
    self.properties = properties
    self.effects = effects
    self.fade = fade
    self.instructed = instructed
    self.origin = origin
  }
}

/// The durations of a layer's fades; zero for at once.
package struct ResolvedFade {
  package var fadeIn: Time
  package var fadeOut: Time
  /// The curve of the audio fades.
  package var curve = Fade.Curve.linear
  /// The entrance of the picture, in addition.
  @Boxed package var enter: ResolvedEntrance?
  /// The exit of the picture, in addition.
  @Boxed package var exit: ResolvedEntrance?

  package init(
    fadeIn: Time, fadeOut: Time, enter: ResolvedEntrance? = nil, exit: ResolvedEntrance? = nil
  ) {
    self.fadeIn = fadeIn
    self.fadeOut = fadeOut
    self.enter = enter
    self.exit = exit
  }

  package static let none = ResolvedFade(fadeIn: .zero, fadeOut: .zero)
}

/// An instruction with its range worked out.
package struct PlacedInstruction {
  package var instruction: Instruction
  package var time: TimeRange
  package var frames: Range<Int>
  /// The curves of each layer, in the order of `instruction.layers`.
  package var layers: [LayerCurves]
  /// The filters that the whole picture goes through meanwhile; nil where the film's own count.
  package var effects: [ResolvedEffect]?

  package init(
    instruction: Instruction, time: TimeRange, frames: Range<Int>, layers: [LayerCurves],
    effects: [ResolvedEffect]? = nil
  ) {
    self.instruction = instruction
    self.time = time
    self.frames = frames
    self.layers = layers
    self.effects = effects
  }

  /// Keyframes of one layer: time from the start of the instruction.
  package struct LayerCurves {
    package var target: LayerTarget
    package var properties: PropertyKeys
    /// The filters that it goes through meanwhile; nil where its own count.
    package var effects: [ResolvedEffect]?
    /// The visibility of its back meanwhile; nil if not set.
    package var backface: Backface?
    /// The blending meanwhile with the layers under it; nil if not set.
    package var blend: Blending?
    /// The place that names the layer.
    package var span: Span

    package init(
      target: LayerTarget, properties: PropertyKeys, effects: [ResolvedEffect]? = nil,
      backface: Backface? = nil, blend: Blending? = nil, span: Span
    ) {
      self.target = target
      self.properties = properties
      self.effects = effects
      self.backface = backface
      self.blend = blend
      self.span = span
    }
  }
}

/// An output with its interval of the film.
package struct PlacedOutput {
  package var output: Output
  /// The film frames it holds, or those that cover its sound; for a still exactly one.
  package var frames: Range<Int>
  /// The film samples it holds; where it has no pictures, exact to the sample.
  package var samples: Range<Int64>
  /// Its own chapters, in time from its start; nil where it says nothing of them.
  package var chapters: [Chapter]?
  /// Its captions, in time from its start; one list for each of the output's.
  package var captions: [CueList] = []
  /// Its cover.
  package var cover: CoverPicture?

  package init(output: Output, frames: Range<Int>, samples: Range<Int64>) {
    self.output = output
    self.frames = frames
    self.samples = samples
  }
}

/// A keyframe with its time worked out.
package struct ResolvedKey: Sendable {
  /// From the start of the range it belongs to.
  package var time: Time
  package var value: PropertyValue
  package var easing: Easing
  /// The turns until the next key in place of an easing; nil for none.
  package var turns: ResolvedTurns?

  package init(
    time: Time, value: PropertyValue, easing: Easing, turns: ResolvedTurns? = nil
  ) {
    self.time = time
    self.value = value
    self.easing = easing
    self.turns = turns
  }
}

/// Keyframes that are gone through again and again.
package struct ResolvedTurns: Sendable {
  /// The keyframes of one turn, from 0 to `period`; along a path their values are shares of its length.
  package var keys: [ResolvedKey]
  /// The path along which a turn goes, in pixels of the project.
  package var path: PathTravel?
  /// The duration of a turn.
  package var period: Time
  /// True if every other turn runs backwards.
  package var isMirrored: Bool

  package init(keys: [ResolvedKey], path: PathTravel? = nil, period: Time, isMirrored: Bool) {
    self.keys = keys
    self.path = path
    self.period = period
    self.isMirrored = isMirrored
  }
}

/// Keyframes of properties, each at least one.
package typealias PropertyKeys = PropertyTable<[ResolvedKey]>

/// A filter whose curves have been worked out.
package struct ResolvedEffect: Sendable {
  /// libavfilter's name.
  package var filter: String
  /// The options that stay the same.
  package var settings: [FilterUse.Setting]
  /// The options that are files.
  package var files: [FilterUse.File] = []
  /// The options that change, each with its keys.
  package var changing: [(option: FilterUse.Changing, keys: [ResolvedKey])]
  /// True if its picture depends on the time since the layer's first frame.
  package var isTimed: Bool
  /// True if it has to be created anew for each frame.
  package var isRenewed: Bool
  /// The place in the project.
  package var span: Span

  package init(
    filter: String, settings: [FilterUse.Setting], files: [FilterUse.File] = [],
    changing: [(option: FilterUse.Changing, keys: [ResolvedKey])], isTimed: Bool, isRenewed: Bool,
    span: Span
  ) {
    self.filter = filter
    self.settings = settings
    self.files = files
    self.changing = changing
    self.isTimed = isTimed
    self.isRenewed = isRenewed
    self.span = span
  }
}
