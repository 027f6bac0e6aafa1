// SPDX-License-Identifier: Apache-2.0

import Kernels

/// Some samples of a row: where each is seen in both pictures, how much of it, and how bright.
///
/// All numbers lie at fixed distances in one piece of memory. So the compiler knows that they do not overlap, and makes
/// vectors of the loops over them.
struct LookBlock {
  /// The largest number of samples: so many that loops over them take longer than to begin and to
  /// end, and few enough that all numbers stay in a near cache.
  static var length: Int { 256 }
  /// The number of values in a block.
  static let size = 16 * length

  let memory: UnsafeMutablePointer<Float>

  init(memory: UnsafeMutablePointer<Float>) { self.memory = memory }

  var fromX: UnsafeMutablePointer<Float> { memory }
  var fromY: UnsafeMutablePointer<Float> { memory + LookBlock.length }
  var toX: UnsafeMutablePointer<Float> { memory + 2 * LookBlock.length }
  var toY: UnsafeMutablePointer<Float> { memory + 3 * LookBlock.length }
  var fromWeight: UnsafeMutablePointer<Int16> { halves + 8 * LookBlock.length }
  var toWeight: UnsafeMutablePointer<Int16> { halves + 9 * LookBlock.length }
  var shade: UnsafeMutablePointer<Int16> { halves + 10 * LookBlock.length }
  /// The samples read of both pictures, as fine samples.
  var fromValues: UnsafeMutablePointer<Int16> { halves + 11 * LookBlock.length }
  var toValues: UnsafeMutablePointer<Int16> { halves + 12 * LookBlock.length }
  /// Where that is in a plane.
  var fromPlaces: PlaneBlock { PlaneBlock(memory: halves + 13 * LookBlock.length) }
  var toPlaces: PlaneBlock { PlaneBlock(memory: halves + 17 * LookBlock.length) }

  /// Pairs of samples, on two rows: up to four samples of two bytes on each.
  var pairs: UnsafeMutablePointer<Float> { memory + 11 * LookBlock.length }

  /// The samples read of a second plane of both.
  var fromSeconds: UnsafeMutablePointer<Int16> { halves + 30 * LookBlock.length }
  var toSeconds: UnsafeMutablePointer<Int16> { halves + 31 * LookBlock.length }

  var halves: UnsafeMutablePointer<Int16> {
    UnsafeMutableRawPointer(memory).assumingMemoryBound(to: Int16.self)
  }

  /// The common properties of the first `count` samples.
  func sight(_ count: Int) -> Sight {
    let one = Int16.whole
    var (from, notFrom, to, notTo, shaded): (Int16, Int16, Int16, Int16, Int16) = (0, 0, 0, 0, 0)
    for x in 0..<count {
      let (a, b) = (fromWeight[x], toWeight[x])
      from |= a
      notFrom |= a ^ one
      to |= b
      notTo |= b ^ one
      shaded |= shade[x] ^ one
    }
    var apart: UInt32 = 0
    for x in 0..<count {
      apart |=
        (fromX[x].bitPattern ^ toX[x].bitPattern) | (fromY[x].bitPattern ^ toY[x].bitPattern)
    }
    return Sight(
      showsFrom: from != 0, showsTo: to != 0, isFrom: notFrom == 0, isTo: notTo == 0,
      isShaded: shaded != 0, isApart: apart != 0)
  }
}

extension LookBlock {
  /// Writes the same weights for all samples: what they then have in common.
  func sight(share: Float) -> Sight {
    fromWeight.update(repeating: Int16(share: 1 - share), count: LookBlock.length)
    toWeight.update(repeating: Int16(share: share), count: LookBlock.length)
    shade.update(repeating: .whole, count: LookBlock.length)
    return Sight(
      showsFrom: share < 1, showsTo: share > 0, isFrom: share <= 0, isTo: share >= 1,
      isShaded: false, isApart: true)
  }
}

extension LookBlock {
  /// Writes that samples of row `y`, each of `step` pixels, show the second picture as it is.
  func setTo(_ columns: Range<Int>, _ y: Int, step: Float) {
    toY.update(repeating: (Float(y) + 0.5) * step, count: columns.count)
    for x in 0..<columns.count {
      toX[x] = Float(Int32(truncatingIfNeeded: columns.lowerBound &+ x)) * step + 0.5
    }
  }
}

