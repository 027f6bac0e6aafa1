// SPDX-License-Identifier: Apache-2.0

import Base
import CPango

extension TextCanvas {
  /// The drawn pixels, as straight-alpha RGBA rows without padding.
  ///
  /// - Parameter last: What is known of the text that was drawn before; it knows this one afterwards.
  func straightPixels(
    _ paint: TextPaint, after last: LastRaster? = nil
  ) throws(TypesettingError) -> [UInt8] {
    cairo_surface_flush(surface)
    guard let data = cairo_image_surface_get_data(surface), isValid else {
      throw TypesettingError(.system, "cairo could not draw the text")
    }
    let stride = Int(cairo_image_surface_get_stride(surface))
    let rows = CanvasRows(base: UnsafeRawPointer(data), stride: stride, size: size)
    return last?.pixels(of: rows, paint) ?? rows.straightPixels(paint)
  }
}

/// The pixels of a canvas as cairo keeps them: 32 bits with premultiplied alpha.
struct CanvasRows {
  let base: UnsafeRawPointer
  /// The bytes from one row to the next.
  let stride: Int
  let size: PixelSize

  var byteCount: Int { stride * size.height }

  /// All of them, with what lies between rows.
  var bytes: [UInt8] { Array(UnsafeRawBufferPointer(start: base, count: byteCount)) }

  /// Copies `rows` to their places in `target`, which is like `bytes`.
  func copy(_ rows: Range<Int>, into target: UnsafeMutableRawBufferPointer) {
    let (first, count) = (rows.lowerBound * stride, rows.count * stride)
    target[first..<first + count].copyBytes(
      from: UnsafeRawBufferPointer(start: base + first, count: count))
  }

  /// The rectangle outside of which they are those of `other`, which is like `bytes`; empty where all are.
  func difference(from other: UnsafeRawBufferPointer) -> PixelRect {
    guard let before = other.baseAddress else { return PixelRect(size) }
    func isAlike(_ y: Int) -> Bool {
      memcmp(base + y * stride, before + y * stride, size.width * 4) == 0
    }
    func isAlike(_ x: Int, _ y: Int) -> Bool {
      let place = y &* stride &+ x &* 4
      return base.load(fromByteOffset: place, as: UInt32.self)
        == before.load(fromByteOffset: place, as: UInt32.self)
    }
    guard let top = (0..<size.height).first(where: { !isAlike($0) }),
      let bottom = (top..<size.height).last(where: { !isAlike($0) })
    else { return PixelRect(x: 0, y: 0, width: 0, height: 0) }
    var (left, right) = (size.width, 0)
    for y in top...bottom {
      var x = 0
      while x < left, isAlike(x, y) { x &+= 1 }
      left = x
      x = size.width
      while x > right, isAlike(x &- 1, y) { x &-= 1 }
      right = x
    }
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top + 1)
  }

  /// All of them, as straight-alpha RGBA without padding.
  func straightPixels(_ paint: TextPaint) -> [UInt8] {
    let count = size.width * size.height * 4
    return [UInt8](unsafeUninitializedCapacity: count) { target, initialised in
      makeStraight(PixelRect(size), paint, into: UnsafeMutableRawBufferPointer(target))
      initialised = count
    }
  }

  /// Converts those in `area` to straight-alpha RGBA, at their places in `target`, whose rows have no padding.
  func makeStraight(
    _ area: PixelRect, _ paint: TextPaint, into target: UnsafeMutableRawBufferPointer
  ) {
    guard let start = target.baseAddress else { return }
    let clear = paint.straightBytes(0)
    var (last, straight) = (UInt32(0), clear)
    for y in area.y..<area.y + area.height {
      let row = base + y * stride + area.x * 4
      let line = start + (y * size.width + area.x) * 4
      var x = 0
      while x < area.width {
        // Most neighbours are alike: clear ones, and those inside a letter.
        while x &+ 4 <= area.width {
          let four = row.loadUnaligned(fromByteOffset: x &* 4, as: SIMD4<UInt32>.self)
          let all: UInt32
          if four == .zero {
            all = clear
          } else if four == SIMD4(repeating: last) {
            all = straight
          } else {
            break
          }
          line.storeBytes(of: SIMD4(repeating: all), toByteOffset: x &* 4, as: SIMD4<UInt32>.self)
          x &+= 4
        }
        let end = min(x &+ 4, area.width)
        while x < end {
          let pixel = row.load(fromByteOffset: x &* 4, as: UInt32.self)
          if pixel != last { (last, straight) = (pixel, paint.straightBytes(pixel)) }
          line.storeBytes(of: straight, toByteOffset: x &* 4, as: UInt32.self)
          x &+= 1
        }
      }
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
