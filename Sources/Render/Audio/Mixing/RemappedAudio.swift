// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import RenderProtocol

/// A source's audio as a clip plays it, at the mix's rate: as it is, or at another speed.
///
/// As it is, sample m is the source at `m / rate` of its clock. At another speed samples are counted from where the clip
/// begins to play. Where the pitch goes along they are resampled, and each depends on its place alone. Where it is kept they
/// are made in sections that lie at the same places whichever of them are asked for. Of a speed that changes and goes forwards
/// a path says the source's own samples.
final class RemappedAudio {
  private enum Way {
    case plain
    case backwards
    case resampled(AudioResampler)
    case stretched(TimeStretcher)
  }

  private let sound: any PlayableAudio
  /// The sample on the source's clock that is played first.
  private let base: Int64
  /// The sample before which the source is played backwards.
  ///
  /// At its own speed the sample before `base` comes first, so that samples are those of the source. At any other
  /// sample 0 is the source at `base`, as forwards.
  private let mirror: Int64
  private let way: Way
  /// The sound before `base`, played backwards; nil where it is played forwards.
  private let reversed: BackwardAudio?

  /// `sound` as it is.
  init(_ sound: any PlayableAudio) {
    self.sound = sound
    (base, mirror, way, reversed) = (0, 0, .plain, nil)
  }

  /// `sound` as `remap` says, in `rate` samples a second on the channels of `layout`.
  ///
  /// - Parameter converter: What makes a sample of as many as are played in its time, where the pitch goes along.
  init(
    _ sound: any PlayableAudio, _ remap: AudioRemap, rate: Int, layout: ChannelLayout,
    converter: (Time) -> RateConverter
  ) throws(AVError) {
    self.sound = sound
    let start = (remap.start * Time(Int64(rate))).rounded
    let speed = remap.speed.magnitude
    reversed = remap.speed < .zero ? BackwardAudio(channels: layout.count) : nil
    let base = remap.curve == nil || reversed != nil ? start : 0
    self.base = base
    mirror = remap.speed == Time(-1) && remap.curve == nil ? start : start + 1
    let path = AudioPath(remap, rate: rate, base: start)
    if remap.isFiltered {
      let isForwards = reversed == nil
      way = .stretched(
        TimeStretcher(path, rate: rate, layout: layout) { (place: Int64) throws(AVError) in
          // Where it would have to be opened anew it is sought.
          if isForwards { _ = try sound.renew(at: base + place) }
        })
    } else if remap.curve != nil {
      way = .resampled(AudioResampler(path, rate: rate))
    } else if speed == Time(1) {
      way = reversed == nil ? .plain : .backwards
    } else {
      way = .resampled(AudioResampler(converter(speed)))
    }
  }

  /// The filters that its samples have gone through since the last seek.
  var filters: [Filter] {
    guard case .stretched(let stretch) = way else { return sound.filters }
    return sound.filters + stretch.filters
  }

  /// The mapping of its channels to those of the mix, for people.
  var mapping: String? { sound.mapping }

  /// Samples per second before they are resampled.
  var sourceRate: Int { sound.sourceRate }

  /// Resets it to the state of a newly opened source that is first read at `index`; returns false if the file
  /// must be reopened for that.
  func renew(at index: Int64) throws(AVError) -> Bool {
    switch way {
    case .plain: return try sound.renew(at: base + index)
    // Backwards it is sought anew for each block.
    case .backwards: return true
    case .resampled(let resampler):
      if reversed != nil { return true }
      return try sound.renew(at: base + resampler.firstSource(of: index))
    // It does so itself for each section.
    case .stretched: return true
    }
  }

  /// The problem since the last call, if any.
  func takeProblem() -> AudioStreamSource.Problem? { sound.takeProblem() }

  /// The problems inside a mix since the last call.
  func takeMixProblems() -> MixProblems { sound.takeMixProblems() }

  /// The number of samples to skip before sample `index`; nil if it is behind the reading position.
  func distance(to index: Int64) -> Int64? {
    switch way {
    case .plain: sound.distance(to: base + index)
    case .backwards: 0
    case .resampled where reversed != nil: 0
    case .resampled(let resampler): sound.distance(to: base + resampler.firstSource(of: index))
    case .stretched(let stretch): stretch.distance(to: index)
    }
  }

  /// Copies `count` samples, starting with sample `index`.
  func read(
    from index: Int64, count: Int, into memory: ChannelMemory
  ) throws(AVError) {
    guard count > 0 else { return }
    func played(_ from: Int64, _ count: Int, _ memory: ChannelMemory) throws(AVError) {
      if let reversed {
        try reversed.read(from: from, count: count, before: mirror, of: sound, into: memory)
      } else {
        try sound.read(from: base + from, count: count, into: memory)
      }
    }
    switch way {
    case .plain, .backwards: try played(index, count, memory)
    case .resampled(let resampler):
      try resampler.read(from: index, count: count, into: memory, of: played)
    case .stretched(let stretch):
      try stretch.read(from: index, count: count, into: memory, of: played)
    }
  }
}
