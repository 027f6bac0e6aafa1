// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import ProjectModel
import YAML

// The keys of sound.

extension KeyTable {
  /// The audio keys of footage, wherever it is played.
  static let soundOfFootage: [Key<Playback>] = keys {
    Key(
      "audio", .choice(AudioMode.allNames),
      "How its sound is used; with cut it does not crossfade in transitions.", default: "on"
    ) { parser, field, playback in
      let isOn = FlagWord.value(of: field.value.text)
      let mode: AudioMode? =
        isOn.map { $0 ? .on : .off } ?? parser.choice(field.value, "an audio mode")
      if let mode {
        (playback.audio, playback.isMutedByDefaults) = (mode, false)
      }
    }
    Key("mute", .flag, "Whether it is not heard, as with audio: off.", default: "false") {
      parser, field, playback in
      guard let isMuted = parser.flag(field.value) else { return }
      (playback.audio, playback.isMutedByDefaults) = (isMuted ? .off : .on, false)
    }
    for key in ofSound { key.at(\Playback.sound) }
  }

  private static let ofSound: [Key<ClipAudioSettings>] = keys {
    Key(
      "channels", .channels, \.channels,
      "Which of its channels are heard: the left, the right, half their sum (mid) or difference (side) on both sides, left "
        + "and right exchanged (swap), or channels of the file by number, from 1 on: one for both sides (in surround for the "
        + "centre), two, or as many as the canvas has.",
      default: "all, as the canvas has them")
    Key(
      "sync", ValueKind(.time) { $0.sync($1.value) }, \.sync,
      "How much later than its picture its sound is heard, in source time; below zero earlier.",
      default: "0s")
    for filter in filters { filter.noting(\ClipAudioSettings.cleanupKey, at: \.cleanup) }
    Key("duck", .duck, \.duck, duckDoc, default: "none")
    Key(
      "loudness", .located(.loudness), \.loudness,
      "The integrated loudness by EBU R 128 that what is played of it is brought to, such as -16 LUFS.",
      default: "that of its file, or the `normalize` of its track")
    Key(
      "peak", .located(.peak), \.peak,
      "The true peak that it is not brought over by its loudness, such as -1 dBTP.",
      default: "none; the output's")
  }

  /// The audio filters.
  private static let filters: [Key<AudioCleanup>] = keys {
    Key(
      "denoise",
      .switched(
        AudioCleanup.Denoise(), .object(denoise, .init(), or: \.depth, denoiseDepth)), \.denoise,
      "By how much steady noise such as hiss and hum is lowered; true is 12dB.", default: "false")
    Key(
      "gate",
      .switched(-45, .decibels("the level of a gate", in: AudioCleanup.gates, example: "-45dB")),
      \.gate, "The level below which there is silence; true is -45dB.", default: "false")
    Key(
      "de-ess", .switched(0.5, .share("how much is softened")), \.softening,
      "How much hissing sibilants are softened; true is 50%.", default: "false")
    Key(
      "eq", .object(equalizer, AudioCleanup.Equalizer()), \.equalizer,
      "What is changed of its frequencies.", default: "none")
    Key(
      "compress", .switched(AudioCleanup.Compressor(), .object(compressor, .init())), \.compressor,
      "Whether loud passages are lowered, or how.", default: "false")
    Key(
      "reverb",
      .switched(
        AudioCleanup.Reverb(),
        .object(reverb, .init(), or: \.mix, .share("how much is heard of a room"))), \.reverb,
      "The room that it is heard in, or how much is heard of that; true is 30%.", default: "false")
    Key(
      "tail",
      .atKey(
        .seconds(
          "a tail", in: .zero...AudioCleanup.longestTail,
          "a tail lasts up to \(AudioCleanup.longestTail)s", hint: "write tail: 2s")), \.tail,
      "How long what its filters make of it, such as a room or an echo, is heard after its end; up to 30 s.",
      default: "2s with reverb, else 0s")
  }

