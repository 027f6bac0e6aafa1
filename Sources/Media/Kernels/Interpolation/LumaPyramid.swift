// SPDX-License-Identifier: Apache-2.0

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

    /// The top-left sample of a block of `side` samples; nil where it lies more than `far` beyond an edge.
    func block(
      _ x: Int, _ y: Int, side: Int, within far: Int = LumaPyramid.border
    ) -> UnsafeMutablePointer<UInt8>? {
      guard x >= -far, y >= -far, x + side <= width + far, y + side <= height + far else {
        return nil
      }
      return base + y * stride + x
    }

    /// The sum of the differences between a block of `side` samples here and one of `other`, as far as
    /// lines are added until it is above `limit`.
    func difference(
      of block: UnsafeMutablePointer<UInt8>, from place: UnsafeMutablePointer<UInt8>,
      in other: Level, side: Int, upTo limit: Int32
    ) -> Int32 {
      var sum: Int32 = 0
      for line in 0..<side {
        let (one, two) = (block + line &* stride, place + line &* other.stride)
        for x in 0..<side { sum &+= abs(Int32(one[x]) &- Int32(two[x])) }
        if sum > limit { break }
      }
      return sum
    }
  }

  /// The distance that blocks may lie beyond the edge.
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

  /// That of `other` with each brightness replaced by that of `values`, which has 256.
  private init(_ other: LumaPyramid, by values: [UInt8]) {
    let border = LumaPyramid.border
    let sizes = other.levels.map { ($0.width + 2 * border) * ($0.height + 2 * border) }
    let count = sizes.reduce(0, +)
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
    values.withUnsafeBufferPointer { values in
      guard let values = values.baseAddress else { return }
      for index in 0..<count { memory[index] = values[Int(other.memory[index])] }
    }
    self.memory = memory
    levels = other.levels.map { level in
      LumaPyramid.Level(
        base: memory + (level.base - other.memory), stride: level.stride, width: level.width,
        height: level.height)
    }
  }

  deinit { memory.deallocate() }

  /// The sum of all samples, counted from black, at the smallest size.
  private var light: Int64 {
    let level = levels[levels.count - 1]
    var sum: Int64 = 0
    for y in 0..<level.height {
      let row = level.base + y * level.stride
      for x in 0..<level.width {
        sum &+= Int64(max(row[x], LumaPyramid.black) &- LumaPyramid.black)
      }
    }
    return max(1, sum)
  }

  private static let black: UInt8 = 16

  /// Two pictures at the brightness of the darker one, so that footage that is faded in can be compared; and the factor by
  /// which the other one became darker, in 256ths.
  ///
  /// They stay as they are where they differ by less than a 32nd, which a thing that comes into sight causes, too, and where
  /// one is more than four times as bright, which is rather a cut.
  static func matched(
    _ first: LumaPyramid, _ second: LumaPyramid
  ) -> (first: LumaPyramid, second: LumaPyramid, share: Int32) {
    let (one, other) = (first.light, second.light)
    let (less, more) = (min(one, other), max(one, other))
    guard 32 * (more - less) > more, more <= 4 * less else { return (first, second, 256) }
    let values = (0..<256).map { value -> UInt8 in
      let above = Int64(max(value, Int(black)) - Int(black))
      return value <= Int(black)
        ? UInt8(value) : UInt8(Int64(black) + (above * less + more / 2) / more)
    }
    let share = Int32(256 * less / more)
    return one < other
      ? (first, LumaPyramid(second, by: values), share)
      : (LumaPyramid(first, by: values), second, share)
  }

  /// Returns true if pictures of both have the same size.
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
