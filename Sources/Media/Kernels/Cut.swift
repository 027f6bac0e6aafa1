// SPDX-License-Identifier: Apache-2.0

public import Base

/// Makes everything outside `outline` transparent by reducing alpha; edge pixels keep the share that is inside.
///
/// That share is exact along straight edges. In corners it is derived from the distance of the pixel's centre
/// to the arc.
@_specialize(where Sample == UInt8)
@_specialize(where Sample == UInt16)
public func cut<Sample>(_ picture: SampleView<Sample>, to outline: RoundedBox) {
  guard let alpha = picture.a else { preconditionFailure("an opaque picture cannot be cut out of") }
  let shape = Outline(outline)
  let columns = shape.columns.clamped(to: 0..<alpha.width)
  let rows = shape.rows.clamped(to: 0..<alpha.height)
  for y in 0..<alpha.height {
    let row = alpha.row(y)
    guard rows.contains(y), !columns.isEmpty else {
      row.update(repeating: 0, count: alpha.width)
      continue
    }
    row.update(repeating: 0, count: columns.lowerBound)
    (row + columns.upperBound).update(repeating: 0, count: alpha.width - columns.upperBound)
    let whole = shape.wholeColumns(in: y).clamped(to: columns)
    for x in columns where !whole.contains(x) {
      let weight = Weight(part: Float(shape.share(x, y)))
      row[x] = Sample(weight: row[x].weight.share(of: weight))
    }
  }
}

/// The coverage of pixels by a rectangle with rounded corners.
package struct Outline {
  let left, top, right, bottom: Double
  let radii: [Double]

  package init(_ box: RoundedBox) {
    (left, top, right, bottom) = (box.x, box.y, box.x + box.width, box.y + box.height)
    radii = box.radii
  }

  /// The columns that it touches.
  package var columns: Range<Int> { Outline.pixels(left, right) }
  /// The rows that it touches.
  package var rows: Range<Int> { Outline.pixels(top, bottom) }

  private static func pixels(_ from: Double, _ to: Double) -> Range<Int> {
    let first = Int(from.rounded(.down))
    return first..<max(first, Int(to.rounded(.up)))
  }

  /// Columns whose pixels are entirely inside in row `y`; may omit some of them.
  package func wholeColumns(in y: Int) -> Range<Int> {
    let (above, below) = (Double(y), Double(y + 1))
    guard above >= top, below <= bottom else { return 0..<0 }
    var (from, to) = (left, right)
    if above < top + radii[0] { from = max(from, left + radii[0]) }
    if above < top + radii[1] { to = min(to, right - radii[1]) }
    if below > bottom - radii[2] { to = min(to, right - radii[2]) }
    if below > bottom - radii[3] { from = max(from, left + radii[3]) }
    let first = Int(from.rounded(.up))
    return first..<max(first, Int(to.rounded(.down)))
  }

  /// The share of the pixel (`x`, `y`) that is inside.
  package func share(_ x: Int, _ y: Int) -> Double {
    let (px, py) = (Double(x), Double(y))
    let across = max(0, min(right, px + 1) - max(left, px))
    let down = max(0, min(bottom, py + 1) - max(top, py))
    let edges = across * down
    let (cx, cy) = (px + 0.5, py + 0.5)
    for (index, corner) in [(left, top), (right, top), (right, bottom), (left, bottom)].enumerated()
    {
      let radius = radii[index]
      guard radius > 0 else { continue }
      let isLeft = index == 0 || index == 3
      let (mx, my) = (
        isLeft ? corner.0 + radius : corner.0 - radius,
        index < 2 ? corner.1 + radius : corner.1 - radius
      )
      guard isLeft ? cx < mx : cx > mx, index < 2 ? cy < my : cy > my else { continue }
      let distance = ((cx - mx) * (cx - mx) + (cy - my) * (cy - my)).squareRoot()
      return min(edges, max(0, min(1, radius - distance + 0.5)))
    }
    return edges
  }
}