  /// The keys of the sound of tracks.
  static let soundOfTracks: [Key<Track>] = keys {
    for filter in filters {
      filter.noting(\TrackFilters.key, at: \.cleanup).at(\Track.filters, else: TrackFilters())
    }
    Key("duck", .duck, \.duck, duckDoc, default: "none")
    Key(
      "normalize", .located(.loudness), \.normal,
      "The loudness that each of its clips is brought to, unless the clip says it itself, such as -20 LUFS.",
      default: "none")
  }

  private static let duckDoc =
    "The track, clip or overlay under which its sound is lowered, or how that is done."

  private static let denoiseDepth = ValueKind.decibels(
    "what noise is lowered by", in: AudioCleanup.denoises, example: "12dB")

  static let denoise = ObjectKeys<AudioCleanup.Denoise>(
    "denoise", "How steady noise is lowered."
  ) {
    Key("by", denoiseDepth, \.depth, "By how much.", default: "12dB")
    Key(
      "floor",
      .decibels("the level of noise", in: AudioCleanup.noiseFloors, example: "-30dB"), \.floor,
      "The level of the noise: softer noise is lowered by all of that, louder noise by less, and at a high level soft parts of "
        + "the sound lose some brightness.", default: "-40dB")
  }

  private static let gain = ValueKind.decibels("a gain", in: AudioCleanup.gains, example: "3dB")

  private static func frequency(_ bounds: ClosedRange<Int>) -> ValueKind<Double> {
    .measure("a frequency", in: bounds, unit: "Hz", example: "\(bounds.lowerBound)Hz")
  }

  static let equalizer = ObjectKeys<AudioCleanup.Equalizer>(
    "eq", "Gains of parts of the spectrum of a sound."
  ) {
    Key("low", gain, \.low, "The gain below 200 Hz.", default: "0dB")
    Key("mid", gain, \.mid, "The gain around 1 kHz.", default: "0dB")
    Key("high", gain, \.high, "The gain above 4 kHz.", default: "0dB")
    Key("low-cut", frequency(10...2000), \.lowCut, "What is lower is cut.", default: "none")
    Key("high-cut", frequency(1000...20_000), \.highCut, "What is higher is cut.", default: "none")
  }

  static let reverb = ObjectKeys<AudioCleanup.Reverb>(
    "reverb", "A room that a sound is heard in."
  ) {
    Key(
      "size", .share("the size of a room"), \.size, "How large it is, and so how long it rings.",
      default: "50%")
    Key(
      "damping", .share("how much walls take"), \.damping,
      "How much of high frequencies its walls take.", default: "50%")
    Key(
      "mix", .share("how much is heard of a room"), \.mix, "How much is heard of it.",
      default: "30%")
  }

  private static func duration(_ noun: String) -> ValueKind<Time> {
    .seconds(
      noun, in: Time(1, over: 1000)...Time(2), "\(noun) lasts from 1ms to 2s", hint: "write 20ms")
  }

  static let compressor = ObjectKeys<AudioCleanup.Compressor>(
    "compressor", "How loud passages are lowered."
  ) {
    Key(
      "threshold",
      .decibels("a threshold", in: AudioCleanup.thresholds, example: "-20dB"), \.threshold,
      "The level from which they are lowered.", default: "-20dB")
    Key(
      "ratio", .measure("a ratio", in: 1...20, unit: ":1", example: "3:1"), \.ratio,
      "How many decibels over the threshold become one, such as 3 or 3:1.", default: "3")
    Key(
      "attack", duration("an attack"), \.attack, "How long that takes to act, up to 2 s.",
      default: "20ms")
    Key(
      "release", duration("a release"), \.release, "How long it takes to end, up to 2 s.",
      default: "250ms")
    Key(
      "gain", .decibels("a gain", in: AudioCleanup.makeUps, example: "6dB"), \.gain,
      "What is added afterwards.", default: "0dB")
  }

  private static func way(_ noun: String) -> ValueKind<Time> {
    .seconds(
      noun, in: .zero...Duck.longestWay, "\(noun) lasts a minute at most", hint: "write 200ms")
  }

