// SPDX-License-Identifier: Apache-2.0

/// The part of a source that a part of the played sound depends on.
extension AudioRemap {
  /// The length of a section of sound that keeps its pitch, in seconds of the film.
  public static let section: Int64 = 10

  /// The number of samples of a source that are read at once in reverse playback; each read begins
  /// at a multiple of this.
  public static let backwardBlock: Int64 = 1 << 19

  /// The samples of the source on which the played samples `range` depend, at `rate` a second; possibly a few more.
  public func source(of range: Range<Int64>, rate: Int) -> Range<Int64> {
    let second = Int64(rate)
    var played = range
    if isFiltered {
      // From the start of a section on, and where its second half is heard, to what is compared at its end. At a speed that
      // changes sections may begin anywhere.
      let length = AudioRemap.section * second
      let more = curve == nil ? 0 : length
      let (first, last) = (range.lowerBound / length * length, range.upperBound - 1)
      let start = last / length * length
      let isShifted = last >= start + length / 2 || curve != nil
      let end = isShifted ? start + length : last + 1
      played = (first - more - second / 4)..<(end + more + second / 4)
    }
    func place(_ sample: Int64) -> Int64 {
      (sourceTime(after: Time(sample, over: second)) * Time(second)).rounded
    }
    let (one, other) = (place(played.lowerBound), place(played.upperBound))
    // The filter gets some sound before what it is asked for.
    let fastest =
      curve.map { $0.points.map(\.speed.magnitude).max() ?? Time(1) } ?? speed.magnitude
    let around =
      isFiltered ? max(3 * second, 1 << 14) : 64 + (Time(64) * max(Time(1), fastest)).rounded
    let read = (min(one, other) - around)..<(max(one, other) + around)
    guard speed < .zero else { return read }
    let whole = AudioRemap.backwardBlock
    func border(_ sample: Int64) -> Int64 { (Time(sample, over: whole)).floor * whole }
    return border(read.lowerBound)..<border(read.upperBound + whole)
  }
}
