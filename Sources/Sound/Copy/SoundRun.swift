// SPDX-License-Identifier: Apache-2.0

import AV
import Actions
import Bitstreams

/// Packets of one source or one encoder that follow each other in a film.
///
/// Packets have numbers in the film; a run has a few before and after those that are meant to be taken, as
/// where it meets another is decided by what both look like there.
protocol SoundRun: AnyObject {
  /// The next packet.
  ///
  /// - Returns: nil at the end.
  func next() throws(RenderFailure) -> SoundPacket?
}

/// The bytes of a packet, or of several that can be divided anywhere.
struct SoundPacket {
  /// The film's number of the first.
  var number: Int64
  /// How many there are.
  var count: Int64 = 1
  var bytes: [UInt8]

  /// The bytes of those in `range`.
  func part(_ range: Range<Int64>) -> ArraySlice<UInt8> {
    let size = bytes.count / Int(count)
    return bytes[Int(range.lowerBound - number) * size..<Int(range.upperBound - number) * size]
  }
}

/// Packets of a run that can be looked at before they are taken.
struct SoundQueue {
  private let run: any SoundRun
  private var held: [SoundPacket] = []

  /// The packets of `run`, from its first on.
  init(_ run: any SoundRun) { self.run = run }

  /// What packet `number` lies in; nil where it has been let go of, or the run has none.
  mutating func packet(_ number: Int64) throws(RenderFailure) -> SoundPacket? {
    while (held.last.map { $0.number + $0.count } ?? .min) <= number {
      guard let next = try run.next() else { break }
      held.append(next)
    }
    return held.first { ($0.number..<$0.number + $0.count).contains(number) }
  }

  /// Whether packet `number` of `next` can stand behind the one before it of this.
  mutating func canBeFollowed(
    by next: inout SoundQueue, at number: Int64
  ) throws(RenderFailure) -> Bool {
    guard let before = try window(number - 1), let expected = try next.window(number - 1),
      let after = try next.window(number)
    else { return false }
    return before.canBeFollowed(by: after, madeToFollow: expected)
  }

  /// The window of packet `number`, if it has one.
  mutating func window(_ number: Int64) throws(RenderFailure) -> AACWindow? {
    try packet(number)?.bytes.withUnsafeBytes { AACWindow($0) }
  }

  /// Lets go of the packets before `number`.
  mutating func drop(before number: Int64) {
    held.removeAll { $0.number + $0.count <= number }
  }
}
