// SPDX-License-Identifier: Apache-2.0

/// A place in the picture or a vector: from 0 at the left and at the bottom to 1 at the right and at the top.
///
/// It is no SIMD type on purpose: the compiler makes vectors of the same number of several pixels, and would not of vectors.
@frozen @usableFromInline package struct Point: Equatable, Sendable {
  @usableFromInline package var x, y: Float

  @inlinable @inline(__always) package init(_ x: Float, _ y: Float) { (self.x, self.y) = (x, y) }

  @inlinable package static var zero: Point { Point(0, 0) }

  @inlinable @inline(__always) package static func + (a: Point, b: Point) -> Point {
    Point(a.x + b.x, a.y + b.y)
  }
  @inlinable @inline(__always) package static func - (a: Point, b: Point) -> Point {
    Point(a.x - b.x, a.y - b.y)
  }
  @inlinable @inline(__always) package static func * (a: Point, b: Point) -> Point {
    Point(a.x * b.x, a.y * b.y)
  }
  @inlinable @inline(__always) package static func / (a: Point, b: Point) -> Point {
    Point(a.x / b.x, a.y / b.y)
  }
  @inlinable @inline(__always) package static func * (a: Point, b: Float) -> Point {
    Point(a.x * b, a.y * b)
  }
  @inlinable @inline(__always) package static func * (a: Float, b: Point) -> Point {
    Point(a * b.x, a * b.y)
  }
  @inlinable @inline(__always) package static func / (a: Point, b: Float) -> Point {
    Point(a.x / b, a.y / b)
  }
  @inlinable @inline(__always) package static func + (a: Point, b: Float) -> Point {
    Point(a.x + b, a.y + b)
  }
  @inlinable @inline(__always) package static func - (a: Point, b: Float) -> Point {
    Point(a.x - b, a.y - b)
  }
  @inlinable @inline(__always) package static prefix func - (a: Point) -> Point {
    Point(-a.x, -a.y)
  }
  @inlinable @inline(__always) package static func += (a: inout Point, b: Point) { a = a + b }
  @inlinable @inline(__always) package static func -= (a: inout Point, b: Point) { a = a - b }
  @inlinable @inline(__always) package static func *= (a: inout Point, b: Float) { a = a * b }
}
