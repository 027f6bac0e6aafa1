// SPDX-License-Identifier: Apache-2.0

/// The conversion of interlaced frames to progressive ones.
public enum Deinterlacing: String, Hashable, Sendable, Codable, CaseIterable {
  /// One of each frame, as it is when its first field is shown.
  case frames
  /// One of each field: twice as many.
  case fields
}
