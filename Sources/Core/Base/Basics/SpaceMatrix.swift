// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A map of space in homogeneous coordinates: 16 numbers, column by column, as in CSS's `matrix3d()`.
///
/// x goes right, y down, z towards the viewer; lengths are pixels.
public struct SpaceMatrix: Hashable, Sendable {
  /// The elements: that of row r and column c is at 4 · c + r.
  public var elements: [Double]

  /// The map with 16 elements.
  public init(_ elements: [Double]) {
    precondition(elements.count == 16, "a matrix of space has 16 elements")
    self.elements = elements
  }

  /// The map of the plane z = 0, which leaves z as it is.
  public init(_ m: Affine) {
    self.init([m.a, m.b, 0, 0, m.c, m.d, 0, 0, 0, 0, 1, 0, m.tx, m.ty, 0, 1])
  }

  /// The map that changes nothing.
  public static let identity = SpaceMatrix(.identity)

  /// A turn about the x axis, as CSS's `rotateX()`: the upper edge goes away from the viewer.
  ///
  /// Quarter turns are exact.
  public static func rotationX(degrees: Double) -> SpaceMatrix {
    let turn = Affine.rotation(degrees: degrees)
    return SpaceMatrix([1, 0, 0, 0, 0, turn.a, turn.b, 0, 0, turn.c, turn.d, 0, 0, 0, 0, 1])
  }

  /// A turn about the y axis, as CSS's `rotateY()`: the right edge goes away from the viewer.
  ///
  /// Quarter turns are exact.
  public static func rotationY(degrees: Double) -> SpaceMatrix {
    let turn = Affine.rotation(degrees: degrees)
    return SpaceMatrix([turn.a, 0, turn.c, 0, 0, 1, 0, 0, turn.b, 0, turn.d, 0, 0, 0, 0, 1])
  }

  /// The view from a distance of 1 / `nearness` pixels before the origin, as CSS's `perspective()`.
  public static func perspective(nearness: Double) -> SpaceMatrix {
    var result = identity
    result.elements[11] = -nearness
    return result
  }

  /// This map first, then `next`.
  public func then(_ next: SpaceMatrix) -> SpaceMatrix {
    var result = [Double](repeating: 0, count: 16)
    for column in 0..<4 {
      for row in 0..<4 {
        var sum = 0.0
        for i in 0..<4 { sum += next.elements[4 * i + row] * elements[4 * column + i] }
        result[4 * column + row] = sum
      }
    }
    return SpaceMatrix(result)
  }

  /// This map with its origin moved to `centre`.
  public func about(_ centre: PixelPoint) -> SpaceMatrix {
    SpaceMatrix(.translation(-centre.x, -centre.y)).then(self)
      .then(SpaceMatrix(.translation(centre.x, centre.y)))
  }

  /// Zero for a map that flattens space; negative for one that mirrors it.
  public var determinant: Double {
    let m = elements
    func minor(_ a: Int, _ b: Int) -> Double { m[a] * m[b + 1] - m[a + 1] * m[b] }
    func lower(_ a: Int, _ b: Int) -> Double { m[a + 2] * m[b + 3] - m[a + 3] * m[b + 2] }
    return minor(0, 4) * lower(8, 12) - minor(0, 8) * lower(4, 12) + minor(0, 12) * lower(4, 8)
      + minor(4, 8) * lower(0, 12) - minor(4, 12) * lower(0, 8) + minor(8, 12) * lower(0, 4)
  }

  /// The projection of the plane z = 0, seen along z.
  public var plane: Projection {
    let m = elements
    return Projection(
      Affine(m[0], m[1], m[4], m[5], m[12], m[13]), p: m[3], q: m[7], k: m[15])
  }

  /// The map of the plane, if it is one that leaves z as it is.
  public var flat: Affine? {
    guard let affine = plane.affine, self == SpaceMatrix(affine) else { return nil }
    return affine
  }
}
