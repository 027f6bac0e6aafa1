// SPDX-License-Identifier: Apache-2.0

public import Base
public import RenderProtocol

extension RasterFile {
  /// A picture of `size` in which parts of this one lie over each other, the first lowest.
  ///
  /// Areas outside of either picture are left out. Its transparent pixels have the colour of this
  /// one's first.
  public func composed(_ letters: [Letter], size: PixelSize) -> RasterFile {
    var result = RasterFile(
      size: size, pixels: [UInt8](repeating: 0, count: size.width * size.height * 4))
    result.pixels.withUnsafeMutableBufferPointer { target in
      pixels.withUnsafeBufferPointer { source in
        for at in stride(from: 0, to: target.count, by: 4) {
          for channel in 0..<3 { target[at + channel] = source[channel] }
        }
        for letter in letters {
          let (area, place) = (letter.area, letter.place)
          let rows = visible(area.y, place.y, area.height, self.size.height, size.height)
          let columns = visible(area.x, place.x, area.width, self.size.width, size.width)
          for row in rows {
            let from = ((area.y + row) * self.size.width + area.x) * 4
            let to = ((place.y + row) * size.width + place.x) * 4
            for column in columns { lay(source, from + column * 4, over: target, to + column * 4) }
          }
        }
      }
    }
    return result
  }

  /// Which of `count` pixels lie in both pictures: from `a` on in one of `sizeA`, from `b` on in one of `sizeB`.
  private func visible(_ a: Int, _ b: Int, _ count: Int, _ sizeA: Int, _ sizeB: Int) -> Range<Int> {
    let first = max(0, -a, -b)
    return first..<max(first, min(count, sizeA - a, sizeB - b))
  }

  /// Lays one pixel over another; both have straight alpha.
  private func lay(
    _ source: UnsafeBufferPointer<UInt8>, _ from: Int,
    over target: UnsafeMutableBufferPointer<UInt8>, _ to: Int
  ) {
    let alpha = Int(source[from + 3])
    if alpha == 0 { return }
    let below = Int(target[to + 3]) * (255 - alpha)
    let whole = alpha * 255 + below
    for channel in 0..<3 {
      let sum = Int(source[from + channel]) * alpha * 255 + Int(target[to + channel]) * below
      target[to + channel] = UInt8((sum + whole / 2) / whole)
    }
    target[to + 3] = UInt8((whole + 127) / 255)
  }
}
