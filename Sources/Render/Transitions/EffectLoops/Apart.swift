// SPDX-License-Identifier: Apache-2.0

/// A transition in which red, green and blue are seen at places apart: those of a row all lie as far away.
package protocol ApartEffect: Sendable {
  /// The share of the second picture in the row at a place, 0…1 from the top.
  func share(_ row: Float) -> Float
  /// Where a colour of a picture is seen that shows in the row at a place: at which place, 0…1 from the top, and how much
  /// farther to the right, in widths.
  func place(_ color: ApartColor, isNew: Bool, _ row: Float) -> (row: Float, shift: Float)
  /// Returns true if colours of a picture are displaced separately; if not, all are where green is.
  func isApart(isNew: Bool) -> Bool
  /// The shift to the right of the source of a colour in the column at a place, 0…1; nil if it
  /// depends on rows alone.
  var column: ((_ color: ApartColor, _ isNew: Bool, _ column: Float) -> Float)? { get }
  /// The share of the second picture in a mixture made beforehand, for an effect that then shows
  /// that mixture alone; nil for none.
  var mixture: Float? { get }
  /// True if rows are columns from the left, and columns rows from the top.
  var isTransposed: Bool { get }
}

extension ApartEffect {
  package func isApart(isNew: Bool) -> Bool { true }
  package var column: ((_ color: ApartColor, _ isNew: Bool, _ column: Float) -> Float)? { nil }
  package var mixture: Float? { nil }
  package var isTransposed: Bool { false }
}

/// A colour that is seen apart from the others.
package enum ApartColor: Int, CaseIterable, Sendable {
  case red, green, blue
}
