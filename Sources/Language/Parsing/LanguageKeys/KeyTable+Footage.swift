// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import ProjectModel
import YAML

// The keys of footage, wherever it is played.

extension KeyTable {
  /// The keys of the played part of footage; of drawn content the duration alone.
  package static let playback: [Key<LayerDraft>] = keys {
    for key in playedPart { key.at(\LayerDraft.playback) }
    Key(
      "with", .named(.anything), "Values of the parameters of a film, where it is a project file.",
      default: "their defaults"
    ) { parser, field, draft in draft.values = parser.filmValues(field.value) }
    Key(
      "streams", ValueKind(.object(streams.shape)) { $0.streams($1.value) }, \.streams,
      "Which of its file's picture and sound streams are used.",
      default: "of each the one that is marked as default, else the first")
    rotationOfFile("its asset's, else the file's own", \LayerDraft.rotation)
    Key(
      "fit", .choice("a fit"), \.playback.fit, "How it fills its box.", default: "the canvas's fit")
    Key(
      Property.focus.key, .either([.choice(["auto"]), .animated(.value(Property.focus.unit))]),
      "The place in its picture that stays in sight where it covers its box: a name, or [x, y] within the upright picture; "
        + "with auto it follows faces, else what moves.", default: Property.focus.fallback
    ) { parser, field, draft in draft.layer.readFocus(field.value, &parser) }
    for key in soundOfFootage { key.at(\LayerDraft.playback) }
  }

  /// The part of a file that is played, and its playback.
  static let playedPart: [Key<Playback>] = keys {
    Key(
      "range", ValueKind(.range) { $0.range($1.value, isOfSource: true) }, \.range,
      "The range of the source, in its own time: frames are the source's, and tc(10:00:05:00) is the frame with this timecode in it.",
      default: "all of it")
    duration(
      "How long it lasts, from the start of the source: short for range 0s..d, but frames are the canvas's.",
      default: "the source's; 5s for a still image")
    Key(
      "speed", ValueKind(.animated(.number(-100...100))) { $0.speed($1.value) }, \.speed,
      "How fast it is played: 2 is twice as fast, and takes half as long; below zero backwards. It may change over the clip's "
        + "time in the film, which lasts until the range is used up; where it is 0, the picture is held.",
      default: "1")
    Key(
      "stretch", .time, "How long its range takes in the film, at whatever speed that needs.",
      default: "as long as its speed says"
    ) { parser, field, playback in
      playback.speed = parser.positiveTime(
        field.value, "what a clip is stretched to", orZero: false
      )
      .map { .lasting($0) }
    }
    Key(
      "reverse", .flag, \.isReversed, "Whether it is played backwards, as speed: -1 does.",
      default: "false")
    Key(
      "pitch", .choice("a pitch mode"), \.pitch,
      "What becomes of the pitch of its sound at another speed: it is kept, or goes along.",
      default: "keep; below a speed of 0.25 and above 4 there is no sound")
    Key(
      "interpolate", .located(.choice("a way to interpolate")), \.interpolation,
      "What is shown at times between two frames of the source, as in slow motion: the earlier one, both mixed, or what moves where it is by then.",
      default: "none")
    Key(
      "deinterlace", .choice(DeinterlacingMode.allNames),
      "What is made of interlaced frames: nothing, one whole picture of each frame, or one of each of its two fields.",
      default:
        "fields where the film shows more pictures than the source has frames, else frames; off if an output copies"
    ) { parser, field, playback in
      let isOff = FlagWord.value(of: field.value.text) == false
      let mode: DeinterlacingMode? =
        isOff ? .off : parser.choice(field.value, "a way to deinterlace")
      playback.deinterlacing = mode.map { Located($0, at: field.value.span) }
    }
    Key(
      "loop", .either([.flag, .object(loopSeam.shape)]),
      "Whether the source repeats from its start at its end.", default: "false"
    ) { parser, field, playback in
      guard field.value.kind == .mapping else {
        playback.loops = parser.flag(field.value) ?? false
        return
      }
      playback.loops = true
      parser.read(field.value, loopSeam, into: &playback)
    }
  }

  /// The time for which something is shown.
  static func duration(_ doc: String, default fallback: String) -> Key<Playback> {
    Key("duration", .time, doc, default: fallback) { parser, field, playback in
      guard
        let duration = parser.shortTime(field.value, "a duration", orZero: false, minutes: true)
      else { return }
      var range = RangeExpression(
        start: TimeExpression(.time(.zero), at: duration.span.startPoint), end: duration,
        isEndRelative: true, at: duration.span)
      range.isDuration = true
      playback.range = range
    }
  }

  static let loopSeam = ObjectKeys<Playback>("loop", "How sound repeats.") {
    Key(
      "crossfade", .short("a crossfade"), \.crossfade,
      "How long the end of a turn crossfades with the start of the next, with equal power; a turn is that much shorter.",
      isRequired: true)
  }

  /// The turn that brings the picture of a file upright.
  static func rotationOfFile<Target>(
    _ fallback: String, _ path: Place<Target, Located<Int>?>
  ) -> Key<Target> {
    Key(
      "rotate", ValueKind(.integers([0, 90, 180, 270])) { $0.rotation($1.value) }, path,
      "Clockwise turn of its picture in degrees, in place of the file's own, before anything else is done to it.",
      default: fallback)
  }

  /// The captions of footage.
  static func captionsOfFile<Target>(
    _ path: Place<Target, Int?>
  ) -> Key<Target> {
    Key(
      "captions",
      ValueKind(.either([.path, .object(captions.shape)])) { $0.captionFile($1.value) },
      path,
      "Its captions, SubRip, WebVTT or ASS, or {stream: 0} for a text stream of it, which are cut and moved with it; outputs hold them with `captions: clips`, and an overlay draws them with `subtitles: {clip: ...}`.",
      default: "none, or its asset's")
  }

  /// Keys of footage of which one says what another says.
  ///
  /// At another speed a duration could be one of the source or one of the film.
  static let playbackExcludes = [
    ["crop", "focus"], ["range", "duration"], ["speed", "stretch"], ["speed", "duration"],
    ["stretch", "duration"],
    ["speed", "reverse"],
  ]
}
