// SPDX-License-Identifier: Apache-2.0

public import Base

/// The form of an animation of a film's frames, in one file.
public struct AnimationForm: Hashable, Sendable, Codable {
  /// The file.
  public var name: String
  /// The coding of its frames.
  public var coding: Coding
  /// The size of its pictures.
  public var size: PixelSize
  /// The number of times that it is played; 0 for an endless loop.
  public var plays: Int
  /// The time from one picture to the next, and that of all; in seconds.
  public var step, duration: Time

  /// The coding of pictures.
  public enum Coding: Hashable, Sendable, Codable {
    /// GIF with one palette of so many colours.
    case gif(colors: Int, Dither)
    /// WebP of a quality from 0 to 100, or without loss.
    case webp(quality: Int, isLossless: Bool)
    /// AV1 of a constant quality, and at one of the speeds, of SVT-AV1.
    case avif(quality: Int, speed: Int)
  }

  /// The dithering of colours between those of a palette.
  public enum Dither: String, Hashable, Sendable, Codable, CaseIterable {
    /// As the nearest one.
    case none
    /// By a pattern that stands still, which codes well.
    case bayer
    /// By spreading what is missing over pixels nearby.
    case floydSteinberg = "floyd-steinberg"
    /// The same with other weights.
    case sierra
  }

  /// An animation in the file `name`.
  public init(
    name: String, coding: Coding, size: PixelSize, plays: Int, step: Time, duration: Time
  ) {
    (self.name, self.coding, self.size) = (name, coding, size)
    (self.plays, self.step, self.duration) = (plays, step, duration)
  }

  /// The time of the picture at the place `index` of `count`, in ticks of which a second has so many; where `index` is
  /// `count`, when the last one ends.
  public func tick(_ index: Int, of count: Int, perSecond: Int64) -> Int64 {
    let time = index < count ? Time(Int64(index)) * step : duration
    return (time * Time(perSecond)).rounded
  }
}
