// SPDX-License-Identifier: Apache-2.0

/// The field of an interlaced frame that is shown first: that of the rows from the top one on, or
/// the other.
public enum FieldOrder: String, Hashable, Sendable, Codable, CaseIterable {
  /// The first row, the third, and so on.
  case top
  /// The second row, the fourth, and so on.
  case bottom
}
