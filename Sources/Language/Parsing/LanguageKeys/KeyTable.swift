// SPDX-License-Identifier: Apache-2.0

import Base
package import Catalog
package import ProjectModel

/// Every object and key of the language.
package enum KeyTable {
  package static let project = ObjectShape(
    name: "project",
    doc: "A Reel project: the contents of a film, and the files to produce.",
    keys: [
      .required("reel", .integer(1...1), "The version of the language; 1."),
      .key(
        "extends", .path,
        "A project file whose params, canvas, assets and defaults hold where this one does not say otherwise.",
        default: "none"),
      .key(
        "allow", .either([.path, .list(.path)]),
        "Folders and files outside the project's folder that it reads; needs `reel build --trust` or an "
          + "entry in the user's list of trusted folders.", default: "none"),
      .key(
        "params", projectParameters,
        "Values for ${name} anywhere in the project, which `--set` and `--data` give: by name its default, or what it is."
      ),
      .key("canvas", .object(canvas), "The frame everything is drawn on."),
      .key(
        "assets", .named(.either([.path, .list(.path), .object(asset)])),
        "Media by name; a clip may also name a file directly."),
      .key("defaults", .object(defaults), "Default values of keys."),
      .key(
        "beats", .either([.time, .path, .object(beats)]),
        "The beats that durations count, as in duration: 4 beats: how far apart they are, or a file of their times.",
        default: "none"),
      .required(
        "tracks", .named(.either([.media, .list(item), .object(track)])),
        "Sequences of clips, by name, in drawing order: later tracks lie over earlier ones."),
      .elsewhere(
        "chapters", "it is a key of an output: film: {file: film.mp4, chapters: {Intro: 0s}}"),
      .elsewhere(
        "metadata", "it is a key of an output: film: {file: film.mp4, metadata: {title: Rome}}"),
      .elsewhere(
        "captions", "it is a key of an output: film: {file: film.mp4, captions: rome.srt}"),
      .key(
        "instructions", .list(.either([.object(instruction), .object(each)])),
        "Changes of tracks, clips and overlays over ranges of film time."),
      .key(
        "overlays", .overlays,
        "Images, texts, colours and groups of them over all tracks, by name, in drawing order."),
      effects("The filters that the whole picture of the film goes through, in order."),
      .key(
        "outputs", .named(.either([.path, .object(output), .object(each)])),
        "The files to produce, by name.", default: "{film: NAME.mp4}"),
    ])

  /// Keys that a project takes over from the files that it extends.
  package static let extensible = ["params", "canvas", "assets", "defaults"]

  /// A project file that others extend.
  package static let extended = ObjectShape(
    name: "extended project", doc: "What several projects have in common.",
    keys: project.keys.map { key in
      if extensible.contains(key.name) || ["reel", "extends"].contains(key.name) { return key }
      return .elsewhere(
        key.name,
        "move it to the files that extend this one, which take over params, canvas, assets and defaults"
      )
    })

  package static let canvas = ObjectShape(
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
        "The colour where nothing is drawn; clear makes a film with alpha, in mov or png.",
        default: "black"),
      .key("fit", fit, "How clips without `fit` fill the canvas.", default: "contain"),
      .key(
        "orientation", .choice(CanvasSettings.OrientationRule.allNames),
        "Whether a project may mix portrait and landscape clips; strict makes it an error.",
        default: "any"),
      .key(
        "depth", .integers(CanvasSettings.depths),
        "Bits per sample; bt2020, hlg and pq need 10.",
        default: "that of `color` or of copied media, else 8"),
      .key(
        "color", .choice(CanvasSettings.ColorStandard.allNames),
        "The colour that everything is drawn in; other media are converted to it.",
        default: "that of copied media, else bt709"),
      channelsOfCanvas,
    ])

  package static let asset = ObjectShape(
    name: "asset", doc: "A file, a glob or a list of files with a name.",
    keys: [
      .required(
        "file", .either([.path, .list(.path)]),
        "A path relative to the project file, a glob (in natural order), or a list of them."),
      rotationOfFile("the file's own"), captionsOfFile,
      .later("color", "The colour standard of the file, in place of its tags."),
    ])

  /// The turn that brings the picture of a file upright.
  private static func rotationOfFile(_ fallback: String) -> KeyShape {
    .key(
      "rotate", .integers([0, 90, 180, 270]),
      "Clockwise turn of its picture in degrees, in place of the file's own, before anything else is done to it.",
      default: fallback)
  }

  /// The captions of footage.
  static let captionsOfFile = KeyShape.key(
    "captions", .either([.path, .object(captions)]),
    "Its captions, SubRip, WebVTT or ASS, or {stream: 0} for a text stream of it, which are cut and moved with it; outputs hold them with `captions: clips`, and an overlay draws them with `subtitles: {clip: ...}`.",
    default: "none, or its asset's")

  package static let track = ObjectShape(
    name: "track", doc: "A sequence of clips, and clips placed at given times.",
    keys: [
      .key(
        "kind", .choice(Track.Kind.allNames), "The kind of the track.",
        default: "audio if all clips have sound only, else video"),
      .required(
        "clips", .either([.media, .list(item)]), "The items of the track, in order."),
      betweenKey,
      blend("How its items are combined with the layers below it, where they do not say so."),
      when,
    ] + layerKeys(size: "the canvas's").filter { $0.name != "blend" } + heardKeys + soundOfTracks)

  package static let item = ValueShape.either(
    [.media, .object(clip)] + drawnItems.map { .object($0) }
      + [.object(transition), .object(gap), .object(freeze), .object(each)])

  package static let clip = ObjectShape(
    name: "clip", doc: "A part of a file on a track.",
    keys: [
      content(.clip),
      .key(
        "id", .name, "The clip's name in anchors such as inset.end.",
        default: "its asset's name or its file's stem"),
    ] + playback + [
      .key("at", .time, "Where it is placed in the film.", default: "after the item before it"),
      .key("until", .time, "The film time at which it ends.", default: "its own end"),
      captionsOfFile, when,
    ] + layerKeys(size: "the canvas's") + [panned] + heardKeys
      + laterForPictures.filter { $0.name != "captions" },
    exclusive: playbackExcludes)

  /// The keys of footage, wherever it is played.
  package static let playback: [KeyShape] =
    [
      .key(
        "range", .range,
        "The range of the source, in its own time: frames are the source's, and tc(10:00:05:00) is the frame with this timecode in it.",
        default: "all of it"),
      .key(
        "duration", .time,
        "How long it lasts, from the start of the source: short for range 0s..d, but frames are the canvas's.",
        default: "the source's; 5s for a still image"),
      .key(
        "speed", .animated(.number(-100...100)),
        "How fast it is played: 2 is twice as fast, and takes half as long; below zero backwards. It may change over the clip's "
          + "time in the film, which lasts until the range is used up; where it is 0, the picture is held.",
        default: "1"),
      .key(
        "stretch", .time, "How long its range takes in the film, at whatever speed that needs.",
        default: "as long as its speed says"),
      .key(
        "reverse", .flag, "Whether it is played backwards, as speed: -1 does.", default: "false"),
      .key(
        "pitch", .choice(PitchMode.allNames),
        "What becomes of the pitch of its sound at another speed: it is kept, or goes along.",
        default: "keep; below a speed of 0.25 and above 4 there is no sound"),
      .key(
        "interpolate", .choice(InterpolationMode.allNames),
        "What is shown at times between two frames of the source, as in slow motion: the earlier one, both mixed, or what moves where it is by then.",
        default: "none"),
      .key(
        "deinterlace", .choice(DeinterlacingMode.allNames),
        "What is made of interlaced frames: nothing, one whole picture of each frame, or one of each of its two fields.",
        default:
          "fields where the film shows more pictures than the source has frames, else frames; off if an output copies"
      ),
      .key(
        "loop", .either([.flag, .object(loopSeam)]),
        "Whether the source repeats from its start at its end.", default: "false"),
      .key(
        "with", .named(.anything),
        "Values of the parameters of a film, where it is a project file.",
        default: "their defaults"),
      streamsOfFootage,
      rotationOfFile("its asset's, else the file's own"),
      .key("fit", fit, "How it fills its box.", default: "the canvas's fit"),
      focus,
    ] + soundOfFootage

  /// The place of footage that stays in sight.
  private static let focus = KeyShape.key(
    Property.focus.key, .either([.choice(["auto"]), .animated(.value(Property.focus.unit))]),
    "The place in its picture that stays in sight where it covers its box: a name, or [x, y] within the upright picture; "
      + "with auto it follows faces, else what moves.",
    default: Property.focus.fallback)

  package static let loopSeam = ObjectShape(
    name: "loop", doc: "How sound repeats.",
    keys: [
      .required(
        "crossfade", .time,
        "How long the end of a turn crossfades with the start of the next, with equal power; a turn is that much shorter."
      )
    ])

  /// Keys of footage of which one says what another says.
  ///
  /// At another speed a duration could be one of the source or one of the film.
  static let playbackExcludes = [
    ["crop", "focus"], ["range", "duration"], ["speed", "stretch"], ["speed", "duration"],
    ["stretch", "duration"],
    ["speed", "reverse"],
  ]

  /// The keys of every layer with a picture; `size` is what its box measures where it does not say.
  package static func layerKeys(size: String) -> [KeyShape] {
    [
      .property(.size, default: size),
      .property(.anchor, default: "the name of a constant position, else center"),
      backface(),
      blend(
        "How it is combined with what lies under it, within its group; in transitions modes change half-way.",
        default: "that of its track, else normal"),
      mask(
        "What is seen of it, within its box: as much as another picture shows, which moves with it."
      ),
      motionBlurKey(
        "How its motion within a frame is seen: as the mean of so many moments, or of `samples` while the shutter is open."
      ),
      .key(
        "fade", .either([.time, .object(fade)]), "Fade-in and fade-out.", default: "none"),
      effects("The filters of libavfilter that its picture or its sound goes through, in order."),
    ] + entrances
      + propertyKeys(Property.all.filter { $0.stage.isSeen && $0 != .size && $0 != .anchor })
  }

  /// The keys of `properties`, those of a group in one.
  package static func propertyKeys(_ properties: [Property]) -> [KeyShape] {
    var groups: [Property.Group] = []
    return properties.compactMap { property in
      guard let group = property.group else { return .property(property) }
      if groups.contains(group) { return nil }
      groups.append(group)
      return .key(group.name, .object(shape(of: group)), group.doc, default: "none")
    }
  }

  /// The object with the keys of a group of properties.
  package static func shape(of group: Property.Group) -> ObjectShape {
    ObjectShape(
      name: group.name, doc: group.doc,
      keys: group.properties.map { .property($0) }
        + group.files.map { .key($0.key, .media, $0.doc, default: $0.fallback) })
  }

  /// The key that says whether backs are seen.
  static func backface(default fallback: String = "visible") -> KeyShape {
    .key(
      "backface", .choice(Backface.allNames),
      "Whether its back is seen, mirrored, where it is turned away.", default: fallback)
  }

  /// The key of masks.
  static func mask(_ doc: String, default fallback: String = "none") -> KeyShape {
    .key("mask", .mask, doc, default: fallback)
  }

  /// The key of blend modes.
  static func blend(_ doc: String, default fallback: String = "normal") -> KeyShape {
    .key("blend", .choice(blendModes), doc, default: fallback)
  }

  /// The names of blend modes; `normal` is none of them.
  package static let blendModes = ["normal"] + BlendMode.allNames

  private static func motionBlurKey(_ doc: String) -> KeyShape {
    .key(
      "motion-blur", .either([.integer(MotionBlur.counts), .object(motionBlur)]), doc,
      default: "none")
  }

  package static let motionBlur = ObjectShape(
    name: "motion blur", doc: "Motion within a frame, as the mean of several moments.",
    keys: [
      .key("samples", .integer(MotionBlur.counts), "The number of moments.", default: "8"),
      .key(
        "shutter", .value(.angle),
        "How long the shutter is open from the frame's time on; 360deg is a whole frame.",
        default: "180deg"),
    ])

  package static let transition = ObjectShape(
    name: "transition", doc: "A transition between its neighbours.",
    keys: [
      .required(
        "transition", .either([transitionKinds, .object(pictureTransition)]),
        "Its kind; cut is a plain cut, which has no duration, length and easing."),
      .key("duration", .time, "How long it lasts.", default: "1s"),
      .key(
        "length", .choice(TransitionItem.LengthPolicy.allNames),
        "overlap: the film gets shorter; handles: each clip gives half from outside its range; "
          + "freeze: the edge frames are held.", default: "overlap"),
      .key("easing", .text, "How it gets from the one picture to the other.", default: "linear"),
      .key(
        "reverse", .flag,
        "Whether the one from the second picture to the first is played backwards.",
        default: "false"),
      .key(
        "with", .object(transitionSettings), "Parameters of its kind.", default: "its defaults"),
      when,
      .key(
        "audio", .either([.choice(["crossfade", "cut"]), .object(transitionSound)]),
        "How its sound goes along: it crossfades with equal power, it is cut in the middle, or as the keys say; the source "
          + "has to have what is heard of it beyond the clips' ranges.",
        default: "crossfade; cut where the audio of one of the clips is cut"),
    ])

  /// The names of kinds of transitions, and of none.
  package static let transitionKinds = ValueShape.choice(
    TransitionStyle.names.map(\.name) + [TransitionItem.cutName])

  package static let transitionSound = ObjectShape(
    name: "transition sound", doc: "How the sound of a transition goes along.",
    keys: [
      .key(
        "curve", .choice(TransitionSound.Curve.allNames),
        "The way from the one sound to the other: with the same power, with the same level, or at once.",
        default: "equal-power; cut where the transition is one"),
      .key(
        "offset", .time,
        "How much later the sound changes than the picture; less than 0 for earlier: the next clip is heard before it is seen.",
        default: "0s"),
      .key(
        "duration", .time, "How long the sound takes, about its own middle.",
        default: "that of the transition"),
    ])

  package static let gap = ObjectShape(
    name: "gap", doc: "A part of a track without content.",
    keys: [.required("gap", .time, "How long it lasts."), when])

  package static let freeze = ObjectShape(
    name: "freeze",
    doc:
      "The last picture of the clip before it, held in silence; it looks as that one does in its end where it does "
      + "not say otherwise, but comes and goes, and is masked, by itself.",
    keys: [
      .required("freeze", .time, "How long the last picture of what came before is held."),
      .key("id", .name, "Its name in anchors and instructions.", default: "none"),
      when,
      .elsewhere("duration", "its length is the value of 'freeze': freeze: 3s"),
      .elsewhere("at", "it follows the item before it"),
      .elsewhere("range", "it holds the last picture of the item before it: end that one there"),
      .elsewhere("speed", "it holds one picture"),
      .elsewhere("volume", "it is silent; write music on another track"),
      .elsewhere("audio", "it is silent; write music on another track"),
    ]
      + layerKeys(size: "that of what is held").map { key in
        ["fade", "enter", "exit", "mask"].contains(key.name)
          ? key : .key(key.name, key.value, key.doc, default: "that of what is held")
      })

  package static let fit = ValueShape.choice(FitMode.allNames)

  /// Filters that one layer may have.
  package static let effectLimit = 32

  /// The key for filters of libavfilter; what there is depends on the machine's library.
  package static func effects(_ doc: String) -> KeyShape {
    .key("effects", .effects, doc, default: "none")
  }

  package static let laterForPictures: [KeyShape] = [
    .elsewhere("animate", "properties take what changes: opacity: 0 -> 1; or write enter: fade"),
    .elsewhere(
      "subtitles", "they are an overlay: overlays: {words: {subtitles: media/rome.srt}}"),
    .elsewhere("captions", "captions are those of a clip, an asset or an output"),
  ]
}

extension CanvasSettings {
  /// The depths that a canvas may have.
  package static let depths = [8, 10]
}

extension CaseIterable where Self: RawRepresentable, RawValue == String {
  /// The names of all cases.
  package static var allNames: [String] { allCases.map(\.rawValue) }
}
