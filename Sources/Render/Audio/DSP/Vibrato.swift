// SPDX-License-Identifier: Apache-2.0

import Base

/// A sound that swings up and down in pitch, as it is heard a little sooner and later in turn.
///
/// It does what libavfilter's filter of that name does, which reads memory that it never cleared since version 8.25 (FFmpeg
/// 5.1): a delay of up to 5 ms that follows a sine.
package struct Vibrato {
  private let depth: Double
  private let wave: [Double]
  private var place = 0
  private var lines: [[Float]]
  private var next = 0

  /// A vibrato of `channels` channels.
  ///
  /// - Parameters:
  ///   - frequency: How often it swings in a second.
  ///   - depth: How far, from 0 to 1.
  package init(frequency: Double, depth: Double, rate: Int, channels: Int) {
    let size = Int((Double(rate) * 0.005 + 0.5).rounded(.toNearestOrEven))
    let count = max(1, Int((Double(rate) / frequency).rounded(.toNearestOrEven)))
    self.depth = depth
    wave = (0..<count).map { index in
      let angle = 2 * Double.pi * (Double(index) / Double(count) + 0.75)
      return (Portable.sin(angle) + 1) / 2 * Double(size - 1)
    }
    lines = Array(repeating: [Float](repeating: 0, count: size), count: channels)
  }

  /// Exchanges the samples for those that swing.
  package mutating func pass(_ samples: inout AudioBuffer) {
    var channels = samples.channels
    let size = lines.first?.count ?? 1
    for n in 0..<samples.count {
      let delay = depth * wave[place]
      place = place + 1 == wave.count ? 0 : place + 1
      let whole = Int(delay)
      let share = Float(delay - Double(whole))
      let first = (next + whole) % size
      let second = first + 1 == size ? 0 : first + 1
      for channel in lines.indices {
        let (a, b) = (lines[channel][first], lines[channel][second])
        lines[channel][next] = channels[channel][n]
        channels[channel][n] = a + share * (b - a)
      }
      next = next + 1 == size ? 0 : next + 1
    }
    samples = AudioBuffer(channels: channels)
  }
}
