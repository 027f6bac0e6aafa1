// SPDX-License-Identifier: Apache-2.0

import Kernels

/// The columns or rows of a picture, parted into cells.
struct Cells: Sendable {
  /// The number of each cell, by which a kernel knows it.
  let numbers: [Float]
  /// The pixel at which each begins, and the one after the last.
  let starts: [Int]
  /// Which of the cells each pixel belongs to.
  let ordinals: [Int]

  /// Cells of `count` pixels, where `number` is the number at a place, 0…1.
  init(_ count: Int, _ number: (Float) -> Float) {
    var (numbers, starts, ordinals): ([Float], [Int], [Int]) = ([], [], [])
    ordinals.reserveCapacity(count)
    let part = 1 / Float(count)
    for x in 0..<count {
      let own = number((Float(x) + 0.5) * part)
      if own != numbers.last {
        numbers.append(own)
        starts.append(x)
      }
      ordinals.append(numbers.count - 1)
    }
    (self.numbers, self.starts, self.ordinals) = (numbers, starts + [count], ordinals)
  }

  /// Calls `body` with the cells of the samples `first`…, each of `step` pixels, and with which of `count` samples they are.
  @inline(__always)
  func spans(
    _ first: Int, _ count: Int, step: Int, _ body: (_ cell: Int, _ samples: Range<Int>) -> Void
  ) {
    var x = 0
    while x < count {
      let cell = ordinals[(first + x) * step]
      let end = min(count, (starts[cell + 1] + step - 1) / step - first)
      body(cell, x..<end)
      x = end
    }
  }
}

extension EffectPlan {
  /// A grid of cells whose numbers `across` and `up` say, with shares of the second picture.
  static func cells(
    _ frame: EffectFrame, _ across: (Float) -> Float, _ up: (Float) -> Float,
    _ share: (_ x: Float, _ y: Float) -> Float
  ) -> EffectPlan {
    let (columns, rows) = (Cells(frame.width, across), Cells(frame.height) { up(1 - $0) })
    let shares = rows.numbers.flatMap { y in columns.numbers.map { Weight(of: share($0, y)) } }
    return .weights { row in
      let line = rows.ordinals[row.y] * columns.numbers.count
      for cell in 0..<columns.numbers.count {
        let (start, end) = (columns.starts[cell], columns.starts[cell + 1])
        (row.weights + start).update(repeating: shares[line + cell], count: end - start)
      }
    }
  }
}
