// SPDX-License-Identifier: Apache-2.0

/// Lays `source` over `target` with its top-left corner at (`x`, `y`), times `opacity` 0…256.
///
/// Any corner is allowed, also outside: what falls outside is clipped. A chroma sample of the
/// target takes the mean of the chroma of the source pixels that it covers, weighted by their
/// alpha, and counts as covered as far as they cover it; so odd corners are right too.
public func over(_ source: PictureView, on target: PictureView, x: Int, y: Int, opacity: Int) {
  lay(source, on: target, x: x, y: y, opacity: opacity)
}

/// The same for 10-bit samples.
public func over(
  _ source: DeepPictureView, on target: DeepPictureView, x: Int, y: Int, opacity: Int
) {
  lay(source, on: target, x: x, y: y, opacity: opacity)
}

private func lay<S: PictureSample>(
  _ source: SampleView<S>, on target: SampleView<S>, x: Int, y: Int, opacity: Int
) {
  precondition((0...256).contains(opacity), "an opacity outside 0...256")
  let limit = 1 << 30
  guard abs(x) < limit, abs(y) < limit, opacity > 0 else { return }
  let columns = max(0, x)..<max(0, x, min(target.width, x + source.width))
  let rows = max(0, y)..<max(0, y, min(target.height, y + source.height))
  guard !columns.isEmpty, !rows.isEmpty else { return }

  let placed = Placement(
    source: source, target: target, x: x, y: y, opacity: UInt16(opacity), columns: columns,
    rows: rows)
  withUnsafeTemporaryAllocation(of: S.self, capacity: 14 * placed.blocks + 8) { memory in
    guard let memory = memory.baseAddress else { return }
    for row in rows.lowerBound / 2..<(rows.upperBound + 1) / 2 {
      placed.layRowPair(row, memory)
    }
  }
}

/// A source at its place on a target, clipped.
private struct Placement<S: PictureSample> {
  var source: SampleView<S>
  var target: SampleView<S>
  var x: Int
  var y: Int
  var opacity: UInt16
  /// Target columns and rows that the source covers.
  var columns: Range<Int>
  var rows: Range<Int>

  /// The first chroma column that is touched.
  var firstBlock: Int { columns.lowerBound / 2 }
  /// The number of chroma columns that are touched.
  var blocks: Int { (columns.upperBound + 1) / 2 - firstBlock }

  /// Lays one row of chroma and the two rows of luma that belong to it.
  func layRowPair(_ row: Int, _ memory: Row<S>) {
    let top = memory
    let bottom = top + 2 * blocks
    let cover = bottom + 2 * blocks
    let under = cover + blocks
    let colors = under + blocks

    loadCover(2 * row, into: top)
    loadCover(2 * row + 1, into: bottom)
    // Beyond the edges of an odd target there is no pixel that could stay uncovered.
    let lower = 2 * row + 1 < target.height ? bottom : top
    averageRows(cover, top, lower, blocks)
    if 2 * (firstBlock + blocks) > target.width {
      let last = 2 * blocks - 2
      cover[blocks - 1] = S((Int(top[last]) + Int(lower[last]) + 1) / 2)
    }
    let isAligned = x % 2 == 0 && y % 2 == 0
    let u = isAligned ? alignedRow(source.u, row) : blend(source.u, row, top, bottom, colors)
    let v =
      isAligned
      ? alignedRow(source.v, row) : blend(source.v, row, top, bottom, colors + 3 * blocks + 2)
    if let alpha = target.a {
      // The alpha below, before the luma rows change it.
      let first = 2 * firstBlock
      let (upper, lower) = (
        alpha.row(2 * row), alpha.row(min(2 * row + 1, target.height - 1))
      )
      let whole = min(blocks, (target.width - first) / 2)
      averageRows(under, upper + first, lower + first, whole)
      if whole < blocks {
        let last = target.width - 1
        under[whole] = S((Int(upper[last]) + Int(lower[last]) + 1) / 2)
      }
      uniteAlphaRow(over: cover, under: under, blocks)
    }
    overRow(target.u.row(row) + firstBlock, u, alpha: cover, blocks)
    overRow(target.v.row(row) + firstBlock, v, alpha: cover, blocks)
    layLuma(2 * row, cover: top)
    layLuma(2 * row + 1, cover: bottom)
  }

