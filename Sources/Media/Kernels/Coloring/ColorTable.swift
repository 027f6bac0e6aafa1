// SPDX-License-Identifier: Apache-2.0

/// A map of red, green and blue by a table: of three curves, or of a lattice of colours.
public struct ColorTable: Sendable {
  /// Which colours stand in the table.
  enum Shape: Hashable, Sendable {
    /// For each level, what red, green and blue become of it.
    case curves
    /// The new colour of each: red changes fastest, then green, then blue.
    case lattice
  }

  let shape: Shape
  /// The number of levels of each primary, at least two.
  let size: Int
  /// The colours, without alpha.
  let nodes: [SIMD4<Float>]
  /// From a primary to its place among the levels: a factor, and what is added then.
  let factor: SIMD4<Float>
  let offset: SIMD4<Float>

  /// A table of `values`: red, green and blue of each entry in turn.
  ///
  /// - Parameters:
  ///   - isLattice: Whether there are `size`³ entries, one for each colour, and not `size`.
  ///   - lowest: The red, green and blue of the first level.
  ///   - highest: Those of the last level, which are larger; what lies outside counts as the nearest level.
  public init(
    _ values: [Float], size: Int, isLattice: Bool, from lowest: [Float] = [0, 0, 0],
    to highest: [Float] = [1, 1, 1]
  ) {
    precondition(size >= 2 && values.count == 3 * (isLattice ? size * size * size : size))
    precondition((0..<3).allSatisfy { lowest[$0] < highest[$0] }, "a table of nothing")
    shape = isLattice ? .lattice : .curves
    self.size = size
    nodes = stride(from: 0, to: values.count, by: 3).map {
      SIMD4(values[$0], values[$0 + 1], values[$0 + 2], 0)
    }
    let last = Float(size - 1)
    let low = SIMD4(lowest[0], lowest[1], lowest[2], 0)
    let high = SIMD4(highest[0], highest[1], highest[2], 1)
    factor = last / (high - low)
    offset = -low * factor
  }
}

/// A table that is in use.
struct ColorLookup {
  private let nodes: UnsafePointer<SIMD4<Float>>
  private let size: Int
  private let last: Float
  private let factor: SIMD4<Float>
  private let offset: SIMD4<Float>

  /// Of the entries of `table`, which lie at `nodes`.
  init(_ table: ColorTable, at nodes: UnsafePointer<SIMD4<Float>>) {
    self.nodes = nodes
    (size, last) = (table.size, Float(table.size - 1))
    (factor, offset) = (table.factor, table.offset)
  }

  /// The colour that three curves map a colour to, interpolated between two levels.
  @inline(__always)
  func curved(_ red: Float, _ green: Float, _ blue: Float) -> SIMD4<Float> {
    let ((r, toR), (g, toG), (b, toB)) = place(red, green, blue)
    let from = SIMD4(nodes[r].x, nodes[g].y, nodes[b].z, 0)
    let to = SIMD4(nodes[r &+ 1].x, nodes[g &+ 1].y, nodes[b &+ 1].z, 0)
    return from + (to - from) * SIMD4(toR, toG, toB, 0)
  }

  /// The colour that a lattice maps a colour to: the mean of the four corners of the tetrahedron
  /// around it, by their nearness.
  ///
  /// A cell is divided along its diagonal from black to white, so that grey depends only on the
  /// greys of the table.
  @inline(__always)
  func found(_ red: Float, _ green: Float, _ blue: Float) -> SIMD4<Float> {
    let ((levelR, r), (levelG, g), (levelB, b)) = place(red, green, blue)
    let (stepG, stepB) = (size, size &* size)
    let base = nodes + (levelR &+ levelG &* stepG &+ levelB &* stepB)
    let whole = 1 &+ stepG &+ stepB
    // From black to white, along the longest of the three ways first and the shortest last.
    let (rg, gb, rb) = (r >= g, g >= b, r >= b)
    let longest = rg ? (rb ? 1 : stepB) : (gb ? stepG : stepB)
    let shortest = rg ? (gb ? stepB : stepG) : (rb ? stepB : 1)
    let most = max(max(r, g), b)
    let least = min(min(r, g), b)
    let middle = max(min(r, g), min(max(r, g), b))
    return base[0] * (1 - most) + base[longest] * (most - middle)
      + base[whole &- shortest] * (middle - least) + base[whole] * least
  }

  @inline(__always)
  private func place(
    _ red: Float, _ green: Float, _ blue: Float
  ) -> (r: (Int, Float), g: (Int, Float), b: (Int, Float)) {
    (
      place(red * factor.x + offset.x), place(green * factor.y + offset.y),
      place(blue * factor.z + offset.z)
    )
  }

  /// The level below `value`, which is a place among levels, and the way from there, up to 1; never the last level.
  @inline(__always)
  private func place(_ value: Float) -> (level: Int, way: Float) {
    let value = max(0, min(value, last))
    let level = nearest(max(0, min(value - 0.5, last - 1)))
    return (Int(level), value - Float(level))
  }
}
