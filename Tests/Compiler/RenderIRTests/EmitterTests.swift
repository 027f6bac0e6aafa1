// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import Testing

@testable import RenderProtocol

@Suite struct EmitterTests {
  private func emitter(
    rate: Double = 50, count: Int? = nil, life: (Double, Double) = (1, 2), seed: UInt64 = 1
  ) -> Emitter {
    Emitter(
      shape: .ellipse(x: -0.5, y: -0.5, width: 1, height: 1), colors: [.white, .black],
      centre: PixelPoint(100, 50), area: PixelPoint(40, 20), rate: rate, count: count,
      life: .init(life.0, life.1), speed: .init(30, 90), direction: .init(0.2, 0.3),
      spin: .init(-1, 1), size: .init(4, 8), growth: .init(1, 0.5), fade: .init(0.25, 0.5),
      gravity: PixelPoint(5, 60), seed: seed)
  }

  private func particles(_ emitter: Emitter, at time: Double) -> [Particle] {
    var emitter = emitter
    emitter.time = time
    return emitter.particles
  }

  @Test func `Sines and cosines are those of the library`() {
    for step in -400...400 {
      let angle = Double(step) / 173
      let turn = Emitter.turn(angle)
      #expect(abs(turn.sin - sin(angle * 2 * .pi)) < 1e-12)
      #expect(abs(turn.cos - cos(angle * 2 * .pi)) < 1e-12)
    }
  }

  @Test func `Particles are born evenly, and live as long as they may`() {
    #expect(particles(emitter(), at: -0.1).isEmpty)
    // The first is born at 0, and still clear.
    #expect(particles(emitter(life: (1, 1)), at: 0).count == 0)
    #expect(particles(emitter(life: (1, 1)), at: 0.01).count == 1)
    #expect(particles(emitter(life: (1, 1)), at: 0.5).count == 25)
    for time in [1.01, 7.31, 1000.01, 100_000.01] {
      #expect(particles(emitter(life: (1, 1)), at: time).count == 50)
    }
    let mean = (0..<200).map { particles(emitter(), at: 5 + Double($0)).count }.reduce(0, +)
    #expect(abs(Double(mean) / 200 - 75) < 2)
    #expect(particles(emitter(rate: 1000, count: 20), at: 0.5).count == 20)
    #expect(particles(emitter(rate: 1000, count: 20), at: 2.1).isEmpty)
    #expect(particles(emitter(rate: 90_000), at: 10).count <= Emitter.mostParticles)
  }

  @Test func `A particle moves as a thrown body`() throws {
    // One alone, in three moments: speed and place at birth follow from two, the third is as they say.
    let one = emitter(rate: 0.001, count: 1, life: (4, 4))
    func place(_ time: Double) throws -> (x: Double, y: Double) {
      let particle = try #require(particles(one, at: time).first)
      return (particle.map.tx, particle.map.ty)
    }
    let (a, b, c) = (try place(1), try place(2), try place(3))
    // The second difference is the acceleration.
    #expect(abs(c.x - 2 * b.x + a.x - 5) < 1e-9)
    #expect(abs(c.y - 2 * b.y + a.y - 60) < 1e-9)
    // Speed at birth: a quarter turn from upwards is to the right.
    let (vx, vy) = (b.x - a.x - 1.5 * 5, b.y - a.y - 1.5 * 60)
    let speed = (vx * vx + vy * vy).squareRoot()
    #expect(30...90 ~= speed)
    #expect(abs(vy / speed) <= sin(0.05 * 2 * .pi) + 1e-9 && vx > 0)
    let birth = (x: a.x - vx - 2.5, y: a.y - vy - 30)
    #expect(80...120 ~= birth.x && 40...60 ~= birth.y)
    // It comes in the first quarter of its life, and goes in the second half.
    let opacities = try [0.5, 1, 1.5, 2, 3].map {
      try #require(particles(one, at: $0).first).opacity
    }
    #expect(zip(opacities, [0.5, 1, 1, 1, 0.5]).allSatisfy { abs($0 - $1) < 1e-12 })
    func side(_ time: Double) throws -> Double {
      let map = try #require(particles(one, at: time).first).map
      return (map.a * map.a + map.b * map.b).squareRoot()
    }
    #expect(abs(try side(3) / side(1) - 0.625 / 0.875) < 1e-9)
  }

  @Test func `Every moment stands for itself, and every seed for another one`() {
    let all = particles(emitter(), at: 3)
    #expect(particles(emitter(), at: 3) == all)
    #expect(particles(emitter(seed: 2), at: 3) != all)
    #expect(Set(all.map(\.color)) == [0, 1])
    #expect(Set(all.map(\.map.tx)).count == all.count)
  }

  @Test func `What is no emitter is told apart`() {
    #expect(emitter().isValid)
    #expect(!emitter(rate: 4000).isValid)
    #expect(emitter(rate: 4000, count: 100).isValid)
    #expect(!emitter(rate: .infinity, count: 100).isValid)
    #expect(!emitter(life: (.nan, 1)).isValid)
    #expect(!emitter(count: 100, life: (0, 1e12)).isValid)
    var numbers = emitter().numbers
    #expect(
      Emitter(shape: emitter().shape, colors: [.white, .black], numbers: numbers) == emitter())
    numbers[22] = -1
    #expect(Emitter(shape: emitter().shape, colors: [.white], numbers: numbers) == nil)
    #expect(Emitter(shape: emitter().shape, colors: [], numbers: emitter().numbers) == nil)
  }
}
