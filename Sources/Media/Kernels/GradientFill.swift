// SPDX-License-Identifier: Apache-2.0

public import Base
import Glibc

/// Paints `target` with a gradient whose stops have the colours `colors`.
///
/// Values are exact at the centre of each sample, and mixed as premultiplied ones. A slow gradient has fewer values than
/// pixels: in 8 bits a fixed pattern of 8 × 8 thresholds decides between the two nearest, so that their mean is
/// exact and no edge is seen. The pattern is the same in every frame, so that it costs an encoder little. Where colours
/// meet at one place, a sample there is the mean over its own width.
///
/// - Parameter scale: Lengths of the gradient, across and down, of one pixel of `target`.
@_specialize(where Sample == UInt8)
@_specialize(where Sample == UInt16)
public func fill<Sample>(
  _ target: SampleView<Sample>, with gradient: Gradient, _ colors: [SampleColor<Sample>],
  scale: PixelPoint
) {
  let ramp = ColorRamp(zip(gradient.stops, colors).map { ($0.place, ColorSum($1)) })
  let field = GradientField(gradient.geometry)
  func paint(_ plane: SamplePlane<Sample>, _ chroma: ChromaFormat, _ channel: Int) {
    // A sample of 4:2:0 chroma lies at the left pixel of a pair, between two rows.
    let step = Double(1 << chroma.shift)
    let width = step * max(scale.x, scale.y) / 2
    for y in 0..<plane.height {
      let row = plane.row(y)
      let down = (Double(y) * step + step / 2) * scale.y
      for x in 0..<plane.width {
        let (place, slope) = field.place((Double(x) * step + 0.5) * scale.x, down)
        let mixture = ramp.mean(at: place, reach: min(slope * width, 0.5), isRound: field.isRound)
        row[x] = Sample(dithered: mixture.sample(channel), x, y)
      }
    }
  }
  paint(target.y, .full, 0)
  paint(target.u, target.chroma, 1)
  paint(target.v, target.chroma, 2)
  if let a = target.a { paint(a, .full, 3) }
}

/// Where a point lies in a gradient.
private struct GradientField {
  private let geometry: Gradient.Geometry
  private let (x, y, across, down): (Double, Double, Double, Double)

  init(_ geometry: Gradient.Geometry) {
    self.geometry = geometry
    switch geometry {
    case .linear(let a, let b):
      let (dx, dy) = (b.x - a.x, b.y - a.y)
      let square = max(dx * dx + dy * dy, 1e-12)
      (x, y, across, down) = (a.x, a.y, dx / square, dy / square)
    case .radial(let centre, let across, let down):
      (x, y, self.across, self.down) = (centre.x, centre.y, 1 / across, 1 / down)
    case .conic(let centre, let angle): (x, y, across, down) = (centre.x, centre.y, angle / 360, 0)
    }
  }

  /// True if it is a closed circle, whose end is its beginning.
  var isRound: Bool {
    if case .conic = geometry { return true }
    return false
  }

  /// The share of the way at a point, and how much it changes by there for each unit of length.
  func place(_ px: Double, _ py: Double) -> (place: Double, slope: Double) {
    let (dx, dy) = (px - x, py - y)
    switch geometry {
    case .linear:
      return (dx * across + dy * down, (across * across + down * down).squareRoot())
    case .radial:
      let (u, v) = (dx * across, dy * down)
      let place = (u * u + v * v).squareRoot()
      let most = max(across, down)
      guard place > 1e-9 else { return (0, most) }
      let (du, dv) = (u * across / place, v * down / place)
      return (place, min((du * du + dv * dv).squareRoot(), most))
    case .conic:
      let turn = atan2(dx, -dy) / (2 * .pi) - across
      // What the C library rounds in its own way is far below this.
      let place = ((turn - turn.rounded(.down)) * 4_294_967_296).rounded() / 4_294_967_296
      let radius = (dx * dx + dy * dy).squareRoot()
      return (place, 1 / (2 * .pi * max(radius, 0.25)))
    }
  }
}

/// A sum of colours: three samples, each times its alpha and share, and the alpha.
private struct ColorSum {
  var premultiplied: SIMD4<Double>
  /// The highest sample.
  let full: Double

  init<Sample>(_ color: SampleColor<Sample>) {
    full = Double(Sample.full)
    let alpha = Double(color.a) / full
    premultiplied = SIMD4(
      Double(color.y) * alpha, Double(color.u) * alpha, Double(color.v) * alpha, alpha)
  }