/// The common properties of samples of a block.
struct Sight {
  /// True if any shows something of a picture.
  let showsFrom, showsTo: Bool
  /// True if all show a picture as it is, weights of the other apart.
  let isFrom, isTo: Bool
  /// True if any is brighter or darker; true if any shows two places.
  let isShaded, isApart: Bool
}

/// Where samples of a block lie in a plane: the index of the upper left of four samples, and shares of those at the right and
/// below.
struct PlaneBlock {
  let memory: UnsafeMutablePointer<Int16>

  var across: UnsafeMutablePointer<Int16> { memory }
  var down: UnsafeMutablePointer<Int16> { memory + LookBlock.length }
  var index: UnsafeMutablePointer<Int32> {
    UnsafeMutableRawPointer(memory + 2 * LookBlock.length).assumingMemoryBound(to: Int32.self)
  }
}

/// The way in which samples of a block are read from a plane.
enum Reading {
  /// There is nothing to read.
  case nothing
  /// They lie side by side, from this index on.
  case run(Int)
  /// They lie between others, anywhere.
  case between
}

extension PlaneBlock {
  /// Finds the places (`x`, `y`), in pixels, in a plane of `form`, to 1/256 of a sample.
  func find(
    _ x: UnsafeMutablePointer<Float>, _ y: UnsafeMutablePointer<Float>, _ count: Int,
    _ form: PlaneForm
  ) -> Reading {
    if let start = form.run(x, y, count) { return .run(start) }
    find(
      x, y, count, part: form.part, left: form.left, top: -0.5,
      from: Point(-form.left, 0.5),
      to: Point(Float(form.width &- 1) - form.left, Float(form.height &- 1) + 0.5) - 1 / 256,
      stride: form.stride)
    return .between
  }

  /// Finds the places (`x`, `y`) times `part`, within limits, in a plane whose samples begin at `left` and `top`.
  @inline(__always)
  func find(
    _ x: UnsafeMutablePointer<Float>, _ y: UnsafeMutablePointer<Float>, _ count: Int,
    part: Float, left: Float, top: Float, from low: Point, to high: Point, stride: Int
  ) {
    // The last bits of the sum of a number below 2^15 and 2^15 are those of 256 times the number.
    let (acrossBits, downBits) = (left + 32_768, top + 32_768)
    let stride = Int32(truncatingIfNeeded: stride) & 0x7FFF
    let (across, down, index) = (across, down, index)
    for i in 0..<count {
      let (h, v) = (x[i] * part, y[i] * part)
      let column = Int32(bitPattern: (limited(h, low.x, high.x) + acrossBits).bitPattern)
      let line = Int32(bitPattern: (limited(v, low.y, high.y) + downBits).bitPattern)
      across[i] = Int16(truncatingIfNeeded: (column & 255) &<< 7)
      down[i] = Int16(truncatingIfNeeded: (line & 255) &<< 7)
      index[i] = ((line &>> 8) & 0x7FFF) &* stride &+ ((column &>> 8) & 0x7FFF)
    }
  }

  /// Finds places that lie `way` apart, in pixels, by sums of whole numbers; nil if not all lie within a plane of `form`.
  func step(_ start: Point, _ way: Point, _ count: Int, _ form: PlaneForm) -> Reading? {
    let p = Point(start.x * form.part + form.left, start.y * form.part - 0.5)
    let size = Point(Float(form.width), Float(form.height))
    return step(p, way * form.part, 0..<count, size, stride: form.stride) ? .between : nil
  }

  /// Finds places that lie `way` apart, in samples, by sums of whole numbers; false if not all lie within a plane of a size.
  @inline(__always)
  func step(
    _ p: Point, _ way: Point, _ range: Range<Int>, _ size: Point, stride: Int
  ) -> Bool {
    let q = p + way * Float(range.count &- 1)
    func isIn(_ x: Float, _ size: Float) -> Bool { x > 0.01 && x < size - 1.01 }
    guard isIn(p.x, size.x), isIn(q.x, size.x), isIn(p.y, size.y), isIn(q.y, size.y)
    else { return false }
    // In 1/65536 of a sample.
    func bits(_ x: Float) -> Int32 { Int32(max(-32_000, min(x, 32_000)) * 65_536) }
    var (h, v) = (bits(p.x), bits(p.y))
    let (dx, dy) = (bits(way.x), bits(way.y))
    let stride = Int32(truncatingIfNeeded: stride) & 0x7FFF
    let (across, down, index) = (across, down, index)
    for i in range {
      across[i] = Int16(truncatingIfNeeded: h &>> 1) & 0x7FFF
      down[i] = Int16(truncatingIfNeeded: v &>> 1) & 0x7FFF
      index[i] = ((v &>> 16) & 0x7FFF) &* stride &+ (h &>> 16)
      h &+= dx
      v &+= dy
    }
    return true
  }

