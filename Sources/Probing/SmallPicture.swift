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
    let format = frame.pixelFormat
    let (size, stride) = (frame.size, frame.stride(0))
    guard let plane = frame.plane(0), format.hasBrightnessPlane,
      size.width >= SmallPicture.columns, size.height >= SmallPicture.rows
    else { return nil }
    let bytes = format.depth > 8 ? 2 : 1
    guard stride >= size.width * bytes else { return nil }
    blocks = []
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
        blocks.append(Int32(((sum << 8) / count) >> (format.depth - 8)))
      }
    }
  }

  /// The mean difference of all blocks, in 1/256 of an 8-bit step.
  func difference(to other: SmallPicture) -> Int {
    zip(blocks, other.blocks).reduce(0) { $0 + Int(abs($1.0 - $1.1)) } / blocks.count
  }
}
