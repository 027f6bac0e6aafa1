// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV

/// Sound at other speeds and at its own pitch, in sections of some seconds.
///
/// Each section is a run of the filter of its own, begun at a place that depends on nothing but the path, so that a sample is the
/// same whoever asks for it, wherever that begins, and costs no more than a section. Where one follows the other their
/// waves are brought together: the earlier one is shifted over seconds by up to 4 ms, to where it fits the next best, and then
/// they are faded over.
final class TimeStretcher {
  private let path: AudioPath
  private let rate: Int
  private let layout: ChannelLayout
  /// Says that the source will be read from a place on as if it had been opened there.
  private let renew: (Int64) throws(AVError) -> Void
  private var current: TimeStretchSection?
  /// The sample after the last one that was read.
  private var position: Int64 = 0

  /// Sound of `rate` samples a second on the channels of `layout` along `path`, of a source that `renew` opens.
  init(
    _ path: AudioPath, rate: Int, layout: ChannelLayout,
    renew: @escaping (Int64) throws(AVError) -> Void
  ) {
    (self.path, self.rate, self.layout, self.renew) = (path, rate, layout, renew)
  }

  /// The filters that its samples go through.
  var filters: [Filter] {
    [
      TimeStretchFilter.filter(
        tempo: path.steady?.approximate ?? path.speed(path.parts.first?.lowerBound ?? 0))
    ]
  }

  /// The number of samples to skip before sample `index`; nil if that means beginning anew.
  func distance(to index: Int64) -> Int64? {
    guard let current, current.range.lowerBound <= index else { return nil }
    return index >= position ? index - position : nil
  }

  /// Copies `count` samples, starting with sample `index`.
  func read(
    from index: Int64, count: Int, into memory: ChannelMemory, of source: AudioResampler.Reader
  ) throws(AVError) {
    memory.silence(count)
    let end = index + Int64(count)
    position = end
    let fade = AudioPath.fade(at: rate)
    var next = index
    while let part = path.part(from: next), part.lowerBound < end {
      let first = max(next, part.lowerBound)
      let section = try section(containing: first, of: part)
      let range = first..<min(end, section.range.upperBound)
      let offset = Int(range.lowerBound - index)
      try section.read(range, into: memory.advanced(by: offset), source)
      for sample in range {
        let loudness = part.loudness(at: sample, fade: fade)
        if loudness == 1 { continue }
        for channel in 0..<memory.channels { memory[channel][Int(sample - index)] *= loudness }
      }
      next = range.upperBound
      if next >= end { break }
    }
  }

  private func section(
    containing index: Int64, of part: Range<Int64>
  ) throws(AVError) -> TimeStretchSection {
    if let current, current.range.contains(index), current.canRead(from: index) { return current }
    let following = current?.following
    if let following, following.range.contains(index) {
      current = following
      return following
    }
    let made = try TimeStretchSection(
      range(containing: index, of: part), of: part, path, rate, layout, renew)
    current = made
    return made
  }

  /// The samples around sample `index` of `part` that are one section: borders are at every 10 s of what is played, none
  /// nearer than 5 s to the start of the part.
  private func range(containing index: Int64, of part: Range<Int64>) -> Range<Int64> {
    let length = TimeStretchSection.length(at: rate)
    let first = (part.lowerBound + length / 2 + length - 1) / length * length
    guard index >= first else { return part.lowerBound..<min(first, part.upperBound) }
    let start = index / length * length
    return start..<min(start + length, part.upperBound)
  }
}
