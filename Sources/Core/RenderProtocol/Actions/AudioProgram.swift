// SPDX-License-Identifier: Apache-2.0

public import Base

/// Some seconds of sound, or all of a film: clips placed to the sample and summed.
///
/// It holds no absolute film time.
public struct AudioProgram: Hashable, Sendable, Codable {
  /// Samples per second.
  public var sampleRate: Int
  /// Length of the mix in samples; shorter clips leave silence, longer ones go on after its end.
  public var sampleCount: Int64
  /// In order of `start`, then of the tracks.
  public var clips: [AudioClip]
  /// The number of clips, from the first on, that are already playing before the start.
  public var underWay: Int
  /// The channels of the mix; nil for stereo, so that its keys are those that they always were.
  public private(set) var channels: ChannelLayout?

  /// The channels of the mix.
  public var layout: ChannelLayout {
    get { channels ?? .stereo }
    set { channels = newValue == .stereo ? nil : newValue }
  }

  /// A mix of `clips`, of which the first `underWay` continue from before the start.
  public init(
    sampleRate: Int, sampleCount: Int64, clips: [AudioClip], underWay: Int = 0,
    layout: ChannelLayout = .stereo
  ) {
    (self.sampleRate, self.sampleCount) = (sampleRate, sampleCount)
    (self.clips, self.underWay) = (clips, underWay)
    self.layout = layout
  }

  /// The number of samples at the end of one mix and the start of the next over which a continuing sound is crossfaded.
  ///
  /// Both are the same if a decoder gives the same samples from any starting point. Some decoders synthesize noise (AAC
  /// does), and a step from one noise to another could be audible.
  public static let overlap: Int64 = 1024

  /// True if no clip has an audible volume.
  public var isMuted: Bool {
    clips.allSatisfy { clip in
      clip.gains.contains { gain in
        switch gain {
        case .constant(let volume): volume <= Gain.inaudible
        case .keys(let keys, .volume, nil): keys.allSatisfy { $0.value <= Gain.inaudible }
        case .keys, .routed: false
        }
      }
    }
  }
}

/// An interval of an audio stream, resampled to the mix's rate and placed in the mix.
///
/// Sample n of the clip is the source at `sourceStart + n / sampleRate`, by the timestamps of the
/// stream on the same clock as the picture (`zero` is source time 0), or where `remap` says; where the source has no
/// sound (before its first sample, after its last, in holes) there is silence.
public struct AudioClip: Hashable, Sendable, Codable {
  /// The media file; of a mix its name, and a digest of all that decides it.
  public var file: MediaFile
  /// The mix that is played in place of a file; nil for a file.
  public var mix: PlayedMix?
  /// The stream's index in the file.
  public var stream: Int
  /// Channels of the stream that are heard, from 1 on: one as a sound of one channel, two as left and right, or as many as
  /// the mix has; nil for all of them, as the mix has them.
  public var channels: [Int]?
  /// The container timestamp (seconds) that counts as source time 0: `MediaFacts.start`.
  public var zero: Time
  /// Seconds of the file's clock in which one second of its samples goes by; nil for 1.
  public var drift: Time?
  /// Source time of the clip's first sample; with a remap, the time in the played sound at which the clip begins.
  public var sourceStart: Time
  /// The remap of the source; nil where it is played unchanged.
  public var remap: AudioRemap?
  /// The filters that it goes through; nil for none.
  public var chain: AudioChain?
  /// The mix's sample at which the clip starts, ≥ 0.
  public var start: Int64
  /// Length in samples.
  public var count: Int64
  /// The gains of its channels, in this order: volume, panorama, fades, crossfades, track ramps.
  public var gains: [Gain]
  /// The clip that asked for it.
  public var origin: Origin

  private enum CodingKeys: String, CodingKey {
    case file, mix, stream, channels, zero, drift, sourceStart
    // The name that it has in keys.
    case remap = "tempo"
    case chain, start, count, gains, origin
  }

