// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import ProjectModel
import YAML

/// A layer while its keys are read: a clip, something drawn, an overlay, a mask, a freeze or a track.
package struct LayerDraft {
  /// The kind of its content.
  var kind: ContentKind?
  /// The layer in the project; nil for an overlay, which gets its place later.
  var owner: LayerTarget?
  /// All that is written of it.
  var fields: [Field] = []
  var layer: LayerSettings
  var playback: Playback
  var look: TextLook
  /// The content; of a group known from the start.
  var content: LayerContent?
  var id: Located<String>?
  var at: TimeExpression?
  /// The film time at which it ends; of a freeze its length.
  var until: TimeExpression?
  var during: RangeExpression?
  var captions: Int?
  var mask: LayerMask?
  /// The values, streams and rotation of the file that it plays.
  var values: Located<[FilmValue]>?
  var streams: StreamChoice?
  var rotation: Located<Int>?

  init(
    _ kind: ContentKind?, of owner: LayerTarget?, look: TextLook,
    layer: LayerSettings = LayerSettings(), playback: Playback = Playback()
  ) {
    (self.kind, self.owner, self.look) = (kind, owner, look)
    (self.layer, self.playback) = (layer, playback)
    content = kind == .group ? .group : nil
  }

  func field(_ name: String) -> Field? { fields.first { $0.name == name } }
}

// The keys of layers.

extension KeyTable {
  /// The keys of every layer with a picture; `size` is what its box measures where it does not say.
  package static func layerKeys(size: String) -> [Key<LayerDraft>] {
    keys {
      Key(
        shape: .property(.size, default: size)
      ) { parser, field, draft in
        let size = parser.animated(field.value, ValueReader(.size))
        if case .constant(let value) = size {
          draft.layer.size = value.value.boxSize.map { Located($0, at: value.span) }
        } else {
          draft.layer.properties[.size] = size
        }
      }
      // Behind the position, whose name is that of an anchor, too.
      Key(
        shape: .property(.anchor, default: "the name of a constant position, else center"), rank: 1
      ) { parser, field, draft in
        if let anchor = field.value.text.flatMap({ Anchor(rawValue: $0) }) {
          draft.layer.anchor = anchor
        } else {
          draft.layer.anchor = .center
          draft.layer.properties[.anchor] = parser.animated(field.value, ValueReader(.anchor))
        }
      }
      backface(\LayerDraft.layer.backface)
      blend(
        "How it is combined with what lies under it, within its group; in transitions modes change half-way.",
        default: "that of its track, else normal", \LayerDraft.layer.blend)
      // Behind the content, which may give it a name.
      Key(
        "mask", .mask,
        "What is seen of it, within its box: as much as another picture shows, which moves with it.",
        default: "none", rank: 2
      ) { parser, field, draft in
        guard let owner = draft.owner else { return }
        let name = draft.id?.value ?? draft.content?.label ?? "freeze"
        parser.mask(field.value, of: owner, Located(name, at: field.key.span))
      }
      Key(
        "motion-blur",
        .object(
          motionBlur, MotionBlur(samples: 8, shutter: Time(1, over: 2)), or: \.samples, moments),
        \.layer.motionBlur,
        "How its motion within a frame is seen: as the mean of so many moments, or of `samples` while the shutter is open.",
        default: "none")
      Key(
        "fade", ValueKind(.either([.time, .object(fade.shape)])) { $0.fade($1.value) },
        \.layer.fade, "Fade-in and fade-out.", default: "none")
      Key(
        "effects", .effects,
        "The filters of libavfilter that its picture or its sound goes through, in order.",
        default: "none"
      ) { parser, field, draft in
        if draft.kind == .clip {
          parser.effects(field, of: &draft.layer, &draft.playback)
        } else if let effects = parser.effects(field.value) {
          draft.layer.effects = effects
        }
      }
      for key in entrances { key.at(\LayerDraft.layer) }
      properties(Property.all.filter { $0.stage.isSeen && $0 != .size && $0 != .anchor })
    }
  }

  /// The keys of properties of sound.
  package static let heardKeys = properties(Property.heard)

  /// The keys of `properties` of a layer.
  private static func properties(_ properties: [Property]) -> [Key<LayerDraft>] {
    propertyKeys(properties).map { key in
      Key(shape: key.shape) { parser, field, draft in
        key.read(&parser, field, &draft.layer.properties)
        if field.name == Property.position.key {
          draft.layer.anchor = field.value.text.flatMap { Anchor(rawValue: $0) } ?? .center
        }
        if field.name == Property.lut.group?.name, field.value[Property.lut.key] == nil,
          draft.layer.properties[.lutStrength] != nil
        {
          parser.report(
            .missingKey, "'\(Property.lutStrength.key)' needs a LUT", at: field.key.span,
            hint: "write lut: film.cube beside it")
        }
      }
    }
  }

  /// The keys of `properties`, those of a group in one.
  static func propertyKeys(_ properties: [Property]) -> [Key<LayerValues>] {
    var groups: [Property.Group] = []
    return properties.compactMap { property in
      guard let group = property.group else { return .property(property) }
      if groups.contains(group) { return nil }
      groups.append(group)
      let object = object(of: group)
      return Key(group.name, .object(object.shape), group.doc, default: "none") {
        $0.read($1.value, object, into: &$2, owner: $1.key.span)
      }
    }
  }

  /// The object with the keys of a group of properties.
  static func object(of group: Property.Group) -> ObjectKeys<LayerValues> {
    ObjectKeys(group.name, group.doc) {
      for property in group.properties { Key.property(property) }
      for property in group.files {
        Key(property.key, .media, property.doc, default: property.fallback) {
          parser, field, values in
          values[property] = parser.file(field.value, of: property).map { .constant($0) }
        }
      }
    }
  }

