// SPDX-License-Identifier: Apache-2.0

package import Base

/// Windowed-sinc interpolation between two sample rates, as a pure function of the position.
///
/// Output sample m is at exactly `m × source / target` of the source clock, and computed only from the source
/// samples around it. Sections therefore join bit-exactly to the uncut sound, and nothing drifts. The passband
/// extends to 0.44 of the lower rate; the stopband starts at 0.5 with about −90 dB.
package struct RateConverter {
  /// The rates, in lowest terms.
  private let source: Int64
  private let target: Int64
  /// Number of source samples on either side of an output sample; a multiple of 4.
  package let reach: Int
  /// Number of sub-positions that have coefficients.
  private let phases: Int64
  private let isExact: Bool
  /// True if products with places in an output fit into 64 bits.
  private let isSmall: Bool
  /// `2 × reach` coefficients for each of `phases + 1` sub-positions.
  private let table: [Float]

  /// A converter from `source` to `target` samples per second.
  package init(from source: Int, to target: Int) {
    self.init(Time(Int64(source), over: Int64(max(target, 1))), coefficients: 1 << 22)
  }

  /// A converter that reads `speed` samples for each that it makes.
  package init(speed: Time) { self.init(speed, coefficients: 1 << 18) }

  /// - Parameter coefficients: About as many are worked out at most.
  private init(_ ratio: Time, coefficients: Int64) {
    (source, target) = (ratio.numerator, ratio.denominator)
    let scale = max(1, Double(source) / Double(target))
    reach = (Int((48 * scale).rounded(.up)) + 3) / 4 * 4
    phases = min(target, max(64, coefficients / Int64(2 * reach)))
    isExact = phases == target
    isSmall = max(source, target) < 1 << 20
    table = RateConverter.table(phases: Int(phases), reach: reach, scale: scale)
  }

  /// The first source sample for output sample `index`; the last is `2 × reach − 1` later.
  package func firstSource(of index: Int64) -> Int64 {
    floorDivision(index).quotient - Int64(reach) + 1
  }

  /// Computes output samples `index ..< index + count`.
  ///
  /// - Parameter input: All source samples needed, starting at `firstSource(of: index)`.
  package func convert(
    _ input: UnsafePointer<Float>, from index: Int64, count: Int,
    into output: UnsafeMutablePointer<Float>
  ) {
    let first = floorDivision(index).quotient
    let taps = 2 * reach
    table.withUnsafeBufferPointer { table in
      guard let coefficients = table.baseAddress else { return }
      for n in 0..<count {
        let (whole, part) = floorDivision(index &+ Int64(n))
        let samples = input + Int(whole &- first)
        if isExact {
          output[n] = RateConverter.dot(samples, coefficients + Int(part) &* taps, taps)
        } else {
          let (high, low) = part.multipliedFullWidth(by: phases)
          let (phase, rest) = target.dividingFullWidth((high, low))
          let share = Float(rest) / Float(target)
          let row = coefficients + Int(phase) &* taps
          let a = RateConverter.dot(samples, row, taps)
          let b = RateConverter.dot(samples, row + taps, taps)
          output[n] = a + (b - a) * share
        }
      }
    }
  }

  private func floorDivision(_ index: Int64) -> (quotient: Int64, remainder: Int64) {
    guard isSmall else {
      let (q, r) = (Int128(index) * Int128(source)).quotientAndRemainder(
        dividingBy: Int128(target))
      return r < 0 ? (Int64(q) - 1, Int64(r) + target) : (Int64(q), Int64(r))
    }
    let (q, r) = (index &* source).quotientAndRemainder(dividingBy: target)
    return r < 0 ? (q &- 1, r &+ target) : (q, r)
  }

  /// Eight partial sums, always added in the same order.
  private static func dot(
    _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ count: Int
  ) -> Float {
    var sum = SIMD8<Float>()
    let (x, y) = (UnsafeRawPointer(a), UnsafeRawPointer(b))
    var offset = 0
    while offset < count &* 4 {
      sum +=
        x.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
        * y.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
      offset &+= 32
    }
    let four = sum.lowHalf + sum.highHalf
    let two = four.lowHalf + four.highHalf
    return two.x + two.y
  }

  private static func table(phases: Int, reach: Int, scale: Double) -> [Float] {
    // The middle of the transition band, in cycles per source sample.
    let cutoff = 0.47 / scale
    let beta = 9.0
    let top = bessel(beta)
    var table: [Float] = []
    table.reserveCapacity((phases + 1) * 2 * reach)
    for phase in 0...phases {
      let fraction = Double(phase) / Double(phases)
      var row = (0..<(2 * reach)).map { tap -> Double in
        let distance = Double(tap - reach + 1) - fraction
        let place = distance / Double(reach)
        guard abs(place) < 1 else { return 0 }
        let window = bessel(beta * (1 - place * place).squareRoot()) / top
        let angle = 2 * Double.pi * cutoff * distance
        return window * (abs(angle) < 1e-9 ? 1 : Portable.sin(angle) / angle)
      }
      // Normalises the gain, so that silence and full scale are preserved at every sub-position.
      let sum = row.reduce(0, +)
      for tap in row.indices { row[tap] /= sum }
      table += row.map { Float($0) }
    }
    return table
  }

  /// The modified Bessel function of order 0, by its power series.
  static func bessel(_ x: Double) -> Double {
    var (sum, term, n) = (1.0, 1.0, 1.0)
    while term > sum * 1e-17 {
      term *= (x / 2 / n) * (x / 2 / n)
      sum += term
      n += 1
    }
    return sum
  }
}
