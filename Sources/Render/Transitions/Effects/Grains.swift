// SPDX-License-Identifier: Apache-2.0

import Kernels

extension TransitionKernel {
  /// Places change in random order.
  static let grains: [TransitionKernel] = [
    .init("crosshatch", 5, crosshatch),
    .init("perlin", 3, perlin),
    // Single pixels.
    .init("randomnoisex", 1) { frame in
      let (seed, progress) = (frame.seed(0), frame.progress)
      let (width, height) = (Float(frame.width), Float(frame.height))
      return .weights { row in
        row.write { p in
          random(floor(p.x * width), floor(p.y * height), seed) + progress >= 1 ? 1 : 0
        }
      }
    },
    // The cells of a grid fade one by one.
    .init("randomsquares", 4) { frame in
      let (cells, softness, seed) = (frame.pair(0), frame.number(2), frame.seed(3))
      let place = frame.progress * (1 + softness)
      return .cells(frame, { floor($0 * cells.x) }, { floor($0 * cells.y) }) {
        ramp(0, -softness, random($0, $1, seed) - place)
      }
    },
  ]
}

/// Random rows and columns change, from a point outwards.
@Sendable private func crosshatch(_ frame: EffectFrame) -> EffectPlan {
  let (center, reach, edge) = (frame.point(0), 1 / frame.number(2), frame.number(3))
  let (progress, height, seed) = (frame.progress, frame.height, frame.seed(4))
  // The weights where it is open, and elsewhere.
  let early = ramp(0, edge, progress)
  let (open, closed) = (Weight(of: early), Weight(of: early * ramp(1 - edge, 1, progress)))
  /// The square of a distance from the point at which it begins, over the reach.
  func square(_ place: Float, _ center: Float) -> Float {
    let distance = (place - center) * reach
    return distance * distance
  }
  let leads = Table(frame.width) { random(0, Float($0), seed) }
  let squares = frame.columns { square($0, center.x) }
  return .weights { row in
    let rowLead = random(Float(height - 1 - row.y), 0, seed)
    let rowSquare = square((Float(row.y) + 0.5) / Float(height), 1 - center.y)
    let (leads, squares, weights) = (leads.base, squares.base, row.weights)
    for x in 0..<row.width {
      let time = progress - min(rowLead, leads[x])
      let room = time > 0 ? time * time : -1
      weights[x] = squares[x] + rowSquare <= room ? open : closed
    }
  }
}

/// Blobs of value noise.
@Sendable private func perlin(_ frame: EffectFrame) -> EffectPlan {
  let (scale, softness, seed) = (frame.number(0), frame.number(1), frame.seed(2))
  let low = between(-softness, 1 + softness, frame.progress) - softness
  let part = 1 / (2 * softness)
  func eased(_ x: Float) -> Float { x * x * (3 - 2 * x) }
  let cells = Cells(frame.width) { floor($0 * scale) }
  // The position of each column from the left of its cell to the right, eased.
  let (across, height) = (1 / Float(frame.width), Float(frame.height))
  let shares = Table(frame.width) { eased(fraction((Float($0) + 0.5) * across * scale)) }
  return .weights { row in
    let place = (1 - (Float(row.y) + 0.5) / height) * scale
    let line = floor(place)
    let up = eased(place - line)
    func noise(_ x: Float) -> Float {
      between(random(x, line, seed), random(x, line + 1, seed), up)
    }
    let (shares, weights) = (shares.base, row.weights)
    var (last, right): (Float, Float) = (-2, 0)
    for (cell, x) in cells.numbers.enumerated() {
      let left = x == last + 1 ? right : noise(x)
      (last, right) = (x, noise(x + 1))
      let (start, slope) = (left - low, right - left)
      for x in cells.starts[cell]..<cells.starts[cell + 1] {
        let t = clamped((start + slope * shares[x]) * part, 1)
        weights[x] = Weight(of: 1 - t * t * (3 - 2 * t))
      }
    }
  }
}
