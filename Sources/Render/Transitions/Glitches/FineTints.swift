// SPDX-License-Identifier: Apache-2.0

/// Rows of red, green, blue and alpha in 16 bits, at fixed distances: of such numbers, a vector has the most.
struct FineTints {
  /// The largest number of pixels.
  static var length: Int { 2048 }
  /// The distance of rows: no power of two, as rows at such distances take the same few places of a
  /// cache.
  static var stride: Int { 2112 }
  /// A whole, so that colours beyond 0…1 have room, and the sum of four.
  static var one: Float { 8191 }

  let memory: UnsafeMutablePointer<Int16>

  init(memory: UnsafeMutablePointer<Int16>) { self.memory = memory }

  var red: UnsafeMutablePointer<Int16> { memory }
  var green: UnsafeMutablePointer<Int16> { memory + FineTints.stride }
  var blue: UnsafeMutablePointer<Int16> { memory + 2 * FineTints.stride }
  var alpha: UnsafeMutablePointer<Int16> { memory + 3 * FineTints.stride }

  /// Copies some rows of pixels of others.
  func copy(_ other: FineTints, _ count: Int, rows: Int) {
    for row in 0..<rows {
      let start = row * FineTints.stride
      (memory + start).update(from: other.memory + start, count: count)
    }
  }

  /// Adds a pixel to `count` of them: the last one again.
  func repeatLast(_ count: Int) {
    for row in 0..<4 {
      let start = memory + row * FineTints.stride
      start[count] = start[count - 1]
    }
  }

  /// These from pixel `x` on.
  func from(_ x: Int) -> FineTints { FineTints(memory: memory + x) }

  @inline(__always)
  subscript(x: Int) -> Tint {
    Tint(red[x].light, green[x].light, blue[x].light, alpha[x].light)
  }

  /// Writes red, green and blue of a pixel, within 0…1.
  @inline(__always)
  func setColors(_ x: Int, _ tint: Tint) {
    red[x] = Int16(light: clamped(tint.x, 1))
    green[x] = Int16(light: clamped(tint.y, 1))
    blue[x] = Int16(light: clamped(tint.z, 1))
  }
}

extension Int16 {
  /// A number of light as a row has it.
  @inline(__always)
  init(light: Float) {
    self.init(truncatingIfNeeded: (light * FineTints.one + 12_582_912).bitPattern)
  }

  /// The light that it is in a row.
  @inline(__always)
  var light: Float { Float(Int32(truncatingIfNeeded: self)) * (1 / FineTints.one) }
}

/// Some pixels of a row: what is seen of both pictures there, and what is made of it.
struct TornBlock {
  /// The number of values in a block.
  static let size = 20 * FineTints.stride

  let memory: UnsafeMutablePointer<Int16>

  /// A block in memory for `size` numbers.
  init(memory: UnsafeMutablePointer<Int16>) {
    self.memory = memory
    zeros.update(repeating: 0, count: FineTints.stride)
  }

  // At fixed distances, so that the compiler knows that they do not overlap.
  var from: FineTints { FineTints(memory: memory) }
  var to: FineTints { FineTints(memory: memory + 4 * FineTints.stride) }
  var made: FineTints { FineTints(memory: memory + 8 * FineTints.stride) }
  /// One number for each pixel.
  var numbers: UnsafeMutablePointer<Float> {
    UnsafeMutableRawPointer(memory + 12 * FineTints.stride).assumingMemoryBound(to: Float.self)
  }
  /// A share of each pixel, in the same place.
  var shares: UnsafeMutablePointer<Int16> { memory + 12 * FineTints.stride }
  /// The result of the row above.
  var upper: FineTints { FineTints(memory: memory + 14 * FineTints.stride) }
  /// The cover of a colour of pixels.
  var covers: UnsafeMutablePointer<Int16> { memory + 18 * FineTints.stride }
  /// Nothing, which is added to factors that are the same for all pixels: the compiler makes vectors of products of 16 bits
  /// where it reads both numbers in the loop.
  var zeros: UnsafeMutablePointer<Int16> { memory + 19 * FineTints.stride }
}
