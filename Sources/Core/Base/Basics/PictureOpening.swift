// SPDX-License-Identifier: Apache-2.0

/// The first shown picture of a stream that is a part of a recording.
public struct PictureOpening: Hashable, Sendable, Codable {
  /// The stream's index in its file.
  public var stream: Int
  /// The container time of the first picture that is shown, a key frame: those before it refer to some that are not there.
  public var entry: Time
  /// True for H.264 that begins without an IDR picture: later pictures may unmark references that were never there.
  public var isAmid: Bool

  /// Pictures of `stream` from `entry` on.
  public init(stream: Int, entry: Time, isAmid: Bool) {
    (self.stream, self.entry, self.isAmid) = (stream, entry, isAmid)
  }
}
