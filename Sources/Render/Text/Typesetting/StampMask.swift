// SPDX-License-Identifier: Apache-2.0

public import Base
import CPango
public import RenderProtocol

/// The coverage of each pixel by many small shapes, laid over each other.
public struct StampMask: Sendable {
  private let path: VectorPath
  private let stamps: [Particle]
  private let map: Affine
  private let size: PixelSize
  /// The number of rows of the picture drawn at a time.
  private static let band = 1024

  /// The coverage of a picture of `size` by `path` at all places of `stamps`.
  ///
  /// - Parameter map: From the lengths of the stamps to pixels of the picture.
  public init(_ path: VectorPath, _ stamps: [Particle], through map: Affine, on size: PixelSize) {
    self.path = path
    self.stamps = stamps
    self.map = map
    self.size = size
  }

  /// Hands the coverage to `body`, some rows at a time, from the top.
  public func rows(
    _ body: (_ first: Int, UnsafeBufferPointer<UInt16>) -> Void
  ) throws(TypesettingError) {
    var weights = [UInt16](repeating: 0, count: size.width * min(StampMask.band, size.height))
    for first in stride(from: 0, to: size.height, by: StampMask.band) {
      let count = min(StampMask.band, size.height - first)
      try draw(first, count, into: &weights)
      weights.withUnsafeBufferPointer {
        body(first, UnsafeBufferPointer(rebasing: $0[..<(count * size.width)]))
      }
    }
  }

  /// Returns true if the square of side 1 about the origin may be visible in some rows; it spares
  /// cairo far places.
  private func isSeen(_ map: Affine, _ first: Int, _ count: Int) -> Bool {
    let (across, down) = (map.a.magnitude + map.c.magnitude, map.b.magnitude + map.d.magnitude)
    return map.tx > -across && map.tx < Double(size.width) + across
      && map.ty > Double(first) - down && map.ty < Double(first + count) + down
  }

  private func draw(
    _ first: Int, _ count: Int, into weights: inout [UInt16]
  ) throws(TypesettingError) {
    let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(size.width), Int32(count))
    defer { cairo_surface_destroy(surface) }
    let cairo = cairo_create(surface)
    defer { cairo_destroy(cairo) }
    cairo_set_antialias(cairo, CAIRO_ANTIALIAS_BEST)
    cairo_set_tolerance(cairo, 0.05)
    for stamp in stamps {
      let whole = stamp.map.then(map)
      // What shrinks to nothing has no path.
      guard (1e-9...1e12).contains(abs(whole.determinant)), isSeen(whole, first, count) else {
        continue
      }
      var matrix = cairo_matrix_t(
        xx: whole.a, yx: whole.b, xy: whole.c, yy: whole.d, x0: whole.tx,
        y0: whole.ty - Double(first))
      cairo_set_matrix(cairo, &matrix)
      cairo_set_source_rgba(cairo, 0, 0, 0, stamp.opacity)
      cairo?.add(path.steps)
      cairo_fill(cairo)
    }
    let status = cairo_status(cairo)
    cairo_surface_flush(surface)
    guard status == CAIRO_STATUS_SUCCESS, let base = cairo_image_surface_get_data(surface) else {
      throw TypesettingError(
        .system,
        "cairo cannot draw particles on \(size): \(String(cString: cairo_status_to_string(status)))"
      )
    }
    let stride = Int(cairo_image_surface_get_stride(surface))
    weights.withUnsafeMutableBufferPointer { weights in
      for y in 0..<count {
        let row = base + y * stride
        for x in 0..<size.width { weights[y * size.width + x] = UInt16(row[x]) * 257 }
      }
    }
  }
}
