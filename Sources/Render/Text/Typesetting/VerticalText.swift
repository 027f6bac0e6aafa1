// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol

// Vertical text is laid out lying on its left side, as Pango does it, and its picture is turned by a quarter to the right:
// the start of a line comes to the top, and the first line to the right.

extension TextBlock {
  /// The block laid out in place of a vertical text: everything that refers to sides of the screen
  /// is turned to the left.
  var turned: TextBlock {
    var block = self
    block.box = box.map { PixelSize($0.height, $0.width) }
    block.background?.padding =
      background.map { background in
        let padding = background.padding
        return [padding[1], padding[2], padding[3], padding[0]]
      } ?? []
    if alignment != .justify {
      block.alignment =
        switch verticalAlignment {
        case .top: .left
        case .center: .center
        case .bottom: .right
        }
    }
    block.verticalAlignment =
      switch alignment {
      case .left: .bottom
      case .center: .center
      case .right, .justify: .top
      }
    block.gradient = gradient?.turned
    return block
  }
}

extension BoxGradient {
  /// The gradient that looks like this one when it is turned by a quarter to the right.
  fileprivate var turned: BoxGradient {
    func opposite(_ length: Length) -> Length {
      Length(share: 1 - length.share, pixels: -length.pixels)
    }
    switch geometry {
    case .linear(let degrees): return BoxGradient(.linear(degrees: degrees - 90), stops)
    case .radial(let x, let y, let radii):
      return BoxGradient(.radial(x: y, y: opposite(x), radii: radii.reversed()), stops)
    case .conic(let x, let y, let degrees):
      return BoxGradient(.conic(x: y, y: opposite(x), degrees: degrees - 90), stops)
    }
  }
}

extension TextRaster {
  /// The picture turned by a quarter to the right.
  var turned: TextRaster {
    var raster = self
    raster.size = PixelSize(size.height, size.width)
    raster.box = PixelRect(
      x: size.height - box.y - box.height, y: box.x, width: box.height, height: box.width)
    let (width, height) = (size.width, size.height)
    raster.pixels = [UInt8](unsafeUninitializedCapacity: pixels.count) { target, count in
      pixels.withUnsafeBytes { source in
        let raw = UnsafeMutableRawBufferPointer(target)
        for y in 0..<height {
          for x in 0..<width {
            let pixel = source.loadUnaligned(fromByteOffset: (y * width + x) * 4, as: UInt32.self)
            raw.storeBytes(
              of: pixel, toByteOffset: (x * height + height - 1 - y) * 4, as: UInt32.self)
          }
        }
      }
      count = pixels.count
    }
    return raster
  }
}
