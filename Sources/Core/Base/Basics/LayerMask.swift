// SPDX-License-Identifier: Apache-2.0

/// A mask by which one layer decides the visible part of another.
public struct LayerMask: Hashable, Sendable, Codable {
  /// The channel of the mask that is used.
  public enum Channel: String, Hashable, Sendable, Codable, CaseIterable {
    /// Its alpha.
    case alpha
    /// Its luminance, .2125 R + .7154 G + .0721 B of encoded values, times its alpha.
    case luma
  }

  /// The channel of the mask that is used.
  public var channel: Channel
  /// True if the mask hides the layer where it is opaque or bright, and shows the rest.
  public var isInverted: Bool

  /// A mask by `channel`.
  public init(_ channel: Channel = .alpha, isInverted: Bool = false) {
    self.channel = channel
    self.isInverted = isInverted
  }
}