  /// `count` samples of `stream` placed at `start`.
  public init(
    file: MediaFile, mix: PlayedMix? = nil, stream: Int, channels: [Int]? = nil, zero: Time,
    drift: Time? = nil, sourceStart: Time, remap: AudioRemap? = nil, chain: AudioChain? = nil,
    start: Int64,
    count: Int64, gains: [Gain], origin: Origin
  ) {
    self.chain = chain
    (self.file, self.mix, self.stream, self.zero) = (file, mix, stream, zero)
    (self.channels, self.drift) = (channels, drift)
    (self.sourceStart, self.remap, self.start, self.count) = (sourceStart, remap, start, count)
    (self.gains, self.origin) = (gains, origin)
  }

  /// The first sample on its source's clock, at `sampleRate`: where the start was rounded to.
  public func firstSample(_ sampleRate: Int) -> Int64 {
    (sourceStart * Time(Int64(sampleRate))).rounded
  }
}

/// A mix that is a source, as a file is: the sound of a film within the film at another speed.
public struct PlayedMix: Hashable, Sendable, Codable {
  /// Its sample n is the source at `(start + n) / sampleRate`; before and after it there is silence.
  public var program: AudioProgram
  /// The sample of the source at which the program begins.
  public var start: Int64

  /// `program` as a source, from sample `start` of that on.
  public init(_ program: AudioProgram, from start: Int64 = 0) {
    (self.program, self.start) = (program, start)
  }

  private struct Parts: Codable {
    var program: AudioProgram
    var start: Int64
  }

  /// Writes the program; nothing when it is written for a key, in which the digest of its name stands for it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if encoder.isForKey {
      try container.encodeNil()
    } else {
      try container.encode(Parts(program: program, start: start))
    }
  }

  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let parts = try decoder.singleValueContainer().decode(Parts.self)
    self.init(parts.program, from: parts.start)
  }
}

/// A gain on the channels of a clip as a function of the sample, exact to the sample.
public enum Gain: Hashable, Sendable, Codable {
  /// The factor of -90 dB, which makes about one step of 16 bits of full scale: less is not heard.
  public static let inaudible = 3.17e-5

  /// The same factor everywhere; 1 changes nothing.
  case constant(Double)
  /// Keys in samples relative to the clip's first; outside them the nearest value holds.
  ///
  /// It acts on the clip's samples `during`, nil for all of them; the others stay as they are.
  case keys([GainKey], as: GainKind = .volume, during: Range<Int64>? = nil)
  /// The left and the right from both, everywhere; in surround what is one channel then is heard in the centre.
  case routed(ChannelChoice.Route)
}

/// The effect of a gain's number on the left and the right of a mix.
///
/// In surround it does that to each pair of left and right, and leaves low frequencies alone.
public enum GainKind: String, Hashable, Sendable, Codable, CaseIterable {
  /// It is a factor of both.
  case volume
  /// It moves a stereo sound, from -1 (left) to 1 (right), with equal power: the side that it leaves is added to the other,
  /// as StereoPannerNode of W3C's Web Audio API has it. In surround it moves the centre to a side of the front, too, with
  /// equal power.
  case pan
  /// It moves a sound whose sides are the same, with equal power and a factor of 1 in the middle; in surround as `pan`.
  case monoPan
  /// It weakens the side that it leaves, from -1 (left alone) to 1 (right alone).
  case balance

  /// The number that changes nothing.
  public var identity: Double { self == .volume ? 1 : 0 }
}

/// A point of a gain curve and the way from it to the next.
public struct GainKey: Hashable, Sendable, Codable {
  /// Sample relative to the clip's first; may be negative.
  public var sample: Int64
  /// Linear factor at that sample.
  public var value: Double
  /// The shape of the curve to the next key.
  public var shape: GainShape

  /// `value` at `sample`, then along `shape` to the next key.
  public init(sample: Int64, value: Double, shape: GainShape) {
    self.sample = sample
    self.value = value
    self.shape = shape
  }
}

/// The shape of a gain curve between two keys.
public enum GainShape: Hashable, Sendable, Codable {
  /// Through an easing of the linear factor.
  case eased(Easing)
  /// As one side of an equal-power crossfade: `a + (b − a)·sin(x·π/2)` when rising, with cos when falling.
  case equalPower
  /// Evenly in decibels over 60 dB, which begin or end at the lower value: `a + (b − a)·(1000^x − 1)/999` when rising.
  case decibels

  /// True if its easing, if any, is valid.
  public var isValid: Bool {
    switch self {
    case .eased(let easing): easing.isValid
    case .equalPower, .decibels: true
    }
  }
}
