// SPDX-License-Identifier: Apache-2.0

import AV
import Actions
import Basics
import Facilities
import MediaFiles
import Samples
import SoundPackets

/// The integrated loudness of a sound by EBU R 128, as libavfilter's `ebur128` measures it: with surrounds 1.5 dB louder, and
/// without low frequencies that have a channel of their own.
final class LoudnessMeter {
  /// What it says of sound that is never loud enough to count, in LUFS.
  static let silence = -70.0

  private var graph: FilterGraph
  private let rate: Int
  private let result: Frame
  private var sent: Int64 = 0
  private var loudness = silence
  /// The momentary loudness at the end of each tenth of a second, in hundredths of LUFS.
  private(set) var momentary: [Int16] = []

  /// A meter of `rate` samples a second on the channels of `layout`.
  init(rate: Int, layout: ChannelLayout) throws(RenderFailure) {
    self.rate = rate
    do throws(AVError) {
      result = try Frame()
      graph = try FilterGraph(
        .sound(
          rate: rate, format: .floatPlanar, channelLayout: layout.rawValue,
          timeBase: Time(1, over: Int64(max(rate, 1)))),
        [Filter("ebur128", ["metadata": "1", "framelog": "verbose"])], isSound: true)
    } catch { throw RenderFailure(writing: error) }
  }

  /// Measures some more samples.
  func add(_ samples: SoundSamples) throws(RenderFailure) {
    guard samples.count > 0 else { return }
    do throws(AVError) {
      let frame = try Frame(
        samples: samples.count, channels: samples.channels.count, rate: rate,
        format: .floatPlanar)
      samples.copyFirst(samples.count, to: frame)
      frame.timestamp = sent
      sent += Int64(samples.count)
      try graph.push(frame)
      try drain()
    } catch { throw RenderFailure(writing: error) }
  }

  /// The loudness of all of it, in LUFS.
  func finish() throws(RenderFailure) -> Double {
    do throws(AVError) {
      try graph.pushEnd()
      try drain()
    } catch { throw RenderFailure(writing: error) }
    return loudness
  }

  private func drain() throws(AVError) {
    while try graph.pull(into: result) == .filled {
      if let text = result.metadata("lavfi.r128.I"), let value = Double(text), value.isFinite {
        loudness = value
      }
      if let text = result.metadata("lavfi.r128.M"), let value = Double(text) {
        momentary.append(SoundLevels.hundredths(value.isFinite ? value : -120))
      }
    }
  }
}
