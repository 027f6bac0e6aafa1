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

  /// The looks in `block` are those of `columns` in row `y` of planes of these forms; what they have in common may be known,
  /// and that the second picture is seen as it is.
  init(
    _ block: LookBlock, _ columns: Range<Int>, _ y: Int,
    _ form: (from: PlaneForm, to: PlaneForm), _ groundAlpha: Float, _ fromAlpha: SamplePlane<S>?,
    _ toAlpha: SamplePlane<S>?, _ known: Sight? = nil,
    showsToHere: Bool = false
  ) {
    (self.block, self.columns, self.y, self.form) = (block, columns, y, form)
    (self.groundAlpha, self.fromAlpha, self.toAlpha) = (groundAlpha, fromAlpha, toAlpha)
    let count = columns.count
    let sight = known ?? block.sight(count)
    self.sight = sight
    isOpaque =
      fromAlpha == nil && toAlpha == nil && groundAlpha >= 1 && form.from.hasPlaces
      && form.to.hasPlaces
    guard isOpaque else {
      if showsToHere { block.setTo(columns, y, step: 1 / form.to.part) }
      (fromReading, toReading, toPlaces) = (.between, .between, block.toPlaces)
      return
    }
    fromReading =
      sight.showsFrom ? block.fromPlaces.find(block.fromX, block.fromY, count, form.from) : .nothing
    if showsToHere {
      toPlaces = block.toPlaces
      toReading = sight.showsTo ? .run(y * form.to.stride + columns.lowerBound) : .nothing
    } else if sight.showsFrom, !sight.isApart, form.from.stride == form.to.stride {
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
    if !sight.isShaded {
      if sight.isFrom, !sight.showsTo { return copy(from, fromReading, block.fromPlaces, to: row) }
      if sight.isTo, !sight.showsFrom { return copy(to, toReading, toPlaces, to: row) }
    }
    let (a, b) = (block.fromValues, block.toValues)
    read(from, fromReading, block.fromPlaces, into: a)
    read(to, toReading, toPlaces, into: b)
    mix(a, b, into: row, ground, black)
  }

  /// Writes samples of `plane` as they are.
  private func copy(
    _ plane: SamplePlane<S>, _ reading: Reading, _ places: PlaneBlock,
    to row: UnsafeMutablePointer<S>
  ) {
    let (count, values) = (columns.count, block.fromValues)
    if case .run(let start) = reading { return row.update(from: plane.base + start, count: count) }
    read(plane, reading, places, into: values)
    for x in 0..<count { row[x] = S(rounding: values[x]) }
  }

  /// Draws the block, of which nothing is clear, into a row of both planes of chroma of `target`.
  func drawChroma(
    _ from: ChromaPairs<S>, _ to: ChromaPairs<S>, into target: SampleView<S>, neutral: Float
  ) {
    precondition(isOpaque, "a block that may be clear")
    guard sight.showsFrom, sight.showsTo else {
      draw(from.u, to.u, into: target.u, ground: neutral, black: neutral)
      draw(from.v, to.v, into: target.v, ground: neutral, black: neutral)
      return
    }
    precondition(
      from.u.stride == form.from.stride && to.u.stride == form.to.stride, "planes of two forms")
    let (first, count, pairs) = (columns.lowerBound, columns.count, block.pairs)
    block.fromPlaces.read(
      from, fromReading, count, pairs, into: block.fromValues, block.fromSeconds)
    toPlaces.read(to, toReading, count, pairs, into: block.toValues, block.toSeconds)
    mix(block.fromValues, block.toValues, into: target.u.row(y) + first, neutral, neutral)
    mix(block.fromSeconds, block.toSeconds, into: target.v.row(y) + first, neutral, neutral)
  }

  /// Writes what was read of both pictures, as much as there is of each.
  private func mix(
    _ a: UnsafeMutablePointer<Int16>, _ b: UnsafeMutablePointer<Int16>,
    into row: UnsafeMutablePointer<S>, _ ground: Float, _ black: Float
  ) {
    let (count, fromWeight, toWeight, shade) = (
      columns.count, block.fromWeight, block.toWeight, block.shade
    )
    let (ground, black) = (Int16(fine: ground, of: S.self), Int16(fine: black, of: S.self))
    if sight.isShaded {
      for x in 0..<count {
        let sum =
          ground &+ (a[x] &- ground).part(fromWeight[x]) &+ (b[x] &- ground).part(toWeight[x])
        row[x] = S(rounding: black &+ (sum &- black).part(shade[x]))
      }
    } else {
      for x in 0..<count {
        row[x] = S(
          rounding: ground &+ (a[x] &- ground).part(fromWeight[x])
            &+ (b[x] &- ground).part(toWeight[x]))
      }
    }
  }

  /// Reads samples of `plane` as fine ones.
  private func read(
    _ plane: SamplePlane<S>, _ reading: Reading, _ places: PlaneBlock,
    into values: UnsafeMutablePointer<Int16>
  ) {
    places.read(plane, reading, columns.count, block.pairs, into: values)
  }

  /// The same where something may be clear, or planes have one row or column.
  private func drawCovered(
    _ from: SamplePlane<S>, _ to: SamplePlane<S>, into row: UnsafeMutablePointer<S>,
    _ ground: Float, _ black: Float
  ) {
    let (part, left) = (form.from.part, form.from.left + 0.5)
    for x in 0..<columns.count {
      let (a, b) = (share(block.fromWeight[x]), share(block.toWeight[x]))
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
      row[x] = S(rounding: black + (value - black) * share(block.shade[x]))
    }
  }

  /// A share as a number.
  @inline(__always)
  private func share(_ x: Int16) -> Float { Float(Int32(x)) / 32_767 }

  /// Draws what covers the pixels of the block.
  func drawAlpha(into target: SamplePlane<S>) {
    let full = Float(S.full)
    let row = target.row(y) + columns.lowerBound
    for x in 0..<columns.count {
      let (a, b) = (share(block.fromWeight[x]), share(block.toWeight[x]))
      var cover = (1 - a - b) * groundAlpha * full
      if a != 0 { cover += a * (fromAlpha?.sample(block.fromX[x], block.fromY[x]) ?? full) }
      if b != 0 { cover += b * (toAlpha?.sample(block.toX[x], block.toY[x]) ?? full) }
      row[x] = S(rounding: cover)
    }
  }
}
