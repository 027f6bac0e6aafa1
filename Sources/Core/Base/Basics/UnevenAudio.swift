// SPDX-License-Identifier: Apache-2.0

/// A stream of sound whose packets have times that run ahead of their samples and come back, so that nothing is missing between
/// them.
public struct UnevenAudio: Hashable, Sendable, Codable {
  /// The stream's index in its file.
  public var stream: Int
  /// The time of its first sample, in container time; all others follow it without a hole.
  public var start: Time

  /// Sound of `stream` from `start` on.
  public init(stream: Int, start: Time) { (self.stream, self.start) = (stream, start) }
}
