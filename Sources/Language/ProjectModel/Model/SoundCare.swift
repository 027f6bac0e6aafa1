// SPDX-License-Identifier: Apache-2.0

public import Base

/// What is done to the sound of a clip by filters, in this order.
public struct SoundCare: Hashable, Sendable {
  /// How steady noise is lowered.
  public var denoise: Denoise?
  /// The level in dB below which there is silence.
  public var gate: Double?
  /// How much hissing sibilants are softened, from 0 to 1.
  public var deEss: Double?
  /// What is changed of its frequencies.
  public var equalizer: Equalizer?
  /// How loud passages are lowered.
  public var compressor: Compressor?

  /// The room that it is heard in.
  public var reverb: Reverb?
  /// Filters of libavfilter.
  public var effects: [EffectItem] = []
  /// How long its filters ring on after it; nil where nothing is said of that.
  public var tail: Located<Time>?

  /// Nothing.
  public init() {}

  /// Whether it has no filter.
  package var isIdle: Bool {
    var care = self
    care.tail = nil
    return care == SoundCare()
  }

  /// How long what its filters make of it is heard after its end.
  public var tailLength: Time { tail?.value ?? (reverb == nil ? .zero : Time(2)) }

  /// How steady noise is lowered.
  public struct Denoise: Hashable, Sendable {
    /// By how many decibels.
    public var depth = 12.0
    /// Its level in dB of full scale: what is softer is lowered by all of that, what is louder by less.
    public var floor = -40.0

    /// As for the hiss of a quiet room.
    public init() {}
  }

  /// A room: shares from 0 to 1.
  public struct Reverb: Hashable, Sendable {
    /// How large it is.
    public var size = 0.5
    /// How much of high frequencies its walls take.
    public var damping = 0.5
    /// How much is heard of it beside the sound itself.
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
    /// What is lower is cut.
    public var lowCut: Double?
    /// What is higher is cut.
    public var highCut: Double?

    /// Gains that change nothing.
    public init() {}
  }

  /// A compressor: what is over the threshold comes out with a `ratio`th of the decibels that it is over by.
  public struct Compressor: Hashable, Sendable {
    /// In dB of full scale.
    public var threshold = -20.0
    /// How many decibels over the threshold become one.
    public var ratio = 3.0
    /// How long it takes to act.
    public var attack = Time(20, over: 1000)
    /// How long it takes to end.
    public var release = Time(250, over: 1000)
    /// What is made up for afterwards, in dB.
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
  /// What they do.
  public var care = SoundCare()
  /// The key that asks for one first; nil for none.
  public var key: Located<String>?

  /// None.
  public init() {}
}
