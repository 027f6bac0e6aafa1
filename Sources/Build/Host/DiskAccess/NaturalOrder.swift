// SPDX-License-Identifier: Apache-2.0

/// The order in which people list files: `Movie2` before `Movie10`, folders apart, case aside.
package enum NaturalOrder {
  /// Returns true if `left` comes before `right`.
  package static func precedes(_ left: String, _ right: String) -> Bool {
    switch compare(Array(left.utf8), Array(right.utf8)) {
    case 0: left.utf8.lexicographicallyPrecedes(right.utf8)
    case let order: order < 0
    }
  }

  /// Negative, zero or positive as `left` comes before, with or after `right`.
  private static func compare(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var (i, j) = (0, 0)
    while i < left.count, j < right.count {
      if isDigit(left[i]), isDigit(right[j]) {
        let (a, b) = (number(in: left, from: &i), number(in: right, from: &j))
        if a.count != b.count { return a.count - b.count }
        for (x, y) in zip(a, b) where x != y { return Int(x) - Int(y) }
      } else {
        let (x, y) = (weight(left[i]), weight(right[j]))
        if x != y { return x - y }
        i += 1
        j += 1
      }
    }
    return (left.count - i) - (right.count - j)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 48 && byte <= 57 }

  /// The digits from `index` on, without leading zeros.
  private static func number(in bytes: [UInt8], from index: inout Int) -> ArraySlice<UInt8> {
    while index < bytes.count, bytes[index] == 48 { index += 1 }
    let start = index
    while index < bytes.count, isDigit(bytes[index]) { index += 1 }
    return bytes[start..<index]
  }

  private static func weight(_ byte: UInt8) -> Int {
    switch byte {
    case UInt8(ascii: "/"): 0
    case 65...90: Int(byte) + 32
    default: Int(byte)
    }
  }
}
