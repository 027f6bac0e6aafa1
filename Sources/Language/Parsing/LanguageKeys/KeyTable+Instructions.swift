// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import ProjectModel
import YAML

extension KeyTable {
  /// An instruction while its keys are read.
  struct InstructionDraft {
    var during: RangeExpression?
    var background: Color?
    var effects: Located<[EffectItem]>?
    var layers: [LayerInstruction] = []
    /// True if it has a range, readable or not.
    var isLimited = false
    /// True if it changes more than the speed of tracks.
    var changes = false
  }

  static let instruction = ObjectKeys<InstructionDraft>(
    "instruction", "Changes of layers over a range of film time."
  ) {
    // Masks have the range of their instruction, wherever that is written.
    Key(
      "during", .range, "The range of film time.",
      default: "none, where layers are only given a speed, which they have at all times", rank: -1
    ) { parser, field, draft in
      (draft.during, draft.isLimited) = (parser.range(field.value), true)
    }
    Key(
      "background", .color, "The background in that range.", default: "the canvas's"
    ) { parser, field, draft in
      (draft.background, draft.changes) = (parser.color(field.value), true)
    }
    Key(unread: when)
    Key(
      "layers", .named(.object(layer.shape)),
      "Changes, by the name of a track, clip or overlay."
    ) { parser, field, draft in parser.layers(field.value, of: &draft) }
    Key(
      "effects", .effects,
      "The filters that the whole picture goes through meanwhile, in place of the film's own.",
      default: "none"
    ) { parser, field, draft in
      (draft.effects, draft.changes) = (parser.effects(field.value), true)
    }
  }

  /// The changes of a layer while they are read.
  struct LayerChanges {
    var layer: LayerInstruction
    /// The layer; nil where there is none, which was reported.
    var target: LayerTarget?
    /// The range of the instruction; nil where it has none, or it cannot be read.
    var during: RangeExpression?
    /// The playback of a whole track.
    var playback = Playback()
  }

  static let layer = ObjectKeys<LayerChanges>(
    "layer", "Changes of a layer; ramps last as long as `during`.",
    exclusive: [["speed", "stretch"], ["speed", "reverse"]]
  ) {
    for key in propertyKeys(Property.all) { key.at(\LayerChanges.layer.properties) }
    effects(
      "The filters that it goes through meanwhile, in place of its own.",
      \LayerChanges.layer.effects)
    Key("backface", .choice("a backface"), \.layer.backface, backfaceDoc, default: "its own")
    blend(
      "How it is combined meanwhile with what lies under it.", default: "its own",
      \LayerChanges.layer.blend)
    Key(
      "mask", .mask, "What is seen of it meanwhile, in place of its own mask.", default: "its own"
    ) { parser, field, changes in
      let (masks, named) = (parser.overlays.count, parser.namedMasks.count)
      parser.mask(
        field.value, of: changes.layer.target, changes.layer.name, during: changes.during)
      changes.layer.hasMask = true
      // What masks no layer was read for its mistakes.
      if changes.target == nil {
        parser.overlays.removeSubrange(masks...)
        parser.namedMasks.removeSubrange(named...)
      }
    }
    laterForPictures()
    Key<LayerChanges>.elsewhere(
      "motion-blur", "it holds at all times: write 'motion-blur' where the layer is defined")
    Key<LayerChanges>.elsewhere(
      "fit", "it holds at all times: write 'fit' where the layer is defined")
    Key<LayerChanges>.elsewhere(
      "focus", "write it where the layer is defined, where it may change: focus: left -> right")
    Key<LayerChanges>.elsewhere(
      "fade", "write opacity: 0 -> 1, or 'fade' where the layer is defined")
    Key<LayerChanges>.elsewhere(
      "enter", "write 'enter' where the layer is defined, or its properties here")
    Key<LayerChanges>.elsewhere(
      "exit", "write 'exit' where the layer is defined, or its properties here")
    Key<LayerChanges>.elsewhere("interpolate", "write it on the clips that are played slowly")
    Key<LayerChanges>.elsewhere("deinterlace", "write it on the clips")
    Key<LayerChanges>.elsewhere("ken-burns", "write crop: 0 0 100% 100% -> 10% 10% 80% 80%")
    Key<LayerChanges>.later("duck", "Lowers its volume while another track has sound.")
    // Of a whole track, in an instruction without a range.
    for key in playedPart where ProjectParser.trackSpeedKeys.contains(key.shape.name) {
      key.at(\LayerChanges.playback)
    }
  }
}
