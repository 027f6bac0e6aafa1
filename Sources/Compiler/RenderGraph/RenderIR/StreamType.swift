// SPDX-License-Identifier: Apache-2.0

public import Base

/// The type of a node's output.
public enum StreamType: Hashable, Sendable {
  /// A file's stream or a colour: no frames yet.
  case source(SourceType)
  /// So many frames.
  case picture(PictureType)
  /// So many samples.
  case sound(samples: Int64)
  /// The film.
  case film
}

/// The type of a source.
public struct SourceType: Hashable, Sendable {
  /// The kind of streams that a source provides.
  public enum Kind: Hashable, Sendable {
    /// Frames, by `read`.
    case video
    /// One frame as often as wanted, by `still`.
    case still
    /// Samples, by `listen`.
    case audio
    /// Frames by `read`, and samples by `listen`.
    case film
    /// Frames, by `read`, of texts at their times.
    case script
  }

  /// The kind of streams that it provides.
  public var kind: Kind
  /// Coded size; 0 × 0 for sound.
  public var size: PixelSize
  /// Sample aspect ratio.
  public var sampleAspect: Time
  /// True if it may be transparent.
  public var hasAlpha: Bool
}

/// The type of a picture stream.
public struct PictureType: Hashable, Sendable {
  /// The area of its pixels.
  public enum Extent: Hashable, Sendable {
    /// On the canvas; clear where nothing is drawn.
    case canvas
    /// In a frame of their own, of that size and sample aspect ratio.
    case pixels(PixelSize, sampleAspect: Time)
  }

  /// The number of frames.
  public var frames: Int
  /// The area of its pixels.
  public var extent: Extent
  /// Outside of this it is clear in every frame.
  public var bounds: PixelRect
  /// Inside of this it is opaque in every frame; nil where that is not known of any pixel.
  public var covers: PixelRect?
  /// True if it has a blend mode in any frame.
  public var isBlended = false
}

extension StreamType {
  /// The picture's type, if it is a picture.
  public var picture: PictureType? {
    if case .picture(let type) = self { type } else { nil }
  }
}
