// SPDX-License-Identifier: Apache-2.0

package import Base

/// The orientation of a picture: libavutil's display matrix, decomposed.
package enum DisplayMatrix: Hashable {
  /// One of the eight rotations and reflections.
  case orientation(Orientation)
  /// The linear part a, b, c, d of any other matrix.
  case linear([Double])

  /// Reads a 3 × 3 matrix; singular and non-planar matrices count as upright.
  package init(_ matrix: [Int32]?) {
    guard let matrix, matrix.count == 9 else {
      self = .orientation(.upright)
      return
    }
    // The four numbers have 16.16 fixed point; x' = a·x + c·y, y' = b·x + d·y.
    let parts = [matrix[0], matrix[1], matrix[3], matrix[4]].map { Double($0) / 65536 }
    let determinant = parts[0] * parts[3] - parts[1] * parts[2]
    guard abs(determinant) > 1e-6, parts.allSatisfy({ abs($0) < 1000 }) else {
      self = .orientation(.upright)
      return
    }
    let whole = parts.map { Int($0.rounded()) }
    let isWhole = zip(parts, whole).allSatisfy { abs($0 - Double($1)) < 0.001 && abs($1) <= 1 }
    if isWhole, let orientation = Orientation(linear: whole[0], whole[1], whole[2], whole[3]) {
      self = .orientation(orientation)
    } else {
      self = .linear(parts)
    }
  }
}

extension Orientation {
  /// The display matrix with which a container requests this orientation for pictures of the `coded` size.
  ///
  /// The rotated picture is translated to positive x and y, as players expect.
  package func displayMatrix(for coded: PixelSize) -> [Int32] {
    let map = affine(for: coded)
    // 16.16 fixed point; the last column is 2.30.
    func fixed(_ value: Double) -> Int32 { Int32(clamping: Int64(value) << 16) }
    return [
      fixed(map.a), fixed(map.b), 0, fixed(map.c), fixed(map.d), 0, fixed(map.tx), fixed(map.ty),
      1 << 30,
    ]
  }
}
