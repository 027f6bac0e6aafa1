// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol

/// The visible letters of a text: clusters of glyphs, by the byte of the shown text at which they begin.
enum TextView {
  /// All of them.
  case all
  /// Those in these bytes.
  case bytes(Range<Int>)
  /// Those of a line.
  case line(Int)

  /// The visible part of `block`, whose bytes are found in the shown text by `place`.
  init(_ block: TextBlock, _ place: (Int) -> Int = { $0 }) {
    switch block.piece?.part {
    case .nothing: self = .bytes(0..<0)
    case .bytes(let bytes): self = .bytes(place(bytes.lowerBound)..<place(bytes.upperBound))
    case .line(let line): self = .line(line)
    case nil: self = block.shown.map { .bytes(0..<place($0)) } ?? .all
    }
  }

  /// The bytes that are seen of `line`.
  func bytes(ofLine line: Int) -> Range<Int> {
    switch self {
    case .all: 0..<Int.max
    case .bytes(let bytes): bytes
    case .line(let seen): seen == line ? 0..<Int.max : 0..<0
    }
  }
}

extension TextRaster {
  /// The raster without what is clear around it, but for a pixel on each side; a clear pixel where all is clear.
  func trimmed() -> TextRaster {
    var (x0, y0, x1, y1) = (size.width, size.height, -1, -1)
    for y in 0..<size.height {
      let row = y * size.width * 4
      guard let first = (0..<size.width).first(where: { pixels[row + $0 * 4 + 3] > 0 }),
        let last = (0..<size.width).last(where: { pixels[row + $0 * 4 + 3] > 0 })
      else { continue }
      (x0, x1) = (min(x0, first), max(x1, last))
      (y0, y1) = (min(y0, y), y)
    }
    if x1 < 0 {
      (x0, y0, x1, y1) = (0, 0, 0, 0)
    } else {
      (x0, y0) = (max(0, x0 - 1), max(0, y0 - 1))
      (x1, y1) = (min(size.width - 1, x1 + 1), min(size.height - 1, y1 + 1))
    }
    var raster = self
    raster.size = PixelSize(x1 - x0 + 1, y1 - y0 + 1)
    raster.box.x -= x0
    raster.box.y -= y0
    raster.pixels = []
    raster.pixels.reserveCapacity(raster.size.width * raster.size.height * 4)
    for y in y0...y1 {
      raster.pixels += pixels[(y * size.width + x0) * 4..<(y * size.width + x1 + 1) * 4]
    }
    return raster
  }
}
