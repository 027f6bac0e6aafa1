// SPDX-License-Identifier: Apache-2.0

package import Base
package import ProjectModel

/// The ducking of a layer's audio while others are audible.
package struct PlacedDuck {
  package var duck: Duck
  /// The film times at which the others are heard: ascending, and so far apart that it has come back in between.
  package let stretches: [TimeRange]

  /// - Parameter heard: When the others are heard, in any order.
  package init(_ duck: Duck, under heard: [TimeRange]) {
    self.duck = duck
    stretches = PlacedDuck.joined(heard, bridging: duck.attack + duck.hold + duck.release)
  }

  /// Ranges in ascending order, those as one that overlap or have `pause` or less between them.
  package static func joined(_ ranges: [TimeRange], bridging pause: Time = .zero) -> [TimeRange] {
    var joined: [TimeRange] = []
    for range in ranges.sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
      if let last = joined.last, range.start - last.end <= pause {
        joined[joined.count - 1].end = max(last.end, range.end)
      } else {
        joined.append(range)
      }
    }
    return joined
  }

  /// The way down and up again for all intervals that reach into `range` of film time: factors at film times, between
  /// which they change evenly; none where it stays as it is.
  package func keys(in range: TimeRange) -> [(time: Time, factor: Double)] {
    let after = duck.hold + duck.release
    let first = stretches.partitioningIndex { $0.end + after > range.start }
    var keys: [(Time, Double)] = []
    for stretch in stretches[first...] {
      if stretch.start - duck.attack >= range.end { break }
      keys.append((stretch.start - duck.attack, 1))
      keys.append((stretch.start, duck.factor))
      keys.append((stretch.end + duck.hold, duck.factor))
      keys.append((stretch.end + after, 1))
    }
    return keys
  }
}
