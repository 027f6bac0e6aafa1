// SPDX-License-Identifier: Apache-2.0

/// The look of a place: two pictures, each at another place and with a weight, over a uniform
/// ground.
struct Look {
  /// Where in the first and in the second picture.
  var from, to: Point
  /// The weight of each; the rest to 1 is the ground.
  var fromWeight, toWeight: Float
  /// The factor of its brightness.
  var shade: Float = 1

  /// Both pictures at one place.
  @inline(__always)
  static func both(_ p: Point, _ weight: Float) -> Look {
    Look(from: p, to: p, fromWeight: 1 - weight, toWeight: weight)
  }
  /// Each picture at a place of its own.
  @inline(__always)
  static func mix(_ from: Point, _ to: Point, _ weight: Float) -> Look {
    Look(from: from, to: to, fromWeight: 1 - weight, toWeight: weight)
  }
  /// The first picture.
  @inline(__always)
  static func from(_ p: Point, _ weight: Float = 1, shade: Float = 1) -> Look {
    Look(from: p, to: p, fromWeight: weight, toWeight: 0, shade: shade)
  }
  /// The second picture.
  @inline(__always)
  static func to(_ p: Point, _ weight: Float = 1, shade: Float = 1) -> Look {
    Look(from: p, to: p, fromWeight: 0, toWeight: weight, shade: shade)
  }
  /// The second picture if `isNew` is 1, and the first if it is 0.
  @inline(__always)
  static func one(_ p: Point, _ weight: Float, isNew: Float) -> Look {
    Look(from: p, to: p, fromWeight: weight * (1 - isNew), toWeight: weight * isNew)
  }
  /// Nothing but the ground.
  static var ground: Look { Look(from: .zero, to: .zero, fromWeight: 0, toWeight: 0) }
}

/// 1 for what lies between 0 and 1, and 0 for all else.
@inline(__always)
func between0And1(_ x: Float) -> Float { (x > 0 ? 1 : 0) * (x < 1 ? 1 : 0) }

/// Returns true if `p` lies within the picture, its edges excluded.
@inline(__always)
func isInside(_ p: Point) -> Bool { p.x > 0 && p.y > 0 && p.x < 1 && p.y < 1 }
