// SPDX-License-Identifier: Apache-2.0

/// Finds vectors at one size of two pictures, beginning from those of half that size.
struct MotionSearch {
  typealias Vector = MotionField.Vector
  private let first: LumaPyramid.Level
  private let second: LumaPyramid.Level
  private let share: Int32
  private let coarse: [Vector]
  private let coarseColumns: Int
  private let coarseRows: Int
  let columns: Int
  let rows: Int
  /// In whole pixels of this size.
  private var vectors: [Vector]
  private var costs: [Int32]

  /// Half of how wide and high blocks are that are compared.
  private static let half = 8
  /// The cost of a step away from a neighbour's vector, in the unit of differences of samples.
  private static let step: Int32 = 24
  /// The cost of a vector that no neighbour has.
  private static let lonely: Int32 = 96

  init(
    _ first: LumaPyramid.Level, _ second: LumaPyramid.Level, share: Int32, coarse: MotionSearch?
  ) {
    (self.first, self.second, self.share) = (first, second, share)
    self.coarse = coarse?.vectors ?? []
    (coarseColumns, coarseRows) = (coarse?.columns ?? 0, coarse?.rows ?? 0)
    columns = (first.width + MotionField.spacing - 1) / MotionField.spacing + 1
    rows = (first.height + MotionField.spacing - 1) / MotionField.spacing + 1
    vectors = Array(repeating: .zero, count: columns * rows)
    costs = Array(repeating: .max, count: columns * rows)
  }

  /// Looks around the vectors of half the size and of neighbours, and within `reach` of none.
  mutating func find(reach: Int32) {
    for row in 0..<rows {
      for column in 0..<columns {
        let place = row * columns + column
        consider(.zero, 0, column, row)
        for (x, y) in [(0, 0), (1, 0), (0, 1), (-1, 0), (0, -1)] {
          if let vector = parent(column + x, row + y) { consider(vector, 0, column, row) }
        }
        if column > 0 { consider(vectors[place - 1], 0, column, row) }
        if row > 0 { consider(vectors[place - columns], 0, column, row) }
        if reach > 0, costs[place] > MotionSearch.lonely {
          for y in -reach...reach {
            for x in -reach...reach {
              consider(Vector(x: x, y: y), MotionSearch.lonely, column, row)
            }
          }
        }
        refine(column, row)
      }
    }
    for row in (0..<rows).reversed() {
      for column in (0..<columns).reversed() {
        let place = row * columns + column
        let before = vectors[place]
        if column + 1 < columns { consider(vectors[place + 1], 0, column, row) }
        if row + 1 < rows { consider(vectors[place + columns], 0, column, row) }
        if vectors[place] != before { refine(column, row) }
      }
    }
  }

  /// Takes the vectors of neighbours where these fit the pixels near a point better: large blocks carry motion beyond the edges
  /// of what moves.
  mutating func sharpen() {
    let before = vectors
    for row in 0..<rows {
      for column in 0..<columns {
        let place = row * columns + column
        let own = before[place]
        guard var best = error(own, column, row, half: 4, below: .max), best > MotionSearch.step
        else { continue }
        best -= MotionSearch.step
        for y in max(0, row - 1)...min(rows - 1, row + 1) {
          for x in max(0, column - 1)...min(columns - 1, column + 1) {
            let other = before[y * columns + x]
            if other == own { continue }
            guard let found = error(other, column, row, half: 4, below: best) else { continue }
            (best, vectors[place]) = (found, other)
          }
        }
      }
    }
  }

  private func parent(_ column: Int, _ row: Int) -> Vector? {
    guard !coarse.isEmpty else { return nil }
    let (x, y) = (max(0, min(column / 2, coarseColumns - 1)), max(0, min(row / 2, coarseRows - 1)))
    let vector = coarse[y * coarseColumns + x]
    return Vector(x: vector.x &* 2, y: vector.y &* 2)
  }

