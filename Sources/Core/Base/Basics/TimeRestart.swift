// SPDX-License-Identifier: Apache-2.0

/// A place in a file where times begin anew, as in recordings that were put one behind the other.
public struct TimeRestart: Hashable, Sendable, Codable {
  /// The byte of the file behind which they do.
  public var position: Int64
  /// The offset that is added to the file's timestamps from there on.
  public var offset: Time
  /// Its start, with the offset, in container time.
  public var start: Time

  /// Times from `position` on that are later by `offset`.
  public init(position: Int64, offset: Time, start: Time) {
    (self.position, self.offset, self.start) = (position, offset, start)
  }
}
