// SPDX-License-Identifier: Apache-2.0

/// How whole pictures are made of the two fields of interlaced frames.
public enum Deinterlacing: String, Hashable, Sendable, Codable, CaseIterable {
  /// One of each frame, as it is when its first field is shown.
  case frames
  /// One of each field: twice as many.
  case fields
}
