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
      var (last, straight) = (UInt32(0), paint.straight(0))
      var at = 0
      for y in 0..<size.height {
        let row = UnsafeRawPointer(data + y * stride)
        for x in 0..<size.width {
          let pixel = row.load(fromByteOffset: x * 4, as: UInt32.self)
          if pixel != last { (last, straight) = (pixel, paint.straight(pixel)) }
          (target[at], target[at + 1], target[at + 2], target[at + 3]) = straight
          at += 4
        }
      }
      count = at
    }
  }
}
