// SPDX-License-Identifier: Apache-2.0

/// The length of a group of pictures, from one key frame to the next.
struct GroupLength {
  /// In ticks of the stream, including gaps.
  var ticks: Int64
  /// In frames, without the frames missing in gaps.
  var frames: Int

  init(_ ticks: Int64, _ frames: Int) { (self.ticks, self.frames) = (ticks, frames) }

  /// Number of groups on each side that determine the length of a group that does not end at a cut.
  private static let reach = 16

  /// Returns true if group `index` seems to end at a cut rather than at its maximum length.
  ///
  /// The longest groups nearby end at the maximum length. A group counts as shorter only if it is shorter both
  /// in ticks and in frames, because one of these is misleading after a gap or at a variable frame rate.
  static func endsAtCut(_ index: Int, of groups: [GroupLength]) -> Bool {
    let near = groups[max(0, index - reach)...min(groups.count - 1, index + reach)]
    let longest = (
      ticks: near.lazy.map(\.ticks).max() ?? 0, frames: near.lazy.map(\.frames).max() ?? 0
    )
    let group = groups[index]
    // At least a tenth shorter than the longest.
    return group.ticks < longest.ticks - longest.ticks / 10
      && group.frames < longest.frames - longest.frames / 10
  }
}
