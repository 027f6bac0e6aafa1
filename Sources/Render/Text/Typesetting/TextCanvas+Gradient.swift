// SPDX-License-Identifier: Apache-2.0

import Base
import CPango
import Kernels

extension TextCanvas {
  /// A pattern of cairo with the gradient of `paint` in `box`, in layout pixels; the caller destroys it.
  ///
  /// It is painted by the kernel that paints fills, so that a text and a fill with one gradient look the same.
  func source(of paint: TextPaint, in box: TextArea) throws(TypesettingError) -> OpaquePointer? {
    guard let gradient = paint.gradient else { return nil }
    var (x, y) = (0.0, 0.0)
    cairo_user_to_device(cairo, &x, &y)
    let placed = gradient.placed(
      in: PixelBox(
        x: x + box.x0, y: y + box.y0, width: max(box.x1 - box.x0, 1),
        height: max(box.y1 - box.y0, 1)))
    let colors = placed.stops.map { stop in
      let color = stop.color
      return YUVColor(y: color.red, u: color.green, v: color.blue, a: color.alpha)
    }
    let image = cairo_image_surface_create(
      CAIRO_FORMAT_ARGB32, Int32(size.width), Int32(size.height))
    defer { cairo_surface_destroy(image) }
    guard let data = cairo_image_surface_get_data(image) else {
      throw TypesettingError(.system, "cairo has no memory for \(size) pixels")
    }
    let stride = Int(cairo_image_surface_get_stride(image))
    cairo_surface_flush(image)
    let count = size.width * size.height
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4 * count) { samples in
      guard let base = samples.baseAddress else { return }
      let planes = (0..<4).map { index in
        Plane(
          base: base + index * count, stride: size.width, width: size.width, height: size.height)
      }
      let view = PictureView(
        y: planes[0], u: planes[1], v: planes[2], a: planes[3], chroma: .full)
      fill(view, with: placed, colors, scale: PixelPoint(1, 1))
      for y in 0..<size.height {
        let target = UnsafeMutableRawPointer(data + y * stride)
        for x in 0..<size.width {
          let alpha = UInt32(planes[3].row(y)[x])
          func part(_ plane: Int) -> UInt32 {
            (UInt32(planes[plane].row(y)[x]) * alpha + 127) / 255
          }
          target.storeBytes(
            of: alpha << 24 | part(0) << 16 | part(1) << 8 | part(2), toByteOffset: x * 4,
            as: UInt32.self)
        }
      }
    }
    cairo_surface_mark_dirty(image)
    guard let pattern = cairo_pattern_create_for_surface(image) else { return nil }
    // The pattern lies in canvas pixels, whatever the origin of drawing.
    var matrix = cairo_matrix_t()
    cairo_get_matrix(cairo, &matrix)
    cairo_pattern_set_matrix(pattern, &matrix)
    cairo_pattern_set_filter(pattern, CAIRO_FILTER_NEAREST)
    return pattern
  }
}
