// SPDX-License-Identifier: Apache-2.0

import Kernels

/// What an effect knows of the frame that it draws.
struct EffectFrame {
  /// The size in pixels.
  let width, height: Int
  /// How far it has gone: 0 at its first frame, 1 past its last.
  let progress: Float
  /// The values of its parameters.
  let values: [Float]
  /// The picture that its kernel reads.
  var map: GrayMap?

  /// The width of the picture in its heights.
  var ratio: Float { Float(width) / Float(height) }

  /// The number `index`.
  func number(_ index: Int) -> Float { values[index] }
  /// Whether the flag `index` is set.
  func flag(_ index: Int) -> Bool { values[index] != 0 }
  /// The point whose numbers begin at `index`, y up.
  func point(_ index: Int) -> Point { Point(values[index], 1 - values[index + 1]) }
  /// The direction whose numbers begin at `index`, y up.
  func direction(_ index: Int) -> Point { Point(values[index], -values[index + 1]) }
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

  /// How much further than a step of `count` a moment is: the progress in whole steps, upwards.
  static func steps(_ x: Float, _ count: Float) -> Float {
    count > 0 ? -floor(-x * count) / count : x
  }
}

// The functions of effects are put into the loops over rows (`@inline(__always)`), of which the compiler makes vectors. It
// does so where all of a formula is worked out for every pixel, and choices are between two numbers: places are best chosen
// by weights of 0 and 1.

/// A transition that shows the second picture with a weight, 0…1, at each place.
protocol FieldEffect: Sendable {
  func weight(_ p: Point) -> Float
}

/// What is seen at a place: two pictures, each at another place and with a weight, over a uniform ground.
struct Look {
  /// Where in the first and in the second picture.
  var from, to: Point
  /// How much of each; what is left to 1 is the ground.
  var fromWeight, toWeight: Float
  /// How bright it is.
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
  /// Nothing but the ground.
  static var ground: Look { Look(from: .zero, to: .zero, fromWeight: 0, toWeight: 0) }
}

/// A transition that shows pixels of both pictures at other places.
protocol LookupEffect: Sendable {
  func look(_ p: Point) -> Look
  /// The colour of the ground; nil for black, where the film's background is clear for clear.
  var ground: Light? { get }
}

extension LookupEffect {
  var ground: Light? { nil }
}

/// A transition whose formula depends on colours.
protocol ColorEffect: Sendable {
  func color(_ p: Point, _ from: Sampler, _ to: Sampler) -> Light
}

/// Whether `p` lies within the picture, its edges excluded.
@inline(__always)
func isInside(_ p: Point) -> Bool { p.x > 0 && p.y > 0 && p.x < 1 && p.y < 1 }
