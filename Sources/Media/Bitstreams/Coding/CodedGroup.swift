// SPDX-License-Identifier: Apache-2.0

package import Base

/// A group of pictures (GOP): from one random access picture up to the next.
package struct CodedGroup {
  /// The first reason found why the group cannot be copied.
  package private(set) var obstacle: CodingObstacle?
  /// The number of frames shown.
  package private(set) var frames = 0
  /// The number of leading pictures that refer to the previous group.
  package private(set) var leading = 0
  /// The first and the last PTS of the group in ticks, valid once it is closed.
  package private(set) var first: Int64 = 0, last: Int64 = 0
  /// The number of frames that a decoder holds back, valid once the group is closed.
  package private(set) var delay = 0
  /// PTS in decoding order, until the group is closed.
  private var times: [Int64] = []
  /// The last PTS of a leading picture that refers to the previous group.
  private var leadingEnd = Int64.min
  private var pacing: FramePacing

  /// The codecs' limit.
  private static let maximumDelay = 16
  /// More than a day at 30 frames per second.
  private static let maximumFrames = 1 << 22

  package init(timeBase: Time, obstacle: CodingObstacle?) {
    pacing = FramePacing(timeBase: timeBase)
    self.obstacle = obstacle
  }

  /// Records a reason why the group cannot be copied.
  package mutating func note(_ obstacle: CodingObstacle) {
    self.obstacle = self.obstacle ?? obstacle
  }

  /// Adds the next packet with its PTS `time`, if its picture is shown.
  ///
  /// - Parameter isLeading: Whether it refers to the previous group.
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

  /// Signals that the group has no more packets.
  package mutating func close() {
    let order = times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
    if let earliest = order.first, let latest = order.last {
      (first, last) = (times[earliest], times[latest])
    }
    for (shown, decoded) in order.enumerated() {
      delay = max(delay, decoded - shown)
      if shown > 0 { pacing.add(times[decoded] - first, after: shown) }
    }
    // Leading pictures only, or leading pictures after the first trailing one, cannot be separated.
    let isMixed = leading > 0 && (leading >= order.count || times[order[leading]] <= leadingEnd)
    if isMixed || delay > CodedGroup.maximumDelay { note(.mixedOrder) }
    times = []
  }

  /// Adds `next` as the following group.
  package mutating func follow(_ next: CodedGroup) { pacing.add(next.first - first, after: frames) }

  /// Returns true if its frames, and the first frame of the next group, are `interval` ticks apart.
  package func isPaced(by interval: Time) -> Bool { pacing.allows(interval) }
}
