// SPDX-License-Identifier: Apache-2.0

/// The pixel format of decoded pictures, as libavutil describes it (`AVPixFmtDescriptor`).
public struct PixelLayout: Hashable, Sendable, Codable {
  /// libavutil's name, such as `yuv420p`.
  public var name: String
  /// Bits of a sample of the first component.
  public var depth: Int
  /// Average bits of a pixel in memory, padding included.
  public var bitsPerPixel: Int
  /// True if there are components for colour, not only grey.
  public var hasColor: Bool
  /// The number of times that chroma is halved across and down; 0 for RGB and grey.
  public var chromaHalvings: Halvings

  /// Numbers of halvings.
  public struct Halvings: Hashable, Sendable, Codable {
    /// Across and down.
    public var across, down: Int

    /// Numbers of halvings.
    public init(across: Int, down: Int) { (self.across, self.down) = (across, down) }
  }

  /// A format of `name`.
  public init(
    name: String, depth: Int, bitsPerPixel: Int, hasColor: Bool, chromaHalvings: Halvings
  ) {
    (self.name, self.depth, self.bitsPerPixel) = (name, depth, bitsPerPixel)
    (self.hasColor, self.chromaHalvings) = (hasColor, chromaHalvings)
  }

  /// True if a sample has more than 8 bits.
  public var isDeep: Bool { depth > 8 }
}
