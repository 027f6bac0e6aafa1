// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
package import ProjectModel
import YAML

/// Contents of layers, and the items of tracks.
extension KeyTable {
  /// The key that says what a layer draws, which is read behind its other keys.
  static func content(_ kind: ContentKind) -> Key<LayerDraft> {
    switch kind {
    case .clip:
      content(.clip, .media, "The asset or file that is shown or heard.") { parser, field, draft in
        guard var reference = parser.media(field.value) else { return nil }
        reference.values = draft.values
        reference.streams = draft.streams
        reference.rotation = draft.rotation
        return .clip(reference)
      }
    case .image:
      content(
        .image, .media, "An image, SVG and animated ones included: an asset or a file."
      ) { parser, field, _ in parser.media(field.value).map { .image($0) } }
    case .text:
      content(
        .text, .either([.text, .object(richText.shape)]),
        "A text; a line feed breaks the line. Or one whose parts have looks of their own: {runs: […]} or {markup: …}."
      ) { parser, field, draft in parser.content(field.value, draft.look) }
    case .graphic(let style):
      content(
        kind, style.forms.isEmpty ? .fill : .choice(style.forms.map(\.rawValue)), style.doc
      ) { parser, field, draft in
        parser.graphic(style, field.value, draft.fields, &draft.layer.properties)
          .map { .graphic($0) }
      }
    case .group:
      // In the order of the file, as a mask: both make overlays.
      Key(
        kind.key, .overlays,
        "Overlays that move, rotate and fade as one, by name, on a canvas of the group's `size`.",
        isRequired: true, rank: 2
      ) { parser, field, draft in
        guard let owner = draft.owner else { return }
        parser.members(
          field.value, of: owner, named: "of the track", isSized: draft.field("size") != nil,
          at: field.key.span)
      }
    case .particles:
      content(kind, .object(particles.shape), GraphicStyle.particles.doc) { parser, field, _ in
        parser.particles(field.value).map {
          .graphic(GraphicContent(.particles, .particles($0), fill: nil))
        }
      }
    case .subtitles:
      content(
        kind, .either([.path, .object(subtitles.shape)]),
        "A file of subtitles, SubRip or WebVTT, whose texts are drawn at their times in the look of a text, or ASS or SSA, which has its own styles."
      ) { parser, field, draft in parser.subtitles(field.value, draft.look, draft.fields) }
    case .words:
      content(
        kind, .either([.path, .object(spokenWords.shape)]),
        "A file of words that say when they are spoken: they are shown some at a time, and each lights up."
      ) { parser, field, draft in parser.words(field.value, draft.look, draft.fields) }
    case .counter:
      content(kind, .object(counter.shape), "A number that changes, in the font of a text.") {
        parser, field, draft in
        parser.counter(field.value, draft.look, &draft.layer)
      }
    }
  }

  private static func content(
    _ kind: ContentKind, _ shape: ValueShape, _ doc: String,
    read: @escaping @Sendable (inout ProjectParser, Field, inout LayerDraft) -> LayerContent?
  ) -> Key<LayerDraft> {
    Key(kind.key, shape, doc, isRequired: true, rank: 1) { parser, field, draft in
      // What was asked for beside another content was reported.
      guard draft.kind == kind else { return }
      if kind.isText, kind != .counter { parser.checkLines(of: &draft.look, at: draft.fields) }
      if kind.isOfFile { draft.look.writing = .horizontal }
      draft.content = read(&parser, field, &draft)
    }
  }

  package static let clip = ObjectKeys<LayerDraft>(
    "clip", "A part of a file on a track.", exclusive: playbackExcludes
  ) {
    content(.clip)
    id(
      "The clip's name in anchors such as inset.end.",
      default: "its asset's name or its file's stem")
    playback
    placed
    captionsOfFile(\LayerDraft.captions)
    Key(unread: when)
    layerKeys(size: "the canvas's")
    panned
    heardKeys
    laterForPictures(without: ["captions"])
  }

  /// The name of an item.
  static func id(
    _ doc: String, default fallback: String, example: String = "inset"
  ) -> Key<LayerDraft> {
    Key("id", .name, doc, default: fallback) { parser, field, draft in
      draft.id = parser.text(field.value, "a name", example: example)
      if let problem = draft.id.flatMap({ ProjectParser.nameProblem($0.value) }) {
        parser.report(.badName, problem, at: field.value.span)
      }
    }
  }

  /// When an item of a track is shown.
  private static let placed: [Key<LayerDraft>] = keys {
    Key(
      "at", .time("the start of a clip", orZero: true), \.at, "Where it is placed in the film.",
      default: "after the item before it")
    Key(
      "until", .time("the end of a clip", orZero: false), \.until,
      "The film time at which it ends.", default: "its own end")
  }

