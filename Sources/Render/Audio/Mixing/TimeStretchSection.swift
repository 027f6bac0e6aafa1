// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV

/// A section of sound at its own pitch, and what leads over to the next.
final class TimeStretchSection {
  /// The joint of the end of a section with the start of the next.
  private struct Joint {
    /// The section is heard as much earlier at its end.
    var lag: Int
    /// The likeness of both there, from 0 to 1.
    var likeness: Float
    /// The next one, which is under way.
    var next: TimeStretchSection
  }

  /// The samples that it is for.
  let range: Range<Int64>
  private let part: Range<Int64>
  private let path: AudioPath
  private let rate: Int
  private let layout: ChannelLayout
  private let renew: (Int64) throws(AVError) -> Void
  private let run: TimeStretchFilter
  private var hasBegun = false
  private var joint: Joint?

  /// The samples of a section that has one before it and one after it.
  static func length(at rate: Int) -> Int64 { AudioRemap.section * Int64(rate) }

  /// The samples over which two are faded.
  private static let fade: Int64 = 1024
  /// The place at which they are compared: from as many before the fade on, so many samples.
  private static let (before, compared): (Int64, Int64) = (512, 2048)
  /// The number of samples kept for repeated requests.
  private static let kept: Int64 = 4096

  private var furthest: Int64 { Int64(rate / 250) }
  private var fadeStart: Int64 { range.upperBound - TimeStretchSection.fade }
  /// From here on it is shifted.
  private var shiftStart: Int64 { range.upperBound - TimeStretchSection.length(at: rate) / 2 }
  private var isLast: Bool { range.upperBound == part.upperBound }

  /// The section `range` of `part` of `path`.
  init(
    _ range: Range<Int64>, of part: Range<Int64>, _ path: AudioPath, _ rate: Int,
    _ layout: ChannelLayout, _ renew: @escaping (Int64) throws(AVError) -> Void
  ) throws(AVError) {
    (self.range, self.part, self.path, self.rate, self.renew) = (range, part, path, rate, renew)
    self.layout = layout
    let isFirst = range.lowerBound == part.lowerBound
    run = try TimeStretchFilter(
      path, rate: rate, layout: layout,
      origin: isFirst
        ? range.lowerBound : range.lowerBound - TimeStretchSection.fade - TimeStretchSection.before,
      end: part.upperBound)
  }

  /// The one after it, if it has come to that.
  var following: TimeStretchSection? { joint?.next }

  /// Returns true if sample `index` was not dropped.
  func canRead(from index: Int64) -> Bool {
    index - Int64(SincKernel.reach) - 1 >= run.start || !hasBegun
  }

  /// Copies samples `wanted`, which are in its range.
  func read(
    _ wanted: Range<Int64>, into memory: ChannelMemory, _ source: AudioResampler.Reader
  ) throws(AVError) {
    let kept = wanted.lowerBound - TimeStretchSection.kept
    guard !isLast, wanted.upperBound > shiftStart else {
      try make(before: wanted.upperBound, keeping: kept, source)
      return copy(wanted, to: memory)
    }
    let joint = try join(keeping: min(kept, shiftStart - TimeStretchSection.kept), source)
    let plain = wanted.clamped(to: range.lowerBound..<shiftStart)
    if !plain.isEmpty { copy(plain, to: memory) }
    let shifted = wanted.clamped(to: shiftStart..<range.upperBound)
    let offset = Int(shifted.lowerBound - wanted.lowerBound)
    copy(shifted, shiftedBy: joint.lag, to: memory.advanced(by: offset))
    let faded = wanted.clamped(to: fadeStart..<range.upperBound)
    guard !faded.isEmpty else { return }
    try joint.next.make(
      before: faded.upperBound, keeping: faded.lowerBound - TimeStretchSection.kept, source)
    joint.next.fade(
      faded, from: fadeStart, joint.likeness,
      in: memory.advanced(by: Int(faded.lowerBound - wanted.lowerBound)))
  }

  private func make(
    before index: Int64, keeping kept: Int64, _ source: AudioResampler.Reader
  ) throws(AVError) {
    if !hasBegun {
      hasBegun = true
      try renew(run.firstSource)
    }
    try run.make(before: index, keeping: kept, of: source)
  }

