// SPDX-License-Identifier: Apache-2.0

package import Bitstreams
import LibAV
import MediaIO
package import RenderProtocol

/// Consecutive packets of one source or one encoder.
///
/// Packets are numbered by film position. A run includes a few packets before and after those to be used, since
/// the joint with another run depends on the packets of both.
package protocol AudioRun: AnyObject {
  /// The next packet.
  ///
  /// - Returns: nil at the end.
  func next() throws(RenderFailure) -> AudioPacket?
}

/// The bytes of a packet, or of several that can be split anywhere.
package struct AudioPacket {
  /// The film's number of the first packet.
  package var number: Int64
  /// Number of packets.
  package var count: Int64 = 1
  package var bytes: [UInt8]

  /// `count` packets from number `number` on.
  package init(number: Int64, count: Int64 = 1, bytes: [UInt8]) {
    (self.number, self.count, self.bytes) = (number, count, bytes)
  }

  /// The bytes of the packets in `range`.
  package func part(_ range: Range<Int64>) -> ArraySlice<UInt8> {
    let size = bytes.count / Int(count)
    return bytes[Int(range.lowerBound - number) * size..<Int(range.upperBound - number) * size]
  }
}

/// A queue of a run's packets that can be examined before they are used.
package struct AudioQueue {
  private let run: any AudioRun
  private var held: [AudioPacket] = []

  /// The packets of `run`, from its first on.
  package init(_ run: any AudioRun) { self.run = run }

  /// The entry that contains packet `number`; nil if it was dropped or does not exist.
  package mutating func packet(_ number: Int64) throws(RenderFailure) -> AudioPacket? {
    while (held.last.map { $0.number + $0.count } ?? .min) <= number {
      guard let next = try run.next() else { break }
      held.append(next)
    }
    return held.first { ($0.number..<$0.number + $0.count).contains(number) }
  }

  /// Returns true if packet `number` of `next` can follow the packet before it of this queue.
  package mutating func canBeFollowed(
    by next: inout AudioQueue, at number: Int64
  ) throws(RenderFailure) -> Bool {
    guard let before = try window(number - 1), let expected = try next.window(number - 1),
      let after = try next.window(number)
    else { return false }
    return before.canBeFollowed(by: after, madeToFollow: expected)
  }

  /// The window of packet `number`, if it has one.
  package mutating func window(_ number: Int64) throws(RenderFailure) -> AACWindow? {
    try packet(number)?.bytes.withUnsafeBytes { AACWindow($0) }
  }

  /// Drops the packets before `number`.
  package mutating func drop(before number: Int64) {
    held.removeAll { $0.number + $0.count <= number }
  }
}
