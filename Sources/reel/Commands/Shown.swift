// SPDX-License-Identifier: Apache-2.0

import Basics

/// How values look in what commands print.
enum Shown {
  /// A time to the millisecond, such as `12.5 s`.
  static func seconds(_ time: Time) -> String {
    "\(Time((time * Time(1000)).rounded, over: 1000)) s"
  }

  /// Rows as columns, each as wide as its widest cell but the last.
  static func table(_ rows: [[String]]) -> String {
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], cell.count)
      }
    }
    return rows.map { row in
      row.enumerated().map { column, cell in
        column == row.count - 1
          ? cell : cell + String(repeating: " ", count: widths[column] - cell.count + 2)
      }.joined() + "\n"
    }.joined()
  }
}