  private func copy(_ wanted: Range<Int64>, to memory: ChannelMemory) {
    run.made.copy(
      from: Int(wanted.lowerBound - run.start), count: wanted.count, to: memory)
  }

  /// Copies samples that are shifted more and more, by `lag` where the fade begins.
  private func copy(
    _ wanted: Range<Int64>, shiftedBy lag: Int, to memory: ChannelMemory
  ) {
    if lag == 0 { return copy(wanted, to: memory) }
    let length = Double(fadeStart - shiftStart)
    let made = run.made.channels
    // Films are mixed on an even number of channels.
    for channel in stride(from: 0, to: layout.count, by: 2) {
      let (left, right) = (memory[channel], memory[channel + 1])
      made[channel].withUnsafeBufferPointer { a in
        made[channel + 1].withUnsafeBufferPointer { b in
          guard let a = a.baseAddress, let b = b.baseAddress else { return }
          for (n, index) in wanted.enumerated() {
            let share = min(1, Double(index - shiftStart) / length)
            // Apart, so that the sums are the same wherever the memory begins.
            let shift = share * Double(lag)
            let whole = shift.rounded(.down)
            let first = Int(index - run.start) + Int(whole)
            (left[n], right[n]) = SincKernel.value(
              a + first, b + first, at: shift - whole, speed: 1)
          }
        }
      }
    }
  }

  /// Fades over from what is in `memory` to its own samples.
  private func fade(
    _ wanted: Range<Int64>, from start: Int64, _ likeness: Float, in memory: ChannelMemory
  ) {
    let offset = Int(wanted.lowerBound - run.start)
    for n in 0..<wanted.count {
      let share =
        (Float(wanted.lowerBound - start) + Float(n) + 0.5) / Float(TimeStretchSection.fade)
      let other = 1 - share
      // What is alike adds up, what is not adds up in power: the loudness stays.
      let power = other * other + share * share + 2 * likeness * share * other
      let gain = 1 / power.squareRoot()
      for channel in 0..<layout.count {
        let own = run.made.channels[channel][offset + n]
        memory[channel][n] = (memory[channel][n] * other + own * share) * gain
      }
    }
  }

  // MARK: - Joining

  private func join(keeping kept: Int64, _ source: AudioResampler.Reader) throws(AVError) -> Joint {
    if let joint { return joint }
    let start = fadeStart - TimeStretchSection.before
    try make(
      before: start + TimeStretchSection.compared + furthest + Int64(SincKernel.reach) + 2,
      keeping: kept,
      source)
    let length = TimeStretchSection.length(at: rate)
    let next = try TimeStretchSection(
      range.upperBound..<min(range.upperBound + length, part.upperBound), of: part, path, rate,
      layout, renew)
    try next.make(before: start + TimeStretchSection.compared, keeping: start, source)
    let (lag, likeness) = likeness(to: next, from: start)
    let made = Joint(lag: lag, likeness: likeness, next: next)
    joint = made
    return made
  }

  /// By how much it is best shifted to go on as `next`, and how alike they are then.
  private func likeness(to next: TimeStretchSection, from start: Int64) -> (
    lag: Int, likeness: Float
  ) {
    let count = Int(TimeStretchSection.compared)
    let (own, other) = (Int(start - run.start), Int(start - next.run.start))
    func power(_ samples: AudioBuffer, _ first: Int) -> Float {
      var sum: Float = 0
      for n in first..<(first + count) {
        for channel in samples.channels { sum += channel[n] * channel[n] }
      }
      return sum
    }
    let (mine, theirs) = (run.made, next.run.made)
    let wanted = power(theirs, other)
    guard wanted > 1e-9 else { return (0, 0) }
    var best: (lag: Int, likeness: Float, worth: Float) = (0, 0, -1)
    for lag in -Int(furthest)...Int(furthest) {
      let first = own + lag
      let both = power(mine, first)
      guard both > 1e-9 else { continue }
      var sum: Float = 0
      for n in 0..<count {
        for channel in 0..<layout.count {
          sum += mine.channels[channel][first + n] * theirs.channels[channel][other + n]
        }
      }
      let likeness = sum / (both * wanted).squareRoot()
      // Of places that are as good the nearest one.
      let worth = likeness - 0.02 * Float(lag.magnitude) / Float(furthest)
      if worth > best.worth { best = (lag, likeness, worth) }
    }
    return (best.lag, max(0, min(1, best.likeness)))
  }
}
