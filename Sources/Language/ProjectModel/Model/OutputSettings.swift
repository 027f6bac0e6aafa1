// SPDX-License-Identifier: Apache-2.0

public import Base
public import Catalog
public import Diagnostics

/// The video encoding settings of an output, as far as the project sets them; its preset decides
/// the rest.
public struct VideoSettings: Hashable, Sendable {
  /// The codec; nil for the usual one of the format.
  public var codec: Located<FilmCodec>?
  /// The rate control; nil for that of the preset.
  public var rate: Located<Rate>?
  /// The encoder's name of its speed.
  public var speed: String?
  /// The profile.
  public var profile: Located<CodecProfile>?
  /// The level.
  public var level: Located<String>?
  /// The longest time from one key frame to the next; more than 0.
  public var keyframes: Located<Time>?
  /// The strength of grain synthesis, or 1 where grain is to be kept.
  public var grain: Int?
  /// The format of pixels; nil for that of the profile or of the canvas.
  public var pixelFormat: Located<PixelName>?
  /// Options of the encoder's own, checked.
  public var options: [Option] = []
  /// Settings of its library's own, checked.
  public var settings: [Option] = []
  /// The place in the project.
  public var span: Span

  /// Nothing that is said yet.
  package init(at span: Span) { self.span = span }

  /// A rate control.
  public enum Rate: Hashable, Sendable {
    /// Constant quality; smaller is better.
    case quality(Double)
    /// Bits per second.
    case bits(Int)
  }

  /// An option and its value, as the encoder reads it.
  public struct Option: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// Its value.
    public var value: String
    /// Where its name is written; nil for one that a profile sets.
    public var span: Span?

    package init(name: String, value: String, at span: Span? = nil) {
      (self.name, self.value, self.span) = (name, value, span)
    }
  }
}

/// The audio encoding settings of an output, as far as the project sets them.
public struct AudioSettings: Hashable, Sendable {
  /// The codec; nil for the usual one of the format and the preset.
  public var codec: Located<AudioCodec>?
  /// Bits per second; nil for what the preset asks for.
  public var bitrate: Located<Int>?
  /// Options of the encoder's own, checked.
  public var options: [VideoSettings.Option] = []
  /// The place in the project.
  public var span: Span

  /// Nothing that is said yet.
  package init(at span: Span) { self.span = span }
}

extension Output {
  /// The codec of its pictures in motion; nil for a file without.
  package var codec: FilmCodec? { video?.codec?.value ?? format.pictures?.codec }

  /// The form of its audio; nil for a file without, and for a preset that the format cannot hold.
  package var soundForm: AudioForm? {
    guard let sound = format.sound else { return nil }
    let isLossless = preset == .lossless
    if let codec = audio?.codec?.value { return sound.form(of: codec, isLossless: isLossless) }
    return isLossless ? sound.lossless : sound.codec
  }
}
