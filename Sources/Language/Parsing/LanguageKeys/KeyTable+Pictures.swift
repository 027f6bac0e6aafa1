// SPDX-License-Identifier: Apache-2.0

import Catalog
import ProjectModel
import Subtitles

extension KeyTable {
  package static let instruction = ObjectShape(
    name: "instruction", doc: "Changes of layers over a range of film time.",
    keys: [
      .key(
        "during", .range, "The range of film time.",
        default: "none, where layers are only given a speed, which they have at all times"),
      .key("background", .color, "The background in that range.", default: "the canvas's"),
      when,
      .key(
        "layers", .named(.object(layer)), "Changes, by the name of a track, clip or overlay."),
      effects(
        "The filters that the whole picture goes through meanwhile, in place of the film's own."),
    ])

  package static let layer = ObjectShape(
    name: "layer", doc: "Changes of a layer; ramps last as long as `during`.",
    keys: propertyKeys(Property.all) + [
      effects("The filters that it goes through meanwhile, in place of its own."),
      backface(default: "its own"),
      blend("How it is combined meanwhile with what lies under it.", default: "its own"),
      mask("What is seen of it meanwhile, in place of its own mask.", default: "its own"),
    ] + laterForPictures + [
      .elsewhere(
        "motion-blur", "it holds at all times: write 'motion-blur' where the layer is defined"),
      .elsewhere("fit", "it holds at all times: write 'fit' where the layer is defined"),
      .elsewhere(
        "focus", "write it where the layer is defined, where it may change: focus: left -> right"),
      .elsewhere("fade", "write opacity: 0 -> 1, or 'fade' where the layer is defined"),
      .elsewhere("enter", "write 'enter' where the layer is defined, or its properties here"),
      .elsewhere("exit", "write 'exit' where the layer is defined, or its properties here"),
      .elsewhere("interpolate", "write it on the clips that are played slowly"),
      .elsewhere("deinterlace", "write it on the clips"),
      .elsewhere("ken-burns", "write crop: 0 0 100% 100% -> 10% 10% 80% 80%"),
      .later("duck", "Lowers its volume while another track has sound."),
    ]
      // Of a whole track, in an instruction without a range.
      + ["speed", "stretch", "reverse", "pitch"].compactMap(clip.key),
    exclusive: [["speed", "stretch"], ["speed", "reverse"]])

  package static let overlay = ObjectShape(
    name: "overlay",
    doc: "A clip, an image, a text, a counter, a drawing, particles, subtitles or a group.",
    keys: ContentKind.all.map { content($0).optional } + [
      .key(
        "during", .range, "When it is visible, in film time.",
        default: "the whole film, or the time of its group; of a clip, its own length from there on"
      ), captionsOfFile, when,
    ] + playbackOfAny
      + layerKeys(size: "the image's own; the canvas's for a clip, a drawing and a group")
      + [panned] + heardKeys
      + parameters.map { parameter($0) } + textKeys.filter { $0.name != textFit.name }
      + laterForPictures.filter { $0.name != "subtitles" && $0.name != "captions" }
      + ofTextFiles,
    exclusive: ContentKind.exclusive(ContentKind.all) + playbackExcludes + textExcludes)

  /// Keys of a text file that are mistakenly written beside it.
  private static let ofTextFiles: [KeyShape] = [
    .elsewhere(
      "safe-area", "it stands with the file: subtitles: {file: rome.srt, safe-area: 10%}"),
    .elsewhere("highlight", "it stands with the file: words: {file: talk.json, highlight: gold}"),
    .elsewhere("max-words", "it stands with the file: words: {file: talk.json, max-words: 4}"),
    .elsewhere(
      "encoding", "it stands with the file: subtitles: {file: rome.srt, encoding: latin-1}"),
    .elsewhere("offset", "it stands with the file: subtitles: {file: rome.srt, offset: 500ms}"),
    .elsewhere("stream", "it stands with the clip: subtitles: {clip: talk, stream: 1}"),
  ]

  package static let output = ObjectShape(
    name: "output", doc: "A file to produce.",
    keys: [
      .required(
        "file", .path,
        "The file; its extension selects the format: "
          + OutputFormat.all.map(\.name).joined(separator: ", ")
          + ". {n} in its name is the next number that no file has, {date} the day of the build."
      ),
      .key(
        "preset", .choice(Output.Preset.allNames),
        "The quality; passthrough is highest with `copy: when-possible`.",
        default: "highest"),
      .key(
        "profile", .choice(PlayerProfile.allCases.map(\.rawValue)),
        "The players that it is made for: what it does not say of its encoding is as these want it, and what they do not play is an error.",
        default: "none"),
      .key(
        "copy", .choice(Output.Copying.allNames),
        "Whether coded pictures of a source are copied where nothing else is shown.",
        default: "never"),
      .key(
        "metadata", .either([.choice(Output.Metadata.allNames), .object(metadata)]),
        "Whether the film keeps the languages, date, place, chapters and timecode of its sources, and what it says of itself.",
        default: "keep if it copies, else strip"),
      .key(
        "strip",
        .either([
          .choice(Output.SourceFact.allNames), .list(.choice(Output.SourceFact.allNames)),
        ]), "What of the metadata of its sources a film that keeps them leaves out.",
        default: "nothing"),
      .key(
        "chapters", .either([.choice(["clips"]), .named(.time)]),
        "Chapters by their titles and starts in the film, or one for each clip of the bottom video track.",
        default: "those of sources, where they are kept"),
      .key(
        "captions",
        .either([.path, .object(outputCaptions), .list(.either([.path, .object(outputCaptions)]))]),
        "Files of captions, SubRip, WebVTT or ASS, or clips for those of the clips: tracks of a film, or what a .srt or .vtt holds.",
        default: "none"),
      .key(
        "size", .pixelSize, "A size other than the canvas's, both even.", default: "the canvas's"),
      .key("fit", fit, "How the film fills that size.", default: "contain"),
      .key(
        "canvas", .either([.frameSize, .object(canvasOfOutput)]),
        "Another frame, for which the film is composed anew: its size or ratio, or keys as those of the project's canvas.",
        default: "the project's"),
      .key(
        "change", .named(.named(.anything)),
        "Keys of tracks, clips, overlays and members of groups, by their names, that are others in this output.",
        default: "none"),
      .key("range", .range, "The range of film time to produce.", default: "all of it"),
      .key("at", .time, "The film time a picture shows.", default: "0s"),
      .key(
        "faststart", .flag,
        "Whether the index is written first, so that a film can play while it loads.",
        default: "true"),
    ] + deliveryOfOutput + encodingOfOutput + levelOfOutput + [
      when
    ], exclusive: [["every", "rate"]])

