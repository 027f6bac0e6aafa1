// SPDX-License-Identifier: Apache-2.0

import Base

/// Chooses the frames at which segments begin, so that an edit moves no border that is further from it than the longest
/// segment is long: ten and a half seconds at most, and at most rates 250 frames.
///
/// A film has cuts, and long takes have divisions. Candidates are compared by their strength, which follows from the
/// frames beside them and from no time of the film; of equals the earlier is stronger. Whatever else begins or ends over
/// a take is no candidate: texts may do so every second, and a segment costs a start of the decoder and of the encoder,
/// and an I-frame. Without them, a segment of a film with texts is as long as of the same film without.
///
/// 1. A cut is a *peak* if none within two seconds is stronger. Peaks are borders.
/// 2. The strongest cut in five seconds without a peak is a border.
/// 3. The strongest division in a window, as long as the longest segment, without a cut is a border. One end of a transition
///    is a division.
///
/// As takes have a division in every window, no segment is longer: a window without a cut holds a border by rule 3, and
/// five seconds with a cut hold one by rule 1 or 2.
///
/// An edit at one place renders at most two windows beside what it changes; where the longest segment is shorter than seven
/// seconds, as at 36 to 47 frames a second, a window is seven seconds here. Let `a` be the first frame that it
/// changes, and U the five seconds that end two seconds before `a`; cuts in U or before it are peaks after the edit if
/// they were before. The window before `a` has a border `q` that is there before and after the edit:
/// - If U has a peak, `q` is the last of these.
/// - If U has other cuts alone, `q` is the strongest of them, by rule 2.
/// - If U has no cut and the two seconds after it have one, `q` is the first of those: a peak, or a border by rule 2
///   in the five seconds that end with it.
/// - If there is no cut, `q` is the strongest division in the window, by rule 3.
///
/// All borders before `q` are the same, too: a window of rule 2 or 3 that holds something changed and a candidate before
/// `q` holds `q` as well, which is stronger or forbidden in it. The same holds after the last changed frame, mirrored.
///
/// The proof assumes that no two cuts near each other have equal strength. Two cuts that begin with the same frame
/// of the same file do; the two seconds after each break the tie, so that such a cut may depend on a change up to four
/// seconds after it. If those two seconds are equal, too, the earlier cut is the stronger.
///
/// Lengths off the frame grid are not covered: where an edit shifts later clips by part of a frame, some get a frame
/// more or less, and so are changed themselves.
struct BorderRule {
  /// Peaks are at least this many frames apart.
  let reach: Int
  /// The length of windows among cuts.
  let near: Int
  /// The length of windows in takes, and of the longest segment.
  let far: Int

  init(_ rate: FrameRate) {
    reach = rate.frames(covering: Time(2))
    near = rate.frames(covering: Time(5))
    far = rate.longestSegment
  }

  /// The frames after 0 at which segments of `frames` frames begin, ascending.
  func borders(_ candidates: some BorderCandidates, in frames: Int) -> [Int] {
    let cuts = candidates.cuts
    let isPeak = peaks(candidates)
    let others = cuts.indices.filter { !isPeak[$0] }
    let peaks = cuts.indices.filter { isPeak[$0] }.map { cuts[$0] }
    let strongestOthers = strongest(
      others.map { cuts[$0] }, between: [-1] + peaks + [frames], near
    ) { candidates.isStronger(cut: others[$0], than: others[$1]) }
    let divisions = candidates.divisions
    let divided = strongest(
      divisions.map(\.frame), between: [-1] + cuts + [frames], far
    ) { divisions[$0].strength > divisions[$1].strength }
    return (peaks + strongestOthers + divided).sorted()
  }

  private func peaks(_ candidates: some BorderCandidates) -> [Bool] {
    let cuts = candidates.cuts
    var isPeak = Array(repeating: false, count: cuts.count)
    // Where content repeats, equal cuts follow each other: as many stay as are far enough apart.
    var last: Int?
    for index in cuts.indices {
      if let last, cuts[index] - last < reach { continue }
      if isWeak(index, candidates) { continue }
      isPeak[index] = true
      last = cuts[index]
    }
    return isPeak
  }

  /// Returns true if there is a stronger cut within reach.
  private func isWeak(_ index: Int, _ candidates: some BorderCandidates) -> Bool {
    let cuts = candidates.cuts
    var other = index - 1
    while other >= 0, cuts[index] - cuts[other] < reach {
      if candidates.isStronger(cut: other, than: index) { return true }
      other -= 1
    }
    other = index + 1
    while other < cuts.count, cuts[other] - cuts[index] < reach {
      if candidates.isStronger(cut: other, than: index) { return true }
      other += 1
    }
    return false
  }

  /// The `frames` that are the strongest in some window of `length` frames that contains none of `walls`.
  private func strongest(
    _ frames: [Int], between walls: [Int], _ length: Int, _ isStronger: (Int, Int) -> Bool
  ) -> [Int] {
    var wall = 0
    return frames.indices.filter { index in
      let frame = frames[index]
      while walls[wall + 1] <= frame { wall += 1 }
      var (left, right) = (walls[wall], walls[wall + 1])
      if right - left <= length { return false }
      left = max(left, frame - length)
      right = min(right, frame + length)
      var other = index - 1
      while other >= 0, frames[other] > left {
        if !isStronger(index, other) { left = frames[other] }
        other -= 1
      }
      other = index + 1
      while other < frames.count, frames[other] < right {
        if isStronger(other, index) { right = frames[other] }
        other += 1
      }
      return right - left > length
    }.map { frames[$0] }
  }
}

extension FrameRate {
  /// The most frames of a segment whose pictures go on: a multiple of 250, where an encoder of its own accord begins a
  /// group (`keyint` of x264 and x265), as far as that is within ten and a half seconds.
  var longestSegment: Int {
    let most = frames(covering: Time(21, over: 2))
    return most < 250 ? most : most / 250 * 250
  }
}

/// The possible starts of a film's segments.
protocol BorderCandidates {
  /// Frames at which a shot begins, ascending; neither 0 nor the length.
  var cuts: [Int] { get }
  /// Frames at which takes may be divided, ascending; none is a cut.
  var divisions: [(frame: Int, strength: DivisionStrength)] { get }
  /// Returns true if a cut is stronger than another, both given by their indices in `cuts`.
  func isStronger(cut: Int, than other: Int) -> Bool
}

/// The suitability of a place for the division of a take.
struct DivisionStrength: Comparable {
  var strength: DivisionCandidate.Strength
  /// True if divisions would be too far apart without it.
  var isNeeded = true
  /// A digest of the frame's contents, for the choice between equal places.
  var content: UInt64 = 0

  static func < (a: Self, b: Self) -> Bool {
    (a.strength, a.isNeeded ? 1 : 0, a.content) < (b.strength, b.isNeeded ? 1 : 0, b.content)
  }
}
