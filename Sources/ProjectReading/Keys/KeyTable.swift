// SPDX-License-Identifier: Apache-2.0

import ProjectModel
import Properties

/// Every object and key of the language.
enum KeyTable {
  static let project = ObjectShape(
    name: "project",
    doc: "A Reel project: what the film is made of and which files are made of it.",
    keys: [
      .required("reel", .integer(1...1), "The version of the language; 1."),
      .key(
        "allow", .either([.path, .list(.path)]),
        "Folders and files outside the project's folder that it reads; `reel build --trust`, or the "
          + "user's list of trusted folders, has to agree.", default: "none"),
      .key("canvas", .object(canvas), "The frame everything is drawn on."),
      .key(
        "assets", .named(.either([.path, .list(.path), .object(asset)])),
        "Media by name; a clip may also name a file directly."),
      .key("defaults", .object(defaults), "What holds where a thing does not say it itself."),
      .required(
        "tracks", .named(.either([.media, .list(item), .object(track)])),
        "Sequences of clips, by name, in drawing order: later tracks lie over earlier ones."),
      .key(
        "instructions", .list(.object(instruction)),
        "What happens to tracks, clips and overlays over ranges of film time."),
      .key(
        "overlays", .overlays,
        "Images, texts, colours and groups of them over all tracks, by name, in drawing order."),
      .key(
        "outputs", .named(.either([.path, .object(output)])),
        "The files to be made, by name.", default: "{film: NAME.mp4}"),
      .later("params", "Values for ${name} in texts, set on the command line."),
      .later("data", "A table; one film per row."),
    ])

  static let canvas = ObjectShape(
    name: "canvas", doc: "The frame everything is drawn on.",
    keys: [
      .key(
        "size", .pixelSize, "Width and height in pixels, both even.",
        default: "the largest upright clip size of the bottom video track"),
      .key(
        "rate", .rate, "Frames per second: 30, 29.97 (which is 30000/1001), 24000/1001.",
        default: "the rate of the first clip of the bottom video track"),
      .key(
        "background", .color,
        "What shows where nothing is drawn; clear gives a film with alpha, in mov or png.",
        default: "black"),
      .key("fit", fit, "How clips fill the canvas that do not say it.", default: "contain"),
      .key(
        "orientation", .choice(CanvasSettings.OrientationRule.allNames),
        "Whether portrait and landscape clips may stand in one project; strict makes it an error.",
        default: "any"),
      .key(
        "depth", .integers(CanvasSettings.depths),
        "Bits of a sample; bt2020, hlg and pq take 10.",
        default: "that of the color, or of what is copied; else 8"),
      .key(
        "color", .choice(CanvasSettings.ColorStandard.allNames),
        "The colour that everything is drawn in; other media are converted to it.",
        default: "that of what is copied, else bt709"),
    ])

  static let asset = ObjectShape(
    name: "asset", doc: "A file, a glob or a list of files with a name.",
    keys: [
      .required(
        "file", .either([.path, .list(.path)]),
        "A path relative to the project file, a glob (in natural order), or a list of them."),
      .key(
        "rotate", .integers([0, 90, 180, 270]),
        "Clockwise turn in degrees, in place of the file's own.", default: "the file's own"),
      .later("color", "How the file's colours are to be read."),
    ])

  static let track = ObjectShape(
    name: "track", doc: "A sequence of clips, and clips placed beside them.",
    keys: [
      .key(
        "kind", .choice(Track.Kind.allNames), "What the track carries.",
        default: "audio where every clip is sound alone, else video"),
      .required(
        "clips", .either([.media, .list(item)]), "The items of the track, in order."),
      .later("volume", "A volume for the whole track; use an instruction."),
      .later("opacity", "An opacity for the whole track; use an instruction."),
      .later("blend", "How the track mixes with what lies under it."),
      .later("effects", "Filters for the whole track."),
    ])

  static let item = ValueShape.either(
    [.media, .object(clip)] + drawnItems.map { .object($0) } + [.object(transition), .object(gap)])

  static let clip = ObjectShape(
    name: "clip", doc: "A stretch of a file on a track.",
    keys: [
      content(.clip),
      .key(
        "id", .name, "The clip's name in anchors such as inset.end.",
        default: "its asset's name or its file's stem"),
      .key("range", .range, "The stretch of the source, in source time.", default: "all of it"),
      .key(
        "duration", .time,
        "How long it lasts, from the start of the source: short for range 0s..d.",
        default: "the source's; 5s for a still image"),
      .key("at", .time, "Where it is placed in the film.", default: "after the item before it"),
      .key("loop", .flag, "Whether the source starts again at its end.", default: "false"),
      .key("until", .time, "The film time at which it is cut off.", default: "its own end"),
      .key("fit", fit, "How it fills its box.", default: "the canvas's fit"),
      .key(
        "audio", .choice(AudioMode.allNames),
        "What becomes of its sound; cut keeps it from crossfading with transitions.",
        default: "on"),
    ] + layerKeys(size: "the canvas's") + [.property(.volume)] + laterForPictures + [
      .later("speed", "How fast it plays; negative plays backwards."),
      .later("reverse", "Plays it backwards."),
      .later("duck", "Lowers it while another track is heard."),
      .later("sync", "Moves its sound against its picture."),
      .later("streams", "Chooses among the file's streams."),
    ],
    exclusive: [["range", "duration"]])

  static let fade = ObjectShape(
    name: "fade", doc: "How something comes and goes.",
    keys: [
      .key("in", .time, "How long it takes to come.", default: "0s"),
      .key("out", .time, "How long it takes to go.", default: "0s"),
    ])

  /// The keys of every layer with a picture; `size` is what its box measures where it does not say.
  static func layerKeys(size: String) -> [KeyShape] {
    [
      .key(
        "size", .boxSize,
        "The width of its box, or [width, height]; what is left out or auto keeps the shape.",
        default: size),
      .key(
        "anchor", .choice(Anchor.allNames),
        "The point of its box that lies at the position; it is scaled and turned about it.",
        default: "the position's name where it stays, else center"),
      .key(
        "fade", .either([.time, .object(fade)]), "How it comes and goes.", default: "not at all"),
    ] + Property.all.filter(\.stage.isSeen).map { .property($0) }
  }

  static let transition = ObjectShape(
    name: "transition", doc: "A transition between its neighbours.",
    keys: [
      .required(
        "transition", .choice(TransitionStyle.names.map(\.name)),
        "How it looks; sound crossfades along with equal power."),
      .key("duration", .time, "How long it lasts.", default: "1s"),
      .key(
        "length", .choice(TransitionItem.LengthPolicy.allNames),
        "overlap: the film gets shorter; handles: each clip gives half from outside its range; "
          + "freeze: the edge frames are held.", default: "overlap"),
      .later("easing", "How the transition proceeds."),
      .later("audio", "How sound goes along with it."),
    ])

  static let gap = ObjectShape(
    name: "gap", doc: "A stretch of nothing.",
    keys: [.required("gap", .time, "How long it lasts.")])

  static let fit = ValueShape.choice(FitMode.allNames)

  static let laterForPictures: [KeyShape] = [
    .later("effects", "libavfilter filters with their options."),
    .later("blend", "How it mixes with what lies under it."),
    .later("mask", "What of it is seen."),
    .later("animate", "Curves over its time on screen."),
    .later("subtitles", "A subtitle file, burnt in."),
    .later("captions", "Captions kept as a track."),
  ]
}

extension CaseIterable where Self: RawRepresentable, RawValue == String {
  /// The names of all cases.
  static var allNames: [String] { allCases.map(\.rawValue) }
}
