// SPDX-License-Identifier: Apache-2.0

import Basics
import CPango

extension TextCanvas {
  /// The drawn pixels, as straight-alpha RGBA rows without padding.
  func straightPixels(_ paint: TextPaint) throws(TypesettingError) -> [UInt8] {
    let (surface, size) = (surface, size)
    cairo_surface_flush(surface)
    guard let data = cairo_image_surface_get_data(surface), isValid else {
      throw TypesettingError(.system, "cairo could not draw the text")
    }
    let stride = Int(cairo_image_surface_get_stride(surface))
    return [UInt8](unsafeUninitializedCapacity: size.width * size.height * 4) { target, count in
      guard let base = UnsafeMutableRawPointer(target.baseAddress) else { return }
      let clear = paint.straightBytes(0)
      var (last, straight) = (UInt32(0), clear)
      for y in 0..<size.height {
        let row = UnsafeRawPointer(data + y * stride)
        let line = base + y * size.width * 4
        var x = 0
        while x < size.width {
          // Most neighbours are alike: clear ones, and those inside a letter.
          while x &+ 4 <= size.width {
            let four = row.loadUnaligned(fromByteOffset: x &* 4, as: SIMD4<UInt32>.self)
            let all: UInt32
            if four == .zero {
              all = clear
            } else if four == SIMD4(repeating: last) {
              all = straight
            } else {
              break
            }
            line.storeBytes(
              of: SIMD4(repeating: all), toByteOffset: x &* 4, as: SIMD4<UInt32>.self)
            x &+= 4
          }
          let end = min(x &+ 4, size.width)
          while x < end {
            let pixel = row.load(fromByteOffset: x &* 4, as: UInt32.self)
            if pixel != last { (last, straight) = (pixel, paint.straightBytes(pixel)) }
            line.storeBytes(of: straight, toByteOffset: x &* 4, as: UInt32.self)
            x &+= 1
          }
        }
      }
      count = size.width * size.height * 4
    }
  }
}

extension TextPaint {
  /// `straight(_:)` as a number whose bytes in memory are red, green, blue, alpha.
  fileprivate func straightBytes(_ pixel: UInt32) -> UInt32 {
    let (red, green, blue, alpha) = straight(pixel)
    let number = UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | UInt32(alpha) << 24
    return number.littleEndian
  }
}