  static let ducking = ObjectKeys<Duck>("duck", "How a sound is lowered while others are heard.") {
    Key(
      "under", .layerNames, \.under,
      "The names of the tracks, clips or overlays under which it is lowered.", isRequired: true)
    Key(
      "by", .decibels("what a sound is lowered by", in: Duck.depths, example: "12dB"), \.depth,
      "By how much, such as 12dB.", default: "12dB")
    Key(
      "attack", way("an attack"), \.attack, "How long before them it begins to be lowered.",
      default: "200ms")
    Key(
      "hold", way("a hold"), \.hold, "How long it stays lowered after them.", default: "500ms")
    Key(
      "release", way("a release"), \.release, "How long it takes to come back after that.",
      default: "800ms")
    Key(
      "from", .choice("what lowers a sound"), \.source,
      "What lowers it: what is heard in their files, such as words, or their clips, whatever is heard in these.",
      default: "sound")
    Key(
      "threshold", .located(.decibels("a threshold", in: Duck.thresholds, example: "-40dB")),
      \.threshold, "The level from which their sound counts, such as -40dB.",
      default: "20 dB below what their files seldom exceed")
  }

  static let fade = ObjectKeys<Fade>("fade", "A fade-in and a fade-out.") {
    Key("in", .short("a fade", orZero: true), \.fadeIn, "Duration of the fade-in.", default: "0s")
    Key(
      "out", .short("a fade", orZero: true), \.fadeOut, "Duration of the fade-out.", default: "0s")
    Key(
      "curve", .choice("a curve of a fade"), \.curve,
      "How its sound comes and goes: evenly, as one side of a crossfade of equal power, or evenly in decibels; pictures "
        + "always do evenly.", default: "linear")
  }

  /// The loudness keys of an output.
  static let levelOfOutput: [Key<OutputLevel>] = keys {
    Key(
      "loudness", .loudness, \.loudness,
      "The integrated loudness by EBU R 128 that its sound is brought to, such as -16 LUFS.",
      default: "that of the mix")
    Key(
      "peak", .peak, \.peak,
      "The true peak that its sound does not exceed, such as -1 dBTP.",
      default: "-1 dBTP beside a loudness, else samples of full scale")
    Key(
      "limit", .flag, \.isLimited, "Whether what would be over that is lowered, or clips.",
      default: "true")
  }
}

extension AudioCleanup {
  /// The share that is softened; 0 is none.
  fileprivate var softening: Double? {
    get { deEss }
    set { deEss = newValue == 0 ? nil : newValue }
  }
}

extension Key<AudioCleanup> {
  /// The same key of something with filters, which notes at `first` the first key that asks for one.
  fileprivate func noting<Outer>(
    _ first: Place<Outer, Located<String>?>,
    at path: Place<Outer, AudioCleanup>
  ) -> Key<Outer> {
    let read = self.read
    return Key<Outer>(shape: shape, rank: rank) { parser, field, outer in
      read(&parser, field, &outer[keyPath: path])
      if outer[keyPath: first] == nil {
        outer[keyPath: first] = Located(field.name, at: field.key.span)
      }
    }
  }
}

extension ValueKind<Double> {
  fileprivate static let loudness = measure(
    "a loudness", in: OutputLevel.loudnesses, unit: "LUFS", example: "-16 LUFS")
  fileprivate static let peak = measure(
    "a true peak", in: OutputLevel.peaks, unit: "dBTP", example: "-1 dBTP")
}

extension ValueKind<Located<ChannelChoice>> {
  fileprivate static let channels = ValueKind(
    .either([
      .choice(ChannelChoice.Route.allNames), .integer(ChannelChoice.numbers),
      .list(.integer(ChannelChoice.numbers)),
    ])
  ) { $0.channels($1.value) }
}

extension ValueKind<Duck> {
  fileprivate static let duck = ValueKind(
    .either([.name, .list(.name), .object(KeyTable.ducking.shape)])
  ) { $0.duck($1) }
}

extension ValueKind<[Located<String>]> {
  fileprivate static let layerNames = ValueKind(.either([.name, .list(.name)])) {
    $0.names($1.value)
  }
}
