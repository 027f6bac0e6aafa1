// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import MediaIO
import RenderProtocol

/// The frequencies of a sound by libavfilter's `showspectrumpic`, which keeps all that it is given: of a long sound it is
/// given one window for each column.
final class Spectrogram {
  /// Samples that a column is made of.
  private static let window: Int64 = 4096

  private let samples: Int64
  private let columns: Int64
  private let rate: Int
  private var graph: FilterGraph
  private var heard: Int64 = 0
  private var sent: Int64 = 0

  /// The spectrogram of so many samples on the channels of `layout`: left and right in one picture, those of surround one below
  /// the other.
  init(
    _ size: PixelSize, samples: Int64, rate: Int, _ layout: ChannelLayout
  ) throws(RenderFailure) {
    (self.samples, self.rate, columns) = (samples, rate, Int64(size.width))
    // With other heights than powers of two the filter may never end.
    let bands = layout.isSurround ? layout.count : 1
    let band = max(1, size.height / bands)
    let rows = bands << (Int.bitWidth - 1 - band.leadingZeroBitCount)
    do throws(AVError) {
      graph = try FilterGraph(
        .sound(
          rate: rate, format: .floatPlanar, channelLayout: layout.rawValue,
          timeBase: Time(1, over: Int64(max(rate, 1)))),
        [
          Filter(
            "showspectrumpic",
            [
              "size": "\(size.width)x\(rows)", "legend": "0",
              "mode": layout.isSurround ? "separate" : "combined",
              "color": "magma", "scale": "log", "gain": "4", "drange": "90",
            ]), Filter("format", ["pix_fmts": "rgb24"]),
          Filter(
            "scale",
            [
              "w": "\(size.width)", "h": "\(size.height)",
              "flags": "bicubic+accurate_rnd+full_chroma_int+bitexact",
            ]),
        ])
    } catch { throw RenderFailure(writing: error) }
  }

  /// Returns true if sample `index` is in the window of a column.
  private func isShown(_ index: Int64) -> Bool {
    if samples <= columns * Spectrogram.window { return true }
    let column = index * columns / samples
    let first = (column * samples + columns - 1) / columns
    return index - first < Spectrogram.window
  }

  /// Adds the next samples.
  func add(_ samples: AudioBuffer) throws(RenderFailure) {
    let places = (0..<samples.count).filter { isShown(heard + Int64($0)) }
    heard += Int64(samples.count)
    guard !places.isEmpty else { return }
    do throws(AVError) {
      let count = places.count
      let frame = try Frame(
        samples: count, channels: samples.channels.count, rate: rate, format: .floatPlanar)
      for (index, samples) in samples.channels.enumerated() {
        let channel = places.map { samples[$0] }
        frame.withPlane(index) { bytes, _ in
          channel.withUnsafeBytes { source in
            UnsafeMutableRawPointer(bytes).copyMemory(
              from: source.baseAddress ?? UnsafeRawPointer(bytes), byteCount: source.count)
          }
        }
      }
      frame.timestamp = sent
      sent += Int64(count)
      try graph.push(frame)
    } catch { throw RenderFailure(writing: error) }
  }

  /// The picture.
  func drawn() throws(RenderFailure) -> Frame {
    do throws(AVError) {
      try graph.pushEnd()
      let frame = try Frame()
      guard try graph.pull(into: frame) == .filled else {
        throw AVError(unreadable: "draw a sound", because: "no picture came out")
      }
      return frame
    } catch { throw RenderFailure(writing: error) }
  }
}
