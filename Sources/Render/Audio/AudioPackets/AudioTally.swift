// SPDX-License-Identifier: Apache-2.0

/// Counts samples and reports progress every full second.
package struct AudioTally {
  private let rate: Int64
  private var samples: Int64 = 0
  private var reported: Int64 = 0

  /// A counter for `rate` samples per second.
  package init(rate: Int) { self.rate = Int64(rate) }

  /// Hundredths of a second since the last report, if they are at least a second.
  package mutating func add(_ count: Int) -> Int? {
    samples += Int64(count)
    let hundredths = samples * 100 / rate
    guard hundredths >= reported + 100 else { return nil }
    defer { reported = hundredths }
    return Int(hundredths - reported)
  }
}