  init(_ premultiplied: SIMD4<Double>, full: Double) {
    (self.premultiplied, self.full) = (premultiplied, full)
  }

  /// The straight sample of a channel; the last one is alpha.
  func sample(_ channel: Int) -> Double {
    let alpha = premultiplied[3]
    if channel == 3 { return alpha * full }
    // A fully transparent pixel is invisible, whatever its colour.
    return alpha > 1e-9 ? premultiplied[channel] / alpha : 0
  }
}

/// Colours at places.
private struct ColorRamp {
  private let places: [Double]
  private let values: [SIMD4<Double>]
  private let full: Double

  init(_ stops: [(Double, ColorSum)]) {
    places = stops.map(\.0)
    values = stops.map(\.1.premultiplied)
    full = stops[0].1.full
  }

  /// The mean of what lies between `reach` before and behind `place`.
  func mean(at place: Double, reach: Double, isRound: Bool) -> ColorSum {
    let (low, high) = (place - reach, place + reach)
    guard isRound, low < 0 || high > 1, reach > 0 else {
      return ColorSum(mean(low, high), full: full)
    }
    // Around the end the beginning follows.
    let (inner, outer, rest) =
      low < 0 ? (0...high, 1 + low...1, -low) : (low...1, 0...high - 1, high - 1)
    let share = rest / (2 * reach)
    return ColorSum(
      mean(inner.lowerBound, inner.upperBound) * (1 - share)
        + mean(outer.lowerBound, outer.upperBound) * share, full: full)
  }

  private func mean(_ low: Double, _ high: Double) -> SIMD4<Double> {
    var next = places.firstIndex { $0 > low } ?? places.count
    // Most samples lie between two stops: there the mean is the value in the middle.
    if next == places.count || places[next] >= high { return value((low + high) / 2, next) }
    var sum = SIMD4<Double>.zero
    var from = low
    while from < high {
      let to = next < places.count ? min(places[next], high) : high
      sum += value((from + to) / 2, next) * (to - from)
      (from, next) = (to, next + 1)
    }
    return sum / (high - low)
  }

  /// The value at a place before stop `next`, and behind the one before it.
  private func value(_ place: Double, _ next: Int) -> SIMD4<Double> {
    if next == 0 { return values[0] }
    if next == places.count { return values[next - 1] }
    let (a, b) = (places[next - 1], places[next])
    guard b > a else { return values[next - 1] }
    let share = (place - a) / (b - a)
    return values[next - 1] * (1 - share) + values[next] * share
  }
}

extension PictureSample {
  /// The sample nearest to `value` in 10 bits; in 8 bits that below or above, as a fixed pattern says.
  @inline(__always)
  fileprivate init(dithered value: Double, _ x: Int, _ y: Int) {
    let threshold = Self.depth > 8 ? 0.5 : Double(pattern[(y & 7) * 8 + x & 7]) / 64 + 1 / 128
    let whole = (value + threshold).rounded(.down)
    self = Self(Swift.max(0, Swift.min(whole, Double(Self.full))))
  }
}

extension PictureSample {
  /// Hands `body` what is added to values in row `y` before they are rounded down, for eight columns and again.
  @inline(__always)
  static func withThresholds(_ y: Int, _ body: (UnsafePointer<Float>) -> Void) {
    var row = SIMD8<Float>(repeating: 0.5)
    if depth == 8 {
      for x in 0..<8 { row[x] = Float(pattern[(y & 7) * 8 + x]) / 64 + 1 / 128 }
    }
    withUnsafePointer(to: &row) { row in
      row.withMemoryRebound(to: Float.self, capacity: 8) { body($0) }
    }
  }
}

/// The ordered pattern of 8 × 8 that Bayer found: each threshold lies as far as possible from the ones near it.
private let pattern: [UInt8] = {
  var pattern = [UInt8](repeating: 0, count: 64)
  for y in 0..<8 {
    for x in 0..<8 {
      var value = 0
      for bit in 0..<3 {
        let (a, b) = ((x ^ y) >> bit & 1, y >> bit & 1)
        value |= a << (5 - 2 * bit) | b << (4 - 2 * bit)
      }
      pattern[y * 8 + x] = UInt8(value)
    }
  }
  return pattern
}()
