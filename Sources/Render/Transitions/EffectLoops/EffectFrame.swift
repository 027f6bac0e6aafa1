// SPDX-License-Identifier: Apache-2.0

/// The properties of the frame that an effect draws.
struct EffectFrame {
  /// The size in pixels.
  let width, height: Int
  /// Its progress: 0 at its first frame, 1 past its last.
  let progress: Float
  /// The values of its parameters.
  let values: [Float]
  /// The picture that its kernel reads.
  let map: GrayMap?
  /// True if both pictures are without alpha.
  let isOpaque: Bool
  /// True if both have samples between which places can lie.
  let hasPlaces: Bool

  /// A number for how far it has gone, another one for each of some thousand moments.
  var moment: Float { floor(progress * 4096) }

  /// The width of the picture in its heights.
  var ratio: Float { Float(width) / Float(height) }

  /// The number `index`.
  func number(_ index: Int) -> Float { values[index] }
  /// Returns true if the flag `index` is set.
  func flag(_ index: Int) -> Bool { values[index] != 0 }
  /// The point whose numbers begin at `index`, y up.
  func point(_ index: Int) -> Point {
    Point(values[index], 1 - values[index + 1])
  }
  /// The direction whose numbers begin at `index`, y up.
  func direction(_ index: Int) -> Point {
    Point(values[index], -values[index + 1])
  }
  /// The numbers across and down that begin at `index`.
  func pair(_ index: Int) -> Point { Point(values[index], values[index + 1]) }
  /// The colour whose numbers begin at `index`.
  func color(_ index: Int) -> Light {
    Light(values[index], values[index + 1], values[index + 2], 1)
  }
  /// The seed at `index`.
  func seed(_ index: Int) -> UInt32 { UInt32(clamped(values[index], 1e9)) }

  /// The picture that its kernel reads, which it has.
  var gray: GrayMap {
    guard let map else { preconditionFailure("a kernel that says that it reads no map") }
    return map
  }

  /// The column of pixels in which `p` lies, from the left.
  @inline(__always)
  func column(_ p: Point) -> Float { floor(p.x * Float(width)) }
  /// The row of pixels in which `p` lies, from the bottom.
  @inline(__always)
  func row(_ p: Point) -> Float { floor(p.y * Float(height)) }

  /// The progress of a moment in whole steps, of which there are `count`, rounded up.
  static func steps(_ x: Float, _ count: Float) -> Float {
    count > 0 ? -floor(-x * count) / count : x
  }
}
