// SPDX-License-Identifier: Apache-2.0

package import Base
package import LibAV
package import RenderProtocol

/// A clip's samples after its filters, read once from the first to the last.
///
/// Filters have a memory, so what they give depends on where they began: that is the clip's first sample, or some seconds
/// before the part of it that is played. Parts are crossfaded where they meet.
package final class FilteredAudio {
  /// A function that copies so many samples of the clip from one on into memory.
  package typealias Source = (
    _ from: Int64, _ count: Int, _ memory: ChannelMemory
  ) throws(AVError) -> Void

  /// Samples that are filtered at once.
  private static let step = 1024

  private var stages: [any AudioStage]
  /// The name of the filters in messages.
  private let names: String
  private let rate: Int
  /// The sample of the clip after the last one that the filters hear.
  private let end: Int64
  /// The sample of the clip that is filtered next.
  private var next: Int64
  private var sent: Int64 = 0
  /// The number of samples that may be sent until all have come out.
  private let limit: Int64
  /// The samples that came out and were not read, and the number of the next ones that come before
  /// the clip's first.
  private var made: AudioBuffer
  private let block: AudioBlock
  private var surplus: Int64

  /// The filters of `chain` for a clip of `count` samples, `rate` a second, on the channels of `layout`.
  package init(
    _ chain: AudioChain, count: Int64, rate: Int, layout: ChannelLayout
  ) throws(AVError) {
    self.rate = rate
    made = AudioBuffer(channels: layout.count)
    block = AudioBlock(channels: layout.count, capacity: FilteredAudio.step)
    end = count + chain.after
    next = -chain.before
    surplus = chain.before + chain.filters.reduce(0) { $0 + $1.delay(rate) }
    limit = surplus + max(count, end) + FilteredAudio.patience(rate)
    stages = []
    names = chain.filters.map { "'\($0.name)'" }.joined(separator: ", ")
    var run: [AudioFilter] = []
    for filter in chain.filters {
      let room: (any AudioStage)? = Reverberation(filter).map {
        ReverbStage($0, rate: rate, layout: layout)
      }
      guard let own = room ?? VibratoStage(filter, rate: rate, layout: layout) else {
        run.append(filter)
        continue
      }
      if !run.isEmpty { stages.append(try FilterGraphStage(run, rate: rate, layout: layout)) }
      run = []
      stages.append(own)
    }
    if !run.isEmpty { stages.append(try FilterGraphStage(run, rate: rate, layout: layout)) }
  }

  /// The sample of the clip that is read from its source first.
  package var first: Int64 { next }

  /// Copies the next `count` samples.
  ///
  /// - Parameter source: Reads so many samples of the clip, from one on.
  package func read(
    _ count: Int, into memory: ChannelMemory, of source: Source
  ) throws(AVError) {
    while made.count < count { try feed(source) }
    made.copy(from: 0, count: count, to: memory)
    made.removeFirst(count)
  }

  private func feed(_ source: Source) throws(AVError) {
    guard sent < limit else {
      throw AVError(unreadable: "filter a sound", because: "too little comes out")
    }
    let count = FilteredAudio.step
    let heard = Int(max(0, min(Int64(count), end - next)))
    if heard > 0 { try source(next, heard, block.memory) }
    if heard < count { block.memory.advanced(by: heard).silence(count - heard) }
    var samples = block.samples(count)
    sent += Int64(count)
    next += Int64(count)
    for stage in stages { try stage.pass(&samples) }
    try check(samples)
    let dropped = Int(min(surplus, Int64(samples.count)))
    surplus -= Int64(dropped)
    samples.removeFirst(dropped)
    made.append(samples)
  }

  /// 120 dB above full scale, which no sound has.
  private static let loudest: Float = 1e6

  /// Throws if samples are no numbers, or far too large for a sound: mixed with others they would silence all.
  private func check(_ samples: AudioBuffer) throws(AVError) {
    for channel in samples.channels {
      // What is no number is not less than anything.
      guard channel.allSatisfy({ abs($0) <= FilteredAudio.loudest }) else {
        let isNumber = channel.allSatisfy(\.isFinite)
        throw AVError(
          unreadable: "filter the sound with \(names)",
          because: isNumber
            ? "what comes out is louder than any sound" : "what comes out are no numbers")
      }
    }
  }

  /// Samples after which a filter that gives nothing is given up.
  private static func patience(_ rate: Int) -> Int64 { 130 * Int64(rate) }
}

extension AudioFilter {
  /// The delay of its output, in samples.
  ///
  /// libavfilter's `afftdn` keeps two of its steps of an eightieth of a second, `alimiter` its attack less a sample, unless
  /// it takes that back itself, `superequalizer` a quarter of its window less a sample, and `vibrato` swings below 5 ms by
  /// its depth; the others that are used keep nothing.
  fileprivate func delay(_ rate: Int) -> Int64 {
    switch name {
    case "afftdn": Int64(2 * (rate / 80))
    case "alimiter" where ["1", "true"].contains(settings.first { $0.name == "latency" }?.value): 0
    case "alimiter": max(0, Int64(number("attack", usual: 5) / 1000 * Double(rate)) - 1)
    case "superequalizer": 4095
    case "vibrato": Int64((1 - number("d", usual: 0.5) / 2) * Double(rate) / 200)
    default: 0
    }
  }
}
