// SPDX-License-Identifier: Apache-2.0

import Kernels

// Transitions that move pixels.

extension TransitionFrame {
  /// `to` pushes `from` out, in direction -1 or +1 along one axis.
  func drawSlide(x: Int, y: Int) {
    let rest = Int(progress * Float(x == 0 ? height : width))
    let (toX, toY) = (-x * rest, -y * rest)
    let (fromX, fromY) = (toX + x * width, toY + y * height)
    if target.a != nil { fill(target, with: .clear) }
    if rest % 2 != 0, target.a == nil, target.chroma == .half {
      // The chroma sample at the seam is half covered by each picture; this is its background.
      let (evenX, evenY) = (x == 0 ? 0 : fromX & ~1, y == 0 ? 0 : fromY & ~1)
      over(from, on: target, x: evenX, y: evenY, opacity: .whole)
      over(from, on: target, x: evenX + 2 * abs(x), y: evenY + 2 * abs(y), opacity: .whole)
    }
    over(from, on: target, x: fromX, y: fromY, opacity: .whole)
    over(to, on: target, x: toX, y: toY, opacity: .whole)
  }

  /// `from` is squeezed to a line between two halves of `to`, by rows.
  func drawSqueezedRows() {
    let moved = gathered(
      from, into: intermediate(0), column: { x, _ in x },
      row: { max(0, squeezed($0 * $1, height)) / $1 })
    mix(moved, to, into: target) { y, weights in
      weights.update(repeating: squeezed(y, height) < 0 ? .whole : 0, count: width)
    }
  }

  /// `from` is squeezed to a line between two halves of `to`, by columns.
  func drawSqueezedColumns() {
    let moved = gathered(
      from, into: intermediate(0), column: { max(0, squeezed($0 * $1, width)) / $1 },
      row: { y, _ in y })
    let columns = scratch.memory(.columns, of: Weight.self, count: width)
    for x in 0..<width { columns[x] = squeezed(x, width) < 0 ? .whole : 0 }
    mix(moved, to, into: target) { _, weights in weights.update(from: columns, count: width) }
  }

  /// The position in `from` that is squeezed to `index`; negative outside it.
  private func squeezed(_ index: Int, _ length: Int) -> Int {
    let size = Float(length)
    let z = 0.5 + (Float(index) / size - 0.5) / progress
    guard z >= 0, z <= 1 else { return -1 }
    return Int((z * (size - 1)).rounded(.toNearestOrEven))
  }

  /// `from` grows until one of its pixels fills the picture, and fades to `to` meanwhile.
  func drawZoom() {
    let zoomed = enlarged(
      from, into: intermediate(0), seen: smoothStep(0.5, 1, progress), scratch: scratch)
    mix(zoomed, to, weight: Weight(part: 1 - smoothStep(0, 0.5, progress)), into: target)
  }

  /// A mosaic fade whose tiles grow and shrink again.
  func drawPixels() {
    let steps = (min(progress, 1 - progress) * 50).rounded(.up)
    guard steps > 0 else { return drawFade() }
    let size = 2 * (steps / 50) * Float(min(width, height)) / 20
    func place(_ index: Int, _ length: Int, _ scale: Int) -> Int {
      let stone = (Float(index * scale) / size).rounded(.down) + 0.5
      return Int(min(stone * size, Float(length - 1))) / scale
    }
    let column = { place($0, width, $1) }
    let row = { place($0, height, $1) }
    mix(
      gathered(from, into: intermediate(0), column: column, row: row),
      gathered(to, into: intermediate(1), column: column, row: row),
      weight: Weight(part: 1 - progress), into: target)
  }

  /// A picture whose samples come from other columns and rows.
  ///
  /// `column` and `row` map the index of a sample to that of its source; their second argument is the size of a
  /// sample in pixels.
  private func gathered(
    _ source: SampleView<S>, into made: SampleView<S>, column: (Int, Int) -> Int,
    row: (Int, Int) -> Int
  ) -> SampleView<S> {
    func gather(_ from: SamplePlane<S>, into out: SamplePlane<S>, scale: Int) {
      let table = scratch.memory(.columns, of: Int32.self, count: out.width)
      for x in 0..<out.width { table[x] = Int32(column(x, scale)) }
      var last = -1
      for y in 0..<out.height {
        let place = row(y, scale)
        let target = out.row(y)
        if place == last {
          target.update(from: out.row(y - 1), count: out.width)
        } else {
          let samples = from.row(place)
          for x in 0..<out.width { target[x] = samples[Int(table[x])] }
        }
        last = place
      }
    }
    gather(source.y, into: made.y, scale: 1)
    gather(source.u, into: made.u, scale: 1 << source.chroma.shift)
    gather(source.v, into: made.v, scale: 1 << source.chroma.shift)
    guard let alpha = made.a else { return made }
    if let seen = source.a {
      gather(seen, into: alpha, scale: 1)
    } else {
      fill(alpha, with: S.full)
    }
    return made
  }
}
