// SPDX-License-Identifier: Apache-2.0

/// The interpolation between two frames of a source, instead of showing the earlier one.
public enum Interpolation: String, Hashable, Sendable, Codable, CaseIterable {
  /// Both frames, mixed by how near they are.
  case blend
  /// Motion compensation: moving objects are drawn at their interpolated positions.
  case motion
}
