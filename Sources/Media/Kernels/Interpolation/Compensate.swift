// SPDX-License-Identifier: Apache-2.0

/// Draws the picture at `share` of the way from `first` to `second`, in 256ths, by the motion in
/// `field`.
///
/// Every pixel is the mean of the samples at the vectors of the four points around it, by nearness,
/// each of both pictures. All have the same form, and no alpha.
@_specialize(where S == UInt8)
@_specialize(where S == UInt16)
public func interpolate<S: PictureSample>(
  _ first: SampleView<S>, _ second: SampleView<S>, _ field: MotionField, share: Int,
  into target: SampleView<S>
) {
  precondition(first.hasForm(of: second) && first.hasForm(of: target), "pictures of one form")
  precondition(first.a == nil, "pictures without alpha")
  let shift = target.chroma.shift
  compensate(first.y, second.y, field, share: share, 0, into: target.y)
  compensate(first.u, second.u, field, share: share, shift, into: target.u)
  compensate(first.v, second.v, field, share: share, shift, into: target.v)
  let overlays = StaticOverlays(first, second, drawn: target, field)
  if overlays == nil, field.foreground == nil { return }
  drawObjects(overlays, first.y, second.y, field, share: share, 0, into: target.y)
  drawObjects(overlays, first.u, second.u, field, share: share, shift, into: target.u)
  drawObjects(overlays, first.v, second.v, field, share: share, shift, into: target.v)
}

/// One plane, whose samples are `1 << shift` pixels apart.
@_specialize(where S == UInt8)
@_specialize(where S == UInt16)
private func compensate<S: PictureSample>(
  _ first: SamplePlane<S>, _ second: SamplePlane<S>, _ field: MotionField, share: Int,
  _ shift: Int, into target: SamplePlane<S>
) {
  let cell = MotionField.spacing >> shift
  withUnsafeTemporaryAllocation(of: Int32.self, capacity: cell * cell) { sums in
    guard let sums = sums.baseAddress else { return }
    for row in 0..<field.rows - 1 {
      for column in 0..<field.columns - 1 {
        let (x, y) = (column * cell, row * cell)
        let (width, height) = (min(cell, target.width - x), min(cell, target.height - y))
        if width <= 0 || height <= 0 { continue }
        let place = row * field.columns + column
        let corners = (
          field.vectors[place], field.vectors[place + 1], field.vectors[place + field.columns],
          field.vectors[place + field.columns + 1]
        )
        let isOne = corners.0 == corners.1 && corners.0 == corners.2 && corners.0 == corners.3
        if isOne {
          let displacements = (corners.0.moved(-share, shift), corners.0.moved(256 - share, shift))
          let area = (x: x, y: y, width: width, height: height)
          if drawBlock(first, second, displacements, share: share, area, into: target) { continue }
        }
        sums.update(repeating: 0, count: cell * cell)
        func add(_ vector: MotionField.Vector, _ right: Int, _ lower: Int) {
          addBlock(
            first, vector.moved(-share, shift), x: x, y: y, share: 256 - share, isOne: isOne,
            right: right, lower: lower, cell: cell, width: width, height: height, to: sums)
          addBlock(
            second, vector.moved(256 - share, shift), x: x, y: y, share: share, isOne: isOne,
            right: right, lower: lower, cell: cell, width: width, height: height, to: sums)
        }
        add(corners.0, 0, 0)
        if !isOne {
          add(corners.1, 1, 0)
          add(corners.2, 0, 1)
          add(corners.3, 1, 1)
        }
        // Shares of samples have 4 bits, those of pictures 8, and those of points as many as two sides of a cell.
        let bits = Int32(12 + 2 * (shift == 0 ? 4 : 3))
        let full = Int32(truncatingIfNeeded: S.full)
        for line in 0..<height {
          let (result, sum) = (target.row(y + line) + x, sums + line * cell)
          for i in 0..<width {
            result[i] = S(
              truncatingIfNeeded: min(full, (sum[i] &+ 1 &<< (bits &- 1)) &>> bits))
          }
        }
      }
    }
  }
}

extension MotionField.Vector {
  /// The displacement by `share` 256ths of it, in 16ths of samples that are `1 << shift` pixels apart.
  func moved(_ share: Int, _ shift: Int) -> (x: Int, y: Int) {
    func scaled(_ part: Int32) -> Int {
      // Vectors are counted in eighths.
      (Int(part) * share * 2 / (1 << shift) + 128) >> 8
    }
    return (scaled(x), scaled(y))
  }
}

