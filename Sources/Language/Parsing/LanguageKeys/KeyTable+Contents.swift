// SPDX-License-Identifier: Apache-2.0

import Catalog
package import ProjectModel

/// Contents of layers, and the items of tracks that draw something other than a clip.
extension KeyTable {
  /// The key that says what a layer draws.
  package static func content(_ kind: ContentKind) -> KeyShape {
    switch kind {
    case .clip: .required("clip", .media, "The asset or file that is shown or heard.")
    case .image:
      .required("image", .media, "An image, SVG and animated ones included: an asset or a file.")
    case .text:
      .required(
        "text", .either([.text, .object(richText)]),
        "A text; a line feed breaks the line. Or one whose parts have looks of their own: {runs: […]} or {markup: …}."
      )
    case .graphic(let style):
      .required(
        style.key, style.forms.isEmpty ? .fill : .choice(style.forms.map(\.rawValue)), style.doc)
    case .group:
      .required(
        "group", .overlays,
        "Overlays that move, rotate and fade as one, by name, on a canvas of the group's `size`.")
    case .particles: .required("particles", .object(particles), GraphicStyle.particles.doc)
    case .subtitles:
      .required(
        "subtitles", .either([.path, .object(subtitles)]),
        "A file of subtitles, SubRip or WebVTT, whose texts are drawn at their times in the look of a text, or ASS or SSA, which has its own styles."
      )
    case .words:
      .required(
        "words", .either([.path, .object(spokenWords)]),
        "A file of words that say when they are spoken: they are shown some at a time, and each lights up."
      )
    case .counter:
      .required("counter", .object(counter), "A number that changes, in the font of a text.")
    }
  }

  /// The shapes of all items that draw something other than a clip.
  package static let drawnItems = ContentKind.drawn.map { shape(ofItem: $0) }

  /// The shape of the items of tracks that draw `kind`.
  package static func shape(ofItem kind: ContentKind) -> ObjectShape {
    switch kind {
    case .clip: clip
    case .image:
      drawnItem(
        .image, "An image on a track.",
        [loop, fitOfImages] + layerKeys(size: "the image's own, or the canvas's if it is larger")
          + [panned]
          + [.elsewhere("focus", "write clip: photo.jpg in place of 'image', and fit: cover")])
    case .text:
      // The size of a text is that of its font.
      drawnItem(
        kind, "A text on a track, such as a title card.",
        layerKeys(size: "").filter { $0.name != "size" } + textKeys, exclusive: textExcludes)
    case .particles:
      drawnItem(kind, "Particles on a track.", layerKeys(size: "the canvas's"))
    case .counter:
      drawnItem(
        kind, "A number on a track, such as a countdown.",
        layerKeys(size: "").filter { $0.name != "size" }
          + textKeys.filter { !lineKeys.contains($0.name) })
    case .subtitles, .words: preconditionFailure("subtitles are no item of a track")
    case .graphic(let style):
      drawnItem(
        kind, "A \(style.key) on a track.",
        kind.parameters.map { parameter($0) }
          + layerKeys(size: "the canvas's"))
    case .group:
      drawnItem(
        .group, "A group of overlays on a track.",
        layerKeys(size: "the canvas's") + heardKeys)
    }
  }

  /// The `fit` of an image in its box.
  static let fitOfImages = KeyShape.key(
    "fit", fit, "How it fills its box; with it, that of an image without a size is the canvas.",
    default: "as large as it is, or the canvas's fit if it is larger")

  /// For images alone.
  package static let loop = KeyShape.key(
    "loop", .flag, "Whether an animated image starts over at its end.", default: "true")

  /// For clips and images.
  static let loopOfAny = KeyShape.key(
    "loop", .either([.flag, .object(loopSeam)]),
    "Whether a clip or an animated image starts over at its end.",
    default: "false for clips, true for images")

  /// The keys of footage where clips are one of several kinds of content, which have some of them, too.
  static let playbackOfAny = playback.map { key in
    key.name == loopOfAny.name ? loopOfAny : key.name == fitOfAny.name ? fitOfAny : key
  }

  package static let counter = ObjectShape(
    name: "counter", doc: "A number that changes, and how it is written.",
    keys: [
      .key(
        "format", .text,
        "The text with the number in it as %d, %05d, %,d, %+d or %.1f, where %% is a percent sign; or clock, timecode or frame for a time in seconds.",
        default: "%d"),
      .key("from", .value(.number), "The number on its first frame.", default: "0"),
      .key("to", .value(.number), "The number on its last frame."),
      .property(.number, default: "the seconds since its first frame"),
    ], exclusive: [["from", "value"], ["to", "value"]])

  private static func drawnItem(
    _ kind: ContentKind, _ doc: String, _ keys: [KeyShape], exclusive: [[String]] = []
  ) -> ObjectShape {
    ObjectShape(
      name: "\(kind.key) item", doc: doc,
      keys: [
        content(kind),
        .key(
          "id", .name, "Its name in anchors and instructions.",
          default: kind == .image ? "its asset's name or its file's stem" : "none"),
        .key(
          "duration", .time, "How long it is shown.",
          default: "up to its `until`, else `defaults: {clip: {duration}}` or 5s"),
        .key("at", .time, "Where it is placed in the film.", default: "after the item before it"),
        .key("until", .time, "The film time at which it ends.", default: "its own end"),
        when,
      ] + keys + laterForPictures, exclusive: exclusive)
  }
}
