// SPDX-License-Identifier: Apache-2.0

/// Light leaks over a dissolve that is blurred and shakes, as at the ends of films.
///
/// The effect is defined by fifty samples at chance distances. Here are two sums, one over the other, that reach as far from
/// each place on the average, and have no grain.
struct FilmBurn {
  /// The number of waves and spots of light.
  private static let count = 13

  /// The number of light values up to `most` that have a green and a blue.
  private static let steps = 4096
  private static let most: Float = 3

  let strength: Float
  /// The green and the blue of each number of light.
  private let colors: Table<Float>
  /// Of each wave: its number in each column, one wave after the other.
  private let waves: Table<Float>
  private let width: Int
  /// The slope of each wave from the bottom to the top, and its start.
  private let rises: [(slope: Float, start: Float)]
  /// Where spots are, and one in how much their light falls off.
  private let spots: [(center: Point, fall: Float)]

  init(_ frame: EffectFrame) {
    let t = frame.progress
    let chances = Chances(seed: frame.seed(0))
    let strength = max(0, sine(t * .pi))
    self.strength = strength
    width = frame.width
    let steps = FilmBurn.steps
    colors = Table(2 * steps) {
      let number = Float($0 % steps) / Float(steps - 1) * FilmBurn.most
      return $0 < steps
        ? power(number * 0.7, 2 - strength) * strength : power(number * 0.6, 1.3) * strength
    }
    let size = Float(width)
    waves = Table(filling: FilmBurn.count * frame.width) { waves in
      for index in 0..<FilmBurn.count {
        let (slope, start) = (chances.number(index, 0) * 6, t * 8 + chances.number(index, 1))
        for x in 0..<frame.width {
          waves[index * frame.width + x] = sine((Float(x) + 0.5) / size * slope + start)
        }
      }
    }
    rises = (0..<FilmBurn.count).map {
      (chances.number($0, 2) * 6, t * 6 + chances.number($0, 3))
    }
    spots = (0..<FilmBurn.count).map { index in
      let center = Point(
        chances.drift(t * 1.3, Float(index) + 1), chances.drift(t * 0.5, Float(index) + 6.25))
      return (center, between(20, 70, chances.number(index, 0)))
    }
  }

  /// The dissolve under the light.
  static func blur(_ frame: EffectFrame) -> BlurPlan {
    let t = frame.progress
    let strength = max(0, sine(t * .pi))
    let zoom = 1 + Chances(seed: frame.seed(0)).drift(t * 5, 6.3) * strength * 0.05
    let reach = strength * 0.03
    // What samples are away from their middle on the average, squared, is that of both sums together.
    let (least, most) = (reach, 1 + reach)
    let square = (most * most * most - least * least * least) / 3
    func pass(_ count: Int, _ share: Float) -> BlurPlan.Pass {
      let part = Float(count + 1) / Float(count)
      let radius = (square * share * part).squareRoot() * reach / zoom
      let ring = (0..<count).map { index in
        let angle = Float(index) / Float(count) * 2 * .pi
        return Point(cosine(angle) * radius, sine(angle) * radius)
      }
      return .offsets([.zero] + ring)
    }
    return BlurPlan(
      weight: rise(t, 10),
      passes: [
        .scales(center: Point(0.5, 0.5), [(factor: zoom, weight: Float(1))]), pass(4, 0.35),
        pass(6, 0.65),
      ])
  }

  func fill(_ row: TintRow) {
    let (light, first, size) = (row.numbers, row.first, Float(width))
    let pixels = 0..<row.count
    for x in pixels { light[x] = 4 }
    let waves = waves.base + first
    for (index, rise) in rises.enumerated() {
      let (wave, share) = (waves + index * width, sine(row.v * rise.slope + rise.start))
      for x in pixels { light[x] += wave[x] * share }
    }
    for spot in spots {
      let (dy, reach) = (row.v - spot.center.y, 1 / spot.fall)
      guard dy.magnitude < reach else { continue }
      let left = Int(clamped((spot.center.x - reach) * size - Float(first), Float(row.count)))
      let right = Int(clamped((spot.center.x + reach) * size - Float(first) + 1, Float(row.count)))
      for x in left..<max(left, right) {
        let distance = length(Point(row.u(x) - spot.center.x, dy))
        light[x] += 1 - clamped(distance * spot.fall, 1)
      }
    }
    let (strength, steps) = (strength, FilmBurn.steps)
    let part = Float(steps - 1) / FilmBurn.most
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * row.count) { memory in
      guard let green = memory.baseAddress else { return }
      let (blue, colors) = (green + row.count, colors.base)
      for x in pixels {
        light[x] = (light[x] * (1 / 11)).magnitude
        let place = whole(clamped(light[x] * part, Float(steps - 1))).index
        (green[x], blue[x]) = (colors[place], colors[place &+ steps])
      }
      row.write { x, seen, _ in
        Tint(seen.x + light[x] * strength, seen.y + green[x], seen.z + blue[x], seen.w)
      }
    }
  }
}

/// A curve from 0 to 1 whose middle is the steeper the greater `exponent`.
private func rise(_ x: Float, _ exponent: Float) -> Float {
  x > 0.5 ? 1 - power(2 - 2 * x, exponent) / 2 : power(2 * x, exponent) / 2
}

/// The random values.
private struct Chances {
  let seed: UInt32

  /// A number for a wave, another one for each `salt`.
  func number(_ index: Int, _ salt: Float) -> Float { random(Float(index), salt, seed) }

  /// A number that moves slowly with `x`, another one for each whole number of `lane`, between which it changes slowly.
  func drift(_ x: Float, _ lane: Float) -> Float {
    func level(_ lane: Float) -> Float {
      func corner(_ dx: Float, _ dy: Float) -> Float {
        random(16 * (floor(x) + dy) + floor(x) + dx, 16 + lane, seed)
      }
      let share = rise(fraction(x), 2)
      let below = between(corner(0, 0), corner(1, 0), share)
      return between(below, between(corner(0, 1), corner(1, 1), share), share)
    }
    return between(level(floor(lane)), level(floor(lane) + 1), rise(fraction(lane), 2))
  }
}
