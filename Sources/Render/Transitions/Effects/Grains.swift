// SPDX-License-Identifier: Apache-2.0

import Kernels

extension TransitionKernel {
  /// Places change in random order.
  static let grains: [TransitionKernel] = [
    rows("crosshatch", 5, Crosshatch.init),
    rows("perlin", 3, Perlin.init),
    field("randomnoisex", 1, RandomPixels.init),
    rows("randomsquares", 4) { fadingSquares($0) },
  ]

  /// The cells of a grid fade one by one.
  private static func fadingSquares(_ frame: EffectFrame) -> CellField {
    let (cells, softness, seed) = (frame.pair(0), frame.number(2), frame.seed(3))
    let place = frame.progress * (1 + softness)
    return CellField(frame, { floor($0 * cells.x) }, { floor($0 * cells.y) }) {
      ramp(0, -softness, random($0, $1, seed) - place)
    }
  }
}

/// Random rows and columns change, from a point outwards.
private struct Crosshatch: RowEffect {
  let progress: Float
  /// The weights where it is open, and elsewhere.
  let open, closed: Weight
  /// The leads of all rows and columns, and the squares of their distances from the point at which it begins, over the reach.
  let rowLeads, columnLeads, rowSquares, columnSquares: [Float]

  init(_ frame: EffectFrame) {
    let (center, reach, edge) = (frame.point(0), 1 / frame.number(2), frame.number(3))
    progress = frame.progress
    let early = ramp(0, edge, progress)
    (open, closed) = (Weight(of: early), Weight(of: early * ramp(1 - edge, 1, progress)))
    let (width, height, seed) = (frame.width, frame.height, frame.seed(4))
    rowLeads = (0..<height).map { random(Float(height - 1 - $0), 0, seed) }
    columnLeads = (0..<width).map { random(0, Float($0), seed) }
    func square(_ x: Int, _ count: Int, _ center: Float) -> Float {
      let distance = ((Float(x) + 0.5) / Float(count) - center) * reach
      return distance * distance
    }
    rowSquares = (0..<height).map { square($0, height, 1 - center.y) }
    columnSquares = (0..<width).map { square($0, width, center.x) }
  }

  func fill(_ y: Int, _ weights: UnsafeMutablePointer<Weight>) {
    let (rowLead, rowSquare) = (rowLeads[y], rowSquares[y])
    columnLeads.withUnsafeBufferPointer { leads in
      columnSquares.withUnsafeBufferPointer { squares in
        for x in 0..<leads.count {
          let time = progress - min(rowLead, leads[x])
          let room = time > 0 ? time * time : -1
          weights[x] = squares[x] + rowSquare <= room ? open : closed
        }
      }
    }
  }
}

/// Blobs of value noise.
private struct Perlin: RowEffect {
  let height: Int
  let scale, low, part: Float
  let seed: UInt32
  let cells: Cells
  /// The position of each column from the left of its cell to the right, eased.
  let shares: [Float]

  init(_ frame: EffectFrame) {
    let scale = frame.number(0)
    let softness = frame.number(1)
    low = between(-softness, 1 + softness, frame.progress) - softness
    part = 1 / (2 * softness)
    seed = frame.seed(2)
    height = frame.height
    cells = Cells(frame.width) { floor($0 * scale) }
    let across = 1 / Float(frame.width)
    shares = (0..<frame.width).map {
      let h = fraction((Float($0) + 0.5) * across * scale)
      return h * h * (3 - 2 * h)
    }
    self.scale = scale
  }

  func fill(_ y: Int, _ weights: UnsafeMutablePointer<Weight>) {
    let place = (1 - (Float(y) + 0.5) / Float(height)) * scale
    let line = floor(place)
    let v = place - line
    let up = v * v * (3 - 2 * v)
    func noise(_ x: Float) -> Float {
      between(random(x, line, seed), random(x, line + 1, seed), up)
    }
    shares.withUnsafeBufferPointer { shares in
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
