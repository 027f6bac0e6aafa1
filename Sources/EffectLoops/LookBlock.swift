// SPDX-License-Identifier: Apache-2.0

import Kernels

/// Some samples of a row: where each is seen in both pictures, how much of it, and how bright.
///
/// All numbers lie at fixed distances in one piece of memory. So the compiler knows that they do not overlap, and makes
/// vectors of the loops over them.
@frozen @usableFromInline package struct LookBlock {
  /// How many samples there are at most: few enough that all numbers stay in the nearest cache.
  @inlinable static var length: Int { 128 }
  /// How many numbers a block holds.
  static let size = 17 * length

  @usableFromInline let memory: UnsafeMutablePointer<Float>

  @inlinable var fromX: UnsafeMutablePointer<Float> { memory }
  @inlinable var fromY: UnsafeMutablePointer<Float> { memory + LookBlock.length }
  @inlinable var toX: UnsafeMutablePointer<Float> { memory + 2 * LookBlock.length }
  @inlinable var toY: UnsafeMutablePointer<Float> { memory + 3 * LookBlock.length }
  @inlinable var fromWeight: UnsafeMutablePointer<Float> { memory + 4 * LookBlock.length }
  @inlinable var toWeight: UnsafeMutablePointer<Float> { memory + 5 * LookBlock.length }
  @inlinable var shade: UnsafeMutablePointer<Float> { memory + 6 * LookBlock.length }
  /// What is read of both pictures.
  var fromValues: UnsafeMutablePointer<Float> { memory + 7 * LookBlock.length }
  var toValues: UnsafeMutablePointer<Float> { memory + 8 * LookBlock.length }
  /// Where that is in a plane.
  var fromPlaces: PlaneBlock { PlaneBlock(memory: memory + 9 * LookBlock.length) }
  var toPlaces: PlaneBlock { PlaneBlock(memory: memory + 12 * LookBlock.length) }
  /// Pairs of samples, on two rows.
  var pairs: UnsafeMutablePointer<Float> { memory + 15 * LookBlock.length }

  /// What the first `count` samples have in common.
  func sight(_ count: Int) -> Sight {
    let one = Float(1).bitPattern
    var (from, notFrom, to, notTo, shaded, apart): (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32)
    (from, notFrom, to, notTo, shaded, apart) = (0, 0, 0, 0, 0, 0)
    for x in 0..<count {
      let (a, b) = (fromWeight[x].bitPattern, toWeight[x].bitPattern)
      from |= a
      notFrom |= a ^ one
      to |= b
      notTo |= b ^ one
      shaded |= shade[x].bitPattern ^ one
      apart |= fromX[x].bitPattern ^ toX[x].bitPattern
      apart |= fromY[x].bitPattern ^ toY[x].bitPattern
    }
    return Sight(
      showsFrom: from & 0x7FFF_FFFF != 0, showsTo: to & 0x7FFF_FFFF != 0, isFrom: notFrom == 0,
      isTo: notTo == 0, isShaded: shaded != 0, isApart: apart != 0)
  }
}

/// What samples of a block have in common.
struct Sight {
  /// Whether any shows something of a picture.
  let showsFrom, showsTo: Bool
  /// Whether all show a picture as it is, weights of the other apart.
  let isFrom, isTo: Bool
  /// Whether any is brighter or darker, and whether any shows two places.
  let isShaded, isApart: Bool
}

/// Where samples of a block lie in a plane: the index of the upper left of four samples, and shares of those at the right and
/// below.
struct PlaneBlock {
  let memory: UnsafeMutablePointer<Float>

  var across: UnsafeMutablePointer<Float> { memory }
  var down: UnsafeMutablePointer<Float> { memory + LookBlock.length }
  var index: UnsafeMutablePointer<Int32> {
    UnsafeMutableRawPointer(memory + 2 * LookBlock.length).assumingMemoryBound(to: Int32.self)
  }
}

/// How samples of a block are read from a plane.
enum Reading {
  /// There is nothing to read.
  case nothing
  /// They lie side by side, from this index on.
  case run(Int)
  /// They lie between others, anywhere.
  case between
}

extension PlaneBlock {
  /// Finds the places (`x`, `y`), in pixels, in a plane of `stride` whose samples are of `step` pixels.
  func find(
    _ x: UnsafeMutablePointer<Float>, _ y: UnsafeMutablePointer<Float>, _ count: Int,
    _ form: PlaneForm
  ) -> Reading {
    if let start = form.run(x, y, count) { return .run(start) }
    let (part, left) = (form.part, form.left)
    let (width, height) = (Float(form.width &- 1), Float(form.height &- 1))
    let (columns, rows) = (Float(form.width &- 2), Float(form.height &- 2))
    let (across, down, index) = (across, down, index)
    /// Writes the places, of whose lines and columns `number` makes indices.
    func write(_ number: (_ line: Float, _ column: Float) -> UInt32) {
      for i in 0..<count {
        let h = clamped(x[i] * part + left, width)
        let v = clamped(y[i] * part - 0.5, height)
        let column = wholeBelow(h, columns)
        let line = wholeBelow(v, rows)
        across[i] = h - column
        down[i] = v - line
        index[i] = Int32(bitPattern: number(line, column))
      }
    }
    if form.stride &* form.height < 1 << 23 {
      // Numbers of samples are exact in single precision, of which vectors have products.
      let stride = Float(form.stride)
      write { bits($0 * stride + $1) }
    } else {
      let stride = UInt32(truncatingIfNeeded: form.stride)
      write { bits($0) &* stride &+ bits($1) }
    }
    return .between
  }

  /// A whole number, at most `most`, of which `x`, 0…4 million, is at most one more.
  @inline(__always)
  private func wholeBelow(_ x: Float, _ most: Float) -> Float {
    clamped(nearest(x - 0.5), most)
  }

  /// A whole number below 8 million as an integer.
  @inline(__always)
  private func bits(_ x: Float) -> UInt32 { (x + 8_388_608).bitPattern & 0x7F_FFFF }
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

  /// Where samples begin that lie side by side in a plane; nil if they do not.
  fileprivate func run(
    _ x: UnsafeMutablePointer<Float>, _ y: UnsafeMutablePointer<Float>, _ count: Int
  ) -> Int? {
    let (firstX, firstY) = (x[0] * part + left, y[0] * part - 0.5)
    let (column, line) = (nearest(firstX), nearest(firstY))
    guard column >= 0, line >= 0, column <= Float(width - count), line <= Float(height - 1),
      (firstX - column).magnitude < 0.001, (firstY - line).magnitude < 0.001
    else { return nil }
    var others: UInt32 = 0
    for i in 0..<count {
      let away = x[i] * part + left - column - Float(Int32(truncatingIfNeeded: i))
      others |= away.magnitude < 0.001 ? 0 : 1
      others |= (y[i] * part - 0.5 - line).magnitude < 0.001 ? 0 : 1
    }
    guard others == 0 else { return nil }
    return whole(line).index &* stride &+ whole(column).index
  }
}