  /// The canvas of one output.
  package static let canvasOfOutput = ObjectShape(
    name: "canvas of an output", doc: "The frame that the film is composed for in one output.",
    keys: canvas.keys.map { key in
      .key(
        key.name, key.name == "size" ? .frameSize : key.value,
        key.name == "size"
          ? "Width and height in pixels, both even, or their ratio, such as 9:16, with the shorter side of the project's canvas."
          : key.doc, default: "the project's")
    })

  package static let outputCaptions = ObjectShape(
    name: "captions of an output", doc: "Captions that an output holds.",
    keys: [
      .key("from", .choice(["clips"]), "Those of the clips that the film shows.", default: "file"),
      .key("file", .path, "A file of captions in the film's time.", default: "from"),
      .key(
        "language", .text, "The language by ISO 639, such as it or ita.", default: "none"),
      .key("name", .text, "What players call the track.", default: "none"),
      .key(
        "default", .flag,
        "Whether players show it at first; of mp4 and mov the first track is where none is.",
        default: "false"),
    ] + ofCaptionFiles, exclusive: [["from", "file"], ["from", "offset"], ["from", "encoding"]])

  package static let captions = ObjectShape(
    name: "captions", doc: "The captions of footage.",
    keys: [
      .key("file", .path, "A file, SubRip, WebVTT or ASS, in the time of the source."),
      .key(
        "stream", .integer(0...63),
        "The number of a text stream of the footage among its text streams."),
    ] + ofCaptionFiles, exclusive: [["file", "stream"], ["stream", "encoding"]])

  private static let ofCaptionFiles: [KeyShape] = [
    .key("offset", .time, "How much later its captions are shown than it says.", default: "0s"),
    .key(
      "encoding", .choice(TextEncoding.allCases.map(\.rawValue)), "How its characters are written.",
      default: "utf-8, or what its first bytes say"),
  ]

  package static let metadata = ObjectShape(
    name: "metadata", doc: "What a file says of itself.",
    keys: [
      .key(
        "sources", .choice(Output.Metadata.allNames),
        "Whether the film keeps what its sources say.", default: "keep if it copies, else strip")
    ]
      + OutputTags.names.map { name in
        .key(
          name, .text,
          name == "date" ? "Its year or date, such as 2026-05-12." : "Its \(name).", default: "none"
        )
      } + [
        .key(
          "language", .text,
          "The language of pictures and sound, by ISO 639: en or eng, it or ita.",
          default: "none"),
        .key("cover", .path, "A picture that libraries show for it, JPEG or PNG.", default: "none"),
      ])

  package static let beats = ObjectShape(
    name: "beats",
    doc:
      "Times of the film: an item of 4 beats ends with the fourth beat after the one that is nearest to its start.",
    keys: [
      .key("every", .time, "How far they are apart.", default: "none"),
      .key("bpm", .number(1...1000), "How many there are in a minute.", default: "none"),
      .key(
        "file", .path,
        "A file with the time of a beat in seconds at the start of each line, such as labels of Audacity.",
        default: "none"),
      .key(
        "from", .time, "The film time of the first one; of a file, that of its time 0.",
        default: "0s"),
    ], exclusive: [["every", "bpm", "file"]])

  package static let defaults = ObjectShape(
    name: "defaults", doc: "Default values of keys.",
    keys: [
      .key("clip", .object(clipDefaults), "For clips."),
      .key("text", .object(textDefaults), "For texts."),
      .key("transition", .object(transitionDefaults), "For transitions."),
    ])

  package static let clipDefaults = ObjectShape(
    name: "clip defaults", doc: "Default values of the keys of clips.",
    keys: [
      .key(
        "duration", .time,
        "How long photos, texts, fills, shapes and groups are shown; footage lasts as long as its range.",
        default: "5s")
    ]
      + [
        "fit", "focus", "audio", "fade", "pan", "balance", "volume", "denoise", "gate", "de-ess",
        "eq",
        "compress", "loudness", "peak", "opacity",
      ]
      .compactMap(
        clip.key) + [
        .key(
          "ken-burns", .either([.choice(["auto", "off"]), .object(kenBurns)]),
          "A slow pan and zoom over each photo of a track that has neither `crop` nor `fit` of its own, nor `ken-burns: off`.",
          default: "none")
      ])

  package static let textDefaults = ObjectShape(
    name: "text defaults", doc: "Default values of the keys of texts.",
    keys: textKeys, exclusive: textExcludes)

  package static let transitionDefaults = ObjectShape(
    name: "transition defaults", doc: "Default values of the keys of transitions.",
    keys: ["duration", "length", "easing", "audio"].compactMap(transition.key))
}
