// SPDX-License-Identifier: Apache-2.0

public import Base

/// Draws a line of `color` along the edge of `outline`, `width` pixels wide and inside of it, over `picture`, which was cut
/// out along it.
///
/// A pixel is covered by the share of it that lies between the outline and the one that is `width` inside. Where the edge
/// goes through a pixel, the picture has its share of it in alpha already, and the line does not add to that.
@_specialize(where Sample == UInt8)
@_specialize(where Sample == UInt16)
public func border<Sample>(
  _ picture: SampleView<Sample>, along outline: RoundedBox, width: Double,
  color: SampleColor<Sample>, scratch: Scratch
) {
  let line = Line(outline, width: width)
  let columns = line.outer.columns.clamped(to: 0..<picture.width)
  let rows = line.outer.rows.clamped(to: 0..<picture.height)
  guard !columns.isEmpty, !rows.isEmpty else { return }
  let shift = picture.chroma.shift
  let memory = scratch.memory(.edge, of: Float.self, count: 4 * (picture.width + 2))
  let painter = LinePainter(picture: picture, line: line, color: color, memory: memory)
  for block in (rows.lowerBound >> shift)...((rows.upperBound - 1) >> shift) {
    let own = (block << shift..<(block + 1) << shift).clamped(to: 0..<picture.height)
    // Whole blocks of pixels within the line are left out.
    let within = own.reduce(columns) { $0.clamped(to: line.columnsWithin(row: $1)) }
    let first = within.isEmpty ? 0 : ((within.lowerBound + (1 << shift) - 1) >> shift) << shift
    let last = within.isEmpty ? 0 : (within.upperBound >> shift) << shift
    if first < last {
      painter.paint(own, columns.lowerBound..<max(columns.lowerBound, first))
      painter.paint(own, min(columns.upperBound, last)..<columns.upperBound)
    } else {
      painter.paint(own, columns)
    }
  }
}

/// The area between two outlines.
private struct Line {
  let outer: Outline
  /// Nil where the line fills all.
  let inner: Outline?

  init(_ box: RoundedBox, width: Double) {
    outer = Outline(box)
    let (w, h) = (box.width - 2 * width, box.height - 2 * width)
    inner =
      w > 0 && h > 0
      ? Outline(
        RoundedBox(
          x: box.x + width, y: box.y + width, width: w, height: h,
          radii: box.radii.map { max(0, $0 - width) })) : nil
  }

  /// Columns that the line does not touch in row `y`; may omit some of them.
  func columnsWithin(row y: Int) -> Range<Int> { inner?.wholeColumns(in: y) ?? 0..<0 }
}

/// Draws a line, some pixels at a time.
private struct LinePainter<S: PictureSample> {
  let picture: SampleView<S>
  let line: Line
  let color: SampleColor<S>
  /// Shares of the line and of the picture in the pixels of two rows.
  let memory: UnsafeMutablePointer<Float>

  /// Draws it in `rows`, those of one row of chroma, from the first to the last of `columns`.
  func paint(_ rows: Range<Int>, _ columns: Range<Int>) {
    if columns.isEmpty { return }
    let shift = picture.chroma.shift
    let full = Float(Int32(truncatingIfNeeded: S.full))
    let own = Float(Int32(truncatingIfNeeded: color.a)) / full
    let width = picture.width + 2
    // All pixels of every block.
    let blocks = columns.lowerBound >> shift..<((columns.upperBound - 1) >> shift) + 1
    let pixels = (blocks.lowerBound << shift..<blocks.upperBound << shift)
      .clamped(to: 0..<picture.width)
    for (index, y) in rows.enumerated() {
      let (lines, others) = (memory + 2 * index * width, memory + (2 * index + 1) * width)
      let (luma, alpha) = (picture.y.row(y), picture.a?.row(y))
      for x in pixels {
        let (outer, inner) = (line.outer.share(x, y), line.inner?.share(x, y) ?? 0)
        let seen = alpha.map { Float(Int32(truncatingIfNeeded: $0[x])) / full } ?? 1
        let ring = Float(max(0, outer - inner))
        // How opaque the picture itself is where it was not cut off.
        let opacity = outer > 0 ? min(1, seen / Float(outer)) : 0
        let shares =
          ring > 0
          ? (ring * own, opacity * (Float(min(inner, outer)) + ring * (1 - own))) : (0, seen)
        (lines[x], others[x]) = shares
        guard ring > 0 else { continue }
        let sum = shares.0 + shares.1
        luma[x] = mix(color.y, luma[x], shares.0, sum)
        alpha?[x] = S(truncatingIfNeeded: Int32(min(sum, 1) * full + 0.5))
      }
    }
    for column in blocks {
      var (ofLine, ofAll): (Float, Float) = (0, 0)
      for index in 0..<rows.count {
        let (lines, others) = (memory + 2 * index * width, memory + (2 * index + 1) * width)
        for x in (column << shift..<(column + 1) << shift).clamped(to: pixels) {
          ofLine += lines[x]
          ofAll += lines[x] + others[x]
        }
      }
      guard ofLine > 0 else { continue }
      let row = rows.lowerBound >> shift
      let (u, v) = (picture.u.row(row), picture.v.row(row))
      u[column] = mix(color.u, u[column], ofLine, ofAll)
      v[column] = mix(color.v, v[column], ofLine, ofAll)
    }
  }

  private func mix(_ line: S, _ other: S, _ share: Float, _ whole: Float) -> S {
    guard whole > 0 else { return other }
    let (a, b) = (Float(Int32(truncatingIfNeeded: other)), Float(Int32(truncatingIfNeeded: line)))
    return S(truncatingIfNeeded: Int32(a + (b - a) * min(share / whole, 1) + 0.5))
  }
}
