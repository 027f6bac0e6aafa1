// SPDX-License-Identifier: Apache-2.0

public import Base

/// Blocks of one colour, side by side from the left and upper edges of a box.
public struct BlockGrid: Hashable, Sendable {
  /// The side of a block, more than 0.
  public var side: Double
  /// The box in which they lie.
  public var box: PixelBox

  /// Blocks of `side` in `box`, in pixels.
  public init(side: Double, in box: PixelBox) { (self.side, self.box) = (side, box) }

  /// Where the samples of each block end, along an axis of `count` samples.
  ///
  /// A sample is in the block in which its centre lies; a block of which less than half would be left at the far edge of the box
  /// is joined with the one before it.
  ///
  /// - Parameters:
  ///   - first: Where the box begins.
  ///   - length: How long it is.
  ///   - pixels: How many pixels a sample covers.
  fileprivate func ends(_ first: Double, _ length: Double, count: Int, pixels: Int) -> [Int] {
    let blocks = length / side
    let whole = blocks.rounded(.down)
    let last = max(0, blocks - whole < 0.5 ? whole - 1 : whole)
    // A sample on an edge is in the box, wherever its centre lies.
    let margin = Double(pixels) / 2 / side
    func block(_ index: Int) -> Double {
      let place = ((Double(index) + 0.5) * Double(pixels) - first) / side
      let block = place.rounded(.down)
      return place > -margin && place < blocks + margin ? min(max(block, 0), last) : block
    }
    var ends: [Int] = []
    for index in stride(from: 1, to: count, by: 1) where block(index) != block(index - 1) {
      ends.append(index)
    }
    return ends + [count]
  }
}

/// Draws `source` into `target` in blocks of one colour each, which is the mean of the colours in it by their alpha.
///
/// `cover` says what stays as opaque as it is; of all else each block has the mean alpha. `target` has the form of `source`, and alpha
/// where that has.
@_specialize(where Sample == UInt8)
@_specialize(where Sample == UInt16)
public func pixelate<Sample>(
  _ source: SampleView<Sample>, in grid: BlockGrid, cover: SpreadCover<Sample> = .nothing,
  into target: SampleView<Sample>, scratch: Scratch
) {
  precondition(target.hasForm(of: source), "pictures of different forms")
  let (box, shift) = (grid.box, source.chroma.shift)
  let columns = grid.ends(box.x, box.width, count: source.width, pixels: 1)
  let rows = grid.ends(box.y, box.height, count: source.height, pixels: 1)
  if let alpha = target.a { spreadAlpha(source.a, cover, columns, rows, into: alpha) }
  average(source.y, by: source.a, columns, rows, into: target.y)
  let samples = scratch.memory(
    .plane, of: Sample.self, count: source.u.width * source.u.height)
  let weights = source.a.map { chromaAlpha($0, source.chroma, in: samples) }
  let across =
    shift == 0
    ? columns : grid.ends(box.x, box.width, count: source.u.width, pixels: 1 << shift)
  let down =
    shift == 0 ? rows : grid.ends(box.y, box.height, count: source.u.height, pixels: 1 << shift)
  average(source.u, by: weights, across, down, into: target.u)
  average(source.v, by: weights, across, down, into: target.v)
}

/// The mean of each block by weights; what has none keeps its samples.
private func average<S: PictureSample>(
  _ source: SamplePlane<S>, by alpha: SamplePlane<S>?, _ columns: [Int], _ rows: [Int],
  into target: SamplePlane<S>
) {
  forEachBlock(columns, rows) { across, down in
    var (sum, weight) = (0, 0)
    for y in down {
      let row = source.row(y)
      if let weights = alpha?.row(y) {
        for x in across {
          let own = Int(weights[x])
          sum += Int(row[x]) * own
          weight += own
        }
      } else {
        for x in across { sum += Int(row[x]) }
        weight += across.count
      }
    }
    for y in down {
      let (from, to) = (source.row(y), target.row(y))
      if weight == 0 {
        for x in across { to[x] = from[x] }
      } else {
        let mean = S(truncatingIfNeeded: (sum + weight / 2) / weight)
        for x in across { to[x] = mean }
      }
    }
  }
}

private func spreadAlpha<S: PictureSample>(
  _ source: SamplePlane<S>?, _ cover: SpreadCover<S>, _ columns: [Int], _ rows: [Int],
  into target: SamplePlane<S>
) {
  let full = Int(S.full)
  guard let source else { return fill(target, with: S.full) }
  forEachBlock(columns, rows) { across, down in
    // Sums of what is visible of what is covered, of what covers, and of what else is visible.
    var (shown, covered, beside) = (0, 0, 0)
    for y in down {
      let row = source.row(y)
      switch cover {
      case .everything: break
      case .nothing: for x in across { beside += Int(row[x]) }
      case .plane(let plane):
        let own = plane.row(y)
        for x in across {
          let part = Int(min(row[x], own[x]))
          shown += part
          covered += Int(own[x])
          beside += Int(row[x]) - part
        }
      }
    }
    let count = across.count * down.count
    let rest = (beside + count / 2) / count
    for y in down {
      let (from, to) = (source.row(y), target.row(y))
      switch cover {
      case .everything: for x in across { to[x] = from[x] }
      case .nothing: for x in across { to[x] = S(truncatingIfNeeded: rest) }
      case .plane(let plane):
        let own = plane.row(y)
        for x in across {
          let whole = covered == 0 ? 0 : (Int(own[x]) * shown + covered / 2) / covered
          to[x] = S(truncatingIfNeeded: whole + rest - (whole * rest + full / 2) / full)
        }
      }
    }
  }
}

private func forEachBlock(
  _ columns: [Int], _ rows: [Int], _ body: (_ across: Range<Int>, _ down: Range<Int>) -> Void
) {
  var top = 0
  for bottom in rows {
    var left = 0
    for right in columns {
      body(left..<right, top..<bottom)
      left = right
    }
    top = bottom
  }
}
