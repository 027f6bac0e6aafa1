// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import ProjectModel
import Subtitles
import YAML

// Outputs, and what their files say of themselves.

extension KeyTable {
  /// An output while its keys are read.
  package struct OutputDraft {
    var output: Output
    /// The format of its file; nil for a wrong one.
    var format: OutputFormat?
    /// All that is written of it.
    var fields: [Field]
  }

  package static let output = ObjectKeys<OutputDraft>(
    "output", "A file to produce.", exclusive: [["every", "rate"]]
  ) {
    Key(
      unread: .required(
        "file", .path,
        "The file; its extension selects the format: "
          + OutputFormat.all.map(\.name).joined(separator: ", ")
          + ". {n} in its name is the next number that no file has, {date} the day of the build."))
    Key(
      "preset", ValueKind(.choice(Output.Preset.allNames)) { $0.preset($1.value) },
      \.output.preset, "The quality; passthrough is highest with `copy: when-possible`.",
      default: "highest")
    Key(
      "profile",
      ValueKind(.choice(PlayerProfile.allCases.map(\.rawValue))) { $0.profile($1.value) },
      \.output.profile,
      "The players that it is made for: what it does not say of its encoding is as these want it, and what they do not play is an error.",
      default: "none")
    Key(
      "copy", .choice("a rule for copying"), \.output.copying,
      "Whether coded pictures of a source are copied where nothing else is shown.",
      default: "never")
    Key(
      "metadata", .either([.choice(Output.Metadata.allNames), .object(metadata.shape)]),
      "Whether the film keeps the languages, date, place, chapters and timecode of its sources, and what it says of itself.",
      default: "keep if it copies, else strip"
    ) { $0.metadata($1.value, of: &$2) }
    Key(
      "strip",
      ValueKind(
        .either([
          .choice(Output.SourceFact.allNames), .list(.choice(Output.SourceFact.allNames)),
        ])
      ) { $0.stripped($1.value) }, \.output.stripped,
      "What of the metadata of its sources a film that keeps them leaves out.", default: "nothing")
    Key(
      "chapters",
      ValueKind(.either([.choice(["clips"]), .named(.time)])) { $0.chapters($1.value) },
      \.output.chapters,
      "Chapters by their titles and starts in the film, or one for each clip of the bottom video track.",
      default: "those of sources, where they are kept")
    Key(
      "captions",
      .either([
        .path, .object(outputCaptions.shape),
        .list(.either([.path, .object(outputCaptions.shape)])),
      ]),
      "Files of captions, SubRip, WebVTT or ASS, or clips for those of the clips: tracks of a film, or what a .srt or .vtt holds.",
      default: "none"
    ) { parser, field, draft in
      draft.output.captions = parser.captions(field.value)
      if let format = draft.format, format.isText, draft.output.captions.count > 1 {
        parser.report(
          .badValue, "a .\(format.name) file holds one caption track",
          at: draft.output.captions[1].span, hint: "write an output for each")
      }
    }
    Key(
      "size", .size, \.output.size, "A size other than the canvas's, both even.",
      default: "the canvas's")
    Key(
      "fit", .choice("a fit"), \.output.fit, "How the film fills that size.", default: "contain")
    Key(
      "canvas", .either([.frameSize, .object(canvasOfOutput.shape)]),
      "Another frame, for which the film is composed anew: its size or ratio, or keys as those of the project's canvas.",
      default: "the project's"
    ) { parser, field, _ in parser.canvasOfOutput(field.value) }
    Key(
      "change", .named(.named(.anything)),
      "Keys of tracks, clips, overlays and members of groups, by their names, that are others in this output.",
      default: "none"
    ) { parser, field, _ in parser.changesOfThings(field.value) }
    Key(
      "range", .range, \.output.range, "The range of film time to produce.", default: "all of it")
    Key(
      "at", .time("the time of a picture", orZero: true), \.output.at,
      "The film time a picture shows.", default: "0s")
    Key(
      "faststart", .flag, \.output.fastStart,
      "Whether the index is written first, so that a film can play while it loads.",
      default: "true")
    for key in deliveryOfOutput { key.at(\OutputDraft.output) }
    encodingOfOutput
    for key in levelOfOutput { key.at(\Output.level, else: OutputLevel()).at(\OutputDraft.output) }
    Key(unread: when)
  }

