// SPDX-License-Identifier: Apache-2.0

public import Base

/// The audio filters of a clip, in their order of processing.
public struct AudioCleanup: Hashable, Sendable {
  /// The reduction of steady noise.
  public var denoise: Denoise?
  /// The level in dB below which there is silence.
  public var gate: Double?
  /// The amount of de-essing, from 0 to 1.
  public var deEss: Double?
  /// The equalizer of its frequencies.
  public var equalizer: Equalizer?
  /// The compression of loud intervals.
  public var compressor: Compressor?

  /// The room that it is heard in.
  public var reverb: Reverb?
  /// Filters of libavfilter.
  public var effects: [EffectItem] = []
  /// The time its filters ring on after it; nil if it is not set.
  public var tail: Located<Time>?

  /// Nothing.
  public init() {}

  /// True if it has no filter.
  package var isIdle: Bool {
    var cleanup = self
    cleanup.tail = nil
    return cleanup == AudioCleanup()
  }

  /// The time that the output of its filters is heard after its end.
  public var tailLength: Time { tail?.value ?? (reverb == nil ? .zero : Time(2)) }

  /// A reduction of steady noise.
  public struct Denoise: Hashable, Sendable {
    /// The attenuation in decibels.
    public var depth = 12.0
    /// The noise level in dB of full scale: softer audio is lowered by all of that, louder audio by
    /// less.
    public var floor = -40.0

    /// As for the hiss of a quiet room.
    public init() {}
  }

  /// A room: shares from 0 to 1.
  public struct Reverb: Hashable, Sendable {
    /// The size of the room.
    public var size = 0.5
    /// The share of high frequencies that its walls absorb.
    public var damping = 0.5
    /// The level of the reverb beside the audio itself.
    public var mix = 0.3

    /// A room of middle size.
    public init() {}
  }

  /// Gains of parts of the spectrum in dB, and the frequencies in Hz beyond which nothing is heard.
  public struct Equalizer: Hashable, Sendable {
    /// Below 200 Hz, by a shelf.
    public var low = 0.0
    /// Around 1 kHz, two octaves wide.
    public var mid = 0.0
    /// Above 4 kHz, by a shelf.
    public var high = 0.0
    /// The frequency below which audio is cut.
    public var lowCut: Double?
    /// The frequency above which audio is cut.
    public var highCut: Double?

    /// Gains that change nothing.
    public init() {}
  }

  /// A compressor: audio over the threshold comes out with a `ratio`th of its decibels over it.
  public struct Compressor: Hashable, Sendable {
    /// In dB of full scale.
    public var threshold = -20.0
    /// The decibels over the threshold that become one.
    public var ratio = 3.0
    /// The time it takes to act.
    public var attack = Time(20, over: 1000)
    /// The time it takes to end.
    public var release = Time(250, over: 1000)
    /// The make-up gain, in dB.
    public var gain = 0.0

    /// A gentle one.
    public init() {}
  }

  package static let longestTail = Time(30)
  package static let denoises = 1...40
  package static let noiseFloors = -80...(-20)
  package static let gates = -80...(-20)
  package static let gains = -30...30
  package static let thresholds = -50...0
  package static let makeUps = 0...24
}

/// The filters of a track, which act on the mix of its clips.
public struct TrackFilters: Hashable, Sendable {
  /// The settings of the filters.
  public var cleanup = AudioCleanup()
  /// The key that asks for one first; nil for none.
  public var key: Located<String>?

  /// None.
  public init() {}
}
