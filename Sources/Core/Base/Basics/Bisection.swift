// SPDX-License-Identifier: Apache-2.0

extension RandomAccessCollection {
  /// The first index from which on `isSecond` holds, by bisection; `endIndex` if it never does.
  ///
  /// `isSecond` holds for none of the elements before. Takes O(log `count`) calls.
  @inlinable public func partitioningIndex(where isSecond: (Element) throws -> Bool) rethrows
    -> Index
  {
    var (low, left) = (startIndex, count)
    while left > 0 {
      let half = left / 2
      let middle = index(low, offsetBy: half)
      if try isSecond(self[middle]) {
        left = half
      } else {
        low = index(after: middle)
        left -= half + 1
      }
    }
    return low
  }
}
