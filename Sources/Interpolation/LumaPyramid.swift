// SPDX-License-Identifier: Apache-2.0

public import Kernels

/// The brightness of a picture at several sizes, each half as large as the one before, in 8 bits.
///
/// Around each there is a border that repeats its edge, so that what moves across it can be compared.
public final class LumaPyramid {
  /// Brightness at one size.
  struct Level {
    /// The top-left sample; the border lies around it.
    let base: UnsafeMutablePointer<UInt8>
    let stride: Int
    let width: Int
    let height: Int
  }

  /// How far blocks may lie beyond the edge.
  static let border = 24
  private let memory: UnsafeMutablePointer<UInt8>
  /// The largest first.
  let levels: [Level]

  /// That of `picture`.
  public init<Sample: PictureSample>(_ picture: SampleView<Sample>) {
    var sizes = [(width: picture.width, height: picture.height)]
    while sizes.count < 6, let last = sizes.last, min(last.width, last.height) >= 64 {
      sizes.append((last.width / 2, last.height / 2))
    }
    let border = LumaPyramid.border
    let counts = sizes.map { ($0.width + 2 * border) * ($0.height + 2 * border) }
    memory = .allocate(capacity: counts.reduce(0, +))
    var start = memory
    var levels: [Level] = []
    for (size, count) in zip(sizes, counts) {
      let stride = size.width + 2 * border
      levels.append(
        Level(
          base: start + border * stride + border, stride: stride, width: size.width,
          height: size.height))
      start += count
    }
    self.levels = levels
    fillLuma(levels[0], picture.y)
    for (larger, smaller) in zip(levels, levels.dropFirst()) { halve(larger, smaller) }
    for level in levels { level.extendEdges() }
  }

  deinit { memory.deallocate() }

  /// Whether pictures of both have the same size.
  public func hasSize(of other: LumaPyramid) -> Bool {
    levels[0].width == other.levels[0].width && levels[0].height == other.levels[0].height
  }
}

extension LumaPyramid.Level {
  /// Repeats the edge all around.
  func extendEdges() {
    let border = LumaPyramid.border
    for y in 0..<height {
      let row = base + y * stride
      (row - border).update(repeating: row[0], count: border)
      (row + width).update(repeating: row[width - 1], count: border)
    }
    for y in 1...border {
      (base - border - y * stride).update(from: base - border, count: stride)
      let last = base - border + (height - 1) * stride
      (last + y * stride).update(from: last, count: stride)
    }
  }
}

@_specialize(where S == UInt8)
@_specialize(where S == UInt16)
private func fillLuma<S: PictureSample>(_ level: LumaPyramid.Level, _ plane: SamplePlane<S>) {
  let shift = S(truncatingIfNeeded: S.depth - 8)
  for y in 0..<level.height {
    let (row, source) = (level.base + y * level.stride, plane.row(y))
    for x in 0..<level.width { row[x] = UInt8(truncatingIfNeeded: source[x] &>> shift) }
  }
}

private func halve(_ large: LumaPyramid.Level, _ small: LumaPyramid.Level) {
  for y in 0..<small.height {
    let row = small.base + y * small.stride
    let (top, bottom) = (
      large.base + 2 * y * large.stride, large.base + (2 * y + 1) * large.stride
    )
    for x in 0..<small.width {
      let upper = UInt16(top[2 &* x]) &+ UInt16(top[2 &* x &+ 1])
      let lower = UInt16(bottom[2 &* x]) &+ UInt16(bottom[2 &* x &+ 1])
      row[x] = UInt8(truncatingIfNeeded: (upper &+ lower &+ 2) &>> 2)
    }
  }
}
