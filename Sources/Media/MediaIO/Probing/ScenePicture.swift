// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV

/// The luma of a picture in 16 by 9 blocks, to compare scenes.
struct ScenePicture {
  /// Means of the blocks in 1/256 of an 8-bit step, row by row.
  private var blocks: [Int32]

  private static let (columns, rows) = (16, 9)
  /// The sampling step, horizontally and vertically.
  private static let step = 4

  /// The luma of `frame`; nil if it has no separate luma plane.
  init?(_ frame: borrowing Frame) {
    let (format, size) = (frame.pixelFormat, frame.size)
    guard format.hasBrightnessPlane, size.width >= ScenePicture.columns,
      size.height >= ScenePicture.rows,
      let blocks = frame.withPlane(0, { ScenePicture.blocks($0, stride: $1, size, format.depth) })
    else { return nil }
    self.blocks = blocks
  }

  private static func blocks(
    _ plane: UnsafePointer<UInt8>, stride: Int, _ size: PixelSize, _ depth: Int
  ) -> [Int32] {
    let bytes = depth > 8 ? 2 : 1
    precondition(stride >= size.width * bytes, "rows of a luma plane do not overlap")
    var blocks: [Int32] = []
    blocks.reserveCapacity(ScenePicture.columns * ScenePicture.rows)
    for row in 0..<ScenePicture.rows {
      let (top, bottom) = (
        row * size.height / ScenePicture.rows, (row + 1) * size.height / ScenePicture.rows
      )
      for column in 0..<ScenePicture.columns {
        let (left, right) = (
          column * size.width / ScenePicture.columns,
          (column + 1) * size.width / ScenePicture.columns
        )
        var (sum, count) = (0, 0)
        for y in Swift.stride(from: top, to: bottom, by: ScenePicture.step) {
          let line = plane + y * stride
          for x in Swift.stride(from: left, to: right, by: ScenePicture.step) {
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
  func difference(to other: ScenePicture) -> Int {
    zip(blocks, other.blocks).reduce(0) { $0 + Int(abs($1.0 - $1.1)) } / blocks.count
  }
}
