// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import ProjectModel
import YAML

extension KeyTable {
  package static let overlay = ObjectKeys<LayerDraft>(
    "overlay", "A clip, an image, a text, a counter, a drawing, particles, subtitles or a group.",
    exclusive: ContentKind.exclusive(ContentKind.all) + playbackExcludes + textExcludes
  ) {
    for kind in ContentKind.all { content(kind).with { $0.isRequired = false } }
    Key(
      "during", .range, \.during, "When it is visible, in film time.",
      default: "the whole film, or the time of its group; of a clip, its own length from there on")
    captionsOfFile(\LayerDraft.captions)
    Key(unread: when)
    playbackOfAny
    layerKeys(size: "the image's own; the canvas's for a clip, a drawing and a group")
    panned
    heardKeys
    for parameter in parameters { Key(unread: KeyTable.parameter(parameter)) }
    textKeysOfAny
    laterForPictures(without: ["subtitles", "captions"])
    Key<LayerDraft>.elsewhere(
      "safe-area", "it stands with the file: subtitles: {file: rome.srt, safe-area: 10%}")
    Key<LayerDraft>.elsewhere(
      "highlight", "it stands with the file: words: {file: talk.json, highlight: gold}")
    Key<LayerDraft>.elsewhere(
      "max-words", "it stands with the file: words: {file: talk.json, max-words: 4}")
    Key<LayerDraft>.elsewhere(
      "encoding", "it stands with the file: subtitles: {file: rome.srt, encoding: latin-1}")
    Key<LayerDraft>.elsewhere(
      "offset", "it stands with the file: subtitles: {file: rome.srt, offset: 500ms}")
    Key<LayerDraft>.elsewhere(
      "stream", "it stands with the clip: subtitles: {clip: talk, stream: 1}")
  }

  /// The keys of footage where clips are one of several kinds of content, which have some of them, too.
  private static let playbackOfAny: [Key<LayerDraft>] = playback.map { key in
    switch key.shape.name {
    case "loop":
      Key(
        "loop", key.shape.value, "Whether a clip or an animated image starts over at its end.",
        default: "false for clips, true for images"
      ) { parser, field, draft in
        if draft.kind == .image {
          draft.layer.startsOver = parser.flag(field.value) ?? true
        } else {
          key.read(&parser, field, &draft)
        }
      }
    case "fit":
      Key(
        "fit", .choice(FitMode.allNames + TextLook.Fit.allNames),
        "How a clip fills its box; of a text, what becomes of it where it is larger than its `box`, or has more lines than `max-lines`.",
        default: "the canvas's fit; of a text wrap"
      ) { parser, field, draft in
        if draft.kind?.isText == true {
          textFit.read(&parser, field, &draft.look)
        } else {
          key.read(&parser, field, &draft)
        }
      }
    default: key
    }
  }

  /// The keys of texts but that which footage has, too.
  private static let textKeysOfAny: [Key<LayerDraft>] =
    textKeys.filter { $0.shape.name != textFit.shape.name }.map { $0.at(\LayerDraft.look) }

  /// A mask: what an overlay may be, in the box of the layer that it masks.
  package static let mask = ObjectKeys<LayerDraft>(
    "mask", "A picture that decides how much is seen of a layer.",
    exclusive: ContentKind.exclusive(ContentKind.items) + playbackExcludes + textExcludes
      + ContentKind.items.map { ["layer", $0.key] }
  ) {
    for kind in ContentKind.items { content(kind).with { $0.isRequired = false } }
    Key(
      unread: .key(
        "layer", .name, "An overlay, or a member of a group, that is drawn as this mask alone."))
    ofMask
    playbackOfAny.filter { !isLeftOut($0) }
    for key in layerKeys(size: "that of the layer's box") where !isLeftOut(key) {
      key.shape.name == "size" ? sizeOfMask(key) : key
    }
    for parameter in parameters { Key(unread: KeyTable.parameter(parameter)) }
    textKeysOfAny
  }

  /// The keys that masks alone have.
  static let ofMask: [Key<LayerDraft>] = keys {
    Key(
      "by", .choice("a channel"), \LayerMask.channel,
      "What of it counts: its alpha, or its luminance times its alpha.", default: "alpha"
    ).at(\LayerDraft.mask, else: LayerMask())
    Key(
      "invert", .flag, \LayerMask.isInverted, "Whether the rest is seen instead.", default: "false"
    )
    .at(\LayerDraft.mask, else: LayerMask())
  }

  private static func sizeOfMask(_ size: Key<LayerDraft>) -> Key<LayerDraft> {
    Key(
      "size", .animated(.boxSize),
      "Its size in the layer's box; one that changes is a percentage of it.",
      default: size.shape.fallback
    ) { parser, field, draft in
      guard parser.changes(field.value) else { return size.read(&parser, field, &draft) }
      // Of a mask that fills the box, a size is a scale.
      draft.layer.properties[.scale] = parser.animated(field.value, ValueReader(.scale))
    }
  }

  /// Keys that say how a layer is drawn over others, or masks it, or is heard: a mask is neither drawn nor heard.
  private static func isLeftOut(_ key: Key<LayerDraft>) -> Bool {
    [
      "mask", "blend", "backdrop", "audio", "mute", "channels", "sync", "duck", "loudness", "peak",
      "denoise", "gate", "de-ess", "eq", "compress", "reverb", "tail", "pitch",
    ]
    .contains(key.shape.name)
  }
}
