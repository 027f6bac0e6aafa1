// SPDX-License-Identifier: Apache-2.0

public import Basics

/// What is done to the sound of a clip by filters, in this order.
public struct SoundCare: Hashable, Sendable {
  /// By how many decibels steady noise is lowered.
  public var denoise: Double?
  /// The level in dB below which there is silence.
  public var gate: Double?
  /// How much hissing sibilants are softened, from 0 to 1.
  public var deEss: Double?
  /// What is changed of its frequencies.
  public var equalizer: Equalizer?
  /// How loud passages are lowered.
  public var compressor: Compressor?

  /// Nothing.
  public init() {}

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

  package static let denoises = 1...40
  package static let gates = -80...(-20)
  package static let gains = -30...30
  package static let thresholds = -50...0
  package static let makeUps = 0...24
}
