// SPDX-License-Identifier: Apache-2.0

/// How long a group of pictures is, from one key frame to the next.
struct GroupLength {
  /// In ticks of the stream; what is missing in a gap counts.
  var ticks: Int64
  /// In frames; what is missing in a gap does not count.
  var frames: Int

  init(_ ticks: Int64, _ frames: Int) { (self.ticks, self.frames) = (ticks, frames) }

  /// On each side, so many groups tell how long a group is that no cut ends.
  private static let reach = 16

  /// Whether group `index` seems to end because the picture cuts, not because it is long enough.
  ///
  /// The longest groups near by end because they are long. A group counts as shorter than those only where
  /// it is so in ticks and in frames: after a gap, or where the frame rate varies, one of the two misleads.
  static func endsAtCut(_ index: Int, of groups: [GroupLength]) -> Bool {
    let near = groups[max(0, index - reach)...min(groups.count - 1, index + reach)]
    let longest = (
      ticks: near.lazy.map(\.ticks).max() ?? 0, frames: near.lazy.map(\.frames).max() ?? 0
    )
    let group = groups[index]
    // A tenth less than the longest.
    return group.ticks < longest.ticks - longest.ticks / 10
      && group.frames < longest.frames - longest.frames / 10
  }
}
