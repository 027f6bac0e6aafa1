// SPDX-License-Identifier: Apache-2.0

import Kernels
import Testing

/// Compares hidden colours with their definition: squares of 4, 8, 16 … pixels, each with the mean of its visible pixels.
struct SpreadTests {
  /// A picture of channels, colours first, alpha last.
  private struct Picture<Sample: PictureSample> {
    let width, height: Int
    var samples: [[Sample]]

    /// Bars of several colours with soft edges; the rest is clear, in another colour.
    init(_ width: Int, _ height: Int, full: Sample, seed: UInt64) {
      (self.width, self.height) = (width, height)
      var state = seed
      func random(_ limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % limit
      }
      samples = [9, 200, 77, 0].map { Array(repeating: $0, count: width * height) }
      for _ in 0...width * height / 900 {
        let (left, top) = (random(width), random(height))
        let color = (0..<3).map { _ in Sample(random(Int(full) + 1)) }
        for y in max(0, top - 1)..<min(height, top + 12) {
          for x in max(0, left - 1)..<min(width, left + 7) {
            let isInner = (top..<top + 11).contains(y) && (left..<left + 6).contains(x)
            for channel in 0..<3 { samples[channel][y * width + x] = color[channel] }
            samples[3][y * width + x] =
              isInner ? full : Sample(random(Int(full) + 1) / (1 + random(2) * 63))
          }
        }
      }
    }

    /// The same after `spreadColors`, with channels by themselves or pixel by pixel.
    func spread(full: Sample, isPacked: Bool) -> [[Sample]] {
      let count = width * height
      var memory = (0..<4 * count).map {
        isPacked ? samples[$0 % 4][$0 / 4] : samples[$0 / count][$0 % count]
      }
      memory.withUnsafeMutableBufferPointer { memory in
        guard let base = memory.baseAddress else { return }
        let channels = (0..<4).map {
          SampleChannel(
            base: base + (isPacked ? $0 : $0 * count), step: isPacked ? 4 : 1,
            stride: isPacked ? 4 * width : width, width: width, height: height)
        }
        spreadColors(Array(channels.dropLast()), alpha: channels[3], full: full)
      }
      return (0..<4).map { channel in
        (0..<count).map { isPacked ? memory[4 * $0 + channel] : memory[channel * count + $0] }
      }
    }

    /// Squares of a picture or of squares: the mean alpha, rounded up, and the mean colour.
    private struct Squares {
      var width, height: Int
      var weights: [Int]
      var colors: [[Int]]

      func mean(_ xs: Range<Int>, _ ys: Range<Int>) -> (weight: Int, colors: [Int])? {
        let places = ys.clamped(to: 0..<height).flatMap { y in
          xs.clamped(to: 0..<width).map { y * width + $0 }
        }
        let sum = places.reduce(0) { $0 + weights[$1] }
        guard sum > 0 else { return nil }
        let means = colors.map { color in
          (places.reduce(0) { $0 + weights[$1] * color[$1] } + sum / 2) / sum
        }
        return ((sum + places.count - 1) / places.count, means)
      }

      func divided(by side: Int) -> Squares {
        var result = Squares(
          width: (width + side - 1) / side, height: (height + side - 1) / side, weights: [],
          colors: Array(repeating: [], count: colors.count))
        for y in 0..<result.height {
          for x in 0..<result.width {
            let mean = mean(side * x..<side * x + side, side * y..<side * y + side)
            result.weights.append(mean?.weight ?? 0)
            for channel in colors.indices {
              result.colors[channel].append(mean?.colors[channel] ?? 0)
            }
          }
        }
        return result
      }

      /// The colours of all squares; a clear square has the colour of its neighbours, or of the larger square around it.
      func filled(_ larger: [[Int]]?) -> [[Int]] {
        var result = colors
        for y in 0..<height {
          for x in 0..<width where weights[y * width + x] == 0 {
            let near = mean(x - 1..<x + 2, y - 1..<y + 2)?.colors
            let place = y / 2 * ((width + 1) / 2) + x / 2
            for channel in colors.indices {
              result[channel][y * width + x] = near?[channel] ?? larger?[channel][place] ?? 0
            }
          }
        }
        return result
      }
    }

    /// The expected result.
    func wanted(full: Sample) -> [[Sample]] {
      var pixels = Squares(
        width: width, height: height, weights: samples[3].map { Int($0) },
        colors: samples.dropLast().map { $0.map { Int($0) } })
      var levels = [pixels.divided(by: 4)]
      while let last = levels.last, last.width > 1 || last.height > 1 {
        levels.append(last.divided(by: 2))
      }
      var filled: [[Int]]?
      for level in levels.reversed() { filled = level.filled(filled) }
      // In the order of squares: what is next to nothing is replaced before the next pixel looks at it.
      let columns = (width + 3) / 4
      for square in 0..<columns * ((height + 3) / 4) {
        for place in 0..<16 {
          let (x, y) = (square % columns * 4 + place % 4, square / columns * 4 + place / 4)
          guard x < width, y < height, samples[3][y * width + x] < full / 64 + 1 else { continue }
          let mean = pixels.mean(x - 1..<x + 2, y - 1..<y + 2)?.colors
          for channel in 0..<3 {
            pixels.colors[channel][y * width + x] = mean?[channel] ?? filled?[channel][square] ?? 0
          }
        }
      }
      return pixels.colors.map { $0.map { Sample($0) } } + [samples[3]]
    }
  }

  @Test(arguments: [(64, 48), (61, 35), (130, 5), (3, 2), (1, 9)])
  func `clear pixels get the colours around them`(width: Int, height: Int) {
    for seed in 0..<4 as Range<UInt64> {
      let usual = Picture<UInt8>(width, height, full: 255, seed: seed)
      let wanted = usual.wanted(full: 255)
      #expect(usual.spread(full: 255, isPacked: true) == wanted)
      #expect(usual.spread(full: 255, isPacked: false) == wanted)
      let deep = Picture<UInt16>(width, height, full: 1023, seed: seed)
      #expect(deep.spread(full: 1023, isPacked: false) == deep.wanted(full: 1023))
    }
  }

  @Test func `pictures without clear pixels stay, and those without others`() {
    for alpha: UInt8 in [0, 255] {
      var picture = Picture<UInt8>(20, 20, full: 255, seed: 1)
      picture.samples[3] = Array(repeating: alpha, count: 400)
      #expect(picture.spread(full: 255, isPacked: true) == picture.samples)
    }
  }
}
