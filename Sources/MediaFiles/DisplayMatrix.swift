// SPDX-License-Identifier: Apache-2.0

package import Basics

/// How a container or a picture wants to be turned: libavutil's display matrix, taken apart.
package enum DisplayMatrix: Hashable {
  /// One of the eight turns and mirrorings.
  case orientation(Orientation)
  /// The linear part a, b, c, d of anything else.
  case linear([Double])

  /// Reads a 3 × 3 matrix; what flattens the picture or leaves the plane counts as upright.
  package init(_ matrix: [Int32]?) {
    guard let matrix, matrix.count == 9 else {
      self = .orientation(.upright)
      return
    }
    // The four numbers are 16.16 fixed point; x' = a·x + c·y, y' = b·x + d·y.
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
  /// The matrix with which a container says to show pictures of the `coded` size so: what is turned
  /// is moved back to where x and y are positive, as players want it.
  package func displayMatrix(for coded: PixelSize) -> [Int32] {
    let map = affine(for: coded)
    // 16.16 fixed point, the last column 2.30.
    func fixed(_ value: Double) -> Int32 { Int32(clamping: Int64(value) << 16) }
    return [
      fixed(map.a), fixed(map.b), 0, fixed(map.c), fixed(map.d), 0, fixed(map.tx), fixed(map.ty),
      1 << 30,
    ]
  }
}
