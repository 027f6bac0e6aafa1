// SPDX-License-Identifier: Apache-2.0

package import Base

/// A width to a height, such as 9:16.
package struct AspectRatio: Hashable, Sendable {
  /// The width for the height.
  package let width: Time
  package let height: Time

  /// The ratio that `text` writes as two numbers with a colon between them; nil where it writes none.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Time(decimal: parts[0]),
      let height = Time(decimal: parts[1]), width > .zero, height > .zero,
      width <= height * Time(100), height <= width * Time(100)
    else { return nil }
    (self.width, self.height) = (width, height)
  }

  /// The size of this ratio with the shorter side of `size`, both even; nil where it is larger than a canvas may be.
  package func size(like size: PixelSize) -> PixelSize? {
    let short = min(size.width, size.height) & ~1
    let (long, wide) = (max(width, height), width >= height)
    let exact = Time(Int64(short)) * long / min(width, height)
    let other = Int((exact / Time(2)).rounded) * 2
    guard other <= 8192, short >= 16 else { return nil }
    return wide ? PixelSize(other, short) : PixelSize(short, other)
  }
}
