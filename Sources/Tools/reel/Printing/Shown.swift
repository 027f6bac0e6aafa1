// SPDX-License-Identifier: Apache-2.0

package import Base
import FoundationEssentials
import Timeline

/// The notation of values in the output of commands.
package enum Shown {
  /// A time to the millisecond, such as `12.5 s`.
  package static func seconds(_ time: Time) -> String {
    "\(time.shown) s"
  }

  /// A value as one line of JSON, keys in order; nil for a number that JSON has no word for.
  package static func json(_ value: some Encodable) -> String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Rows as columns, each as wide as its widest cell but the last.
  package static func table(_ rows: [[String]]) -> String {
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
