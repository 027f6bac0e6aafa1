// SPDX-License-Identifier: Apache-2.0

import RenderProtocol

// How outputs are written that are more than one file.

extension KeyTable {
  /// The keys of an output about its files, where these are several.
  package static let deliveryOfOutput: [KeyShape] = [
    .key(
      "segment", .time,
      "The length of the media segments of a stream, an .m3u8 or .mpd, from 1 s to 60 s; they are cut where pieces of the film meet.",
      default: "6s"),
    .key(
      "every", .time,
      "The time from one numbered picture, such as frames/%05d.png, or one of an animation, to the next.",
      default: "each frame"),
    .key(
      "rate", .integer(1...240), "Numbered pictures, or those of an animation, for each second.",
      default: "each frame; of a .gif at most 50"),
    .key(
      "loop", .either([.choice(["forever"]), .integer(1...65_535)]),
      "How many times a .gif or .webp is played.", default: "forever"),
    .key("colors", .integer(4...256), "The colours of a .gif.", default: "256"),
    .key(
      "dither", .choice(AnimationForm.Dither.allCases.map(\.rawValue)),
      "How a .gif shows colours between those that it has; bayer makes the smallest files.",
      default: "bayer"),
    .key(
      "start-number", .integer(0...99_999_999), "The number of the first numbered picture.",
      default: "1"),
    .key(
      "sheet", .either([.flag, .object(sheet)]),
      "Makes a .png or .jpg a contact sheet: pictures of the film side by side.", default: "false"),
    .key(
      "thumbnails", .either([.flag, .object(thumbnails)]),
      "Makes a .vtt a list of thumbnails that players show over their time bar, and sprites of these beside it.",
      default: "false"),
  ]

  package static let sheet = ObjectShape(
    name: "sheet", doc: "Pictures of a film side by side.",
    keys: [
      .key(
        "every", .time, "The time from one picture to the next.",
        default: "as many as the grid has"),
      .key(
        "grid", .grid, "How many pictures are side by side, and below each other, such as 5x4.",
        default: "5x4; with `every`, five side by side"),
      .key(
        "width", .integer(16...1920), "The width of each picture in pixels, even.", default: "320"),
      .key("gap", .integer(0...200), "Pixels around and between pictures.", default: "8"),
      .key("background", .color, "The colour there.", default: "\"#18181c\""),
      .key(
        "timestamps", .flag, "Whether the time in the film is written on each picture.",
        default: "false"),
    ])

  package static let thumbnails = ObjectShape(
    name: "thumbnails", doc: "Small pictures of a film on sprites.",
    keys: [
      .key("every", .time, "The time from one picture to the next.", default: "5s"),
      .key(
        "grid", .grid,
        "How many pictures of a sprite are side by side, and below each other.", default: "10x10"),
      .key(
        "width", .integer(16...1920), "The width of each picture in pixels, even.", default: "160"),
    ])
}
