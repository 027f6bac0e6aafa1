// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import ProjectModel
import RenderGraph
import RenderProtocol
import Timeline

/// The properties, effects and masks with which a layer is drawn on the canvas.
struct LayerDrawing {
  /// Its own properties; their keys count from `start`.
  var own: PropertyKeys
  /// Their start, in seconds from the first frame.
  var start: Time
  /// The changes by instructions.
  var uses: [Use]
  /// The film's frames in which it is drawn.
  var frames: Range<Int>
  /// The position of its anchor; nil for the centre of the canvas.
  var pivot: PixelPoint?
  /// The size of its own picture.
  var natural: PixelSize
  /// The filters that its picture goes through, where no instruction says otherwise; their keys count from `start`.
  var effects: [ResolvedEffect] = []
  /// The place in the project.
  var origin: Span?
  /// Its entrance and exit animations.
  var ends: [LayerEnd] = []
  /// True if it is invisible while its back faces the camera.
  var hidesBack = false
  /// The distance in pixels by which its own picture extends beyond its box.
  var overhang = 0.0
  /// True if its outline is kept for all frames even if only some of them are clipped.
  var keepsShape = false
  /// The mask of the layer, and the frames of the layer without those of transitions.
  var mask: (placed: PlacedOverlay, own: Range<Int>)?
  /// The masks that instructions give it, each in some of the film's frames.
  var instructedMasks: [(placed: PlacedOverlay, frames: Range<Int>)] = []

  /// The changes of a layer by an instruction, in frames and seconds from the layer's first frame.
  struct Use {
    var frames: Range<Int>
    var start: Time
    var keys: PropertyKeys
    var effects: [ResolvedEffect]?
    var backface: Backface?
    var span: Span
  }

  /// True if its picture goes through filters at any time.
  var hasEffects: Bool {
    !effects.isEmpty || uses.contains { !($0.effects ?? []).isEmpty }
  }

  /// The filters that instructions set for it.
  var instructedEffects: [InstructedEffects] {
    uses.compactMap { use in
      use.effects.map { InstructedEffects(frames: use.frames, start: use.start, effects: $0) }
    }
  }

  /// True if its own picture is cut out at any time.
  var isCut: Bool {
    ([own] + uses.map(\.keys)).contains { !$0.of(.shape).isEmpty }
  }

  /// True if something moves pixels between a crop and corners at any time, so that each is a step
  /// of its own.
  var isCutTwice: Bool {
    if hasEffects { return true }
    return ([own] + uses.map(\.keys)).contains { keys in
      Property.Stage.allCases.contains { stage in
        stage > .shape && stage < .corners && !stage.isPixelwise && !keys.of(stage).isEmpty
      }
    }
  }

  /// True if only a part of its picture is shown at any time.
  var isCropped: Bool {
    ([own] + uses.map(\.keys)).contains { $0[.crop] != nil || $0[.size] != nil }
  }

  /// True if the size of its box changes at any time.
  var isResized: Bool { ([own] + uses.map(\.keys)).contains { $0[.size] != nil } }

  /// Changes the keys of all that is done to it.
  mutating func mapKeys(_ change: (PropertyKeys) -> PropertyKeys) {
    own = change(own)
    for index in uses.indices { uses[index].keys = change(uses[index].keys) }
  }

  /// The frames in which alone instructions cut something out of it; nil where that makes no difference to others.
  var instructedShapes: [Range<Int>]? {
    var plain = self
    plain.removeInstructedShapes()
    if plain.isCropped == isCropped, plain.isCut == isCut { return nil }
    return uses.filter { !$0.keys.of(.shape).isEmpty }.map(\.frames)
  }

  /// Leaves out what instructions cut out.
  mutating func removeInstructedShapes() {
    for index in uses.indices {
      for property in Property.Stage.shape.properties { uses[index].keys[property] = nil }
    }
  }

  /// Takes what instructions say of its corners out of them.
  mutating func takeInstructedCorners() -> [Use] {
    let taken = uses.filter { $0.keys[.radius] != nil }
    for index in uses.indices { uses[index].keys[.radius] = nil }
    return taken
  }
}
