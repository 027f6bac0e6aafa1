// SPDX-License-Identifier: Apache-2.0

/// The traits of a libavfilter filter that is used as an audio effect.
///
/// Such filters have one audio input and one audio output, add no delay, and depend on nothing but
/// their input and their options.
public struct AudioTraits: Sendable {
  /// For how long it knows what it has heard.
  enum Memory: Sendable {
    /// As long as its release says, two seconds at least.
    case release
    /// So many seconds.
    case seconds(Int64)
    /// As long as the greatest number of an option, in milliseconds.
    case longest(String, usual: Double)
    /// It knows all: an oscillation begins with the clip.
    case whole
  }

  let memory: Memory

  /// Whole seconds after which it no longer knows what it heard with `settings`; nil for two, and for what its release says.
  public func memory(of settings: [(name: String, value: String)]) -> Int64? {
    switch memory {
    case .release: return nil
    case .seconds(let seconds): return seconds
    case .whole: return AudioFilter.wholeMemory
    case .longest(let option, let usual):
      let text = settings.first { $0.name == option }?.value
      let numbers = text.map(EffectNumbers.init)?.values ?? [usual]
      return Int64(((numbers.max() ?? usual) / 1000).rounded(.up)) + 1
    }
  }
}

/// Numbers in a text of libavfilter, with signs between them that separate them: `60|120`, `-70/-70|0/-20`.
public struct EffectNumbers: Sendable {
  /// The numbers; empty where the text has other characters.
  public let values: [Double]

  /// The numbers of `text`.
  public init(_ text: String) {
    let parts = text.split { $0 == "|" || $0 == "/" || $0 == " " }
    let numbers = parts.compactMap { part in
      part.utf8.allSatisfy { (48...57).contains($0) || $0 == 45 || $0 == 46 } ? Double(part) : nil
    }
    values = numbers.count == parts.count && parts.count <= 64 ? numbers : []
  }
}

/// The filters of sound that are used, and why others are not.
public enum AudioEffectRule {
  /// A filter that is used.
  struct Allowed: Sendable {
    var memory = AudioTraits.Memory.release
    var options: [EffectTraits.OptionRule] = []
  }

  /// The traits of the filter called `name`; nil for one that is not used.
  static func traits(of name: String) -> (sound: AudioTraits, picture: EffectTraits)? {
    allowed[name].map { rule in
      (
        AudioTraits(memory: rule.memory),
        EffectTraits(
          clock: .none, count: nil, isRenewed: false, spreads: false, alpha: .filtered, grain: nil,
          options: rule.options + [.channels("c"), .channels("channels")])
      )
    }
  }

  /// Returns true if the filter called `name` makes stereo of any input.
  public static func isStereo(_ name: String) -> Bool { stereo.contains(name) }

  private static let stereo: Set<String> = [
    "apulsator", "bs2b", "crossfeed", "earwax", "extrastereo", "haas", "stereotools", "stereowiden",
  ]

  /// The names of the filters that are used.
  public static let names: [String] = allowed.keys.sorted()

  static let allowed: [String: Allowed] = {
    var allowed: [String: Allowed] = [:]
    let plain = [
      "acompressor", "acontrast", "adynamicequalizer", "adynamicsmooth", "aemphasis", "aexciter",
      "afftdn", "agate", "alimiter", "allpass", "aphaseshift", "asoftclip", "asubcut", "asupercut",
      "asuperpass", "asuperstop", "atilt", "bandpass", "bandreject", "bass", "biquad", "bs2b",
      "compensationdelay", "crossfeed", "crystalizer", "dcshift", "deesser", "earwax", "equalizer",
      "extrastereo", "haas", "highpass", "highshelf", "lowpass", "lowshelf", "stereotools",
      "stereowiden", "superequalizer", "tiltshelf", "treble",
    ]
    for name in plain { allowed[name] = Allowed() }
    for name in ["aphaser", "apulsator", "flanger", "tremolo", "vibrato", "afreqshift"] {
      allowed[name] = Allowed(memory: .whole)
    }
    allowed["acrusher"] = Allowed(memory: .whole)
    allowed["asubboost"] = Allowed(memory: .seconds(10))
    allowed["speechnorm"] = Allowed(memory: .seconds(10))
    allowed["aecho"] = Allowed(
      memory: .longest("delays", usual: 1000),
      options: [.numbers("delays", 1...10_000), .numbers("decays", 0.001...1)])
    allowed["chorus"] = Allowed(
      memory: .whole,
      options: [
        .numbers("delays", 1...100), .numbers("decays", 0...1), .numbers("speeds", 0.1...20),
        .numbers("depths", 0...20), .needed("delays"), .needed("decays"), .needed("speeds"),
        .needed("depths"),
      ])
    allowed["compand"] = Allowed(
      memory: .seconds(12),
      options: [
        .numbers("attacks", 0...3), .numbers("decays", 0...3), .numbers("points", -900...0),
        .refused("delay", "it would be heard before its time", hint: "leave 'delay' out"),
      ])
    return allowed
  }()

  /// Why the filter called `name` is not used.
  static func refusal(of name: String) -> EffectRefusal {
    for (refusal, names) in refused where names.contains(name) { return refusal }
    return .unknown
  }

  private static let refused: [(EffectRefusal, Set<String>)] = [
    (
      EffectRefusal(
        "changes when sounds are heard, or for how long",
        hint: "write 'sync', 'range', 'speed', 'reverse', 'loop' or 'at' as keys of the clip"),
      [
        "adelay", "aloop", "apad", "areverse", "arealtime", "asetpts", "asetrate", "asettb",
        "atempo", "atrim", "rubberband", "silenceremove", "alatency", "afifo",
      ]
    ),
    (
      EffectRefusal(
        "has a key of its own", hint: "write 'fade', 'volume', 'pan' or 'channels' on the clip"),
      ["afade", "volume", "pan", "channelmap", "replaygain"]
    ),
    (
      EffectRefusal(
        "looks seconds ahead to even out loudness",
        hint: "write loudness: -20 LUFS on the clip, or 'compress'"), ["dynaudnorm", "loudnorm"]
    ),
    (
      EffectRefusal("gives sound of other channels or another form", hint: "leave it out"),
      [
        "aformat", "aresample", "asetnsamples", "dialoguenhance", "surround", "hdcd",
        "virtualbass",
      ]
    ),
    (
      EffectRefusal("only reports on sounds and changes none", hint: "leave it out"),
      [
        "abench", "ametadata", "anull", "aperms", "asidedata", "ashowinfo", "aspectralstats",
        "astats", "drmeter", "silencedetect", "volumedetect", "acopy", "acue",
      ]
    ),
    (.file, ["arnndn", "sofalizer"]),
    (.code, ["ladspa", "lv2", "asr"]),
    (.remote, ["asendcmd", "azmq"]),
    (
      EffectRefusal("takes formulas, which are not supported yet", hint: "use another filter"),
      ["aeval", "afftfilt", "firequalizer", "mcompand", "anequalizer", "aiir"]
    ),
  ]
}

extension EffectTraits.OptionRule {
  static func channels(_ name: String) -> Self {
    Self(
      name: name,
      limit: .refused(
        "all channels are filtered", hint: "write 'channels' on the clip for some of them"))
  }

  static func numbers(_ name: String, _ range: ClosedRange<Double>) -> Self {
    Self(name: name, limit: .numbers(range))
  }

  static func needed(_ name: String) -> Self { Self(name: name, limit: .needed) }
}