  /// The objects of all items that draw something other than a clip.
  static let drawnItems = ContentKind.drawn.map { object(ofItem: $0) }

  private static let items = Dictionary(
    uniqueKeysWithValues: zip(ContentKind.drawn, drawnItems))

  /// The items of tracks that show `kind`.
  package static func item(_ kind: ContentKind) -> ObjectKeys<LayerDraft> { items[kind] ?? clip }

  private static func object(ofItem kind: ContentKind) -> ObjectKeys<LayerDraft> {
    switch kind {
    case .clip: clip
    case .image:
      drawnItem(.image, "An image on a track.") {
        Key(
          "loop", .flag, \.layer.startsOver, "Whether an animated image starts over at its end.",
          default: "true")
        Key(
          "fit", .choice("a fit"), \.playback.fit,
          "How it fills its box; with it, that of an image without a size is the canvas.",
          default: "as large as it is, or the canvas's fit if it is larger")
        layerKeys(size: "the image's own, or the canvas's if it is larger")
        panned
        Key<LayerDraft>.elsewhere(
          "focus", "write clip: photo.jpg in place of 'image', and fit: cover")
      }
    case .text:
      // The size of a text is that of its font.
      drawnItem(kind, "A text on a track, such as a title card.", exclusive: textExcludes) {
        layerKeys(size: "").filter { $0.shape.name != "size" }
        for key in textKeys { key.at(\LayerDraft.look) }
      }
    case .particles:
      drawnItem(kind, "Particles on a track.") { layerKeys(size: "the canvas's") }
    case .counter:
      drawnItem(kind, "A number on a track, such as a countdown.") {
        layerKeys(size: "").filter { $0.shape.name != "size" }
        for key in textKeys where !lineKeys.contains(key.shape.name) { key.at(\LayerDraft.look) }
      }
    case .subtitles, .words: preconditionFailure("subtitles are no item of a track")
    case .graphic(let style):
      drawnItem(kind, "A \(style.key) on a track.") {
        for parameter in kind.parameters { Key(unread: KeyTable.parameter(parameter)) }
        layerKeys(size: "the canvas's")
      }
    case .group:
      drawnItem(.group, "A group of overlays on a track.") {
        layerKeys(size: "the canvas's")
        heardKeys
      }
    }
  }

  private static func drawnItem(
    _ kind: ContentKind, _ doc: String, exclusive: [[String]] = [],
    @KeyBuilder<LayerDraft> keys: () -> [Key<LayerDraft>]
  ) -> ObjectKeys<LayerDraft> {
    ObjectKeys("\(kind.key) item", doc, exclusive: exclusive) {
      content(kind)
      id(
        "Its name in anchors and instructions.",
        default: kind == .image ? "its asset's name or its file's stem" : "none")
      duration(
        "How long it is shown.",
        default: "up to its `until`, else `defaults: {clip: {duration}}` or 5s"
      ).at(\LayerDraft.playback)
      placed
      Key(unread: when)
      keys()
      laterForPictures()
    }
  }

  /// A number that changes, and how it is written.
  struct Counter {
    var text: Located<String>?
    var format: NumberFormat?
    var from: PropertyValue?
    var to: PropertyValue?
    var values = LayerValues()
  }

  static let counter = ObjectKeys<Counter>(
    "counter", "A number that changes, and how it is written.",
    exclusive: [["from", "value"], ["to", "value"]]
  ) {
    Key(
      "format", .text,
      "The text with the number in it as %d, %05d, %,d, %+d or %.1f, where %% is a percent sign; or clock, timecode or frame for a time in seconds.",
      default: "%d"
    ) { parser, field, counter in
      (counter.text, counter.format) = parser.format(field.value) ?? (nil, nil)
    }
    Key("from", .number, \.from, "The number on its first frame.", default: "0")
    Key("to", .number, \.to, "The number on its last frame.")
    Key.property(.number, default: "the seconds since its first frame").at(\Counter.values)
  }
}

extension ValueKind<PropertyValue> {
  /// An end of the count, which goes evenly to the other.
  fileprivate static let number = ValueKind(.value(.number)) { parser, field in
    if let words = parser.words(field.value), words.count > 1, let easing = words.last,
      (try? Easing(easing)) != nil
    {
      return parser.refused(
        easing.problem(
          "the numbers between 'from' and 'to' follow evenly",
          hint: "in their place write value: 0 -> \(words[0].string) \(easing.string)"),
        at: field.value)
    }
    return parser.value(field.value, ValueReader(.number))
  }
}
