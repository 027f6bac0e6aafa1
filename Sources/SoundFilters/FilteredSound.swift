// SPDX-License-Identifier: Apache-2.0

package import AV
package import Actions
import Basics
import Effects

/// A clip's samples after its filters, read once from the first to the last.
///
/// Filters have a memory, so what they give depends on where they began: that is the clip's first sample, or some seconds
/// before the part of it that is played. Parts are crossfaded where they meet.
package final class FilteredSound {
  /// A function that copies so many samples of the clip from one on into the memory of two channels.
  package typealias Source = (
    _ from: Int64, _ count: Int, _ left: UnsafeMutablePointer<Float>,
    _ right: UnsafeMutablePointer<Float>
  ) throws(AVError) -> Void

  /// Samples that are filtered at once.
  private static let block = 1024

  private var stages: [any SoundStage]
  private let rate: Int
  /// The sample of the clip after the last one that the filters hear.
  private let end: Int64
  /// The sample of the clip that is filtered next.
  private var next: Int64
  private var sent: Int64 = 0
  /// How many samples may be sent until all have come out.
  private let limit: Int64
  /// What came out and was not read, and how many of the next samples come before the clip's first.
  private var made = SamplePair()
  private var surplus: Int64

  /// The filters of `chain` for a clip of `count` samples, `rate` a second.
  package init(_ chain: SoundChain, count: Int64, rate: Int) throws(AVError) {
    self.rate = rate
    end = count + chain.after
    next = -chain.before
    surplus = chain.before + chain.filters.reduce(0) { $0 + $1.delay(rate) }
    limit = surplus + max(count, end) + FilteredSound.patience(rate)
    stages = []
    var run: [SoundFilter] = []
    for filter in chain.filters {
      guard let reverb = Reverberation(filter) else {
        run.append(filter)
        continue
      }
      if !run.isEmpty { stages.append(try GraphStage(run, rate: rate)) }
      run = []
      stages.append(ReverbStage(reverb, rate: rate))
    }
    if !run.isEmpty { stages.append(try GraphStage(run, rate: rate)) }
  }

  /// The sample of the clip that is read from its source first.
  package var first: Int64 { next }

  /// Copies the next `count` samples.
  ///
  /// - Parameter source: Reads so many samples of the clip, from one on.
  package func read(
    _ count: Int, left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>,
    of source: Source
  ) throws(AVError) {
    while made.count < count { try feed(source) }
    made.left.withUnsafeBufferPointer { samples in
      if let base = samples.baseAddress { left.update(from: base, count: count) }
    }
    made.right.withUnsafeBufferPointer { samples in
      if let base = samples.baseAddress { right.update(from: base, count: count) }
    }
    made.removeFirst(count)
  }

  private func feed(_ source: Source) throws(AVError) {
    guard sent < limit else {
      throw AVError(unreadable: "filter a sound", because: "too little comes out")
    }
    let count = FilteredSound.block
    let heard = Int(max(0, min(Int64(count), end - next)))
    var block = SamplePair(count: count)
    if heard > 0 {
      var failure: AVError?
      block.left.withUnsafeMutableBufferPointer { left in
        block.right.withUnsafeMutableBufferPointer { right in
          guard let a = left.baseAddress, let b = right.baseAddress else { return }
          do throws(AVError) { try source(next, heard, a, b) } catch { failure = error }
        }
      }
      if let failure { throw failure }
    }
    sent += Int64(count)
    next += Int64(count)
    for stage in stages { try stage.pass(&block) }
    let dropped = Int(min(surplus, Int64(block.count)))
    surplus -= Int64(dropped)
    block.removeFirst(dropped)
    made.append(block)
  }

  /// Samples after which a filter that gives nothing is given up.
  private static func patience(_ rate: Int) -> Int64 { 130 * Int64(rate) }
}

extension SoundFilter {
  /// How many samples later than they go in sounds come out of it.
  ///
  /// libavfilter's `afftdn` keeps two of its steps of an eightieth of a second, `alimiter` its attack less a sample, unless
  /// it takes that back itself, `superequalizer` a quarter of its window less a sample, and `vibrato` swings below 5 ms by
  /// its depth; the others that are used keep nothing.
  fileprivate func delay(_ rate: Int) -> Int64 {
    func number(_ option: String, usual: Double) -> Double {
      settings.first { $0.name == option }.flatMap { Double($0.value) } ?? usual
    }
    return switch name {
    case "afftdn": Int64(2 * (rate / 80))
    case "alimiter" where ["1", "true"].contains(settings.first { $0.name == "latency" }?.value): 0
    case "alimiter": max(0, Int64(number("attack", usual: 5) / 1000 * Double(rate)) - 1)
    case "superequalizer": 4095
    case "vibrato": Int64((1 - number("d", usual: 0.5) / 2) * Double(rate) / 200)
    default: 0
    }
  }
}
