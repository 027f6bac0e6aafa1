// SPDX-License-Identifier: Apache-2.0

// The functions of effects are put into the loops over rows (`@inline(__always)`), of which the compiler makes vectors. It
// does so where all of a formula is worked out for every pixel, and choices are between two numbers: places are best chosen
// by weights of 0 and 1.

/// A transition that shows the second picture with a weight, 0…1, at each place.
@usableFromInline package protocol FieldEffect: Sendable {
  func weight(_ p: Point) -> Float
}

/// The look of a place: two pictures, each at another place and with a weight, over a uniform
/// ground.
@frozen @usableFromInline package struct Look {
  /// Where in the first and in the second picture.
  @usableFromInline package var from, to: Point
  /// The weight of each; the rest to 1 is the ground.
  @usableFromInline package var fromWeight, toWeight: Float
  /// The factor of its brightness.
  @usableFromInline package var shade: Float

  @inlinable @inline(__always)
  package init(
    from: Point, to: Point, fromWeight: Float, toWeight: Float, shade: Float = 1
  ) {
    (self.from, self.to) = (from, to)
    (self.fromWeight, self.toWeight, self.shade) = (fromWeight, toWeight, shade)
  }

  /// Both pictures at one place.
  @inlinable @inline(__always)
  package static func both(_ p: Point, _ weight: Float) -> Look {
    Look(from: p, to: p, fromWeight: 1 - weight, toWeight: weight)
  }
  /// Each picture at a place of its own.
  @inlinable @inline(__always)
  package static func mix(_ from: Point, _ to: Point, _ weight: Float) -> Look {
    Look(from: from, to: to, fromWeight: 1 - weight, toWeight: weight)
  }
  /// The first picture.
  @inlinable @inline(__always)
  package static func from(_ p: Point, _ weight: Float = 1, shade: Float = 1) -> Look {
    Look(from: p, to: p, fromWeight: weight, toWeight: 0, shade: shade)
  }
  /// The second picture.
  @inlinable @inline(__always)
  package static func to(_ p: Point, _ weight: Float = 1, shade: Float = 1) -> Look {
    Look(from: p, to: p, fromWeight: 0, toWeight: weight, shade: shade)
  }
  /// Nothing but the ground.
  @inlinable package static var ground: Look {
    Look(from: .zero, to: .zero, fromWeight: 0, toWeight: 0)
  }
}

/// A transition that shows pixels of both pictures at other places.
@usableFromInline package protocol LookupEffect: Sendable {
  func look(_ p: Point) -> Look
  /// The colour of the ground; nil for black, where the film's background is clear for clear.
  var ground: Light? { get }
  /// The share of the second picture in a mixture made beforehand, for an effect whose looks then
  /// are of that mixture alone; nil for none.
  var mixture: Float? { get }
}

/// A lookup that shows as much of both pictures everywhere, and no ground.
@usableFromInline package protocol SteadyLookupEffect: LookupEffect {
  /// The share of the second picture.
  var share: Float { get }
  /// True if the second picture is shown as it is, so that its places need not be found.
  var showsToHere: Bool { get }
}

extension LookupEffect {
  @inlinable package var ground: Light? { nil }
  @inlinable package var mixture: Float? { nil }
}

extension SteadyLookupEffect {
  @inlinable package var showsToHere: Bool { false }
}

/// A transition whose formula depends on colours.
@usableFromInline package protocol ColorEffect: Sendable {
  func color(_ p: Point, _ from: Sampler, _ to: Sampler) -> Light
}

/// A colour effect with numbers that depend on nothing but the place: they are worked out for a row before its colours, in
/// vectors.
@usableFromInline package protocol PreparedEffect: Sendable {
  func prepare(_ p: Point) -> Point
  func color(_ p: Point, _ prepared: Point, _ from: Sampler, _ to: Sampler) -> Light
}

/// A transition whose colours at a place depend on those of both pictures there, and on nothing else of them.
@usableFromInline package protocol PixelEffect: Sendable {
  func color(_ p: Point, _ from: Tint, _ to: Tint) -> Tint
}

/// A pixel effect with a number for each pixel, which is worked out for some pixels of a row at once.
@usableFromInline package protocol RowedEffect: Sendable {
  /// Writes the numbers of `columns` in row `y`, from the top.
  func fill(_ y: Int, _ columns: Range<Int>, into numbers: UnsafeMutablePointer<Float>)
  func color(_ p: Point, _ number: Float, _ from: Tint, _ to: Tint) -> Tint
  /// The pictures seen in some columns of some rows, where that is known without their colours.
  func seen(_ columns: Range<Int>, _ rows: Range<Int>) -> SeenPicture
}

extension RowedEffect {
  @inlinable package func seen(_ columns: Range<Int>, _ rows: Range<Int>) -> SeenPicture { .both }
}

/// 1 for what lies between 0 and 1, and 0 for all else.
@inlinable @inline(__always)
package func between0And1(_ x: Float) -> Float { (x > 0 ? 1 : 0) * (x < 1 ? 1 : 0) }

/// Returns true if `p` lies within the picture, its edges excluded.
@inlinable @inline(__always)
package func isInside(_ p: Point) -> Bool { p.x > 0 && p.y > 0 && p.x < 1 && p.y < 1 }
