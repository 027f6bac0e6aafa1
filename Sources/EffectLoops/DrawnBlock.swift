// SPDX-License-Identifier: Apache-2.0

import Kernels

/// A block of looks that is drawn into planes of one form.
struct DrawnBlock<S: PictureSample> {
  private let block: LookBlock
  private let columns: Range<Int>
  private let y: Int
  private let form: (from: PlaneForm, to: PlaneForm)
  private let groundAlpha: Float
  private let fromAlpha, toAlpha: SamplePlane<S>?
  private let isOpaque: Bool
  private let sight: Sight
  private let fromReading, toReading: Reading
  private let toPlaces: PlaneBlock

  /// The looks in `block` are those of `columns` in row `y` of planes of these forms.
  init(
    _ block: LookBlock, _ columns: Range<Int>, _ y: Int,
    _ form: (from: PlaneForm, to: PlaneForm), _ groundAlpha: Float, _ fromAlpha: SamplePlane<S>?,
    _ toAlpha: SamplePlane<S>?
  ) {
    (self.block, self.columns, self.y, self.form) = (block, columns, y, form)
    (self.groundAlpha, self.fromAlpha, self.toAlpha) = (groundAlpha, fromAlpha, toAlpha)
    let count = columns.count
    sight = block.sight(count)
    isOpaque =
      fromAlpha == nil && toAlpha == nil && groundAlpha >= 1 && form.from.width > 1
      && form.from.height > 1
    guard isOpaque else {
      (fromReading, toReading, toPlaces) = (.between, .between, block.toPlaces)
      return
    }
    fromReading =
      sight.showsFrom ? block.fromPlaces.find(block.fromX, block.fromY, count, form.from) : .nothing
    if sight.showsFrom, !sight.isApart, form.from.stride == form.to.stride {
      (toReading, toPlaces) = (sight.showsTo ? fromReading : .nothing, block.fromPlaces)
    } else {
      toPlaces = block.toPlaces
      toReading =
        sight.showsTo ? block.toPlaces.find(block.toX, block.toY, count, form.to) : .nothing
    }
  }

  /// Draws the block into a row of `target`.
  ///
  /// - Parameters:
  ///   - ground: What is under both pictures.
  ///   - black: What a shade darkens to.
  func draw(
    _ from: SamplePlane<S>, _ to: SamplePlane<S>, into target: SamplePlane<S>, ground: Float,
    black: Float
  ) {
    let row = target.row(y) + columns.lowerBound
    guard isOpaque else { return drawCovered(from, to, into: row, ground, black) }
    precondition(
      from.stride == form.from.stride && to.stride == form.to.stride, "planes of two forms")
    let count = columns.count
    if !sight.isShaded {
      if sight.isFrom, !sight.showsTo, case .run(let start) = fromReading {
        return row.update(from: from.base + start, count: count)
      }
      if sight.isTo, !sight.showsFrom, case .run(let start) = toReading {
        return row.update(from: to.base + start, count: count)
      }
    }
    read(from, fromReading, block.fromPlaces, into: block.fromValues)
    read(to, toReading, toPlaces, into: block.toValues)
    let (a, b, fromWeight, toWeight, shade) = (
      block.fromValues, block.toValues, block.fromWeight, block.toWeight, block.shade
    )
    if sight.isShaded {
      for x in 0..<count {
        let sum = ground + fromWeight[x] * (a[x] - ground) + toWeight[x] * (b[x] - ground)
        row[x] = S(rounding: black + (sum - black) * shade[x])
      }
    } else {
      for x in 0..<count {
        row[x] = S(
          rounding: ground + fromWeight[x] * (a[x] - ground) + toWeight[x] * (b[x] - ground))
      }
    }
  }

  /// Reads samples of `plane` as numbers.
  private func read(
    _ plane: SamplePlane<S>, _ reading: Reading, _ places: PlaneBlock,
    into values: UnsafeMutablePointer<Float>
  ) {
    let count = columns.count
    switch reading {
    case .nothing: values.update(repeating: 0, count: count)
    case .run(let start):
      let samples = plane.base + start
      for x in 0..<count { values[x] = Float(Int32(truncatingIfNeeded: samples[x])) }
    case .between:
      let upper = UnsafeMutableRawPointer(block.pairs).assumingMemoryBound(to: S.Product.self)
      let lower = UnsafeMutableRawPointer(block.pairs + LookBlock.length)
        .assumingMemoryBound(to: S.Product.self)
      let base = UnsafeRawPointer(plane.base)
      let below = plane.stride &* MemoryLayout<S>.stride
      let (across, down, index) = (places.across, places.down, places.index)
      for x in 0..<count {
        let start = base + Int(index[x]) &* MemoryLayout<S>.stride
        upper[x] = start.loadUnaligned(as: S.Product.self)
        lower[x] = start.loadUnaligned(fromByteOffset: below, as: S.Product.self)
      }
      for x in 0..<count {
        let (above, below) = (between(upper[x], across[x]), between(lower[x], across[x]))
        values[x] = above + (below - above) * down[x]
      }
    }
  }

  /// Between two samples that lie side by side in memory.
  @inline(__always)
  private func between(_ pair: S.Product, _ share: Float) -> Float {
    let bits = UInt32(truncatingIfNeeded: pair)
    let width = UInt32(truncatingIfNeeded: S.bitWidth)
    let left = Float(Int32(bitPattern: bits & (1 &<< width &- 1)))
    let right = Float(Int32(bitPattern: bits &>> width))
    return left + (right - left) * share
  }

  /// The same where something may be clear, or planes have one row or column.
  private func drawCovered(
    _ from: SamplePlane<S>, _ to: SamplePlane<S>, into row: UnsafeMutablePointer<S>,
    _ ground: Float, _ black: Float
  ) {
    let (part, left) = (form.from.part, form.from.left + 0.5)
    for x in 0..<columns.count {
      let (a, b) = (block.fromWeight[x], block.toWeight[x])
      var cover = (1 - a - b) * groundAlpha
      var sum = cover * ground
      if a != 0 {
        let seen = from.seen(fromAlpha, block.fromX[x] * part + left, block.fromY[x] * part)
        sum += a * seen.sum
        cover += a * seen.cover
      }
      if b != 0 {
        let seen = to.seen(toAlpha, block.toX[x] * part + left, block.toY[x] * part)
        sum += b * seen.sum
        cover += b * seen.cover
      }
      let value = cover > 1e-6 ? sum / cover : black
      row[x] = S(rounding: black + (value - black) * block.shade[x])
    }
  }

  /// Draws what covers the pixels of the block.
  func drawAlpha(into target: SamplePlane<S>) {
    let full = Float(S.full)
    let row = target.row(y) + columns.lowerBound
    for x in 0..<columns.count {
      let (a, b) = (block.fromWeight[x], block.toWeight[x])
      var cover = (1 - a - b) * groundAlpha * full
      if a != 0 { cover += a * (fromAlpha?.sample(block.fromX[x], block.fromY[x]) ?? full) }
      if b != 0 { cover += b * (toAlpha?.sample(block.toX[x], block.toY[x]) ?? full) }
      row[x] = S(rounding: cover)
    }
  }
}
