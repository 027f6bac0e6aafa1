// SPDX-License-Identifier: Apache-2.0

/// Composites `source` over `target` with its top-left corner at (`x`, `y`), multiplied by `opacity`.
///
/// Any corner is allowed; parts outside the target are clipped. A chroma sample of the target takes the
/// alpha-weighted mean chroma of the source pixels that it covers, and is covered to the extent that they cover
/// it, so that odd corners are handled correctly.
///
/// - Parameter rounding: How the result is rounded; an opaque source at full opacity is copied as it is.
@_specialize(where Sample == UInt8)
@_specialize(where Sample == UInt16)
public func over<Sample>(
  _ source: SampleView<Sample>, on target: SampleView<Sample>, x: Int, y: Int, opacity: Weight,
  rounding: Rounding = .nearest
) {
  precondition(source.chroma == target.chroma, "pictures of different chroma formats")
  let limit = 1 << 30
  guard abs(x) < limit, abs(y) < limit, opacity > 0 else { return }
  let columns = max(0, x)..<max(0, x, min(target.width, x + source.width))
  let rows = max(0, y)..<max(0, y, min(target.height, y + source.height))
  guard !columns.isEmpty, !rows.isEmpty else { return }

  let placed = ClippedSource(
    source: source, target: target, x: x, y: y, opacity: opacity, rounding: rounding,
    columns: columns, rows: rows)
  withUnsafeTemporaryAllocation(of: Weight.self, capacity: 5 * placed.blocks) { weights in
    withUnsafeTemporaryAllocation(of: Sample.self, capacity: 7 * placed.blocks + 4) { colors in
      guard let weights = weights.baseAddress, let colors = colors.baseAddress else { return }
      switch target.chroma {
      case .half:
        for row in rows.lowerBound / 2..<(rows.upperBound + 1) / 2 {
          placed.layRowPair(row, weights, colors)
        }
      case .full: for row in rows { placed.layRow(row, weights) }
      }
    }
  }
}

/// A source at its position on a target, clipped.
private struct ClippedSource<S: PictureSample> {
  var source: SampleView<S>
  var target: SampleView<S>
  var x: Int
  var y: Int
  var opacity: Weight
  var rounding: Rounding
  /// Target columns and rows that the source covers.
  var columns: Range<Int>
  var rows: Range<Int>

  /// The first affected chroma column.
  var firstBlock: Int { columns.lowerBound >> target.chroma.shift }
  /// The number of affected chroma columns.
  var blocks: Int { target.chroma.count(columns.upperBound) - firstBlock }

  /// Composites one row of all planes, if chroma has the size of luma.
  func layRow(_ row: Int, _ cover: Weights) {
    let isReplaced = source.a == nil && opacity == .whole
    if !isReplaced { loadCover(row, into: cover, blockSize: 1) }
    layLuma(row, cover: cover, others: [(source.u, target.u), (source.v, target.v)])
  }

