// SPDX-License-Identifier: Apache-2.0

import AV

/// The packets of a picture stream that were read last, to tell from when on frames are missing where the
/// container skips something.
struct PacketTrail {
  /// Presentation times of the latest packets, in ticks.
  private var times: [Int64] = []
  /// When the last packet is decoded; no packet after it is shown before that.
  private var decoding: Int64?
  /// How long a frame lasts, in ticks.
  private var duration: Int64

  /// More than a decoder reorders.
  private static let maximumCount = 32

  /// A trail without packets; a frame lasts `duration` ticks where its packet does not tell.
  init(duration: Int64) { self.duration = max(1, duration) }

  /// Forgets the packets, to go on elsewhere.
  mutating func restart() { (times, decoding) = ([], nil) }

  /// Takes note of the packet that was read.
  mutating func take(_ packet: borrowing Packet) {
    guard let time = packet.presentation ?? packet.decoding else { return }
    if times.count == Self.maximumCount { times.removeFirst() }
    times.append(time)
    decoding = packet.decoding ?? time
    if packet.duration > 0 { duration = packet.duration }
  }

  /// The time of the first frame that may be missing after the last packet; nil without packets.
  ///
  /// Where frames are decoded in another order than they are shown in, those after it that were read
  /// are not missing.
  var firstMissing: Int64? {
    guard var time = decoding.map({ $0 + duration }) else { return nil }
    for known in times.sorted() where abs(known - time) <= duration / 2 { time = known + duration }
    return time
  }

  /// The time of the first frame that is missing before the packet at `next`; nil where none is.
  func firstMissing(before next: Int64) -> Int64? {
    firstMissing.flatMap { $0 + duration / 2 < next ? $0 : nil }
  }
}
