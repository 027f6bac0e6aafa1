// SPDX-License-Identifier: Apache-2.0

/// Which samples of a source every sample of a target is the mean of, along one axis.
struct ScaledAxis {
  /// The number of weights for each sample, a multiple of four.
  let taps: Int
  /// The samples of the target that are covered at all.
  let drawn: Range<Int>
  /// The covered share of each of them.
  let cover: [Float]
  /// The same as weights.
  private let whole: [Weight]
  /// The first sample of the source that counts, for each of them.
  private(set) var starts: [Int]
  /// The weights of samples from there on, `taps` for each; their sum is 1.
  private(set) var weights: [Float]
  /// The samples of the source that count for any of them.
  private(set) var used: Range<Int>

  /// - Parameters:
  ///   - scale: How long a pixel of the source is on the target.
  ///   - shift: Where the source begins on the target.
  ///   - length: The source's length in pixels.
  ///   - samples: The number of the source's samples.
  ///   - count: The number of the target's samples.
  ///   - pixels: How many pixels a sample has.
  ///   - site: Where a sample lies, in pixels from the start of its pixels.
  ///   - hasWholeEdges: Whether what is covered at all is covered as a whole.
  init(
    scale: Double, shift: Double, length: Int, samples: Int, count: Int, pixels: Int, site: Double,
    hasWholeEdges: Bool
  ) {
    let grain = 1 / scale
    // The extent of the mean, in samples of the source.
    let extent = grain <= 1 ? 0 : min(grain, 4 * (grain - 1))
    taps = (min(Int(extent.rounded(.up)) + 2, samples) + 3) & ~3
    let size = grain * Double(pixels)
    /// The covered share of a sample.
    func part(_ index: Int) -> Double {
      let middle = (Double(index * pixels) + Double(pixels) / 2 - shift) * grain
      let after = (Double(length) - middle) / size + 0.5
      return max(0, min(middle / size + 0.5, 1)) + max(0, min(after, 1)) - 1
    }
    let first = (0..<count).first { part($0) > 0 } ?? count
    drawn = first..<((first..<count).first { part($0) <= 0 } ?? count)
    cover = drawn.map { hasWholeEdges ? 1 : Float(part($0)) }
    whole = cover.map { Weight(part: $0) }
    starts = Array(repeating: 0, count: drawn.count)
    weights = Array(repeating: 0, count: drawn.count * taps)
    used = 0..<0
    var (least, most) = (samples, 0)
    var values = Array(repeating: 0.0, count: taps)
    for index in drawn.indices {
      let place = ((Double(index * pixels) + site - shift) * grain - site) / Double(pixels)
      setWeights(of: index - first, around: place, extent, samples, &values)
      least = min(least, starts[index - first])
      most = max(most, starts[index - first] + taps)
    }
    used = least..<max(least, min(most, samples))
  }

  /// Sets a row of weights, one for each sample drawn, to what is covered where `part` of the row is.
  func loadCover(_ row: Weights, part: Float) {
    guard part < 1 else {
      whole.withUnsafeBufferPointer { whole in
        guard let base = whole.baseAddress else { return }
        row.update(from: base, count: drawn.count)
      }
      return
    }
    for index in 0..<drawn.count { row[index] = Weight(part: cover[index] * part) }
  }

  private mutating func setWeights(
    of index: Int, around place: Double, _ extent: Double, _ samples: Int, _ values: inout [Double]
  ) {
    let (start, end) = (place - extent / 2, place + extent / 2)
    let (low, high) = (Int(start.rounded(.down)), Int(end.rounded(.up)))
    let first = max(0, min(low, samples - taps))
    starts[index] = first
    for tap in 0..<taps { values[tap] = 0 }
    for sample in low...max(low, high) {
      // Beyond the edges the outermost samples are repeated.
      let inside = max(0, min(sample, samples - 1))
      let offset = Double(sample)
      values[inside - first] +=
        extent > 1e-9
        ? (Self.integral(end - offset) - Self.integral(start - offset)) / extent
        : max(0, 1 - (place - offset).magnitude)
    }
    let sum = values.reduce(0, +)
    for tap in 0..<taps { weights[index * taps + tap] = Float(values[tap] / sum) }
  }

  /// The weight that lies below `x` of a sample at 0 which is interpolated linearly.
  private static func integral(_ x: Double) -> Double {
    if x <= -1 { return 0 }
    if x >= 1 { return 1 }
    return x < 0 ? (1 + x) * (1 + x) / 2 : 1 - (1 - x) * (1 - x) / 2
  }
}
