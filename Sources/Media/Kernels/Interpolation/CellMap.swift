// SPDX-License-Identifier: Apache-2.0

/// A set of cells of a motion field.
struct CellMap {
  private let columns: Int
  private let rows: Int
  /// 1 for each cell of the set; once counted, the number of them above and left of each corner.
  private var sums: [Int32]
  private(set) var isEmpty = true

  /// The empty set of a field of so many cells.
  init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    sums = Array(repeating: 0, count: (columns + 1) * (rows + 1))
  }

  /// Adds a cell.
  mutating func insert(_ column: Int, _ row: Int) {
    sums[(row + 1) * (columns + 1) + column + 1] = 1
    isEmpty = false
  }

  /// Ends adding cells.
  mutating func count() {
    for row in 1...rows {
      var sum: Int32 = 0
      for column in 1...columns {
        let place = row * (columns + 1) + column
        sum += sums[place]
        sums[place] = sum + sums[place - columns - 1]
      }
    }
  }

  /// Returns true if one lies up to `reach` pixels beside a cell.
  func hasAny(near column: Int, _ row: Int, reach: Int) -> Bool {
    let far = reach / MotionField.spacing + 1
    let (left, right) = (max(0, column - far), min(columns, column + far + 1))
    let (top, bottom) = (max(0, row - far), min(rows, row + far + 1))
    func corner(_ column: Int, _ row: Int) -> Int32 { sums[row * (columns + 1) + column] }
    return corner(right, bottom) - corner(left, bottom) - corner(right, top) + corner(left, top) > 0
  }
}
