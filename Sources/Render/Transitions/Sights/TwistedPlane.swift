// SPDX-License-Identifier: Apache-2.0

extension TwistPlan {
  /// Writes the sum of those pictures that count: planes of `size` samples, which is no whole number where a last one is
  /// partly beyond the edge, that lie `left` of the middle of their pixels.
  func draw(_ pictures: [SummedPicture], size: Point, left: Float, into out: NumberPlane) {
    guard let form = pictures.first?.plane else { return }
    // Each distance is between two; the last one is there twice.
    let table = moments.flatMap { $0.factors + $0.factors.suffix(1) }
    let area = TwistArea(self, size, left: left, form)
    // A share is cut off, by a half on the whole.
    let cut = Float(pictures.map { $0.weights.count { $0 > 0 } }.reduce(0, +)) / 2
    let (length, part) = (TurnedBlock.length, 1 / form.fine)
    withUnsafeTemporaryAllocation(
      of: Float.self, capacity: TurnedBlock.size / 2 + TwistLine.size
    ) { memory in
      guard let base = memory.baseAddress else { return }
      let places = TurnedBlock(
        memory: UnsafeMutableRawPointer(base).assumingMemoryBound(to: Int16.self))
      var line = TwistLine(memory: base + TurnedBlock.size / 2)
      table.withUnsafeBufferPointer { table in
        guard let table = table.baseAddress else { return }
        for y in 0..<out.height {
          let row = out.row(y)
          for first in stride(from: 0, to: out.width, by: length) {
            let count = min(length, out.width - first)
            line.measure(first, y, (count + area.run - 1) / area.run, area)
            places.sums.update(repeating: 0, count: count)
            for moment in 0..<moments.count {
              line.twist(table + moment * (steps + 2), area, into: places)
              for picture in pictures where picture.weights[moment] > 0 {
                picture.plane.add(places, Int16(share: picture.weights[moment]), count)
              }
            }
            for x in 0..<count {
              row[first &+ x] = (Float(Int32(places.sums[x])) + cut) * part
            }
          }
        }
      }
    }
  }
}

/// Where a twist shows places of a plane.
private struct TwistArea {
  let center: Point
  let left, low, high, top, bottom: Float
  /// The number of distances, and the number of them in the length of a sample.
  let steps, part: Float
  let stride: Int
  /// The number of samples on a straight line, but for differences that cannot be seen.
  let run: Int

  init(_ plan: TwistPlan, _ size: Point, left: Float, _ plane: FinePlane) {
    center = plan.center * size
    self.left = left
    // Places are numbers of 15 bits.
    let (width, height) = (min(plane.width, 32_767), min(plane.height, 32_767))
    low = clamped(plan.margin * size.x + left - 0.5, Float(width - 1))
    high = clamped((1 - plan.margin) * size.x + left - 0.5, Float(width - 1))
    top = clamped(plan.margin * size.y - 0.5, Float(height - 1))
    bottom = clamped((1 - plan.margin) * size.y - 0.5, Float(height - 1))
    steps = Float(plan.steps)
    part = steps / (plan.reach * size.y)
    stride = plane.stride
    run = plane.height < 128 ? 1 : plane.height < 256 ? 2 : plane.height < 512 ? 4 : 8
  }
}

/// Some places of a row, some samples apart: how far to the right they are, between which distances they lie, and where they
/// are seen.
private struct TwistLine {
  private static let stride = TurnedBlock.length + 8
  static let size = 7 * stride

  let memory: UnsafeMutablePointer<Float>
  /// The distance of the row from the top, and its number of straight lines.
  private var down: Float = 0
  private var count = 0

  init(memory: UnsafeMutablePointer<Float>) { self.memory = memory }

  private var ways: UnsafeMutablePointer<Float> { memory }
  private var shares: UnsafeMutablePointer<Float> { memory + TwistLine.stride }
  private var xs: UnsafeMutablePointer<Float> { memory + 2 * TwistLine.stride }
  private var ys: UnsafeMutablePointer<Float> { memory + 3 * TwistLine.stride }
  /// Where each sample is seen.
  private var columns: UnsafeMutablePointer<Float> { memory + 5 * TwistLine.stride }
  private var rows: UnsafeMutablePointer<Float> { memory + 6 * TwistLine.stride }
  private var indices: UnsafeMutablePointer<Int32> {
    UnsafeMutableRawPointer(memory + 4 * TwistLine.stride).assumingMemoryBound(to: Int32.self)
  }

  /// Finds the places of row `y` from column `first` on.
  mutating func measure(_ first: Int, _ y: Int, _ count: Int, _ area: TwistArea) {
    self.count = count
    down = Float(y) + 0.5 - area.center.y
    let start = Float(first) + 0.5 - area.left - area.center.x
    for k in 0...count {
      let way = start + Float(k * area.run)
      let place = clamped(length(Point(way, down)) * area.part, area.steps)
      let index = Int32(place)
      (ways[k], indices[k], shares[k]) = (way, index, place - Float(index))
    }
  }

  /// Finds what is seen there, by the numbers of all distances.
  func twist(_ table: UnsafePointer<Point>, _ area: TwistArea, into places: TurnedBlock) {
    let (x, y) = (area.center.x + area.left - 0.5, area.center.y - 0.5)
    for k in 0...count {
      let near = table + Int(indices[k])
      let factor = near[0] + (near[1] - near[0]) * shares[k]
      xs[k] = x + factor.x * ways[k] - factor.y * down
      ys[k] = y + factor.y * ways[k] + factor.x * down
    }
    if area.run == 8 {
      let steps = SIMD8<Float>(0, 1, 2, 3, 4, 5, 6, 7)
      for k in 0..<count {
        let (dx, dy) = ((xs[k + 1] - xs[k]) / 8, (ys[k + 1] - ys[k]) / 8)
        UnsafeMutableRawPointer(columns + 8 * k)
          .storeBytes(of: steps * dx + xs[k], as: SIMD8<Float>.self)
        UnsafeMutableRawPointer(rows + 8 * k)
          .storeBytes(of: steps * dy + ys[k], as: SIMD8<Float>.self)
      }
    } else {
      for i in 0..<count * area.run {
        let k = i / area.run
        let share = Float(i - k * area.run) / Float(area.run)
        columns[i] = xs[k] + (xs[k + 1] - xs[k]) * share
        rows[i] = ys[k] + (ys[k + 1] - ys[k]) * share
      }
    }
    places.places.find(
      columns, rows, count * area.run, part: 1, left: 0, top: 0, from: Point(area.low, area.top),
      to: Point(area.high, area.bottom), stride: area.stride)
  }
}
