// SPDX-License-Identifier: Apache-2.0

extension SpaceMatrix {
  /// The map `share` of the way from this to `other`.
  ///
  /// Both are taken apart into perspective, translation, rotation, skew and scale (CSS Transforms 2); the rotation goes
  /// the short way. From or to a map that flattens space there is no way: it changes at half of it.
  public func mixed(with other: SpaceMatrix, _ share: Double) -> SpaceMatrix {
    if self == other || share == 0 { return self }
    if share == 1 { return other }
    if let a = flat, let b = other.flat { return SpaceMatrix(a.mixed(with: b, share)) }
    guard let a = Parts(self), let b = Parts(other) else { return share < 0.5 ? self : other }
    return Parts(a, b, share).matrix
  }

  /// The parts of a map: the scale acts first, the perspective last.
  private struct Parts {
    var scale: SIMD3<Double>
    /// By how much y leans along x, z along x, and z along y.
    var skew: SIMD3<Double>
    /// A quaternion of length 1: x, y, z, w.
    var rotation: SIMD4<Double>
    var translation: SIMD3<Double>
    var perspective: SIMD4<Double>

    /// Nil if the map flattens space.
    init?(_ matrix: SpaceMatrix) {
      let m = matrix.elements
      let whole = m[15]
      guard whole != 0, matrix.determinant.isFinite else { return nil }
      var columns = (0..<3).map { SIMD3(m[4 * $0], m[4 * $0 + 1], m[4 * $0 + 2]) / whole }
      translation = SIMD3(m[12], m[13], m[14]) / whole
      let volume = dot(columns[0], cross(columns[1], columns[2]))
      guard volume != 0 else { return nil }
      // The last row is that of the perspective times all before it.
      let last = SIMD3(m[3], m[7], m[11]) / whole
      let row =
        (cross(columns[1], columns[2]) * last.x + cross(columns[2], columns[0]) * last.y
          + cross(columns[0], columns[1]) * last.z) / volume
      perspective = SIMD4(row, 1 - dot(row, translation))

      func take(_ index: Int) -> Double {
        let length = dot(columns[index], columns[index]).squareRoot()
        columns[index] /= length
        return length
      }
      func lean(_ index: Int, along other: Int) -> Double {
        let part = dot(columns[other], columns[index])
        columns[index] -= columns[other] * part
        return part
      }
      scale = .zero
      skew = .zero
      scale.x = take(0)
      skew.x = lean(1, along: 0)
      scale.y = take(1)
      skew.y = lean(2, along: 0)
      skew.z = lean(2, along: 1)
      scale.z = take(2)
      skew /= SIMD3(scale.y, scale.z, scale.z)
      if volume < 0 {
        scale = -scale
        columns = columns.map { -$0 }
      }
      rotation = Parts.quaternion(columns)
      guard (0..<3).allSatisfy({ scale[$0].isFinite && skew[$0].isFinite }) else { return nil }
    }

    /// The interpolation between `a` and `b` at `share` of the way.
    init(_ a: Parts, _ b: Parts, _ share: Double) {
      scale = a.scale + (b.scale - a.scale) * share
      skew = a.skew + (b.skew - a.skew) * share
      translation = a.translation + (b.translation - a.translation) * share
      perspective = a.perspective + (b.perspective - a.perspective) * share
      var cosine = (a.rotation * b.rotation).sum()
      let end = cosine < 0 ? -b.rotation : b.rotation
      cosine = min(cosine.magnitude, 1)
      let angle = Portable.acos(cosine)
      if angle < 1e-6 {
        let mean = a.rotation + (end - a.rotation) * share
        rotation = mean / (mean * mean).sum().squareRoot()
      } else {
        rotation =
          (a.rotation * Portable.sin((1 - share) * angle) + end * Portable.sin(share * angle))
          / Portable.sin(angle)
      }
    }

    var matrix: SpaceMatrix {
      let (x, y, z, w) = (rotation.x, rotation.y, rotation.z, rotation.w)
      let turn = SpaceMatrix([
        1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w), 0,
        2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w), 0,
        2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y), 0,
        0, 0, 0, 1,
      ])
      let lean = SpaceMatrix([
        scale.x, 0, 0, 0,
        skew.x * scale.y, scale.y, 0, 0,
        skew.y * scale.z, skew.z * scale.z, scale.z, 0,
        translation.x, translation.y, translation.z, 1,
      ])
      var linear = lean
      (linear.elements[12], linear.elements[13], linear.elements[14]) = (0, 0, 0)
      var result = linear.then(turn)
      result.elements[12...14] = lean.elements[12...14]
      var view = SpaceMatrix.identity
      let p = perspective
      (view.elements[3], view.elements[7], view.elements[11], view.elements[15]) = (
        p.x, p.y, p.z, p.w
      )
      return result.then(view)
    }

    /// The rotation that takes the axes to `c`, from its largest element, which is at least a half.
    private static func quaternion(_ c: [SIMD3<Double>]) -> SIMD4<Double> {
      let trace = c[0].x + c[1].y + c[2].z
      let result: SIMD4<Double> =
        if trace > 0 {
          SIMD4(c[1].z - c[2].y, c[2].x - c[0].z, c[0].y - c[1].x, trace + 1)
        } else if c[0].x >= c[1].y && c[0].x >= c[2].z {
          SIMD4(2 * c[0].x - trace + 1, c[0].y + c[1].x, c[2].x + c[0].z, c[1].z - c[2].y)
        } else if c[1].y >= c[2].z {
          SIMD4(c[0].y + c[1].x, 2 * c[1].y - trace + 1, c[1].z + c[2].y, c[2].x - c[0].z)
        } else {
          SIMD4(c[2].x + c[0].z, c[1].z + c[2].y, 2 * c[2].z - trace + 1, c[0].y - c[1].x)
        }
      return result / (result * result).sum().squareRoot()
    }
  }
}

private func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { (a * b).sum() }

private func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
  SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}
