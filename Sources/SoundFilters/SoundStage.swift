// SPDX-License-Identifier: Apache-2.0

package import AV
package import Actions
import Basics
import Effects
import SoundShaping

/// Samples of two channels, of one length.
struct SamplePair {
  var left: [Float] = []
  var right: [Float] = []

  init() {}

  /// Silence.
  init(count: Int) {
    left = [Float](repeating: 0, count: count)
    right = left
  }

  var count: Int { left.count }

  mutating func append(_ other: SamplePair) {
    left += other.left
    right += other.right
  }

  mutating func removeFirst(_ count: Int) {
    left.removeFirst(count)
    right.removeFirst(count)
  }
}

/// One of the things that a sound goes through.
protocol SoundStage: AnyObject {
  /// Exchanges the samples that go in for those that come out, which may be more or fewer.
  func pass(_ samples: inout SamplePair) throws(AVError)
}

/// Filters of libavfilter.
final class GraphStage: SoundStage {
  private var graph: FilterGraph
  private let result: Frame
  private let rate: Int
  private var sent: Int64 = 0

  init(_ filters: [SoundFilter], rate: Int) throws(AVError) {
    self.rate = rate
    result = try Frame()
    graph = try FilterGraph(
      .sound(
        rate: rate, format: .floatPlanar, channelLayout: "stereo",
        timeBase: Time(1, over: Int64(rate))),
      filters.map { Filter($0) } + [
        Filter(
          "aformat",
          ["sample_fmts": "fltp", "sample_rates": "\(rate)", "channel_layouts": "stereo"])
      ], isSound: true)
  }

  func pass(_ samples: inout SamplePair) throws(AVError) {
    let count = samples.count
    if count > 0 {
      let frame = try Frame(samples: count, channels: 2, rate: rate, format: .floatPlanar)
      for (plane, channel) in [samples.left, samples.right].enumerated() {
        _ = frame.withPlane(plane) { target, _ in
          channel.withUnsafeBytes { bytes in
            guard let base = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
            target.update(from: base, count: bytes.count)
          }
        }
      }
      frame.timestamp = sent
      sent += Int64(count)
      try graph.push(frame)
    }
    samples = SamplePair()
    while try graph.pull(into: result) == .filled {
      guard result.sampleFormat == .floatPlanar, result.channels == 2 else {
        throw AVError(unreadable: "filter a sound", because: "samples of an unknown kind came out")
      }
      let made = result.sampleCount
      func channel(_ plane: Int) -> [Float] {
        result.withPlane(plane) { source, _ in
          source.withMemoryRebound(to: Float.self, capacity: made) {
            Array(UnsafeBufferPointer(start: $0, count: made))
          }
        } ?? [Float](repeating: 0, count: made)
      }
      samples.left += channel(0)
      samples.right += channel(1)
    }
  }
}

/// A room.
final class ReverbStage: SoundStage {
  private var reverb: Reverb

  init(_ room: Reverberation, rate: Int) {
    reverb = Reverb(feedback: room.feedback, damping: room.damping, mix: room.mix, rate: rate)
  }

  func pass(_ samples: inout SamplePair) { reverb.pass(&samples.left, &samples.right) }
}

extension SoundFilter {
  /// Whether it is one of Reel's own.
  package var isOwn: Bool { Reverberation(self) != nil }
}

extension Filter {
  /// A filter of sound with its options.
  package init(_ use: SoundFilter) {
    self.init(use.name)
    options = use.settings.map { Setting(name: $0.name, value: $0.value) }
  }
}
