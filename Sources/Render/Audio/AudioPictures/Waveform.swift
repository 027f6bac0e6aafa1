// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import MediaIO
import RenderProtocol

/// The extremes of a sound, column by column.
struct Waveform {
  /// The least and the greatest sample of a channel in a column.
  private struct Extent {
    var least: Float = 0
    var greatest: Float = 0

    mutating func add(_ sample: Float) {
      least = min(least, sample)
      greatest = max(greatest, sample)
    }
  }

  private let samples: Int64
  /// The extents of each column, channel by channel.
  private var columns: [[Extent]]
  private var heard: Int64 = 0

  /// The waveform of so many samples.
  init(columns: Int, samples: Int64, channels: Int) {
    self.samples = samples
    self.columns = Array(
      repeating: Array(repeating: Extent(), count: channels), count: columns)
  }

  /// Adds the next samples.
  mutating func add(_ sound: AudioBuffer) {
    for n in 0..<sound.count {
      let column = Int((heard + Int64(n)) * Int64(columns.count) / samples)
      for (channel, samples) in sound.channels.enumerated() {
        columns[column][channel].add(samples[n])
      }
    }
    heard += Int64(sound.count)
  }

  /// The picture, a band for each channel: what is over full scale is red.
  func drawn(height: Int) throws(RenderFailure) -> Frame {
    do throws(AVError) {
      guard let format = PixelFormat(named: "rgb24") else {
        preconditionFailure("libavutil has this format")
      }
      let frame = try Frame(size: PixelSize(columns.count, height), format: format)
      frame.withPlane(0) { pixels, stride in
        for y in 0..<height {
          (pixels + y * stride).update(repeating: 24, count: 3 * columns.count)
        }
        let band = height / (columns.first?.count ?? 1)
        for (x, column) in columns.enumerated() {
          for (channel, extent) in column.enumerated() {
            let middle = Double(channel * band) + Double(band - 1) / 2
            let reach = Double(band - 1) / 2
            func row(_ sample: Float) -> Int {
              Int((middle - Double(max(-1, min(1, sample))) * reach).rounded())
            }
            let isOver = extent.greatest > 1 || extent.least < -1
            for y in row(extent.greatest)...row(extent.least) {
              let pixel = pixels + y * stride + 3 * x
              (pixel[0], pixel[1], pixel[2]) = isOver ? (240, 64, 48) : (96, 190, 230)
            }
          }
        }
      }
      return frame
    } catch { throw RenderFailure(writing: error) }
  }
}
