// SPDX-License-Identifier: Apache-2.0

import Kernels

/// A plane of fine samples, of which the last column and the last row are there twice.
struct FinePlane {
  let width, height, stride: Int
  let fine: Float
  private let samples: UnsafeMutablePointer<Int16>

  /// The numbers of `plane`, of which 1 is `fine`, in memory for as many samples as it asks for.
  init(_ plane: NumberPlane, _ fine: Float, in memory: (Int) -> UnsafeMutablePointer<Int16>) {
    (width, height, stride) = (plane.width, plane.height, plane.width + 1)
    self.fine = fine
    samples = memory(stride * (height + 1))
    for y in 0..<height {
      let (row, numbers) = (samples + y * stride, plane.row(y))
      for x in 0..<width { row[x] = Int16(share: numbers[x] * (fine / 32_767)) }
      row[width] = row[width - 1]
    }
    (samples + height * stride).update(from: samples + (height - 1) * stride, count: stride)
  }

  /// Adds up copies of the plane that are scaled and turned about `center` by complex factors; the plane repeats beyond its
  /// edges.
  ///
  /// - Parameter left: By how much samples lie to the left of the middle of their pixels.
  func turn(
    _ factors: [(factor: Point, weight: Float)], about center: Point, left: Float,
    into out: NumberPlane
  ) {
    let length = LookBlock.length
    // A share is cut off, by a half on the whole.
    let (part, cut) = (1 / fine, Float(factors.count) / 2)
    withUnsafeTemporaryAllocation(
      byteCount: 7 * length * MemoryLayout<Float>.stride, alignment: 64
    ) { memory in
      guard let base = memory.baseAddress else { return }
      let places = TurnedBlock(memory: base.assumingMemoryBound(to: Int16.self))
      let sums = places.sums
      for y in 0..<height {
        let dy = Float(y) + 0.5 - center.y
        let row = out.row(y)
        for first in Swift.stride(from: 0, to: width, by: length) {
          let count = min(length, width - first)
          sums.update(repeating: 0, count: count)
          let dx = Float(first) + 0.5 - center.x
          for (factor, weight) in factors {
            let start = Point(
              center.x + factor.x * dx - factor.y * dy - left,
              center.y + factor.y * dx + factor.x * dy)
            place(start, factor, 0..<count, left: left, into: places)
            add(places, Int16(share: weight), count)
          }
          for x in 0..<count { row[first &+ x] = (Float(Int32(sums[x])) + cut) * part }
        }
      }
    }
  }

  /// Finds places, the first of them and always the next `way` away; halves of those that do not lie within one of the planes.
  private func place(
    _ start: Point, _ way: Point, _ range: Range<Int>, left: Float, into places: TurnedBlock
  ) {
    if step(start, way, range, left: left, into: places) { return }
    guard range.count > 16 else { return find(start, way, range, left: left, into: places) }
    let half = range.count / 2
    let middle = range.lowerBound + half
    place(start, way, range.lowerBound..<middle, left: left, into: places)
    place(
      start + way * Float(half), way, middle..<range.upperBound, left: left, into: places)
  }

  /// Finds places by sums of whole numbers, if all lie within one of the planes.
  private func step(
    _ start: Point, _ way: Point, _ range: Range<Int>, left: Float, into places: TurnedBlock
  ) -> Bool {
    let size = Point(Float(width), Float(height))
    guard size.x < 32_767, size.y < 32_768 else { return false }
    let corner = Point(
      floor(start.x / size.x) * size.x - left + 0.5, floor(start.y / size.y) * size.y + 0.5)
    return places.places.step(start - corner, way, range, size, stride: stride)
  }

