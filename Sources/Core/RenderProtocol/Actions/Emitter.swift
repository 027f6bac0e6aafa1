// SPDX-License-Identifier: Apache-2.0

public import Base

/// A source of many small shapes, the particles, and how they move.
///
/// Particle k is emitted at k / `rate`; everything about it follows from `seed` and k, so that each frame can be drawn without
/// those before it. Lengths are pixels, times seconds, angles turns.
public struct Emitter: Hashable, Sendable, Codable {
  /// The shape of a particle: a path in the square of side 1 about the origin.
  public var shape: VectorPath
  /// The colours, at least one: each particle has a random one.
  public var colors: [Color]
  /// The centre of the rectangle in which particles are emitted.
  public var centre: PixelPoint
  /// The width and height of that rectangle.
  public var area: PixelPoint
  /// Particles emitted per second.
  public var rate: Double
  /// The number of particles emitted in all; nil for no limit.
  public var count: Int?
  /// The lifetime of particles.
  public var life: Spread
  /// Their first speed.
  public var speed: Spread
  /// The direction in which they start, clockwise from upwards.
  public var direction: Spread
  /// Their rotation per second.
  public var spin: Spread
  /// Their size.
  public var size: Spread
  /// Their scale at the start and at the end of their life.
  public var growth: Spread
  /// The shares of their life over which they fade in and out.
  public var fade: Spread
  /// Their acceleration across and down.
  public var gravity: PixelPoint
  /// The seed of all random values.
  public var seed: UInt64
  /// For how long particles have been emitted.
  public var time = 0.0

  /// Two numbers: the least and the most of a random value, or one at the start and one at the end.
  public struct Spread: Hashable, Sendable, Codable {
    /// The first.
    public var from: Double
    /// The second.
    public var to: Double

    /// From `from` to `to`.
    public init(_ from: Double, _ to: Double) { (self.from, self.to) = (from, to) }

    /// The value at `share` of the way between the two.
    public func value(_ share: Double) -> Double { from + (to - from) * share }
  }

  /// At most this many particles are drawn at once.
  public static let mostParticles = 5000

  /// An upper bound of how many are alive at once.
  public var mostAlive: Double { min(rate * max(life.from, life.to) + 1, Double(count ?? .max)) }

  /// Particles of `shape`.
  public init(
    shape: VectorPath, colors: [Color], centre: PixelPoint, area: PixelPoint, rate: Double,
    count: Int?, life: Spread, speed: Spread, direction: Spread, spin: Spread, size: Spread,
    growth: Spread, fade: Spread, gravity: PixelPoint, seed: UInt64
  ) {
    self.shape = shape
    self.colors = colors
    self.centre = centre
    self.area = area
    self.rate = rate
    self.count = count
    self.life = life
    self.speed = speed
    self.direction = direction
    self.spin = spin
    self.size = size
    self.growth = growth
    self.fade = fade
    self.gravity = gravity
    self.seed = seed
  }
}

/// A particle at a moment.
public struct Particle: Hashable, Sendable {
  /// From the square of its shape to where it is.
  public var map: Affine
  /// The opacity, from 0 to 1.
  public var opacity: Double
  /// The index of its colour.
  public var color: Int
}

extension Emitter {
  /// The particles that are alive, the oldest first.
  public var particles: [Particle] {
    let longest = max(life.from, life.to)
    guard time >= 0, rate > 0, time < 1e9 else { return [] }
    // A birth that coincides with a frame counts, whatever rounding has made of it.
    let last = min(((time + 1e-9) * rate).rounded(.down), Double(count ?? .max) - 1, 1e15)
    let first = max(
      0, ((time - longest) * rate).rounded(.down), last - Double(Emitter.mostParticles) + 1)
    guard last >= first else { return [] }
    return (Int(first)...Int(last)).compactMap { particle($0) }
  }

