// SPDX-License-Identifier: Apache-2.0

import AV
import Basics

/// The luma of a picture in 16 by 9 blocks, to compare scenes.
struct SmallPicture {
  /// Means of the blocks in 1/256 of an 8-bit step, row by row.
  private var blocks: [Int32]

  private static let (columns, rows) = (16, 9)
  /// The sampling step, horizontally and vertically.
  private static let step = 4

  /// The luma of `frame`; nil if it has no separate luma plane.
  init?(_ frame: borrowing Frame) {
    let (format, size) = (frame.pixelFormat, frame.size)
    guard format.hasBrightnessPlane, size.width >= SmallPicture.columns,
      size.height >= SmallPicture.rows,
      let blocks = frame.withPlane(0, { SmallPicture.blocks($0, stride: $1, size, format.depth) })
    else { return nil }
    self.blocks = blocks
  }

  private static func blocks(
    _ plane: UnsafePointer<UInt8>, stride: Int, _ size: PixelSize, _ depth: Int
  ) -> [Int32] {
    let bytes = depth > 8 ? 2 : 1
    precondition(stride >= size.width * bytes, "rows of a luma plane do not overlap")
    var blocks: [Int32] = []
    blocks.reserveCapacity(SmallPicture.columns * SmallPicture.rows)
    for row in 0..<SmallPicture.rows {
      let (top, bottom) = (
        row * size.height / SmallPicture.rows, (row + 1) * size.height / SmallPicture.rows
      )
      for column in 0..<SmallPicture.columns {
        let (left, right) = (
          column * size.width / SmallPicture.columns,
          (column + 1) * size.width / SmallPicture.columns
        )
        var (sum, count) = (0, 0)
        for y in Swift.stride(from: top, to: bottom, by: SmallPicture.step) {
          let line = plane + y * stride
          for x in Swift.stride(from: left, to: right, by: SmallPicture.step) {
            sum += bytes == 1 ? Int(line[x]) : Int(line[2 * x]) | Int(line[2 * x + 1]) << 8
            count += 1
          }
        }
        blocks.append(Int32(((sum << 8) / count) >> (depth - 8)))
      }
    }
    return blocks
  }

  /// The mean difference of all blocks, in 1/256 of an 8-bit step.
  func difference(to other: SmallPicture) -> Int {
    zip(blocks, other.blocks).reduce(0) { $0 + Int(abs($1.0 - $1.1)) } / blocks.count
  }
}