  /// The key that says whether backs are seen.
  static func backface<Target>(
    default fallback: String = "visible", _ path: Place<Target, Backface>
  ) -> Key<Target> {
    Key("backface", .choice("a backface"), path, backfaceDoc, default: fallback)
  }

  static let backfaceDoc = "Whether its back is seen, mirrored, where it is turned away."

  /// The key of blend modes.
  static func blend<Target>(
    _ doc: String, default fallback: String, _ path: Place<Target, Blending?>
  ) -> Key<Target> {
    Key(
      "blend", ValueKind(.choice(blendModes)) { $0.blending($1.value) }, path, doc,
      default: fallback)
  }

  /// The names of blend modes; `normal` is none of them.
  static let blendModes = ["normal"] + BlendMode.allNames

  private static let moments = ValueKind.integer("the number of moments", in: MotionBlur.counts)

  static let motionBlur = ObjectKeys<MotionBlur>(
    "motion blur", "Motion within a frame, as the mean of several moments."
  ) {
    Key("samples", moments, \.samples, "The number of moments.", default: "8")
    Key(
      "shutter", .value(.angle),
      "How long the shutter is open from the frame's time on; 360deg is a whole frame.",
      default: "180deg"
    ) { parser, field, blur in
      guard let degrees = parser.value(field.value, ValueReader<Double>.angle) else { return }
      let share = Time(Int64((degrees * 1000).rounded()), over: 360_000)
      guard share > .zero, share <= Time(1) else {
        return parser.report(
          .outOfRange, "a shutter is open for more than 0deg, up to 360deg", at: field.value.span,
          hint: "write 180deg for half of each frame")
      }
      blur.shutter = share
    }
  }

  /// Filters that one layer may have.
  package static let effectLimit = 32

  /// The key for filters of libavfilter; what there is depends on the machine's library.
  static func effects<Target>(
    _ doc: String, _ path: Place<Target, Located<[EffectItem]>?>
  ) -> Key<Target> {
    Key("effects", ValueKind(.effects) { $0.effects($1.value) }, path, doc, default: "none")
  }

  /// The keys of a layer's enter and exit animations.
  static let entrances: [Key<LayerSettings>] = keys {
    Key(
      "enter", .entrance, \.enter,
      "How it comes, beside whatever else moves: slide-up 500ms, or a mapping.", default: "none")
    Key(
      "exit", .entrance, \.exit,
      "How it goes, beside whatever else moves: fade 1s, or a mapping.", default: "none")
  }

  static let entrance = ObjectKeys<EntranceDraft>("entrance", "How a layer comes or goes.") {
    Key(
      "kind", .choice(EntranceStyle.names.map(\.name)),
      "What it looks like; a transition is one from or to nothing, over the whole canvas.",
      isRequired: true
    ) { parser, field, draft in
      draft.style = parser.text(field.value, "the name of an entrance", example: "kind: slide-up")
        .flatMap { parser.entranceStyle($0.value, at: $0.span) }
    }
    Key(
      "duration", .short("an entrance"), \.entrance.duration, "How long it takes.",
      default: "500ms, of each part with `by`; 50ms for each letter of a typewriter")
    Key(
      "easing", .easing, \.entrance.easing, "How it gets there.", default: "that of its kind")
    Key(
      "by", .choice("a part of a text"), \.entrance.parts,
      "The parts of a text that come or go one after the other: with typewriter, fade, rise and pop.",
      default: "all of it at once; of a typewriter, and where there is `stagger`, character")
    Key(
      "stagger", .short("a stagger", orZero: true), \.entrance.stagger,
      "How much later each part begins than the one before it.",
      default: "40ms; 50ms of a typewriter")
    Key(
      "with", .object(transitionSettings), "Parameters of a transition.", default: "its defaults"
    ) { $2.settings = $1.value }
  }

  static func laterForPictures<Target>(without names: [String] = []) -> [Key<Target>] {
    keys {
      Key<Target>.elsewhere(
        "animate", "properties take what changes: opacity: 0 -> 1; or write enter: fade")
      Key<Target>.elsewhere(
        "subtitles", "they are an overlay: overlays: {words: {subtitles: media/rome.srt}}")
      Key<Target>.elsewhere("captions", "captions are those of a clip, an asset or an output")
    }.filter { !names.contains($0.shape.name) }
  }
}

extension Key<LayerValues> {
  /// The key of a property, with a value that may change.
  static func property(_ property: Property, default fallback: String? = nil) -> Key {
    let reader = ValueReader(property)
    return Key(shape: .property(property, default: fallback)) { parser, field, values in
      if property == .crop { parser.warnOfFewPixels(parts: [field.value]) }
      if let value = parser.animated(field.value, reader) { values[property] = value }
    }
  }
}

extension LayerSettings {
  /// Reads the place that stays in sight.
  mutating func readFocus(_ node: YAMLNode, _ parser: inout ProjectParser) {
    parser.warnOfFewPixels(place: node, in: "picture")
    properties[.focus] =
      node.text == "auto"
      ? .constant(Located(Property.followedFocus, at: node.span))
      : parser.animated(node, ValueReader(.focus))
  }
}

extension ValueKind<Entrance> {
  fileprivate static let entrance = ValueKind(
    .either([.entrance, .object(KeyTable.entrance.shape)])
  ) { $0.entrance($1.value) }
}

/// An entrance while its keys are read.
struct EntranceDraft {
  var entrance: Entrance
  var style: EntranceStyle?
  var settings: YAMLNode?
}
