// SPDX-License-Identifier: Apache-2.0

import Base
import ProjectModel
import RenderProtocol
import YAML

// How outputs are written that are more than one file.

extension KeyTable {
  /// The keys of an output about its files, where these are several.
  static let deliveryOfOutput: [Key<Output>] = keys {
    Key(
      "segment",
      .seconds(
        "a media segment", in: Time(1)...Time(60), isShort: false,
        "media segments last between 1 s and 60 s", hint: "write segment: 6s"), \.segment,
      "The length of the media segments of a stream, an .m3u8 or .mpd, from 1 s to 60 s; they are cut where pieces of the film meet.",
      default: "6s")
    Key(
      "every", .step, \.step,
      "The time from one numbered picture, such as frames/%05d.png, or one of an animation, to the next.",
      default: "each frame")
    Key(
      "rate", .integer(1...240), "Numbered pictures, or those of an animation, for each second.",
      default: "each frame; of a .gif at most 50"
    ) { parser, field, output in
      if let rate = parser.integer(field.value, "a rate of pictures", in: 1...240) {
        output.step = Located(Time(1, over: Int64(rate.value)), at: rate.span)
      }
    }
    Key(
      "loop", .either([.choice(["forever"]), .integer(1...65_535)]),
      "How many times a .gif or .webp is played.", default: "forever"
    ) { parser, field, output in
      if field.value.text == "forever" { return }
      let plays = parser.integer(
        field.value, "how many times an animation is played, or 'forever',", in: 1...65_535)
      if let plays { output.animation?.plays = plays.value }
    }
    Key("colors", .integer(4...256), "The colours of a .gif.", default: "256") {
      parser, field, output in
      let colors = parser.integer(field.value, "the number of colours", in: 4...256)
      output.animation?.colors = colors?.value ?? 256
    }
    Key(
      "dither", .choice(AnimationForm.Dither.allCases.map(\.rawValue)),
      "How a .gif shows colours between those that it has; bayer makes the smallest files.",
      default: "bayer"
    ) { parser, field, output in
      output.animation?.dither = parser.choice(field.value, "a way to show other colours") ?? .bayer
    }
    Key(
      "start-number", .integer("the number of the first picture", in: 0...99_999_999),
      \.startNumber, "The number of the first numbered picture.", default: "1")
    Key(
      "sheet", .either([.flag, .object(sheet.shape)]),
      "Makes a .png or .jpg a contact sheet: pictures of the film side by side.", default: "false"
    ) { $0.sheet($1.value, sheet, .contactSheet, of: &$2) }
    Key(
      "thumbnails", .either([.flag, .object(thumbnails.shape)]),
      "Makes a .vtt a list of thumbnails that players show over their time bar, and sprites of these beside it.",
      default: "false"
    ) { parser, field, output in
      parser.sheet(field.value, thumbnails, .thumbnails, of: &output)
      if output.step == nil, output.sheet != nil {
        output.step = Located(SheetSettings.usualStep, at: field.value.span)
      }
    }
  }

  /// The layout of pictures, and the time from one to the next.
  struct SheetDraft {
    var sheet: SheetSettings
    var step: Located<Time>?
  }

  private static func every(_ fallback: String) -> Key<SheetDraft> {
    Key("every", .step, \.step, "The time from one picture to the next.", default: fallback)
  }

  private static func grid(_ doc: String, default fallback: String) -> Key<SheetDraft> {
    Key("grid", ValueKind(.grid) { $0.grid($1.value) }, \.sheet.grid, doc, default: fallback)
  }

  private static func width(_ fallback: String) -> Key<SheetDraft> {
    Key(
      "width", .integer(16...1920), "The width of each picture in pixels, even.",
      default: fallback
    ) { parser, field, draft in
      guard let width = parser.integer(field.value, "the width of pictures", in: 16...1920) else {
        return
      }
      if width.value % 2 != 0 {
        parser.report(
          .outOfRange, "the width of pictures must be even", at: width.span,
          hint: "write width: \(width.value + 1)")
      }
      draft.sheet.width = width.value
    }
  }

  static let sheet = ObjectKeys<SheetDraft>("sheet", "Pictures of a film side by side.") {
    every("as many as the grid has")
    grid(
      "How many pictures are side by side, and below each other, such as 5x4.",
      default: "5x4; with `every`, five side by side")
    width("320")
    Key(
      "gap", .integer("a gap", in: 0...200), \.sheet.gap, "Pixels around and between pictures.",
      default: "8")
    Key("background", .color, "The colour there.", default: "\"#18181c\"") {
      parser, field, draft in
      guard let color = parser.color(field.value) else { return }
      if color.alpha < 255 {
        parser.report(.outOfRange, "the background of a sheet is opaque", at: field.value.span)
      }
      draft.sheet.background = color
    }
    Key(
      "timestamps", .flag, \.sheet.hasTimestamps,
      "Whether the time in the film is written on each picture.", default: "false")
  }

  static let thumbnails = ObjectKeys<SheetDraft>(
    "thumbnails", "Small pictures of a film on sprites."
  ) {
    every("5s")
    grid(
      "How many pictures of a sprite are side by side, and below each other.", default: "10x10")
    width("160")
  }
}

extension ValueKind<Located<Time>> {
  /// The time from one picture to the next.
  fileprivate static let step = located(
    .seconds(
      "the time between pictures", in: Time(1, over: 1_000_000_000)...Time(86_400), isShort: false,
      "pictures are at most a day apart", hint: "write every: 10s"))
}