  /// The same wherever they lie; the plane is repeated in all directions.
  private func find(
    _ start: Point, _ step: Point, _ range: Range<Int>, left: Float, into places: TurnedBlock
  ) {
    let (wide, high) = (Float(width), Float(height))
    let (partX, partY) = (1 / wide, 1 / high)
    let (column, line) = (wide - 1, high - 1)
    let stride = UInt32(truncatingIfNeeded: stride)
    let (across, down, index) = (places.places.across, places.places.down, places.places.index)
    func bits(_ x: Float) -> UInt32 { (x + 8_388_608).bitPattern & 0x7F_FFFF }
    for i in range {
      let n = Float(Int32(truncatingIfNeeded: i &- range.lowerBound))
      let (x, y) = (start.x + step.x * n, start.y + step.y * n)
      let h = clamped(x - floor(x * partX) * wide + left - 0.5, column)
      let v = clamped(y - floor(y * partY) * high - 0.5, line)
      let (left, top) = (floor(h), floor(v))
      across[i] = Int16(share: h - left)
      down[i] = Int16(share: v - top)
      index[i] = Int32(bitPattern: bits(top) &* stride &+ bits(left))
    }
  }

  /// Adds what is seen at `places`, times `weight`.
  @inline(__always)
  func add(_ places: TurnedBlock, _ weight: Int16, _ count: Int) {
    let sums = places.sums
    let base = UnsafeRawPointer(samples)
    let below = stride &* MemoryLayout<Int16>.stride
    let (upper, lower, index) = (places.upper, places.lower, places.places.index)
    for i in 0..<count {
      let start = base + Int(index[i]) &* MemoryLayout<Int16>.stride
      upper[i] = start.loadUnaligned(as: UInt32.self)
      lower[i] = start.loadUnaligned(fromByteOffset: below, as: UInt32.self)
    }
    // Pairs are taken apart first: of numbers of 16 bits alone, the compiler makes vectors of eight.
    places.split(upper, count, at: 10)
    places.split(lower, count, at: 12)
    let (a, b) = (places.numbers(10), places.numbers(11))
    let (c, d) = (places.numbers(12), places.numbers(13))
    let (across, down) = (places.places.across, places.places.down)
    let weights = places.numbers(5)
    // Read from memory, the weight is known to have 16 bits.
    weights.update(repeating: weight, count: count)
    for i in 0..<count {
      let above = a[i] &+ (b[i] &- a[i]).part(across[i])
      let under = c[i] &+ (d[i] &- c[i]).part(across[i])
      sums[i] = sums[i] &+ (above &+ (under &- above).part(down[i])).part(weights[i])
    }
  }
}

/// Where some samples lie in a plane, and the samples around them.
struct TurnedBlock {
  /// The largest number of samples, and the number of 16-bit values that it holds.
  static var length: Int { LookBlock.length }
  static var size: Int { 14 * LookBlock.length }

  let memory: UnsafeMutablePointer<Int16>

  /// A block in memory for `size` numbers.
  init(memory: UnsafeMutablePointer<Int16>) { self.memory = memory }

  var places: PlaneBlock { PlaneBlock(memory: memory) }
  var sums: UnsafeMutablePointer<Int16> { memory + 4 * LookBlock.length }
  var upper: UnsafeMutablePointer<UInt32> {
    UnsafeMutableRawPointer(memory + 6 * LookBlock.length).assumingMemoryBound(to: UInt32.self)
  }
  var lower: UnsafeMutablePointer<UInt32> { upper + LookBlock.length }

  /// The numbers at a place, of which there are 14.
  @inline(__always)
  func numbers(_ index: Int) -> UnsafeMutablePointer<Int16> { memory + index * LookBlock.length }

  /// Writes the first and the second numbers of pairs at two places.
  @inline(__always)
  func split(_ pairs: UnsafeMutablePointer<UInt32>, _ count: Int, at index: Int) {
    let (near, next) = (
      UnsafeMutableRawPointer(numbers(index)), UnsafeMutableRawPointer(numbers(index + 1))
    )
    for i in stride(from: 0, to: count, by: 8) {
      let eight = UnsafeRawPointer(pairs + i).loadUnaligned(as: SIMD8<Int32>.self)
      let offset = i &* MemoryLayout<Int16>.stride
      near.storeBytes(
        of: SIMD8<Int16>(truncatingIfNeeded: eight), toByteOffset: offset, as: SIMD8<Int16>.self)
      next.storeBytes(
        of: SIMD8<Int16>(truncatingIfNeeded: eight &>> 16), toByteOffset: offset,
        as: SIMD8<Int16>.self)
    }
  }
}
