// SPDX-License-Identifier: Apache-2.0

import Kernels

/// Where the samples of a row are seen in one of a plane.
enum ApartColumns {
  /// As many samples to the right.
  case shifted(Float)
  /// Each between a sample and the next one.
  case anywhere(index: [Int32], share: [Float])

  /// Those of `count` samples that are seen at places of their own.
  init(_ count: Int, _ place: (Int) -> Float) {
    let places = (0..<count).map { clamped(place($0), Float(count - 1)) }
    let indices = places.map { min(Int32($0), Int32(max(count - 2, 0))) }
    self = .anywhere(index: indices, share: zip(places, indices).map { $0 - Float($1) })
  }
}

/// Rows of a plane are added up.
struct ApartLine<S: PictureSample> {
  /// Memory for a row, and for pairs of its numbers.
  let memory, pairs: UnsafeMutablePointer<Float>

  /// Adds the row at the place `row` of `plane`, in samples, to `sums`.
  func add(
    _ plane: SamplePlane<S>, _ row: Float, _ columns: ApartColumns, _ weight: Float,
    to sums: UnsafeMutablePointer<Float>
  ) {
    guard weight != 0 else { return }
    let place = clamped(row, Float(plane.height - 1))
    let line = Int(place)
    let down = place - Float(line)
    let upper = plane.row(line)
    let lower = plane.row(min(line + 1, plane.height - 1))
    switch columns {
    case .shifted(let shift): add(upper, lower, down, shift, weight, plane.width, to: sums)
    case .anywhere(let index, let share):
      let (high, low) = (weight * (1 - down), weight * down)
      for x in 0..<plane.width { memory[x] = high * upper[x].amount + low * lower[x].amount }
      memory[plane.width] = memory[plane.width - 1]
      index.withUnsafeBufferPointer { index in
        share.withUnsafeBufferPointer { share in
          add(index, share, plane.width, to: sums)
        }
      }
    }
  }

  /// Adds what lies between numbers of the row in memory.
  private func add(
    _ index: UnsafeBufferPointer<Int32>, _ share: UnsafeBufferPointer<Float>, _ count: Int,
    to sums: UnsafeMutablePointer<Float>
  ) {
    guard let index = index.baseAddress, let share = share.baseAddress else { return }
    // Both numbers are read at once; they are taken apart in vectors.
    let (base, out) = (UnsafeRawPointer(memory), UnsafeMutableRawPointer(pairs))
    let size = MemoryLayout<Float>.stride
    for x in 0..<count {
      let pair = base.loadUnaligned(fromByteOffset: Int(index[x]) &* size, as: UInt64.self)
      out.storeBytes(of: pair, toByteOffset: x &* 2 &* size, as: UInt64.self)
    }
    for x in 0..<count {
      let near = pairs[2 &* x]
      sums[x] += near + (pairs[2 &* x &+ 1] - near) * share[x]
    }
  }

  private func add(
    _ upper: UnsafeMutablePointer<S>, _ lower: UnsafeMutablePointer<S>, _ down: Float,
    _ shift: Float, _ weight: Float, _ width: Int, to sums: UnsafeMutablePointer<Float>
  ) {
    let limited = max(-Float(width), min(shift, Float(width)))
    let (whole, across) = (Int(limited.rounded(.down)), limited - limited.rounded(.down))
    let (first, end) = (min(max(0, -whole), width), max(0, min(width, width - 1 - whole)))
    let (high, low) = (weight * (1 - down), weight * down)
    let left = high * upper[0].amount + low * lower[0].amount
    let right = high * upper[width - 1].amount + low * lower[width - 1].amount
    for x in 0..<min(first, width) { sums[x] += left }
    if first < end {
      let (a, b, sums) = (upper + first + whole, lower + first + whole, sums + first)
      if across == 0, down == 0 {
        for x in 0..<end - first { sums[x] += weight * a[x].amount }
      } else if across == 0 {
        for x in 0..<end - first { sums[x] += high * a[x].amount + low * b[x].amount }
      } else {
        let (upperLeft, upperRight) = (high * (1 - across), high * across)
        let (lowerLeft, lowerRight) = (low * (1 - across), low * across)
        for x in 0..<end - first {
          let above = upperLeft * a[x].amount + upperRight * a[x &+ 1].amount
          sums[x] += above + lowerLeft * b[x].amount + lowerRight * b[x &+ 1].amount
        }
      }
    }
    for x in max(first, end)..<max(first, end, width) { sums[x] += right }
  }
}
