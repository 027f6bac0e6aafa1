// SPDX-License-Identifier: Apache-2.0

/// The way in which a frame or image fills a box of another shape.
public enum Fit: String, Hashable, Sendable, CaseIterable {
  /// All of it is seen; the rest of the box is clear.
  case contain
  /// The box is filled; what hangs over is cut off.
  case cover
  /// The box is filled by changing its shape.
  case stretch
  /// Pixel for pixel, in the middle of the box, cut off at its edges.
  case none
  /// `cover`, blurred: the backdrop of the language's `fit: blur`, under a `contain`.
  case backdrop
}
