// SPDX-License-Identifier: Apache-2.0

/// A field that works out a row at once, because columns, rows or parts of them have much in common.
@usableFromInline package protocol RowEffect: Sendable {
  /// Writes the weights of the pixels of row `y`, from the top.
  func fill(_ y: Int, _ weights: UnsafeMutablePointer<UInt16>)
}

extension FieldRows {
  /// The weights of `effect`.
  @inlinable package init<E: RowEffect>(_ effect: E) { fill = { effect.fill($0, $1) } }
}

extension UInt16 {
  /// A share as a weight, within 0…1.
  @inlinable @inline(__always)
  package init(of share: Float) {
    self.init(truncatingIfNeeded: (clamped(share, 1) * 65535 + 8_388_608).bitPattern)
  }
}
