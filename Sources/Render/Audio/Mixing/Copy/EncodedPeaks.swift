// SPDX-License-Identifier: Apache-2.0

import RenderProtocol

/// The intervals between copied packets in which encoded sound goes over its limit.
final class EncodedPeaks {
  private struct Interval {
    var packets: Range<Int64>
    var overs: Limiter.Overs
    var place: Int64
  }

  private var intervals: [Interval] = []

  /// Remembers the peaks of the film's packets `packets`, of which those that end there were perhaps tried before.
  ///
  /// - Parameter first: The film's sample from which their place is counted.
  func set(_ overs: Limiter.Overs, from first: Int64, of packets: Range<Int64>) {
    if intervals.last?.packets.upperBound == packets.upperBound { intervals.removeLast() }
    intervals.append(Interval(packets: packets, overs: overs, place: first + (overs.place ?? 0)))
  }

  /// All of them, and the film's sample with the highest one; nil where there are none.
  var found: (overs: AudioOvers, place: Int64)? {
    let over = intervals.filter { $0.overs.place != nil }
    guard let highest = over.max(by: { ($0.overs.peak, $1.place) < ($1.overs.peak, $0.place) })
    else { return nil }
    let count = over.reduce(0) { $0 + $1.overs.count }
    return (AudioOvers(count: count, peak: highest.overs.peak), highest.place)
  }
}
