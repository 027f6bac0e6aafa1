// SPDX-License-Identifier: Apache-2.0

public import Base

extension Cue {
  /// The cue where the moments of its file come at `time`, which may go backwards; nil where nothing is left.
  ///
  /// Backwards a word is said from its end to its start.
  public func placed(at time: (Time) -> Time) -> Cue? {
    let ends = (time(start), time(end))
    let isBackwards = ends.1 < ends.0
    var cue = self
    (cue.start, cue.end) = isBackwards ? (ends.1, ends.0) : ends
    guard cue.start < cue.end else { return nil }
    for (index, run) in runs.enumerated() {
      guard let since = run.since else { continue }
      cue.runs[index].since = time(since)
      cue.runs[index].until = run.until.map(time)
      if isBackwards {
        let next = runs[(index + 1)...].lazy.compactMap(\.since).first { $0 > since }
        cue.runs[index].until = cue.runs[index].since
        cue.runs[index].since = time(run.until ?? next ?? end)
      }
    }
    return cue
  }

  /// The same cue from `start` to `end`, which is as long as it is, as far as it is within `range`; nil where nothing is left.
  public func placed(from start: Time, to end: Time, within range: TimeRange?) -> Cue? {
    var cue = self
    cue.start = range.map { max(start, $0.start) } ?? start
    cue.end = range.map { min(end, $0.end) } ?? end
    guard cue.start < cue.end else { return nil }
    let shift = start - self.start
    if shift != .zero {
      for index in cue.runs.indices {
        cue.runs[index].since = cue.runs[index].since.map { $0 + shift }
        cue.runs[index].until = cue.runs[index].until.map { $0 + shift }
      }
    }
    return cue
  }

  /// The cue to the millisecond, in time from `start` on; nil where nothing is left.
  public func rounded(after start: Time) -> Cue? {
    func rounded(_ time: Time) -> Time { Time(((time - start) * Time(1000)).rounded, over: 1000) }
    var cue = self
    (cue.start, cue.end) = (rounded(self.start), rounded(end))
    for index in cue.runs.indices {
      cue.runs[index].since = cue.runs[index].since.map(rounded)
      cue.runs[index].until = cue.runs[index].until.map(rounded)
    }
    return cue.start < cue.end ? cue : nil
  }
}

extension CueList {
  /// Sorts the cues by their starts, without changing the order of those that start together.
  public mutating func sort() {
    cues = cues.enumerated().sorted {
      ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
    }.map(\.element)
  }

  /// Why players cannot read so many captions, at once or in all; nil where they can.
  ///
  /// The cues ascend by start.
  public var excess: Excess? {
    if cues.count > CueList.cueLimit { return .cues }
    var shown: [(end: Time, bytes: Int)] = []
    var written = 0
    for cue in cues {
      shown.removeAll { $0.end <= cue.start }
      shown.append((cue.end, cue.runs.reduce(0) { $0 + $1.text.utf8.count }))
      let bytes = shown.reduce(0) { $0 + $1.bytes }
      // Where they overlap, a text is written again for each start and each end.
      written += 2 * bytes
      if shown.count > Self.mostAtOnce { return .atOnce(cue.start) }
      if bytes > Self.bytesAtOnce || written > Self.bytesWritten { return .text(cue.start) }
    }
    return nil
  }

  /// The limit that captions exceed.
  public enum Excess: Hashable, Sendable {
    /// There are more than ``CueList/cueLimit`` of them.
    case cues
    /// More than ``CueList/mostAtOnce`` are shown at this time.
    case atOnce(Time)
    /// Those at this time have too many bytes.
    case text(Time)
  }

  /// More captions than that at once cannot be read.
  public static let mostAtOnce = 100
  /// MPEG-4 has at most so much text at once.
  private static let bytesAtOnce = 65_000
  /// More than that is written for no film.
  private static let bytesWritten = 100_000_000
}
