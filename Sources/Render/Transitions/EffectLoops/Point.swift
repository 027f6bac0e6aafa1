// SPDX-License-Identifier: Apache-2.0

/// A place in the picture or a vector: from 0 at the left and at the bottom to 1 at the right and at the top.
///
/// It is no SIMD type on purpose: the compiler makes vectors of the same number of several pixels, and would not of vectors.
struct Point: Equatable, Sendable {
  var x, y: Float

  @inline(__always) init(_ x: Float, _ y: Float) { (self.x, self.y) = (x, y) }

  static var zero: Point { Point(0, 0) }

  @inline(__always) static func + (a: Point, b: Point) -> Point {
    Point(a.x + b.x, a.y + b.y)
  }
  @inline(__always) static func - (a: Point, b: Point) -> Point {
    Point(a.x - b.x, a.y - b.y)
  }
  @inline(__always) static func * (a: Point, b: Point) -> Point {
    Point(a.x * b.x, a.y * b.y)
  }
  @inline(__always) static func / (a: Point, b: Point) -> Point {
    Point(a.x / b.x, a.y / b.y)
  }
  @inline(__always) static func * (a: Point, b: Float) -> Point {
    Point(a.x * b, a.y * b)
  }
  @inline(__always) static func * (a: Float, b: Point) -> Point {
    Point(a * b.x, a * b.y)
  }
  @inline(__always) static func / (a: Point, b: Float) -> Point {
    Point(a.x / b, a.y / b)
  }
  @inline(__always) static func + (a: Point, b: Float) -> Point {
    Point(a.x + b, a.y + b)
  }
  @inline(__always) static func - (a: Point, b: Float) -> Point {
    Point(a.x - b, a.y - b)
  }
  @inline(__always) static prefix func - (a: Point) -> Point {
    Point(-a.x, -a.y)
  }
  @inline(__always) static func += (a: inout Point, b: Point) { a = a + b }
  @inline(__always) static func -= (a: inout Point, b: Point) { a = a - b }
  @inline(__always) static func *= (a: inout Point, b: Float) { a = a * b }
}
