// SPDX-License-Identifier: Apache-2.0

/// The encoder-specific options that a project may set.
///
/// Segments are encoded separately, on machines of any kind, and joined without re-encoding. So
/// only those options are allowed with which segments are known to have the same headers, a first
/// key frame past which no later frame refers, and the same bytes everywhere. All others are
/// refused, the common ones with a reason.
public struct EncoderRules: Sendable {
  /// The options that can be set, by libavcodec's names.
  public var allowed: [String] = []
  /// The words of options of which libavcodec's table only says that they are texts.
  public var words: [String: [String]] = [:]
  /// Options that cannot be, and why.
  public var refused: [Refusal] = []
  /// The option that holds settings of the library itself, such as `x264-params`; nil for none.
  public var own: String?
  /// The settings of it that can be written.
  public var settings: [Setting] = []
  /// Settings that cannot be, and why.
  public var refusedSettings: [Refusal] = []

  /// Why some options are refused.
  public struct Refusal: Hashable, Sendable {
    /// The options.
    public let names: [String]
    /// The reason for the refusal, as in `it …`.
    public let reason: String
    /// The advice to the user.
    public let hint: String

    /// Options that are refused.
    public init(names: [String], reason: String, hint: String) {
      (self.names, self.reason, self.hint) = (names, reason, hint)
    }
  }

  /// A setting of a library that libavcodec knows nothing of.
  public struct Setting: Hashable, Sendable {
    /// Its name.
    public let name: String
    /// The values it may have.
    public let values: Values

    /// The type and range of a setting's value.
    public enum Values: Hashable, Sendable {
      /// A number; only whole ones where `isWhole`.
      case number(ClosedRange<Double>, isWhole: Bool)
      /// Two numbers with a comma between them.
      case pair(ClosedRange<Double>)
      /// 0 or 1.
      case flag
      /// One of some words.
      case word([String])
    }
  }

  /// Why `name` is refused; nil for an option that is allowed, or of which nothing is known.
  public func refusal(of name: String) -> Refusal? { refused.first { $0.names.contains(name) } }
}

extension EncoderRules.Refusal {
  static func written(_ names: String..., as key: String) -> Self {
    Self(names: names, reason: "there is a key for it", hint: "write '\(key)' beside 'options'")
  }
  static func files(_ names: String...) -> Self {
    Self(
      names: names, reason: "it names a file that Reel does not know of", hint: "leave it out")
  }
  static func threads(_ names: String...) -> Self {
    Self(
      names: names,
      reason:
        "pieces are encoded side by side with one thread each, so that bytes are the same on all machines",
      hint: "say how many lanes there are with `reel build --jobs`")
  }
  static func joints(_ names: String...) -> Self {
    Self(
      names: names, reason: "pieces of the film could not be joined with it", hint: "leave it out")
  }
  static func passes(_ names: String...) -> Self {
    Self(
      names: names, reason: "Reel itself encodes in two passes where there is a bit rate",
      hint: "write 'bitrate'")
  }
  static func own(_ names: String..., in owner: String) -> Self {
    Self(
      names: names, reason: "its library has another form of it", hint: "write it in '\(owner)'")
  }
  static func format(_ names: String...) -> Self {
    Self(
      names: names, reason: "it is what the canvas says", hint: "write it in 'canvas'")
  }
}

extension EncoderRules.Setting {
  static func whole(_ name: String, _ range: ClosedRange<Double>) -> Self {
    Self(name: name, values: .number(range, isWhole: true))
  }
  static func number(_ name: String, _ range: ClosedRange<Double>) -> Self {
    Self(name: name, values: .number(range, isWhole: false))
  }
  static func flag(_ name: String) -> Self { Self(name: name, values: .flag) }
  static func word(_ name: String, _ words: String...) -> Self {
    Self(name: name, values: .word(words))
  }
  static func pair(_ name: String, _ range: ClosedRange<Double>) -> Self {
    Self(name: name, values: .pair(range))
  }
}
