// SPDX-License-Identifier: Apache-2.0

/// What is shown of a source at times between two of its frames, instead of the earlier one.
public enum Interpolation: String, Hashable, Sendable, Codable, CaseIterable {
  /// Both frames, mixed by how near they are.
  case blend
  /// What moves is drawn where it is by then.
  case motion
}
