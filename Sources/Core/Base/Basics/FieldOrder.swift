// SPDX-License-Identifier: Apache-2.0

/// Which of the two fields of an interlaced frame is shown first: that of the rows from the top one on, or
/// the other.
public enum FieldOrder: String, Hashable, Sendable, Codable, CaseIterable {
  /// The first row, the third, and so on.
  case top
  /// The second row, the fourth, and so on.
  case bottom
}
