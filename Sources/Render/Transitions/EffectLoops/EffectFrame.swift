// SPDX-License-Identifier: Apache-2.0

/// The properties of the frame that an effect draws.
@frozen @usableFromInline package struct EffectFrame {
  /// The size in pixels.
  @usableFromInline package let width, height: Int
  /// Its progress: 0 at its first frame, 1 past its last.
  @usableFromInline package let progress: Float
  /// The values of its parameters.
  @usableFromInline package let values: [Float]
  /// The picture that its kernel reads.
  @usableFromInline package var map: GrayMap?
  /// True if both pictures are without alpha.
  @usableFromInline package let isOpaque: Bool

  /// A frame of this size, so far gone, with these values.
  package init(
    width: Int, height: Int, progress: Float, values: [Float], map: GrayMap?, isOpaque: Bool
  ) {
    (self.width, self.height, self.progress) = (width, height, progress)
    (self.values, self.map, self.isOpaque) = (values, map, isOpaque)
  }

  /// A number for how far it has gone, another one for each of some thousand moments.
  package var moment: Float { floor(progress * 4096) }

  /// The width of the picture in its heights.
  @inlinable package var ratio: Float { Float(width) / Float(height) }

  /// The number `index`.
  @inlinable package func number(_ index: Int) -> Float { values[index] }
  /// Returns true if the flag `index` is set.
  @inlinable package func flag(_ index: Int) -> Bool { values[index] != 0 }
  /// The point whose numbers begin at `index`, y up.
  @inlinable package func point(_ index: Int) -> Point {
    Point(values[index], 1 - values[index + 1])
  }
  /// The direction whose numbers begin at `index`, y up.
  @inlinable package func direction(_ index: Int) -> Point {
    Point(values[index], -values[index + 1])
  }
  /// The numbers across and down that begin at `index`.
  @inlinable package func pair(_ index: Int) -> Point { Point(values[index], values[index + 1]) }
  /// The colour whose numbers begin at `index`.
  @inlinable package func color(_ index: Int) -> Light {
    Light(values[index], values[index + 1], values[index + 2], 1)
  }
  /// The seed at `index`.
  package func seed(_ index: Int) -> UInt32 { UInt32(clamped(values[index], 1e9)) }

  /// The picture that its kernel reads, which it has.
  package var gray: GrayMap {
    guard let map else { preconditionFailure("a kernel that says that it reads no map") }
    return map
  }

  /// The column of pixels in which `p` lies, from the left.
  @inlinable @inline(__always)
  package func column(_ p: Point) -> Float { floor(p.x * Float(width)) }
  /// The row of pixels in which `p` lies, from the bottom.
  @inlinable @inline(__always)
  package func row(_ p: Point) -> Float { floor(p.y * Float(height)) }

  /// The progress of a moment in whole steps, of which there are `count`, rounded up.
  package static func steps(_ x: Float, _ count: Float) -> Float {
    count > 0 ? -floor(-x * count) / count : x
  }
}
