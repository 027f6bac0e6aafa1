// SPDX-License-Identifier: Apache-2.0

import Base
package import RenderProtocol

/// A sound stream of a file.
package struct AudioOfFile: Hashable {
  private var file: MediaFile
  private var stream: Int

  /// The stream `stream` of `file`.
  package init(_ file: MediaFile, _ stream: Int) { (self.file, self.stream) = (file, stream) }

  /// The one that `clip` is of.
  init(_ clip: AudioClip) { self.init(clip.file, clip.stream) }
}

/// An interval of a film in which nothing is heard but one stream as it is, so that its packets might be copied.
struct PlainAudio: Hashable {
  var clip: AudioClip
  /// The indices of the clips that it is a part of: of several, where one goes on where another stops.
  var clips: [Int]
  var coding: AudioCoding
  var codec: String
  var channels: Int
  /// The layout of the channels; nil where that is not known.
  var layout: String?
  /// Samples per second of the stream, in which all else is counted.
  var sampleRate: Int
  /// The film's samples.
  var heard: Range<Int64>
  /// The sample on the container's clock that is heard with the film's sample 0.
  var offset: Int64

  /// The place of a packet's start, on the container's clock.
  var firstPacket: Int64 { ((coding.firstPacket + clip.zero) * Time(Int64(sampleRate))).rounded }

  /// The film's sample, less than a packet's, from which on its packets lie.
  var phase: Int64 {
    let samples = Int64(coding.packetSamples)
    let place = (firstPacket - offset) % samples
    return place < 0 ? place + samples : place
  }

  /// The properties that all sounds must share to have packets in one film.
  var kind: Kind {
    Kind(
      codec: codec, sampleRate: sampleRate, channels: channels, layout: layout,
      packetSamples: Int64(coding.packetSamples), configuration: coding.configuration)
  }

  struct Kind: Hashable {
    var codec: String
    var sampleRate: Int
    var channels: Int
    var layout: String?
    var packetSamples: Int64
    var configuration: [UInt8]
  }

  /// The audible part of the clip `index` of `program`, alone in `range`; nil if there are no
  /// packets to copy.
  init?(_ index: Int, of program: AudioProgram, in range: Range<Int64>, _ facts: AudioFacts) {
    guard let coding = facts.coding else { return nil }
    let (clip, mixRate) = (program.clips[index], program.sampleRate)
    let rate = Time(Int64(facts.sampleRate))
    func ticks(_ sample: Int64) -> Int64 { (Time(sample, over: Int64(mixRate)) * rate).rounded }
    let start = clip.zero + Time(clip.firstSample(mixRate), over: Int64(mixRate))
    let sample = (start * rate).rounded
    // Media can claim any time; sums of these are numbers.
    let claimed = [sample, ((coding.firstPacket + clip.zero) * rate).rounded]
    guard claimed.allSatisfy({ $0.magnitude < 1 << 60 }) else { return nil }
    offset = sample - ticks(clip.start)
    // Where the stream has nothing yet, or no more, there is silence.
    let end = ((facts.end + clip.zero) * rate - Time(offset)).floor
    let first = ((facts.firstSample + clip.zero) * rate - Time(offset)).ceiling
    let lower = max(ticks(range.lowerBound), first)
    let upper = min(ticks(range.upperBound), end)
    guard lower < upper else { return nil }
    heard = lower..<upper
    (self.clip, self.coding, clips) = (clip, coding, [index])
    (codec, channels, sampleRate) = (facts.codec, facts.channels, facts.sampleRate)
    // Names of one layout are the same.
    let usual = ChannelLayout.allCases.first { layout in
      layout.count == facts.channels && facts.layout.map(layout.isHeard) ?? true
    }
    layout = usual?.rawValue ?? facts.layout
  }

  /// Returns true if `next` continues where this stops.
  func isContinued(by next: PlainAudio) -> Bool {
    next.heard.lowerBound == heard.upperBound && next.offset == offset
      && next.clip.file == clip.file && next.clip.stream == clip.stream
      && next.clip.zero == clip.zero
  }
}

extension AudioProgram {
  /// The ranges with just one clip, in order.
  func solos() -> [(clip: Int, range: Range<Int64>)] {
    var events: [(sample: Int64, change: Int, clip: Int)] = []
    for (index, clip) in clips.enumerated() where clip.count > 0 {
      events.append((clip.start, 1, index))
      events.append((clip.start + clip.count, -1, index))
    }
    events.sort { $0.sample < $1.sample }
    var solos: [(clip: Int, range: Range<Int64>)] = []
    // How many sound, and the sum of their indices: of one alone that is which.
    var (sounding, sum) = (0, 0)
    for (place, event) in events.enumerated() {
      sounding += event.change
      sum += event.change * event.clip
      let end = place + 1 < events.count ? events[place + 1].sample : event.sample
      guard sounding == 1, event.sample < min(end, sampleCount) else { continue }
      let range = event.sample..<min(end, sampleCount)
      if let last = solos.last, last.clip == sum, last.range.upperBound == range.lowerBound {
        solos[solos.count - 1].range = last.range.lowerBound..<range.upperBound
      } else {
        solos.append((sum, range))
      }
    }
    return solos
  }

  /// The same in samples of another rate; times are rounded to the nearest.
  func resampled(to rate: Int) -> AudioProgram {
    if rate == sampleRate { return self }
    func ticks(_ sample: Int64) -> Int64 {
      (Time(sample) * Time(Int64(rate), over: Int64(sampleRate))).rounded
    }
    var program = self
    program.sampleRate = rate
    program.sampleCount = ticks(sampleCount)
    for (index, clip) in clips.enumerated() {
      program.clips[index].start = ticks(clip.start)
      program.clips[index].count = ticks(clip.start + clip.count) - ticks(clip.start)
      // Its digest stands for it at any rate, as keys have the rate, too.
      if let mix = clip.mix {
        program.clips[index].mix = PlayedMix(
          mix.program.resampled(to: rate), from: ticks(mix.start))
      }
      if let chain = clip.chain {
        program.clips[index].chain?.before = ticks(chain.before)
        program.clips[index].chain?.after = ticks(chain.after)
      }
      program.clips[index].gains = clip.gains.map {
        guard case .keys(let keys, let kind, let during) = $0 else { return $0 }
        return .keys(
          keys.map { GainKey(sample: ticks($0.sample), value: $0.value, shape: $0.shape) },
          as: kind, during: during.map { ticks($0.lowerBound)..<ticks($0.upperBound) })
      }
    }
    return program
  }
}
