// SPDX-License-Identifier: Apache-2.0

// Between two matrices lies what each of their parts is on the way, as CSS has it (CSS Transforms 1, 2): element by
// element a picture that turns would shrink.

extension Affine {
  /// The map `share` of the way from this to `other`.
  ///
  /// Both are taken apart into translation, rotation, skew and scale; rotations go the short way, and a mirrored picture
  /// passes through a line. From or to a map that flattens the plane there is no way: it changes at half of it.
  public func mixed(with other: Affine, _ share: Double) -> Affine {
    if self == other || share == 0 { return self }
    if share == 1 { return other }
    guard var a = Parts(self), var b = Parts(other) else { return share < 0.5 ? self : other }
    // One is mirrored across and one down: that is half a turn apart from being mirrored alike.
    if a.scale.x < 0 && b.scale.y < 0 || a.scale.y < 0 && b.scale.x < 0 {
      a.scale = -a.scale
      a.angle += a.angle < 0 ? .pi : -.pi
    }
    if a.angle - b.angle > .pi { b.angle += 2 * .pi }
    if b.angle - a.angle > .pi { a.angle += 2 * .pi }
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * share }
    let scale = a.scale + (b.scale - a.scale) * share
    let angle = mix(a.angle, b.angle)
    let (cosine, sine, skew) = (Portable.cos(angle), Portable.sin(angle), mix(a.skew, b.skew))
    return Affine(
      cosine * scale.x, sine * scale.x, (cosine * skew - sine) * scale.y,
      (sine * skew + cosine) * scale.y, mix(tx, other.tx), mix(ty, other.ty))
  }

  /// The parts of a map, without its translation: the scale acts first, then the skew, then the rotation.
  private struct Parts {
    var scale: SIMD2<Double>
    /// By how much columns lean: the tangent.
    var skew: Double
    /// In radians, clockwise.
    var angle: Double

    /// Nil if the map flattens the plane.
    init?(_ m: Affine) {
      let n = m.determinant
      var across = (m.a * m.a + m.b * m.b).squareRoot()
      guard n.isFinite, n != 0, across > 0 else { return nil }
      if n < 0 && m.a < m.d { across = -across }
      let (x, y) = (m.a / across, m.b / across)
      let down = n / across
      scale = SIMD2(across, down)
      skew = (x * m.c + y * m.d) / down
      angle = Portable.atan2(y, x)
    }
  }
}