  private func particle(_ index: Int) -> Particle? {
    var chance = Chance(seed: seed, index: UInt64(index))
    // The order of the draws decides what a seed looks like: it may not change.
    let life = max(life.value(chance.next()), 1e-6)
    let (left, top) = (chance.next() - 0.5, chance.next() - 0.5)
    let speed = speed.value(chance.next())
    let way = Emitter.turn(direction.value(chance.next()))
    let spin = spin.value(chance.next())
    let start = self.spin == Spread(0, 0) ? 0 : chance.next()
    let size = size.value(chance.next())
    let color = min(Int(chance.next() * Double(colors.count)), colors.count - 1)
    let age = time - Double(index) / rate
    let share = max(0, age / life)
    guard share < 1 else { return nil }
    let x = centre.x + area.x * left + speed * way.sin * age + gravity.x * age * age / 2
    let y = centre.y + area.y * top - speed * way.cos * age + gravity.y * age * age / 2
    let side = size * growth.value(share)
    let comes = fade.from > 0 ? share / fade.from : 1
    let goes = fade.to > 0 ? (1 - share) / fade.to : 1
    let opacity = min(1, comes, goes)
    guard side > 0, opacity > 0 else { return nil }
    let angle = Emitter.turn(start + spin * age)
    return Particle(
      map: Affine(
        side * angle.cos, side * angle.sin, -side * angle.sin, side * angle.cos, x, y),
      opacity: opacity, color: color)
  }

  /// The sine and cosine of an angle in turns, made of sums and products alone, so that every processor has the same.
  static func turn(_ angle: Double) -> (sin: Double, cos: Double) {
    let angle = angle - angle.rounded(.down)
    let quarter = (angle * 4).rounded()
    let x = (angle - quarter / 4) * 2 * .pi
    let square = x * x
    // Up to an eighth of a turn either way these are right to 1e-12.
    var (sine, cosine) = (0.0, 0.0)
    for n in stride(from: 14, through: 2, by: -2) {
      cosine = (1 + cosine) * -square / Double(n * (n - 1))
      sine = (1 + sine) * -square / Double(n * (n + 1))
    }
    (sine, cosine) = (x * (1 + sine), 1 + cosine)
    switch Int(quarter) % 4 {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
  }

  /// Random numbers from 0 up to 1, by SplitMix64.
  private struct Chance {
    private var state: UInt64

    init(seed: UInt64, index: UInt64) {
      state = seed
      state = mixed() &+ index &* 0xbf58_476d_1ce4_e5b9
      state = mixed()
    }

    mutating func next() -> Double { Double(mixed() >> 11) * 0x1p-53 }

    private mutating func mixed() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      return state.scrambled
    }
  }
}

extension Emitter {
  /// Its numbers in one row, for the text of graphs.
  public var numbers: [Double] {
    let motion = motion
    return motion[..<4] + [rate, Double(count ?? -1)] + motion[4...] + [Double(seed)]
  }

  /// The numbers that decide where its particles are, how large and how opaque.
  private var motion: [Double] {
    [
      centre.x, centre.y, area.x, area.y, life.from, life.to, speed.from, speed.to, direction.from,
      direction.to, spin.from, spin.to, size.from, size.to, growth.from, growth.to, fade.from,
      fade.to, gravity.x, gravity.y,
    ]
  }

  /// Particles of `shape` with all other `numbers`; nil if they are not those of an emitter.
  public init?(shape: VectorPath, colors: [Color], numbers n: [Double]) {
    guard n.count == 23, !colors.isEmpty, n.allSatisfy({ $0.magnitude < 1e15 }), n[22] >= 0 else {
      return nil
    }
    self.init(
      shape: shape, colors: colors, centre: PixelPoint(n[0], n[1]), area: PixelPoint(n[2], n[3]),
      rate: n[4], count: n[5] < 0 ? nil : Int(n[5]), life: Spread(n[6], n[7]),
      speed: Spread(n[8], n[9]), direction: Spread(n[10], n[11]), spin: Spread(n[12], n[13]),
      size: Spread(n[14], n[15]), growth: Spread(n[16], n[17]), fade: Spread(n[18], n[19]),
      gravity: PixelPoint(n[20], n[21]), seed: UInt64(n[22]))
  }

  /// The same with all lengths counted from another origin, `by` away.
  public func moved(_ by: PixelPoint) -> Emitter {
    var emitter = self
    emitter.centre = PixelPoint(centre.x + by.x, centre.y + by.y)
    return emitter
  }

  /// True if its numbers are within the limits for drawing.
  public var isValid: Bool {
    motion.allSatisfy { $0.magnitude < 1e9 } && time.isFinite && rate > 0 && rate <= 100_000
      && !colors.isEmpty && colors.count <= 16 && (count ?? 0) >= 0
      && mostAlive <= Double(Emitter.mostParticles) + 1 && shape.steps.count <= 1000
  }
}
