// SPDX-License-Identifier: Apache-2.0

import Base

extension AudioClip {
  /// The part of it that lies in `window` of the mix, counted from the window's start; nil where
  /// nothing of it is heard there.
  ///
  /// Its source starts at a whole sample of the mix's rate, where the clip's own start was rounded to.
  /// Only the gain keys that affect these samples are kept, so that a fade elsewhere in the clip leaves this slice
  /// unchanged.
  public func slice(_ window: Range<Int64>, sampleRate: Int) -> AudioClip? {
    let own = (start..<(start + count)).clamped(to: window)
    guard !own.isEmpty else { return nil }
    let skipped = own.lowerBound - start
    var result = self
    result.start = own.lowerBound - window.lowerBound
    result.count = Int64(own.count)
    result.sourceStart = Time(firstSample(sampleRate) + skipped, over: Int64(sampleRate))
    result.chain = chain?.sliced(skipped, result.count, of: count, sampleRate: sampleRate)
    result.gains = gains.compactMap { $0.slice(from: skipped, count: result.count) }
    return result.gains.contains(.constant(0)) ? nil : result
  }
}

extension Gain {
  /// The same gain for the `count` samples after the first `skipped` of a clip; nil where it changes
  /// none of them.
  ///
  /// Two curves that have the same effect on these samples become one: keys that lie too far off to
  /// matter are left out or moved.
  func slice(from skipped: Int64, count: Int64) -> Gain? {
    switch self {
    case .constant(let value): return value == 1 ? nil : self
    case .routed: return self
    case .keys(let keys, let kind, let during):
      let window = skipped..<(skipped + count)
      let acting = during?.clamped(to: window) ?? window
      if acting.isEmpty { return nil }
      var cut = Gain.cut(keys, from: acting.lowerBound, count: Int64(acting.count))
      guard let first = cut.first else { return nil }
      if cut.allSatisfy({ $0.value == first.value }) {
        if first.value == kind.identity { return nil }
        if acting == window, kind == .volume { return .constant(first.value) }
        cut = [GainKey(sample: 0, value: first.value, shape: .eased(.hold))]
      }
      if acting == window { return .keys(cut, as: kind) }
      let start = acting.lowerBound - skipped
      for index in cut.indices { cut[index].sample += start }
      return .keys(cut, as: kind, during: start..<(acting.upperBound - skipped))
    }
  }

  private static func cut(_ keys: [GainKey], from skipped: Int64, count: Int64) -> [GainKey] {
    // The last key at or before the first sample decides its value; the first key beyond the last sample is the curve's
    // target there.
    let first = max(keys.firstIndex(after: skipped) - 1, 0)
    let last = min(keys.firstIndex(after: skipped + count - 1), keys.count - 1)
    guard first <= last else { return [] }
    var cut = keys[first...last].map {
      GainKey(sample: $0.sample - skipped, value: $0.value, shape: $0.shape)
    }
    if cut.count > 1, cut[0].sample <= 0, cut[0].isFlat(until: cut[1]) {
      cut[0] = GainKey(sample: 0, value: cut[0].value, shape: .eased(.hold))
    }
    if cut.count > 1, cut[cut.count - 1].sample >= count,
      cut[cut.count - 2].isFlat(until: cut[cut.count - 1])
    {
      cut.removeLast()
    }
    cut[cut.count - 1].shape = .eased(.hold)
    return cut
  }
}

extension GainKey {
  /// Returns true if all samples before `next` have this key's value.
  fileprivate func isFlat(until next: GainKey) -> Bool {
    shape == .eased(.hold) || value == next.value
  }
}

extension [GainKey] {
  /// The index of the first key after `sample`, `count` if there is none.
  fileprivate func firstIndex(after sample: Int64) -> Int {
    partitioningIndex { $0.sample > sample }
  }
}

extension AudioProgram {
  /// The audio in `window`, as a program of its own; before the start and after the end there is
  /// silence.
  public func slice(_ window: Range<Int64>) -> AudioProgram {
    AudioProgram(
      sampleRate: sampleRate, sampleCount: Int64(window.count),
      clips: clips.compactMap { $0.slice(window, sampleRate: sampleRate) }, layout: layout)
  }
}
