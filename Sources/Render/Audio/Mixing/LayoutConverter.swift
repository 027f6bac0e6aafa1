// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV

/// Converts frames of any channel layout and rate to one layout that films are mixed in, at one rate.
///
/// In stereo, mono goes to both channels at unity gain, as in editors and players; FFmpeg's tool reduces it by 3 dB. More
/// than two channels are mixed with libswresample's default matrix, normalised so that it cannot exceed full
/// scale. In surround, a `ChannelMatrix` says where channels go. Instead, some channels may be picked.
final class LayoutConverter {
  private struct Shape: Equatable {
    var rate: Int
    var format: SampleFormat
    var layout: String
  }

  private let rate: Int
  private let layout: ChannelLayout
  /// The channels that are heard, from 1 on; nil for all of them.
  private let picked: [Int]?
  private let result: Frame
  private var shape: Shape?
  private var graph: FilterGraph?
  /// The filters that the last frames went through; empty if they had such channels at the rate.
  private(set) var filters: [Filter] = []
  /// The way to surround of the channels that the last frame had.
  private var surround: (layout: String, names: [String], matrix: ChannelMatrix)?
  /// The mapping of the last frames to surround, for people; nil if they had that layout, and in
  /// stereo.
  var mapping: String? {
    surround.map {
      "\($0.layout) to \(layout.rawValue), \($0.matrix.words(from: $0.names, to: layout))"
    }
  }

  /// A conversion to `layout` at `rate` samples per second, of the channels `picked`: one as mono, two as left and right, or
  /// all of the layout; what a frame has not is silent.
  init(rate: Int, layout: ChannelLayout, picking picked: [Int]? = nil) throws(AVError) {
    (self.rate, self.layout, self.picked) = (rate, layout, picked)
    result = try Frame()
  }

  /// Appends the converted `frame` to `samples`.
  func convert(_ frame: borrowing Frame, into samples: inout AudioBuffer) throws(AVError) {
    if let picked {
      guard let found = AudioBuffer(frame, channels: picked) else {
        throw AVError(unreadable: "pick channels", because: "its samples are \(frame.sampleFormat)")
      }
      let placed = placed(found)
      if frame.sampleRate == rate { return samples.append(placed) }
      let made = try Frame(
        samples: placed.count, channels: layout.count, rate: frame.sampleRate,
        format: .floatPlanar)
      placed.copyFirst(placed.count, to: made)
      return try pass(made, layout: made.channelLayout, into: &samples)
    }
    if layout.isSurround { return try convertToSurround(frame, into: &samples) }
    if frame.sampleRate == rate, samples.append(frame) { return }
    let layout = frame.channelLayout
    // If a file does not specify the layout, the default layout for the number of channels is assumed.
    if layout.hasSuffix("channels") {
      let named = try Frame(
        samples: frame.sampleCount, channels: frame.channels, rate: frame.sampleRate,
        format: frame.sampleFormat)
      if named.channelLayout != layout, LayoutConverter.copy(frame, to: named) {
        return try pass(named, layout: named.channelLayout, into: &samples)
      }
    }
    try pass(frame, layout: layout, into: &samples)
  }

  /// Channels that were picked, on those of the layout.
  private func placed(_ samples: AudioBuffer) -> AudioBuffer {
    switch samples.channels.count {
    case layout.count: samples
    case 1: ChannelMatrix(from: .mono, to: layout).map(samples)
    default: ChannelMatrix(from: .stereo, to: layout).map(samples)
    }
  }

  private func convertToSurround(
    _ frame: borrowing Frame, into samples: inout AudioBuffer
  ) throws(AVError) {
    let found = frame.channelLayout
    guard found != layout.rawValue || frame.sampleRate != rate || !samples.append(frame) else {
      return
    }
    guard let own = AudioBuffer(frame) else {
      throw AVError(unreadable: "map channels", because: "its samples are \(frame.sampleFormat)")
    }
    if surround?.layout != found {
      // If a file does not specify the layout, the default layout for the number of channels is assumed.
      let usual = try Frame(samples: 1, channels: frame.channels, rate: frame.sampleRate)
      let names = frame.channelNames ?? usual.channelNames
      guard let names, let matrix = ChannelMatrix(from: names, to: layout) else {
        throw AVError(
          unreadable: "map channels to \(layout.rawValue)", because: "its layout is \(found)")
      }
      surround = (found, names, matrix)
    }
    guard let mapped = surround?.matrix.map(own) else { return }
    if frame.sampleRate == rate { return samples.append(mapped) }
    let made = try Frame(
      samples: mapped.count, channels: layout.count, rate: frame.sampleRate, format: .floatPlanar)
    mapped.copyFirst(mapped.count, to: made)
    try pass(made, layout: made.channelLayout, into: &samples)
  }

  private func pass(
    _ frame: borrowing Frame, layout name: String, into samples: inout AudioBuffer
  ) throws(AVError) {
    let current = Shape(rate: frame.sampleRate, format: frame.sampleFormat, layout: name)
    if shape != current {
      shape = current
      filters = [
        Filter(
          "aresample",
          [
            "out_sample_rate": String(rate), "out_sample_fmt": "fltp",
            "out_chlayout": layout.rawValue, "internal_sample_fmt": "fltp",
            "rematrix_maxval": "1",
          ]),
        Filter(
          "aformat",
          [
            "sample_fmts": "fltp", "channel_layouts": layout.rawValue, "sample_rates": String(rate),
          ]),
      ]
      graph = try FilterGraph(
        .sound(
          rate: current.rate, format: current.format, channelLayout: name,
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
