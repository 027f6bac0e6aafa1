// SPDX-License-Identifier: Apache-2.0

import Kernels

/// The columns or rows of a picture, parted into cells.
@frozen @usableFromInline package struct Cells: Sendable {
  /// The number of each cell, by which a kernel knows it.
  @usableFromInline package let numbers: [Float]
  /// The pixel at which each begins, and the one after the last.
  @usableFromInline package let starts: [Int]
  /// Which of the cells each pixel belongs to.
  @usableFromInline package let ordinals: [Int]

  /// Cells of `count` pixels, where `number` is the number at a place, 0…1.
  package init(_ count: Int, _ number: (Float) -> Float) {
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
  @inlinable @inline(__always)
  package func spans(
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

/// A grid of cells, each with a weight.
package struct CellField: RowEffect {
  private let columns, rows: Cells
  /// The weights of all cells, row by row.
  private let weights: [Weight]

  /// Cells whose numbers `across` and `up` say, with shares of the second picture.
  package init(
    _ frame: EffectFrame, _ across: (Float) -> Float, _ up: (Float) -> Float,
    _ share: (_ x: Float, _ y: Float) -> Float
  ) {
    let columns = Cells(frame.width, across)
    rows = Cells(frame.height) { up(1 - $0) }
    weights = rows.numbers.flatMap { y in columns.numbers.map { Weight(of: share($0, y)) } }
    self.columns = columns
  }

  package func fill(_ y: Int, _ weights: UnsafeMutablePointer<UInt16>) {
    let row = rows.ordinals[y] * columns.numbers.count
    for cell in 0..<columns.numbers.count {
      let (start, end) = (columns.starts[cell], columns.starts[cell + 1])
      (weights + start).update(repeating: self.weights[row + cell], count: end - start)
    }
  }
}