  /// A canvas, with the size `size`.
  private static func canvasKeys(_ size: Key<CanvasSettings>) -> [Key<CanvasSettings>] {
    keys {
      size
      Key(
        "rate", ValueKind(.rate) { $0.rate($1.value) }, \.rate,
        "Frames per second: 30, 29.97 (which is 30000/1001), 24000/1001.",
        default: "the rate of the first clip of the bottom video track")
      Key(
        "background", .color, \.background,
        "The colour where nothing is drawn; clear makes a film with alpha, in mov or png.",
        default: "black")
      Key(
        "fit", .choice("a fit"), \.fit, "How clips without `fit` fill the canvas.",
        default: "contain")
      Key(
        "orientation", .located(.choice("an orientation rule")), \.orientation,
        "Whether a project may mix portrait and landscape clips; strict makes it an error.",
        default: "any")
      Key(
        "depth", ValueKind(.integers(CanvasSettings.depths)) { $0.depth($1.value) }, \.depth,
        "Bits per sample; bt2020, hlg and pq need 10.",
        default: "that of `color` or of copied media, else 8")
      Key(
        "color", .located(.choice("a colour standard")), \.color,
        "The colour that everything is drawn in; other media are converted to it.",
        default: "that of copied media, else bt709")
      Key(
        "channels", .located(.choice("a choice of channels")), \.channels,
        "The channels that the film is heard on; sounds of other channels are mapped to them by ITU-R BS.775.",
        default: "stereo; a sound that is copied as a whole keeps its own")
    }
  }

  static let canvas = ObjectKeys<CanvasSettings>("canvas", "The frame everything is drawn on.") {
    canvasKeys(
      Key(
        "size", .size, \.size, "Width and height in pixels, both even.",
        default: "the largest upright clip size of the bottom video track"))
  }

  /// The canvas of one output.
  static let canvasOfOutput = ObjectKeys<CanvasSettings>(
    "canvas of an output", "The frame that the film is composed for in one output."
  ) {
    canvasKeys(
      Key(
        "size", ValueKind(.frameSize) { $0.frameSize($1.value) }, \.size,
        "Width and height in pixels, both even, or their ratio, such as 9:16, with the shorter side of the project's canvas."
      )
    ).map { $0.with(default: "the project's") }
  }

  static let outputCaptions = ObjectKeys<CaptionsDraft>(
    "captions of an output", "Captions that an output holds.",
    exclusive: [["from", "file"], ["from", "offset"], ["from", "encoding"]]
  ) {
    Key(
      "from", .choice(["clips"]), "Those of the clips that the film shows.", default: "file"
    ) { parser, field, draft in
      draft.isOfClips = parser.word(field.value, of: ["clips"], "a source of captions") != nil
    }
    Key("file", .textFile, \.path, "A file of captions in the film's time.", default: "from")
    Key(
      "language", ValueKind(.text) { $0.language($1.value) }, \.captions.language,
      "The language by ISO 639, such as it or ita.", default: "none")
    Key("name", .text, "What players call the track.", default: "none") { parser, field, draft in
      draft.captions.name = parser.tag(field.value, "name")
      // QuickTime writes its length in one byte.
      if let name = draft.captions.name, name.utf8.count > 255 {
        parser.report(
          .outOfRange, "the name of a track has at most 255 bytes", at: field.value.span)
      }
    }
    Key(
      "default", .flag, \.captions.isDefault,
      "Whether players show it at first; of mp4 and mov the first track is where none is.",
      default: "false")
    ofCaptionFiles
  }

