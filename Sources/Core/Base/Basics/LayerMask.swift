// SPDX-License-Identifier: Apache-2.0

/// How a picture decides what is seen of another.
public struct LayerMask: Hashable, Sendable, Codable {
  /// What of the mask counts.
  public enum Channel: String, Hashable, Sendable, Codable, CaseIterable {
    /// Its alpha.
    case alpha
    /// Its luminance, .2125 R + .7154 G + .0721 B of encoded values, times its alpha.
    case luma
  }

  /// What of the mask counts.
  public var channel: Channel
  /// Whether what the mask shows is hidden, and the rest seen.
  public var isInverted: Bool

  /// A mask by `channel`.
  public init(_ channel: Channel = .alpha, isInverted: Bool = false) {
    self.channel = channel
    self.isInverted = isInverted
  }
}
