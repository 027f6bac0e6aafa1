// SPDX-License-Identifier: Apache-2.0

package import LibAV

/// The most recently read packets of a picture stream, to find the first missing frame where the container skips data.
package struct PacketTrail {
  /// Presentation times of the latest packets, in ticks.
  private var times: [Int64] = []
  /// Decoding time of the last packet; no later packet has an earlier presentation time.
  private var decoding: Int64?
  /// Duration of a frame in ticks.
  private var duration: Int64

  /// More than the reordering depth of any decoder.
  private static let maximumCount = 32

  /// A trail without packets; a frame lasts `duration` ticks unless its packet has a duration.
  package init(duration: Int64) { self.duration = max(1, duration) }

  /// Removes the packets, to continue at another position.
  package mutating func restart() { (times, decoding) = ([], nil) }

  /// Records a packet that was read.
  package mutating func take(_ packet: borrowing Packet) {
    guard let time = packet.presentation ?? packet.decoding else { return }
    if times.count == Self.maximumCount { times.removeFirst() }
    times.append(time)
    decoding = packet.decoding ?? time
    if packet.duration > 0 { duration = packet.duration }
  }

  /// The time of the first frame that may be missing after the last packet; nil without packets.
  ///
  /// With reordering, frames shown later may already have been read; those are not missing.
  package var firstMissing: Int64? {
    guard var time = decoding.map({ $0 + duration }) else { return nil }
    for known in times.sorted() where abs(known - time) <= duration / 2 { time = known + duration }
    return time
  }

  /// The time of the first frame missing before the packet at `next`; nil if there is none.
  package func firstMissing(before next: Int64) -> Int64? {
    firstMissing.flatMap { $0 + duration / 2 < next ? $0 : nil }
  }
}
