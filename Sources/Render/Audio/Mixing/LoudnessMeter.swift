// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import MediaIO
import RenderProtocol

/// The integrated loudness of a sound by EBU R 128, as libavfilter's `ebur128` measures it: with surrounds 1.5 dB louder, and
/// without low frequencies that have a channel of their own.
final class LoudnessMeter {
  /// The loudness of sound that is never loud enough to count, in LUFS.
  static let silence = -70.0

  private var graph: FilterGraph
  private let rate: Int
  private let channels: Int
  private let result: Frame
  private var sent: Int64 = 0
  private var loudness = silence
  /// The momentary loudness at the end of each tenth of a second, in hundredths of LUFS.
  private(set) var momentary: [Int16] = []

  /// A meter of `rate` samples a second on the channels of `layout`.
  init(rate: Int, layout: ChannelLayout) throws(RenderFailure) {
    (self.rate, channels) = (rate, layout.count)
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
  func add(_ samples: AudioBuffer) throws(RenderFailure) {
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
  ///
  /// The least that EBU R 128 measures is a block of 400 ms. Of a shorter sound its mean is that of what is there.
  func finish() throws(RenderFailure) -> Double {
    let (block, count) = (Int64(rate * 2 / 5), sent)
    if count > 0, count < block {
      var silence = AudioBuffer(channels: channels)
      silence.appendSilence(Int(block - count))
      try add(silence)
    }
    do throws(AVError) {
      try graph.pushEnd()
      try drain()
    } catch { throw RenderFailure(writing: error) }
    guard count > 0, count < block, loudness > LoudnessMeter.silence else { return loudness }
    let louder = 10 * Portable.log(Double(block) / Double(count)) / Portable.log(10)
    if let last = momentary.last {
      momentary[momentary.count - 1] = AudioLevels.hundredths(Double(last) / 100 + louder)
    }
    return loudness + louder
  }

  private func drain() throws(AVError) {
    while try graph.pull(into: result) == .filled {
      if let text = result.metadata("lavfi.r128.I"), let value = Double(text), value.isFinite {
        loudness = value
      }
      if let text = result.metadata("lavfi.r128.M"), let value = Double(text) {
        momentary.append(AudioLevels.hundredths(value.isFinite ? value : -120))
      }
    }
  }
}