  /// Composites one row of chroma and the two corresponding rows of luma.
  func layRowPair(_ row: Int, _ weights: Weights, _ colors: Row<S>) {
    let top = weights
    let bottom = top + 2 * blocks
    let cover = bottom + 2 * blocks
    let under = colors
    let colors = under + blocks

    loadCover(2 * row, into: top, blockSize: 2)
    loadCover(2 * row + 1, into: bottom, blockSize: 2)
    // Beyond the edges of an odd target there are no pixels to average.
    let lower = 2 * row + 1 < target.height ? bottom : top
    averageRows(cover, top, lower, blocks)
    if 2 * (firstBlock + blocks) > target.width {
      let last = 2 * blocks - 2
      cover[blocks - 1] = Weight((Int(top[last]) + Int(lower[last]) + 1) / 2)
    }
    let isAligned = x % 2 == 0 && y % 2 == 0
    let u = isAligned ? alignedRow(source.u, row) : blend(source.u, row, top, bottom, colors)
    let v =
      isAligned
      ? alignedRow(source.v, row) : blend(source.v, row, top, bottom, colors + 3 * blocks + 2)
    if let alpha = target.a {
      // The target's alpha before the luma rows change it.
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
    let (toU, toV) = (target.u.row(row) + firstBlock, target.v.row(row) + firstBlock)
    let phase = rounding.phase(S.self, firstBlock, row, shift: 1)
    mixRow(toU, toU, u, blocks, weights: cover, phase: phase)
    mixRow(toV, toV, v, blocks, weights: cover, phase: phase)
    for (row, cover) in [(2 * row, top), (2 * row + 1, bottom)] where rows.contains(row) {
      layLuma(row, cover: cover + (columns.lowerBound - 2 * firstBlock), others: [])
    }
  }

  /// Composites row `row` of luma, alpha, and `others`, which are planes with the size of luma.
  ///
  /// `cover` starts at the first column that the source covers.
  private func layLuma(
    _ row: Int, cover: Weights, others: [(from: SamplePlane<S>, to: SamplePlane<S>)]
  ) {
    let count = columns.count
    func each(_ body: (_ to: Row<S>, _ from: Row<S>) -> Void) {
      func lay(_ from: SamplePlane<S>, _ to: SamplePlane<S>) {
        body(to.row(row) + columns.lowerBound, from.row(row - y) + (columns.lowerBound - x))
      }
      lay(source.y, target.y)
      for plane in others { lay(plane.from, plane.to) }
    }
    let alpha = target.a.map { $0.row(row) + columns.lowerBound }
    if source.a == nil, opacity == .whole {
      each { to, from in to.update(from: from, count: count) }
      alpha?.update(repeating: S.full, count: count)
    } else {
      let phase = rounding.phase(S.self, columns.lowerBound, row)
      if let alpha { uniteAlphaRow(over: cover, under: alpha, count, phase: phase) }
      each { to, from in mixRow(to, to, from, count, weights: cover, phase: phase) }
    }
  }

  /// The source's alpha times opacity in one target row, for all affected blocks; 0 outside the source.
  private func loadCover(_ row: Int, into target: Weights, blockSize: Int) {
    guard rows.contains(row) else {
      target.update(repeating: 0, count: blockSize * blocks)
      return
    }
    let before = columns.lowerBound - blockSize * firstBlock
    let after = blockSize * blocks - before - columns.count
    if before > 0 { target[0] = 0 }
    let inner = target + before
    if let alpha = source.a {
      weighRow(
        inner, alpha.row(row - y) + (columns.lowerBound - x), opacity: opacity, columns.count)
    } else {
      inner.update(repeating: opacity, count: columns.count)
    }
    if after > 0 { inner[columns.count] = 0 }
  }

  /// The source chroma under row `row` if both chroma grids coincide.
  private func alignedRow(_ plane: SamplePlane<S>, _ row: Int) -> Row<S> {
    plane.row(row - y / 2) + (firstBlock - x / 2)
  }

  /// The source chroma under row `row`, averaged over the pixels that each block covers.
  private func blend(
    _ plane: SamplePlane<S>, _ row: Int, _ top: Weights, _ bottom: Weights, _ memory: Row<S>
  ) -> Row<S> {
    let result = memory
    let upper = result + blocks
    let lower = upper + blocks + 1
    let first = (2 * firstBlock - x) >> 1
    load(plane, (2 * row - y) >> 1, from: first, into: upper)
    load(plane, (2 * row + 1 - y) >> 1, from: first, into: lower)
    let step = x & 1
    for i in 0..<blocks {
      let a = (Int32(top[2 &* i]), Int32(top[2 &* i &+ 1]))
      let b = (Int32(bottom[2 &* i]), Int32(bottom[2 &* i &+ 1]))
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

  /// `blocks + 1` samples of a source row from `first` on; outside the source, the outermost is repeated.
  private func load(_ plane: SamplePlane<S>, _ row: Int, from first: Int, into target: Row<S>) {
    let samples = plane.row(max(0, min(row, plane.height - 1)))
    for i in 0...blocks { target[i] = samples[max(0, min(first &+ i, plane.width &- 1))] }
  }
}
