// SPDX-License-Identifier: Apache-2.0

public import Base

extension AudioClip {
  /// The source time of sample `sample` of the clip, counted from its first.
  public func sourceTime(of sample: Int64, _ sampleRate: Int) -> Time {
    let time = sourceStart + Time(sample, over: Int64(sampleRate))
    return remap?.sourceTime(after: time) ?? time
  }

  /// The sample of the clip, counted from its first, at which source time `time` is heard; may lie outside.
  public func sample(at time: Time, _ sampleRate: Int) -> Int64 {
    if let curve = remap?.curve {
      var (low, high): (Int64, Int64) = (0, count)
      while low < high {
        let middle = low + (high - low) / 2
        let source = sourceTime(of: middle, sampleRate)
        if curve.isBackwards ? source > time : source < time {
          low = middle + 1
        } else {
          high = middle
        }
      }
      return low
    }
    let played = remap.map { (time - $0.start) / $0.speed } ?? time
    return ((played - sourceStart) * Time(Int64(sampleRate))).rounded
  }
}

extension AudioProgram {
  /// True if samples of it come from a filter of libavfilter.
  public var isFiltered: Bool {
    clips.contains {
      $0.chain != nil || $0.remap?.isFiltered == true || $0.mix?.program.isFiltered == true
    }
  }

  /// The clips of which it is made, those of mixes that it plays among them.
  public var leaves: [AudioClip] { clips.flatMap { $0.mix?.program.leaves ?? [$0] } }
}