  /// Lays luma row `row` and its alpha.
  private func layLuma(_ row: Int, cover: Row<S>) {
    guard rows.contains(row) else { return }
    let from = source.y.row(row - y) + (columns.lowerBound - x)
    let to = target.y.row(row) + columns.lowerBound
    let count = columns.count
    if source.a == nil, opacity == 256 {
      to.update(from: from, count: count)
      if let alpha = target.a {
        (alpha.row(row) + columns.lowerBound).update(repeating: S.full, count: count)
      }
      return
    }
    if source.a == nil, target.a == nil {
      mixRow(to, to, from, count, weight: opacity)
      return
    }
    let cover = cover + (columns.lowerBound - 2 * firstBlock)
    if let alpha = target.a {
      uniteAlphaRow(over: cover, under: alpha.row(row) + columns.lowerBound, count)
    }
    overRow(to, from, alpha: cover, count)
  }

  /// The source's alpha times opacity on one target row, over all touched blocks, 0 outside.
  private func loadCover(_ row: Int, into target: Row<S>) {
    guard rows.contains(row) else {
      target.update(repeating: 0, count: 2 * blocks)
      return
    }
    let before = columns.lowerBound - 2 * firstBlock
    let after = 2 * blocks - before - columns.count
    if before > 0 { target[0] = 0 }
    let inner = target + before
    if let alpha = source.a {
      scaleRow(
        inner, alpha.row(row - y) + (columns.lowerBound - x), opacity: opacity, columns.count)
    } else {
      inner.update(
        repeating: S((Int(S.full) * Int(opacity) + 128) >> 8), count: columns.count)
    }
    if after > 0 { inner[columns.count] = 0 }
  }

  /// The source chroma under row `row` when both grids fall together.
  private func alignedRow(_ plane: SamplePlane<S>, _ row: Int) -> Row<S> {
    plane.row(row - y / 2) + (firstBlock - x / 2)
  }

  /// The source chroma under row `row`, averaged by the pixels that each block covers.
  private func blend(
    _ plane: SamplePlane<S>, _ row: Int, _ top: Row<S>, _ bottom: Row<S>, _ memory: Row<S>
  ) -> Row<S> {
    let result = memory
    let upper = result + blocks
    let lower = upper + blocks + 1
    let first = (2 * firstBlock - x) >> 1
    load(plane, (2 * row - y) >> 1, from: first, into: upper)
    load(plane, (2 * row + 1 - y) >> 1, from: first, into: lower)
    let step = x & 1
    for i in 0..<blocks {
      let a = (Int32(truncatingIfNeeded: top[2 &* i]), Int32(truncatingIfNeeded: top[2 &* i &+ 1]))
      let b = (
        Int32(truncatingIfNeeded: bottom[2 &* i]), Int32(truncatingIfNeeded: bottom[2 &* i &+ 1])
      )
      let sum =
        a.0 &* Int32(truncatingIfNeeded: upper[i]) &+ a.1
        &* Int32(truncatingIfNeeded: upper[i &+ step])
        &+ b.0 &* Int32(truncatingIfNeeded: lower[i]) &+ b.1
        &* Int32(truncatingIfNeeded: lower[i &+ step])
      result[i] = S(
        truncatingIfNeeded: quotient(sum, max(a.0 &+ a.1 &+ b.0 &+ b.1, 1)))
    }
    return result
  }

  /// `blocks + 1` samples of a source row from `first` on, the outermost repeated outside.
  private func load(_ plane: SamplePlane<S>, _ row: Int, from first: Int, into target: Row<S>) {
    let samples = plane.row(max(0, min(row, plane.height - 1)))
    for i in 0...blocks { target[i] = samples[max(0, min(first &+ i, plane.width &- 1))] }
  }
}
