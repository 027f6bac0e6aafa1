// SPDX-License-Identifier: Apache-2.0

import Base
package import LibAV
package import RenderProtocol

/// One of the things that a sound goes through.
protocol AudioStage: AnyObject {
  /// Exchanges the samples that go in for those that come out, which may be more or fewer.
  func pass(_ samples: inout AudioBuffer) throws(AVError)
}

/// Filters of libavfilter.
final class FilterGraphStage: AudioStage {
  private var graph: FilterGraph
  private let result: Frame
  private let rate: Int
  private var sent: Int64 = 0

  init(_ filters: [AudioFilter], rate: Int, layout: ChannelLayout) throws(AVError) {
    self.rate = rate
    result = try Frame()
    graph = try FilterGraph(
      .sound(
        rate: rate, format: .floatPlanar, channelLayout: layout.rawValue,
        timeBase: Time(1, over: Int64(rate))),
      filters.map { Filter($0) } + [
        Filter(
          "aformat",
          ["sample_fmts": "fltp", "sample_rates": "\(rate)", "channel_layouts": layout.rawValue])
      ], isSound: true)
  }

  func pass(_ samples: inout AudioBuffer) throws(AVError) {
    let (count, channels) = (samples.count, samples.channels.count)
    if count > 0 {
      let frame = try Frame(samples: count, channels: channels, rate: rate, format: .floatPlanar)
      for (plane, channel) in samples.channels.enumerated() {
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
    samples = AudioBuffer(channels: channels)
    while try graph.pull(into: result) == .filled {
      guard result.sampleFormat == .floatPlanar, result.channels == channels else {
        throw AVError(unreadable: "filter a sound", because: "samples of an unknown kind came out")
      }
      let made = result.sampleCount
      samples.append(
        AudioBuffer(
          channels: (0..<channels).map { plane in
            result.withPlane(plane) { source, _ in
              source.withMemoryRebound(to: Float.self, capacity: made) {
                Array(UnsafeBufferPointer(start: $0, count: made))
              }
            } ?? [Float](repeating: 0, count: made)
          }))
    }
  }
}

/// A room.
final class ReverbStage: AudioStage {
  private var reverb: Reverb

  init(_ room: Reverberation, rate: Int, layout: ChannelLayout) {
    reverb = Reverb(
      feedback: room.feedback, damping: room.damping, mix: room.mix, rate: rate, layout: layout)
  }

  func pass(_ samples: inout AudioBuffer) { reverb.pass(&samples) }
}

/// A vibrato.
final class VibratoStage: AudioStage {
  private var vibrato: Vibrato

  /// The one of `filter`; nil for another filter.
  init?(_ filter: AudioFilter, rate: Int, layout: ChannelLayout) {
    guard filter.name == "vibrato" else { return nil }
    vibrato = Vibrato(
      frequency: min(max(filter.number("f", usual: 5), 0.1), 20_000),
      depth: min(max(filter.number("d", usual: 0.5), 0), 1), rate: rate, channels: layout.count)
  }

  func pass(_ samples: inout AudioBuffer) { vibrato.pass(&samples) }
}

extension AudioFilter {
  /// The number that it sets of `option`.
  func number(_ option: String, usual: Double) -> Double {
    settings.first { $0.name == option }.flatMap { Double($0.value) } ?? usual
  }
}

extension AudioFilter {
  /// True if it is one of Reel's own.
  package var isOwn: Bool { Reverberation(self) != nil }
}

extension Filter {
  /// A filter of sound with its options.
  package init(_ use: AudioFilter) {
    self.init(use.name)
    options = use.settings.map { Setting(name: $0.name, value: $0.value) }
  }
}
