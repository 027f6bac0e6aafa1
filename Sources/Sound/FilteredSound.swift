// SPDX-License-Identifier: Apache-2.0

import AV
import Actions
import Basics
import SoundPackets

/// A clip's samples after its filters, read once from the first to the last.
///
/// Filters have a memory, so what they give depends on where they began: that is the clip's first sample, or some seconds
/// before the part of it that is played. Parts are crossfaded where they meet.
final class FilteredSound {
  /// Samples that are filtered at once.
  private static let block = 1024

  private var graph: FilterGraph
  private let result: Frame
  private let rate: Int
  /// The sample of the clip after the last one that the filters hear.
  private let end: Int64
  /// The sample of the clip that is filtered next.
  private var next: Int64
  private var sent: Int64 = 0
  /// What came out and was not read, and how many of the next samples come before the clip's first.
  private var made = StereoSamples()
  private var surplus: Int64

  /// The filters of `chain` for a clip of `count` samples, `rate` a second.
  init(_ chain: SoundChain, count: Int64, rate: Int) throws(AVError) {
    self.rate = rate
    end = count + chain.after
    next = -chain.before
    surplus = chain.before + chain.filters.reduce(0) { $0 + FilteredSound.delay(of: $1, rate) }
    result = try Frame()
    graph = try FilterGraph(
      .sound(
        rate: rate, format: .floatPlanar, channelLayout: "stereo",
        timeBase: Time(1, over: Int64(rate))),
      chain.filters.map { Filter($0) } + [
        Filter(
          "aformat",
          ["sample_fmts": "fltp", "sample_rates": "\(rate)", "channel_layouts": "stereo"])
      ], isSound: true)
  }

  /// How many samples later than they go in sounds come out of a filter.
  ///
  /// libavfilter's `afftdn` keeps two of its steps of an eightieth of a second; the others that are used keep nothing.
  private static func delay(of filter: SoundFilter, _ rate: Int) -> Int64 {
    filter.name == "afftdn" ? Int64(2 * (rate / 80)) : 0
  }

  /// The sample of the clip that is read from its source first.
  var first: Int64 { next }

  /// Copies the next `count` samples.
  ///
  /// - Parameter source: Reads so many samples of the clip, from one on.
  func read(
    _ count: Int, left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>,
    of source: SourceSamples.Reader
  ) throws(AVError) {
    while made.count < count { try feed(source) }
    for n in 0..<count { (left[n], right[n]) = (made.left[n], made.right[n]) }
    made.removeFirst(count)
  }

  private func feed(_ source: SourceSamples.Reader) throws(AVError) {
    guard sent < surplus + end + FilteredSound.patience(rate) else {
      throw AVError(unreadable: "filter a sound", because: "too little comes out")
    }
    let count = FilteredSound.block
    let heard = Int(max(0, min(Int64(count), end - next)))
    let frame = try Frame(samples: count, channels: 2, rate: rate, format: .floatPlanar)
    var failure: AVError?
    _ = frame.withPlane(0) { left, _ in
      frame.withPlane(1) { right, _ in
        left.withMemoryRebound(to: Float.self, capacity: count) { left in
          right.withMemoryRebound(to: Float.self, capacity: count) { right in
            (left + heard).update(repeating: 0, count: count - heard)
            (right + heard).update(repeating: 0, count: count - heard)
            guard heard > 0 else { return }
            do throws(AVError) { try source(next, heard, left, right) } catch { failure = error }
          }
        }
      }
    }
    if let failure { throw failure }
    frame.timestamp = sent
    sent += Int64(count)
    next += Int64(count)
    try graph.push(frame)
    while try graph.pull(into: result) == .filled {
      guard made.append(result) else {
        throw AVError(unreadable: "filter a sound", because: "samples of an unknown kind came out")
      }
      let dropped = min(surplus, Int64(made.count))
      made.removeFirst(Int(dropped))
      surplus -= dropped
    }
  }

  /// Samples after which a filter that gives nothing is given up.
  private static func patience(_ rate: Int) -> Int64 { 30 * Int64(rate) }
}

extension Filter {
  /// A filter of sound with its options.
  init(_ use: SoundFilter) {
    self.init(use.name)
    options = use.settings.map { Setting(name: $0.name, value: $0.value) }
  }
}
