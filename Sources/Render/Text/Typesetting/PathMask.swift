// SPDX-License-Identifier: Apache-2.0

public import Base
import CPango
public import RenderProtocol

/// The coverage of each pixel by a shape.
///
/// Cairo counts coverage across exactly, and down in fifteenths of a row. So four rows are drawn for each one, and their
/// mean is taken: an edge is right to less than a hundredth of a pixel in both directions.
public struct PathMask: Sendable {
  /// The covered part.
  public enum Mark: Sendable {
    /// The inside of a path, by the non-zero rule.
    case inside
    /// A line along the path.
    case line(Stroke)
  }

  /// The path that is filled, or drawn along.
  private let path: BandedPath
  /// The shapes filled beside a line: dashes without a length whose caps are square, each a square,
  /// and heads.
  private var fillings: [BandedPath] = []
  private let mark: Mark
  private let map: Affine
  private let size: PixelSize

  /// A stroke is not divided into more dashes.
  private static let mostDashes = 100_000.0
  /// The maximum number of rows crossed by all lines, curves and dashes together: as many take some
  /// seconds.
  private static let mostRows = 8_000_000.0
  /// The number of rows drawn for one.
  private static let fineness = 4
  /// The number of rows of the picture drawn at a time: Cairo's pictures are not higher than 32,767
  /// rows.
  private static let band = 256

  /// The coverage of a picture of `size` by what `mark` makes of a path.
  ///
  /// - Parameter map: From the path's lengths to pixels of the picture.
  public init(
    _ path: VectorPath, _ mark: Mark, through map: Affine, on size: PixelSize
  ) throws(TypesettingError) {
    self.map = map
    self.size = size
    self.mark = mark
    switch mark {
    case .inside: self.path = BandedPath(path, through: map, reach: 0)
    case .line(let stroke):
      let (line, fillings) = try PathMask.outline(path, stroke)
      self.path = BandedPath(
        line, through: map, reach: stroke.width * stroke.reach(hasCorners: true))
      self.fillings = fillings.map { BandedPath($0, through: map, reach: 0) }
    }
    let rows = fillings.reduce(self.path.rows(of: size.height)) { $0 + $1.rows(of: size.height) }
    guard rows <= PathMask.mostRows else {
      throw TypesettingError(
        .limit,
        "the lines, curves and dashes of a shape cross \(Int(rows)) rows of pixels, more than \(Int(PathMask.mostRows))"
      )
    }
  }

  /// The line to draw along for `stroke` along `path`, and the shapes filled beside it.
  private static func outline(
    _ path: VectorPath, _ stroke: Stroke
  ) throws(TypesettingError) -> (line: VectorPath, fillings: [VectorPath]) {
    let ends = stroke.trim.map { min(max($0, 0), 1) }
    var (first, last) = (min(ends[0], ends[1]), max(ends[0], ends[1]))
    var fillings: [VectorPath] = []
    let length = path.length
    if stroke.hasHead, length > 0, last > first {
      // A line that is shorter than its head has a smaller one.
      let size = min(4 * stroke.width, (last - first) * length)
      if let head = path.trimmed(from: first, to: last).arrowHead(size) { fillings.append(head) }
      last -= min(0.75 * size / length, last - first)
    }
    let line = path.trimmed(from: first, to: last)
    let period = stroke.dash.reduce(0, +)
    guard period > 0 else { return (line, fillings) }
    let dashes = length / period * Double((stroke.dash.count + 1) / 2)
    guard dashes <= mostDashes else {
      throw TypesettingError(
        .limit,
        "a stroke \(Int(length)) pixels long has \(Int(dashes)) dashes, more than \(Int(mostDashes))"
      )
    }
    var found = line.dashed(stroke.dash)
    switch stroke.cap {
    case .butt: break
    // Cairo draws a circle for a line without a length.
    case .round:
      for dot in found.dots { found.line.steps += [.move(dot.point), .line(dot.point)] }
    case .square:
      let reach = stroke.width / 2
      fillings.append(
        VectorPath(found.dots.flatMap { VectorPath(squareAt: $0, $1, reach: reach).steps }))
    }
    return (found.line, fillings)
  }

  /// Hands the coverage to `body`, some rows at a time, from the top.
  public func rows(
    _ body: (_ first: Int, UnsafeBufferPointer<UInt16>) -> Void
  ) throws(TypesettingError) {
    var weights = [UInt16](repeating: 0, count: size.width * min(PathMask.band, size.height))
    for first in stride(from: 0, to: size.height, by: PathMask.band) {
      let count = min(PathMask.band, size.height - first)
      try draw(first, count, into: &weights)
      weights.withUnsafeBufferPointer {
        body(first, UnsafeBufferPointer(rebasing: $0[..<(count * size.width)]))
      }
    }
  }