/// Draws a cell that moves as a whole; false where a part of it comes from beyond an edge.
@_specialize(where S == UInt8)
@_specialize(where S == UInt16)
private func drawBlock<S: PictureSample>(
  _ first: SamplePlane<S>, _ second: SamplePlane<S>,
  _ displacements: ((x: Int, y: Int), (x: Int, y: Int)),
  share: Int, _ area: (x: Int, y: Int, width: Int, height: Int), into target: SamplePlane<S>
) -> Bool {
  func corner(_ displacement: (x: Int, y: Int), _ plane: SamplePlane<S>) -> Int? {
    let (left, top) = (area.x + displacement.x >> 4, area.y + displacement.y >> 4)
    let isInside =
      left >= 0 && top >= 0 && left + area.width < target.width
      && top + area.height < target.height
    return isInside ? top * plane.stride + left : nil
  }
  guard let startA = corner(displacements.0, first), let startB = corner(displacements.1, second)
  else {
    return false
  }
  let (ax, ay) = (Int32(displacements.0.x & 15), Int32(displacements.0.y & 15))
  let (bx, by) = (Int32(displacements.1.x & 15), Int32(displacements.1.y & 15))
  let (partA, partB) = (Int32(256 - share), Int32(share))
  for line in 0..<area.height {
    let a = first.base + startA + line * first.stride
    let b = second.base + startB + line * second.stride
    let (lowA, lowB) = (a + first.stride, b + second.stride)
    let result = target.row(area.y + line) + area.x
    for i in 0..<area.width {
      let valueA =
        (Int32(truncatingIfNeeded: a[i]) &* (16 &- ax) &+ Int32(truncatingIfNeeded: a[i &+ 1])
          &* ax) &* (16 &- ay)
        &+ (Int32(truncatingIfNeeded: lowA[i]) &* (16 &- ax)
          &+ Int32(truncatingIfNeeded: lowA[i &+ 1]) &* ax) &* ay
      let valueB =
        (Int32(truncatingIfNeeded: b[i]) &* (16 &- bx) &+ Int32(truncatingIfNeeded: b[i &+ 1])
          &* bx) &* (16 &- by)
        &+ (Int32(truncatingIfNeeded: lowB[i]) &* (16 &- bx)
          &+ Int32(truncatingIfNeeded: lowB[i &+ 1]) &* bx) &* by
      // Shares of samples have 8 bits, as have those of pictures.
      let sum = valueA &* partA &+ valueB &* partB &+ 32768
      result[i] = S(truncatingIfNeeded: sum &>> 16)
    }
  }
  return true
}

/// Adds what `plane` shows, moved by `displacement`, to the sums of a cell, as the point at one of its corners counts in it.
@_specialize(where S == UInt8)
@_specialize(where S == UInt16)
private func addBlock<S: PictureSample>(
  _ plane: SamplePlane<S>, _ displacement: (x: Int, y: Int), x: Int, y: Int, share: Int,
  isOne: Bool,
  right: Int, lower: Int, cell: Int, width: Int, height: Int,
  to sums: UnsafeMutablePointer<Int32>
) {
  let (left, top) = (x + displacement.x >> 4, y + displacement.y >> 4)
  let (fx, fy) = (Int32(displacement.x & 15), Int32(displacement.y & 15))
  let isInside =
    left >= 0 && top >= 0 && left + width < plane.width && top + height < plane.height
  let part = Int32(share)
  let count = Int32(2 * cell)
  for line in 0..<height {
    let sum = sums + line * cell
    let down = isOne ? count : lower == 1 ? Int32(2 * line + 1) : count - Int32(2 * line + 1)
    let weight = part * down
    let upper = plane.row(max(0, min(top + line, plane.height - 1)))
    let below = plane.row(max(0, min(top + line + 1, plane.height - 1)))
    if isInside {
      let (upper, below) = (upper + left, below + left)
      for i in 0..<width {
        let first =
          Int32(truncatingIfNeeded: upper[i]) &* (16 &- fx)
          &+ Int32(truncatingIfNeeded: upper[i &+ 1]) &* fx
        let second =
          Int32(truncatingIfNeeded: below[i]) &* (16 &- fx)
          &+ Int32(truncatingIfNeeded: below[i &+ 1]) &* fx
        let value = (first &* (16 &- fy) &+ second &* fy &+ 8) &>> 4
        let odd = Int32(truncatingIfNeeded: 2 &* i &+ 1)
        let across = isOne ? count : right == 1 ? odd : count &- odd
        sum[i] &+= value &* weight &* across
      }
    } else {
      for i in 0..<width {
        let a = max(0, min(left + i, plane.width - 1))
        let b = max(0, min(left + i + 1, plane.width - 1))
        let first =
          Int32(truncatingIfNeeded: upper[a]) &* (16 &- fx)
          &+ Int32(truncatingIfNeeded: upper[b]) &* fx
        let second =
          Int32(truncatingIfNeeded: below[a]) &* (16 &- fx)
          &+ Int32(truncatingIfNeeded: below[b]) &* fx
        let value = (first &* (16 &- fy) &+ second &* fy &+ 8) &>> 4
        let odd = Int32(truncatingIfNeeded: 2 &* i &+ 1)
        let across = isOne ? count : right == 1 ? odd : count &- odd
        sum[i] &+= value &* weight &* across
      }
    }
  }
}