  /// Reads `count` samples of `plane` at these places as fine ones, through memory for `pairs` of samples.
  @inline(__always)
  func read<S: PictureSample>(
    _ plane: SamplePlane<S>, _ reading: Reading, _ count: Int,
    _ pairs: UnsafeMutablePointer<Float>, into values: UnsafeMutablePointer<Int16>
  ) {
    switch reading {
    case .nothing: values.update(repeating: 0, count: count)
    case .run(let start):
      let samples = plane.base + start
      for x in 0..<count { values[x] = Int16(fine: samples[x]) }
    case .between:
      let upper = UnsafeMutableRawPointer(pairs).assumingMemoryBound(to: S.Product.self)
      let lower = UnsafeMutableRawPointer(pairs + LookBlock.length)
        .assumingMemoryBound(to: S.Product.self)
      let base = UnsafeRawPointer(plane.base)
      let below = plane.stride &* MemoryLayout<S>.stride
      let (across, down, index) = (across, down, index)
      for x in 0..<count {
        let start = base + Int(index[x]) &* MemoryLayout<S>.stride
        upper[x] = start.loadUnaligned(as: S.Product.self)
        lower[x] = start.loadUnaligned(fromByteOffset: below, as: S.Product.self)
      }
      for x in 0..<count {
        let (above, below) = (S.between(upper[x], across[x]), S.between(lower[x], across[x]))
        values[x] = above &+ (below &- above).part(down[x])
      }
    }
  }

  /// `x` from `low` to `high`; `low` for what is no number.
  @inline(__always)
  private func limited(_ x: Float, _ low: Float, _ high: Float) -> Float {
    let raised = x > low ? x : low
    return raised < high ? raised : high
  }
}

/// The form of the planes of a kind, and how places in pixels become places in it.
struct PlaneForm {
  let width, height, stride: Int
  /// Samples per pixel, and where the middle of a first sample would be, before the first pixel.
  let part, left: Float

  /// That of `plane`, whose samples are of `step` pixels; those of 4:2:0 lie at the left one of two.
  init<S: PictureSample>(_ plane: SamplePlane<S>, step: Int) {
    (width, height, stride) = (plane.width, plane.height, plane.stride)
    part = 1 / Float(step)
    left = step == 2 ? -0.25 : -0.5
  }

  /// True if there are samples between which others can lie, at places that `find` can represent.
  var hasPlaces: Bool { width > 1 && height > 1 && stride < 1 << 15 && height < 1 << 15 }

  /// Where samples begin that lie side by side in a plane; nil if they do not.
  fileprivate func run(
    _ x: UnsafeMutablePointer<Float>, _ y: UnsafeMutablePointer<Float>, _ count: Int
  ) -> Int? {
    let (firstX, firstY) = (x[0] * part + left, y[0] * part - 0.5)
    let (column, line) = (nearest(firstX), nearest(firstY))
    guard column >= 0, line >= 0, column <= Float(width - count), line <= Float(height - 1)
    else { return nil }
    func isNear(_ i: Int) -> Bool {
      (x[i] * part + left - column - Float(Int32(truncatingIfNeeded: i))).magnitude < 0.001
        && (y[i] * part - 0.5 - line).magnitude < 0.001
    }
    // Few others pass these.
    guard isNear(0), isNear(count &- 1), isNear(count / 2) else { return nil }
    let limit = Float(0.001).bitPattern
    var others: UInt32 = 0
    for i in 0..<count {
      let away = x[i] * part + left - column - Float(Int32(truncatingIfNeeded: i))
      let above = y[i] * part - 0.5 - line
      // Magnitudes compare as their bits do; the sign of the difference says which is larger.
      others |= (limit &- away.magnitude.bitPattern) | (limit &- above.magnitude.bitPattern)
    }
    guard others >> 31 == 0 else { return nil }
    return whole(line).index &* stride &+ whole(column).index
  }
}
