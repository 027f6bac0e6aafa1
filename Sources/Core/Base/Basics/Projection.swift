// SPDX-License-Identifier: Apache-2.0

/// A map of the plane as a camera sees one, a homography: a point goes to `(a·x + c·y + tx, b·x + d·y + ty) / w`, where
/// `w = p·x + q·y + k`.
///
/// Points with `w` above 0 are before the eye; the others are not seen. An affine map is one with `w` = 1 everywhere.
public struct Projection: Hashable, Sendable, Codable {
  /// The numerators.
  public var over: Affine
  /// The elements of the denominator.
  public var p, q, k: Double

  /// The map with the given elements.
  public init(_ over: Affine, p: Double = 0, q: Double = 0, k: Double = 1) {
    (self.over, self.p, self.q, self.k) = (over, p, q, k)
  }

  /// The map that changes nothing.
  public static let identity = Projection(.identity)

  /// The same map without a denominator; nil where it depends on the place, or where nothing is before the eye.
  public var affine: Affine? {
    guard p == 0, q == 0, k > 0 else { return nil }
    if k == 1 { return over }
    return Affine(over.a / k, over.b / k, over.c / k, over.d / k, over.tx / k, over.ty / k)
  }

  /// This map first, then `next`.
  public func then(_ next: Affine) -> Projection {
    if p == 0, q == 0, k == 1 { return Projection(over.then(next)) }
    var result = self
    result.over = Affine(
      over.a * next.a + over.b * next.c + p * next.tx,
      over.a * next.b + over.b * next.d + p * next.ty,
      over.c * next.a + over.d * next.c + q * next.tx,
      over.c * next.b + over.d * next.d + q * next.ty,
      over.tx * next.a + over.ty * next.c + k * next.tx,
      over.tx * next.b + over.ty * next.d + k * next.ty)
    return result
  }

  /// This map first, then `next`.
  public func then(_ next: Projection) -> Projection {
    if next.p == 0, next.q == 0, next.k == 1 { return then(next.over) }
    var result = then(next.over)
    result.p = over.a * next.p + over.b * next.q + p * next.k
    result.q = over.c * next.p + over.d * next.q + q * next.k
    result.k = over.tx * next.p + over.ty * next.q + k * next.k
    return result
  }

  /// The denominator at (`x`, `y`).
  public func depth(_ x: Double, _ y: Double) -> Double { p * x + q * y + k }

  /// Zero for a map that flattens the plane; negative for one that mirrors it.
  public var determinant: Double {
    let m = over
    return m.a * (m.d * k - m.ty * q) - m.c * (m.b * k - m.ty * p) + m.tx * (m.b * q - m.d * p)
  }

  /// The inverse map, whose denominator is positive for what is before the eye; nil if the map flattens the plane.
  public var inverse: Projection? {
    let n = determinant
    guard n.isFinite, n != 0 else { return nil }
    let m = over
    return Projection(
      Affine(
        (m.d * k - m.ty * q) / n, (m.ty * p - m.b * k) / n, (m.tx * q - m.c * k) / n,
        (m.a * k - m.tx * p) / n, (m.c * m.ty - m.tx * m.d) / n, (m.tx * m.b - m.a * m.ty) / n),
      p: (m.b * q - m.d * p) / n, q: (m.c * p - m.a * q) / n, k: (m.a * m.d - m.b * m.c) / n)
  }

  /// All nine elements.
  public var elements: [Double] {
    [over.a, over.b, over.c, over.d, over.tx, over.ty, p, q, k]
  }
}

extension Affine {
  /// This map first, then `next`.
  public func then(_ next: Projection) -> Projection { Projection(self).then(next) }
}