  private func draw(
    _ first: Int, _ count: Int, into weights: inout [UInt16]
  ) throws(TypesettingError) {
    let fine = PathMask.fineness
    let surface = cairo_image_surface_create(
      CAIRO_FORMAT_A8, Int32(size.width), Int32(count * fine))
    defer { cairo_surface_destroy(surface) }
    let cairo = cairo_create(surface)
    defer { cairo_destroy(cairo) }
    cairo_set_antialias(cairo, CAIRO_ANTIALIAS_BEST)
    cairo_set_tolerance(cairo, 0.05)
    var matrix = cairo_matrix_t(
      xx: map.a, yx: map.b * Double(fine), xy: map.c, yy: map.d * Double(fine), x0: map.tx,
      y0: (map.ty - Double(first)) * Double(fine))
    cairo_set_matrix(cairo, &matrix)
    cairo_set_source_rgba(cairo, 0, 0, 0, 1)
    let rows = first..<(first + count)
    switch mark {
    case .inside:
      cairo?.add(path.subpaths(in: rows))
      cairo_fill(cairo)
    case .line(let stroke):
      if stroke.width > 0 {
        cairo_set_line_width(cairo, stroke.width)
        cairo_set_miter_limit(cairo, Stroke.miterLimit)
        cairo_set_line_cap(cairo, stroke.cap.cairo)
        cairo_set_line_join(cairo, stroke.join.cairo)
        cairo?.add(path.line(in: rows))
        cairo_stroke(cairo)
        for filling in fillings {
          cairo?.add(filling.subpaths(in: rows))
          cairo_fill(cairo)
        }
      }
    }
    let status = cairo_status(cairo)
    cairo_surface_flush(surface)
    guard status == CAIRO_STATUS_SUCCESS, let base = cairo_image_surface_get_data(surface) else {
      throw TypesettingError(
        .system,
        "cairo cannot draw a shape of \(size): \(String(cString: cairo_status_to_string(status)))")
    }
    let stride = Int(cairo_image_surface_get_stride(surface))
    // A mean of 255 is 65535.
    let whole = UInt32(255 * fine)
    weights.withUnsafeMutableBufferPointer { weights in
      for y in 0..<count {
        let row = base + y * fine * stride
        for x in 0..<size.width {
          var sum: UInt32 = 0
          for part in 0..<fine { sum += UInt32(row[part * stride + x]) }
          weights[y * size.width + x] = UInt16((sum * 65535 + whole / 2) / whole)
        }
      }
    }
  }
}

extension OpaquePointer {
  /// Makes `steps` the current path of a context of Cairo.
  func add(_ steps: [VectorPath.Step]) {
    cairo_new_path(self)
    for step in steps {
      switch step {
      case .move(let p): cairo_move_to(self, p.x, p.y)
      case .line(let p): cairo_line_to(self, p.x, p.y)
      case .curve(let a, let b, let p): cairo_curve_to(self, a.x, a.y, b.x, b.y, p.x, p.y)
      case .close: cairo_close_path(self)
      }
    }
  }
}

extension VectorPath {
  /// A square about `point`, of which two sides lie along `direction`, `reach` away from it.
  fileprivate init(squareAt point: PixelPoint, _ direction: PixelPoint, reach: Double) {
    let (x, y) = (direction.x * reach, direction.y * reach)
    self.init(
      through: [
        PixelPoint(point.x - x + y, point.y - y - x), PixelPoint(point.x + x + y, point.y + y - x),
        PixelPoint(point.x + x - y, point.y + y + x), PixelPoint(point.x - x - y, point.y - y + x),
      ], isClosed: true)
  }

  /// A triangle at its end, as long and as wide as `size`.
  fileprivate func arrowHead(_ size: Double) -> VectorPath? {
    // The direction is that of the way along which the head lies, so that it follows curves.
    guard let tip = end?.point, size > 0 else { return nil }
    let length = self.length
    let back = trimmed(from: 0, to: max(0, 1 - size / max(length, 1e-9))).end?.point ?? start
    guard let back else { return nil }
    let (dx, dy) = (tip.x - back.x, tip.y - back.y)
    let distance = (dx * dx + dy * dy).squareRoot()
    guard distance > 0 else { return nil }
    let (ux, uy) = (dx / distance, dy / distance)
    let base = PixelPoint(tip.x - ux * size, tip.y - uy * size)
    return VectorPath(
      through: [
        tip, PixelPoint(base.x - uy * size / 2, base.y + ux * size / 2),
        PixelPoint(base.x + uy * size / 2, base.y - ux * size / 2),
      ], isClosed: true)
  }

  private var start: PixelPoint? {
    if case .move(let point) = steps.first { return point }
    return nil
  }
}

extension StrokeCap {
  fileprivate var cairo: cairo_line_cap_t {
    switch self {
    case .butt: CAIRO_LINE_CAP_BUTT
    case .round: CAIRO_LINE_CAP_ROUND
    case .square: CAIRO_LINE_CAP_SQUARE
    }
  }
}

extension StrokeJoin {
  fileprivate var cairo: cairo_line_join_t {
    switch self {
    case .miter: CAIRO_LINE_JOIN_MITER
    case .round: CAIRO_LINE_JOIN_ROUND
    case .bevel: CAIRO_LINE_JOIN_BEVEL
    }
  }
}
