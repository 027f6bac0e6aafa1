// SPDX-License-Identifier: Apache-2.0

/// The shape of the ends of a line.
public enum StrokeCap: String, Hashable, Sendable, Codable, CaseIterable {
  /// It ends where its path does.
  case butt
  /// Half a circle is added.
  case round
  /// Half a square is added.
  case square
}

/// The shape of the corners of a line.
public enum StrokeJoin: String, Hashable, Sendable, Codable, CaseIterable {
  /// Its edges are drawn on until they meet; a corner that would be too long is cut.
  case miter
  /// The corner is part of a circle.
  case round
  /// The corner is cut.
  case bevel
}
