// SPDX-License-Identifier: Apache-2.0

extension PixelRect {
  /// The rectangle between the given edges.
  package init(left: Int, top: Int, right: Int, bottom: Int) {
    self.init(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// A rectangle larger than any canvas: the bounds of content that may lie anywhere.
  package static let everywhere = PixelRect(
    left: -(1 << 30), top: -(1 << 30), right: 1 << 30, bottom: 1 << 30)

  /// True if the rectangle has no pixel.
  package var isEmpty: Bool { width <= 0 || height <= 0 }

  /// Returns true if all of `other` lies inside.
  package func contains(_ other: PixelRect) -> Bool {
    other.isEmpty
      || other.x >= x && other.y >= y && other.x + other.width <= x + width
        && other.y + other.height <= y + height
  }

  /// The intersection of both rectangles; may be empty.
  package func intersection(_ other: PixelRect) -> PixelRect {
    PixelRect(
      left: max(x, other.x), top: max(y, other.y), right: min(x + width, other.x + other.width),
      bottom: min(y + height, other.y + other.height))
  }

  /// The smallest rectangle around both.
  package func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelRect(
      left: min(x, other.x), top: min(y, other.y), right: max(x + width, other.x + other.width),
      bottom: max(y + height, other.y + other.height))
  }

  /// The smallest rectangle around it whose edges cut no chroma sample of 4:2:0.
  package var even: PixelRect {
    PixelRect(
      left: x & ~1, top: y & ~1, right: (x + width + 1) & ~1, bottom: (y + height + 1) & ~1)
  }

  /// The rectangle with `margin` pixels more on every side.
  package func grown(by margin: Int) -> PixelRect {
    PixelRect(
      left: x - margin, top: y - margin, right: x + width + margin, bottom: y + height + margin)
  }
}
