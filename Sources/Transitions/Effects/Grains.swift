// SPDX-License-Identifier: Apache-2.0

import EffectLoops

extension TransitionKernel {
  /// Places change in random order.
  static let grains: [TransitionKernel] = [
    field("crosshatch", 5, Crosshatch.init),
    field("perlin", 3, Perlin.init),
    field("randomnoisex", 1, RandomPixels.init),
    field("randomsquares", 4, RandomSquares.init),
  ]
}

/// Random rows and columns change, from a point outwards.
private struct Crosshatch: FieldEffect {
  let center, size: Point
  let reach, early, late, progress: Float
  /// The leads of all rows, from the bottom, and of all columns.
  let rows, columns: [Float]

  init(_ frame: EffectFrame) {
    center = frame.point(0)
    size = Point(Float(frame.width), Float(frame.height))
    reach = 1 / frame.number(2)
    let edge = frame.number(3)
    progress = frame.progress
    early = ramp(0, edge, progress)
    late = ramp(1 - edge, 1, progress)
    let seed = frame.seed(4)
    rows = (0..<frame.height).map { random(Float($0), 0, seed) }
    columns = (0..<frame.width).map { random(0, Float($0), seed) }
  }

  @inline(__always) func weight(_ p: Point) -> Float {
    let row = rows[index(p.y * size.y, below: rows.count)]
    let lead = min(row, columns[index(p.x * size.x, below: columns.count)])
    let isOpen = length(p - center) * reach <= progress - lead
    return early * (isOpen ? 1 : late)
  }
}

/// Blobs of value noise.
private struct Perlin: FieldEffect {
  let scale, low, high: Float
  let seed: UInt32

  init(_ frame: EffectFrame) {
    scale = frame.number(0)
    let softness = frame.number(1)
    let place = between(-softness, 1 + softness, frame.progress)
    (low, high) = (place - softness, place + softness)
    seed = frame.seed(2)
  }

  @inline(__always) func weight(_ p: Point) -> Float {
    let (x, y) = (floor(p.x * scale), floor(p.y * scale))
    let (h, v) = (p.x * scale - x, p.y * scale - y)
    let (across, up) = (h * h * (3 - 2 * h), v * v * (3 - 2 * v))
    let lower = between(random(x, y, seed), random(x + 1, y, seed), across)
    let upper = between(random(x, y + 1, seed), random(x + 1, y + 1, seed), across)
    return 1 - ramp(low, high, between(lower, upper, up))
  }
}

/// Single pixels.
private struct RandomPixels: FieldEffect {
  let frame: EffectFrame
  let seed: UInt32

  init(_ frame: EffectFrame) { (self.frame, seed) = (frame, frame.seed(0)) }

  @inline(__always) func weight(_ p: Point) -> Float {
    random(frame.column(p), frame.row(p), seed) + frame.progress >= 1 ? 1 : 0
  }
}

/// The cells of a grid fade one by one.
private struct RandomSquares: FieldEffect {
  let cells: Point
  let softness, place: Float
  let seed: UInt32

  init(_ frame: EffectFrame) {
    cells = frame.pair(0)
    softness = frame.number(2)
    place = frame.progress * (1 + softness)
    seed = frame.seed(3)
  }

  @inline(__always) func weight(_ p: Point) -> Float {
    ramp(0, -softness, random(floor(p.x * cells.x), floor(p.y * cells.y), seed) - place)
  }
}