  /// Captions while their keys are read.
  struct CaptionsDraft {
    var captions: OutputCaptions
    var isOfClips = false
    var path: Located<String>?
    var stream: Located<Int>?
    var offset: TimeExpression?
    var encoding: TextEncoding?

    /// The file that they are in; nil where it cannot be read.
    var file: CaptionFile? {
      guard
        let path = path ?? stream.map({ Located("\($0.value)", at: $0.span) })
      else { return nil }
      var file = CaptionFile(path: path)
      file.stream = self.path == nil ? stream?.value : nil
      file.offset = offset
      if let encoding { file.encoding = encoding }
      return file
    }
  }

  static let captions = ObjectKeys<CaptionsDraft>(
    "captions", "The captions of footage.",
    exclusive: [["file", "stream"], ["stream", "encoding"]]
  ) {
    Key("file", .textFile, \.path, "A file, SubRip, WebVTT or ASS, in the time of the source.")
    Key(
      "stream", .located(.textStream), \.stream,
      "The number of a text stream of the footage among its text streams.")
    ofCaptionFiles
  }

  private static let ofCaptionFiles: [Key<CaptionsDraft>] = keys {
    Key(
      "offset", .time, \.offset, "How much later its captions are shown than it says.",
      default: "0s")
    Key(
      "encoding", .encoding, \.encoding, "How its characters are written.",
      default: "utf-8, or what its first bytes say")
  }

  /// A file's own metadata, while its keys are read.
  struct MetadataDraft {
    var tags = OutputTags()
    var sources: Output.Metadata?
    let format: OutputFormat?
  }

  static let metadata = ObjectKeys<MetadataDraft>("metadata", "What a file says of itself.") {
    Key(
      "sources", .choice(Output.Metadata.allNames),
      "Whether the film keeps what its sources say.", default: "keep if it copies, else strip"
    ) { parser, field, draft in
      if let format = draft.format, !format.isFilm {
        parser.report(
          .exclusiveKeys, "'sources' has no meaning for a .\(format.name) file",
          at: field.key.span, hint: "only films keep metadata of their sources")
      }
      draft.sources = parser.choice(field.value, "a rule for metadata")
    }
    for name in OutputTags.names {
      Key(
        name, .text,
        name == "date" ? "Its year or date, such as 2026-05-12." : "Its \(name).", default: "none"
      ) { parser, field, draft in
        let text = name == "date" ? parser.date(field.value) : parser.tag(field.value, name)
        if let text { draft.tags.texts.append(.init(name: name, text: text)) }
      }
    }
    Key(
      "language", .text, "The language of pictures and sound, by ISO 639: en or eng, it or ita.",
      default: "none"
    ) { parser, field, draft in
      if let format = draft.format, !format.isFilm, !format.hasIndex {
        parser.report(
          .exclusiveKeys, "'language' has no meaning for a .\(format.name) file",
          at: field.key.span, hint: "only films and m4a have a language")
      }
      draft.tags.language = parser.language(field.value)
    }
    Key(
      "cover", .path, "A picture that libraries show for it, JPEG or PNG.", default: "none"
    ) { parser, field, draft in
      if let format = draft.format, !format.holdsCover {
        parser.report(
          .exclusiveKeys, "'cover' has no meaning for a .\(format.name) file", at: field.key.span,
          hint: "only \(OutputFormat.list { $0.holdsCover }) have a cover")
      }
      draft.tags.cover = parser.media(field.value)
    }
  }
}

extension ValueKind<Located<PixelSize>> {
  fileprivate static let size = ValueKind(.pixelSize) { $0.pixelSize($1.value) }
}

extension ValueKind<Located<String>> {
  fileprivate static let textFile = ValueKind(.path) { $0.textFile($1.value) }
}

extension ValueKind<Int> {
  static let textStream = integer("the number of a text stream", in: 0...63)
}

extension ValueKind<TextEncoding> {
  static let encoding = ValueKind(.choice(TextEncoding.allNames)) { $0.encoding($1.value) }
}
