// SPDX-License-Identifier: Apache-2.0

import Base
package import LibAV

/// The brightness of a frame in 64 by 36 blocks, to find black frames and frames that do not
/// change.
package struct LumaGrid {
  package static let (columns, rows) = (64, 36)

  /// Means of the blocks in 1/256 of a step of 8 bits, row by row.
  package private(set) var blocks: [Int32]

  /// The brightness of `frame`; nil where it has no plane of it, or is too small.
  package init?(_ frame: borrowing Frame) {
    let (format, size) = (frame.pixelFormat, frame.size)
    guard format.hasBrightnessPlane, size.width >= LumaGrid.columns, size.height >= LumaGrid.rows
    else { return nil }
    let depth = format.depth
    let blocks = frame.withPlane(0) { plane, stride in
      depth > 8
        ? LumaGrid.blocks(
          UnsafeRawPointer(plane).assumingMemoryBound(to: UInt16.self), stride: stride / 2, size,
          shift: depth - 8)
        : LumaGrid.blocks(plane, stride: stride, size, shift: 0)
    }
    guard let blocks else { return nil }
    self.blocks = blocks
  }

  private static func blocks<Sample: FixedWidthInteger>(
    _ plane: UnsafePointer<Sample>, stride: Int, _ size: PixelSize, shift: Int
  ) -> [Int32] {
    // Every second row of small pictures, and fewer of large ones, show what moves.
    let step = max(2, size.height / 360)
    var blocks = [Int32](repeating: 0, count: columns * rows)
    var edges = (0...columns).map { $0 * size.width / columns }
    edges[columns] = size.width
    for row in 0..<rows {
      let (top, bottom) = (row * size.height / rows, (row + 1) * size.height / rows)
      var count = 0
      for y in Swift.stride(from: top, to: bottom, by: step) {
        count += 1
        let line = plane + y * stride
        for column in 0..<columns {
          var sum: UInt32 = 0
          for x in edges[column]..<edges[column + 1] { sum &+= UInt32(truncatingIfNeeded: line[x]) }
          blocks[row * columns + column] += Int32(truncatingIfNeeded: sum >> shift)
        }
      }
      for column in 0..<columns {
        let width = edges[column + 1] - edges[column]
        let index = row * columns + column
        blocks[index] = Int32(Int(blocks[index]) * 256 / max(1, width * count))
      }
    }
    return blocks
  }

  /// The mean difference of all blocks, and the greatest one, in steps of 8 bits.
  package func difference(to other: LumaGrid) -> (mean: Double, greatest: Double) {
    var (sum, greatest): (Int, Int32) = (0, 0)
    for (one, two) in zip(blocks, other.blocks) {
      let step = abs(one - two)
      sum += Int(step)
      greatest = max(greatest, step)
    }
    return (Double(sum) / Double(256 * blocks.count), Double(greatest) / 256)
  }

  /// Returns true if all but a fiftieth of the blocks are darker than a tenth of the way from black
  /// to white.
  func isBlack(isFullRange: Bool) -> Bool {
    let limit: Int32 = isFullRange ? 25 * 256 : 38 * 256
    let bright = blocks.reduce(0) { $0 + ($1 > limit ? 1 : 0) }
    return bright * 50 <= blocks.count
  }
}
