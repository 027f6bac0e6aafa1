// SPDX-License-Identifier: Apache-2.0

package import Basics

/// The pictures of a stream from one with which decoding can start afresh up to the next.
package struct CodedGroup {
  /// What there is against copying it: what was met first.
  package private(set) var obstacle: CodingObstacle?
  /// The number of frames shown.
  package private(set) var frames = 0
  /// How many of them, shown before all others, lean on the group before.
  package private(set) var leading = 0
  /// The first and the last time at which one of them is shown, in ticks, once it is closed.
  package private(set) var first: Int64 = 0, last: Int64 = 0
  /// How many frames a decoder holds back, once it is closed.
  package private(set) var delay = 0
  /// When frames are shown, in the order of decoding, until it is closed.
  private var times: [Int64] = []
  /// The last time at which one is shown that leans on the group before.
  private var leadingEnd = Int64.min
  private var pacing: FramePacing

  /// A codec's limit.
  private static let maximumDelay = 16
  /// A day at 30 frames per second is less.
  private static let maximumFrames = 1 << 22

  package init(timeBase: Time, obstacle: CodingObstacle?) {
    pacing = FramePacing(timeBase: timeBase)
    self.obstacle = obstacle
  }

  /// Says what there is against copying it.
  package mutating func note(_ obstacle: CodingObstacle) {
    self.obstacle = self.obstacle ?? obstacle
  }

  /// Takes in the next packet, which is shown at `time`, if at all.
  ///
  /// - Parameter isLeading: Whether it leans on the group before.
  package mutating func add(_ time: Int64?, isLeading: Bool = false, _ problem: CodingObstacle?) {
    if let problem { note(problem) }
    guard let time else { return }
    frames += 1
    if isLeading {
      leading += 1
      leadingEnd = max(leadingEnd, time)
    }
    if times.count < CodedGroup.maximumFrames { times.append(time) } else { note(.tooLong) }
  }

  /// Says that it has no more packets.
  package mutating func close() {
    let order = times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
    if let earliest = order.first, let latest = order.last {
      (first, last) = (times[earliest], times[latest])
    }
    for (shown, decoded) in order.enumerated() {
      delay = max(delay, decoded - shown)
      if shown > 0 { pacing.add(times[decoded] - first, after: shown) }
    }
    // A group of nothing else has no picture that it begins with.
    let isMixed = leading > 0 && (leading >= order.count || times[order[leading]] <= leadingEnd)
    if isMixed || delay > CodedGroup.maximumDelay { note(.mixedOrder) }
    times = []
  }

  /// Takes in that `next` is the next group.
  package mutating func follow(_ next: CodedGroup) { pacing.add(next.first - first, after: frames) }

  /// Whether its frames, and the first of the next group, are `interval` ticks apart.
  package func isPaced(by interval: Time) -> Bool { pacing.allows(interval) }
}
