// SPDX-License-Identifier: Apache-2.0

import AV
import Basics
import SoundPackets

/// Converts frames of any channel layout and rate to stereo at one rate.
///
/// Mono goes to both channels at unity gain, as in editors and players; FFmpeg's tool reduces it by 3 dB. More
/// than two channels are mixed with libswresample's default matrix, normalised so that it cannot exceed full
/// scale. Instead, one or two channels may be picked.
final class Downmix {
  private struct Shape: Equatable {
    var rate: Int
    var format: SampleFormat
    var layout: String
  }

  private let rate: Int
  /// The channels for the left and the right, from 1 on; nil for all of them, mixed.
  private let picked: [Int]?
  private let result: Frame
  private var shape: Shape?
  private var graph: FilterGraph?
  /// What the last frames went through; empty where they were stereo at the rate.
  private(set) var filters: [Filter] = []

  /// A downmix to stereo at `rate` samples per second, of the channels `picked`; what a frame has not is silent.
  init(rate: Int, picking picked: [Int]? = nil) throws(AVError) {
    (self.rate, self.picked) = (rate, picked)
    result = try Frame()
  }

  /// Appends the converted `frame` to `samples`.
  func convert(_ frame: borrowing Frame, into samples: inout StereoSamples) throws(AVError) {
    if let picked {
      guard let two = StereoSamples(frame, channels: picked) else {
        throw AVError(unreadable: "pick channels", because: "its samples are \(frame.sampleFormat)")
      }
      if frame.sampleRate == rate { return samples.append(two) }
      let stereo = try Frame(
        samples: two.count, channels: 2, rate: frame.sampleRate, format: .floatPlanar)
      two.copyFirst(two.count, to: stereo)
      return try pass(stereo, layout: stereo.channelLayout, into: &samples)
    }
    if frame.sampleRate == rate, samples.append(frame) { return }
    let layout = frame.channelLayout
    // If a file does not specify the layout, the default layout for the number of channels is assumed.
    if layout.hasSuffix("channels") {
      let named = try Frame(
        samples: frame.sampleCount, channels: frame.channels, rate: frame.sampleRate,
        format: frame.sampleFormat)
      if named.channelLayout != layout, Downmix.copy(frame, to: named) {
        return try pass(named, layout: named.channelLayout, into: &samples)
      }
    }
    try pass(frame, layout: layout, into: &samples)
  }

  private func pass(
    _ frame: borrowing Frame, layout: String, into samples: inout StereoSamples
  ) throws(AVError) {
    let current = Shape(rate: frame.sampleRate, format: frame.sampleFormat, layout: layout)
    if shape != current {
      shape = current
      filters = [
        Filter(
          "aresample",
          [
            "out_sample_rate": String(rate), "out_sample_fmt": "fltp",
            "out_channel_layout": "stereo", "internal_sample_fmt": "fltp",
            "rematrix_maxval": "1",
          ]),
        Filter(
          "aformat",
          ["sample_fmts": "fltp", "channel_layouts": "stereo", "sample_rates": String(rate)]),
      ]
      graph = try FilterGraph(
        .sound(
          rate: current.rate, format: current.format, channelLayout: layout,
          timeBase: Time(1, over: Int64(max(current.rate, 1)))), filters, isSound: true)
    }
    try graph?.push(frame)
    while try graph?.pull(into: result) == .filled { _ = samples.append(result) }
  }

  /// Copies the samples to a frame of the same shape; returns false if there are too many planes.
  private static func copy(_ frame: borrowing Frame, to other: borrowing Frame) -> Bool {
    let format = frame.sampleFormat
    let planes = format.isPlanar ? frame.channels : 1
    let bytes = frame.sampleCount * format.bytes * (format.isPlanar ? 1 : frame.channels)
    for plane in 0..<planes {
      let isCopied = frame.withPlane(plane) { source, _ in
        other.withPlane(plane) { target, _ in target.update(from: source, count: bytes) } != nil
      }
      guard isCopied == true else { return false }
    }
    return true
  }
}