  /// Goes step by step where it gets better.
  private mutating func refine(_ column: Int, _ row: Int) {
    let place = row * columns + column
    for _ in 0..<4 {
      let centre = vectors[place]
      if costs[place] <= MotionSearch.step { return }
      for (x, y): (Int32, Int32) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
        consider(centre.plus(x, y), MotionSearch.step, column, row)
      }
      if vectors[place] == centre { return }
    }
  }

  private mutating func consider(_ vector: Vector, _ extra: Int32, _ column: Int, _ row: Int) {
    let place = row * columns + column
    if costs[place] != .max, vectors[place] == vector { return }
    guard let error = error(vector, column, row, below: costs[place]) else { return }
    let cost = error &+ extra
    if cost < costs[place] { (costs[place], vectors[place]) = (cost, vector) }
  }

  /// The sum of the differences of the two blocks that `vector` says are the same; nil where one lies too far outside, or the
  /// sum is not below `limit`.
  private func error(
    _ vector: Vector, _ column: Int, _ row: Int, half: Int = MotionSearch.half, below limit: Int32
  ) -> Int32? {
    let (x, y) = (column * MotionField.spacing - half, row * MotionField.spacing - half)
    let back = MotionField.gone((vector.x, vector.y), at: share)
    let (x0, y0) = (x - Int(back.x), y - Int(back.y))
    let (x1, y1) = (x + Int(vector.x - back.x), y + Int(vector.y - back.y))
    guard isInside(x0, y0), isInside(x1, y1) else { return nil }
    var (a, b) = (first.base + y0 * first.stride + x0, second.base + y1 * second.stride + x1)
    var (sum, whole): (Int32, Int32) = (0, 0)
    for line in 0..<2 * half {
      let found =
        half == MotionSearch.half
        ? MotionSearch.difference(a, b, 16) : MotionSearch.difference(a, b, 8)
      sum &+= found.0
      whole &+= found.1
      a += first.stride
      b += second.stride
      // What all samples have in common counts for half of it at most.
      if line & 3 == 3, sum &>> 1 >= limit { return nil }
    }
    sum &-= (whole < 0 ? 0 &- whole : whole) &>> 1
    return sum < limit ? sum : nil
  }

  @inline(__always)
  private static func difference(
    _ a: UnsafeMutablePointer<UInt8>, _ b: UnsafeMutablePointer<UInt8>, _ count: Int
  ) -> (Int32, Int32) {
    var (sum, whole): (Int32, Int32) = (0, 0)
    for x in 0..<count {
      let difference = Int32(a[x]) &- Int32(b[x])
      sum &+= difference < 0 ? 0 &- difference : difference
      whole &+= difference
    }
    return (sum, whole)
  }

  private func isInside(_ x: Int, _ y: Int) -> Bool {
    let border = LumaPyramid.border
    return x >= -border && y >= -border && x + 2 * MotionSearch.half <= first.width + border
      && y + 2 * MotionSearch.half <= first.height + border
  }

  /// The points around which nothing is found again: what is left of differences there is as much as there is to be seen.
  var lost: [Bool] {
    let half = MotionSearch.half
    let samples = Int32(4 * half * half)
    return vectors.indices.map { place in
      let (column, row) = (place % columns, place / columns)
      guard let left = error(vectors[place], column, row, below: .max),
        left > MotionSearch.leastLost * samples
      else { return false }
      let (x, y) = (column * MotionField.spacing - half, row * MotionField.spacing - half)
      return [first, second].allSatisfy { level in
        let block = level.base + y * level.stride + x
        var (sum, far): (Int32, Int32) = (0, 0)
        for line in 0..<2 * half {
          for x in 0..<2 * half { sum &+= Int32(block[line &* level.stride &+ x]) }
        }
        let mean = sum / samples
        for line in 0..<2 * half {
          for x in 0..<2 * half { far &+= abs(Int32(block[line &* level.stride &+ x]) &- mean) }
        }
        return left >= far
      }
    }
  }

  /// The mean difference of samples from which on nothing may be found again.
  private static let leastLost: Int32 = 10

  /// The mean difference of samples that is left.
  var meanError: Int32 {
    let samples = 4 * MotionSearch.half * MotionSearch.half
    return Int32(costs.reduce(0) { $0 + Int($1) } / costs.count / samples)
  }

  /// The vectors in parts of a pixel: where the differences on both sides of the best one meet.
  func refined() -> [Vector] {
    let unit = Int32(MotionField.unit)
    return vectors.indices.map { place in
      let (column, row) = (place % columns, place / columns)
      let whole = vectors[place]
      let vector = Vector(x: whole.x &* unit, y: whole.y &* unit)
      guard let own = error(whole, column, row, below: .max), own > 0 else { return vector }
      func part(_ x: Int32, _ y: Int32) -> Int32 {
        guard let less = error(whole.plus(-x, -y), column, row, below: .max),
          let more = error(whole.plus(x, y), column, row, below: .max)
        else { return 0 }
        let higher = max(less, more) - own
        guard higher > 0, min(less, more) >= own else { return 0 }
        return (less - more) * unit / (2 * higher)
      }
      return vector.plus(part(1, 0), part(0, 1))
    }
  }
}
