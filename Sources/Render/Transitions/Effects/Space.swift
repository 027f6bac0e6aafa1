// SPDX-License-Identifier: Apache-2.0

extension TransitionKernel {
  /// Pictures that are turned and moved in space.
  static let space: [TransitionKernel] = [
    lookup("bookflip", 0, BookFlip.init),
    rowLookup("cube", 4, passesBlack: true, Cube.init),
    rowLookup("doorway", 3, passesBlack: true, Doorway.init),
    rowLookup("swap", 3, passesBlack: true, Swap.init),
  ]
}

/// A page turns from right to left about the upright middle line.
private struct BookFlip: LookupEffect {
  let t, shade: Float

  init(_ frame: EffectFrame) {
    t = frame.progress
    shade = max(0.7, (t - 0.5).magnitude * 2)
  }

  @inline(__always) func look(_ p: Point) -> Look {
    let isNew = p.x >= 1 - t
    if p.x < 0.5 {
      guard isNew else { return .from(p) }
      let x = (p.x - 0.5) / (t - 0.5) * 0.5 + 0.5
      let y = (p.y - 0.5) / (0.5 + (1 - t) * (0.5 - p.x) * 2) * 0.5 + 0.5
      return .to(Point(x, y), shade: shade)
    }
    guard !isNew else { return .to(p) }
    let x = (p.x - t) / (0.5 - t) * 0.5
    let y = (p.y - 0.5) / (0.5 + t * (p.x - 0.5) * 2) * 0.5 + 0.5
    return .from(Point(x, y), shade: shade)
  }
}

/// The reflection of a place in a floor: upside down, a little lower.
@inline(__always)
private func mirrored(_ p: Point, _ drop: Float) -> Point { Point(p.x, -1.2 * p.y - drop) }

/// A picture in perspective: upright lines stay so, and the picture is mirrored in the floor.
private struct Standing: Sendable {
  /// For each column of pixels where it is across the picture, and by what heights are multiplied about the middle, which is far
  /// beyond the picture where that is not.
  let across, sizes: [Float]

  /// A picture of which `place` says where a place across is seen, and how high it is there.
  init(_ frame: EffectFrame, _ place: (Float) -> (u: Float, size: Float)) {
    let places = (0..<frame.width).map { column -> (u: Float, size: Float) in
      let seen = place((Float(column) + 0.5) / Float(frame.width))
      return seen.u > 0 && seen.u < 1 ? seen : (0, 1e9)
    }
    (across, sizes) = (places.map(\.u), places.map(\.size))
  }
}

/// Two pictures that stand on a floor which mirrors them.
private struct Stage: Sendable {
  let from, to: Standing
  let reflection, drop: Float

  /// Where a picture is seen at `height` above the middle, which is negative, of a column where it has a size: how much of it
  /// directly, how much mirrored, and both heights.
  @inline(__always)
  private func seen(_ height: Float, _ size: Float) -> (
    shown: Float, faint: Float, direct: Float, mirrored: Float
  ) {
    let direct = height * size + 0.5
    let mirrored = -1.2 * direct - drop
    let faint = between0And1(mirrored) * (reflection * (1 - mirrored))
    return (direct > 0 ? 1 : 0, faint, direct, mirrored)
  }

  /// Draws a row at `height` above the middle, with the second picture behind the first, or before it.
  @inline(__always)
  func fill(_ row: LookRow, _ height: Float, isNewBefore: Bool) {
    from.across.withUnsafeBufferPointer { fromAcross in
      from.sizes.withUnsafeBufferPointer { fromSizes in
        to.across.withUnsafeBufferPointer { toAcross in
          to.sizes.withUnsafeBufferPointer { toSizes in
            // What stands before hides what is behind, and both hide the floor.
            let (oldHides, newHides): (Float, Float) = isNewBefore ? (0, 1) : (1, 0)
            guard height < 0 else {
              // In the middle, too, what is not there is far away.
              let height = max(height, 1e-6)
              return row.write(0..<row.count) { _, x in
                let (a, b) = (height * fromSizes[x] + 0.5, height * toSizes[x] + 0.5)
                let (old, new): (Float, Float) = (a < 1 ? 1 : 0, b < 1 ? 1 : 0)
                return Look(
                  from: Point(fromAcross[x], a), to: Point(toAcross[x], b),
                  fromWeight: old - old * new * newHides, toWeight: new - old * new * oldHides)
              }
            }
            row.write(0..<row.count) { _, x in
              let a = seen(height, fromSizes[x])
              let b = seen(height, toSizes[x])
              let both = a.shown * b.shown
              let floor = (1 - a.shown) * (1 - b.shown)
              return Look(
                from: Point(fromAcross[x], between(a.direct, a.mirrored, floor)),
                to: Point(toAcross[x], between(b.direct, b.mirrored, floor)),
                fromWeight: a.shown - both * newHides + a.faint * floor,
                toWeight: b.shown - both * oldHides + b.faint * floor)
            }
          }
        }
      }
    }
  }
}

/// Two faces of a cube that turns to the right, over a floor that mirrors it.
private struct Cube: RowLookEffect {
  let zoom: Float
  let stage: Stage

  init(_ frame: EffectFrame) {
    let t = frame.progress
    let perspective = frame.number(0)
    let zoom = frame.number(1) * 2 * (0.5 - (0.5 - t).magnitude)
    let fromDepth = 1 - between(t, 0, perspective)
    let toDepth = between(t * t, 1, perspective)
    func place(_ u: Float) -> Float { u * (1 + zoom) - zoom * 0.5 }
    stage = Stage(
      from: Standing(frame) {
        let x = (place($0) - t) / (1 - t)
        return (x, 1 / (1 + (fromDepth - 1) * x))
      },
      to: Standing(frame) {
        let back = 1 - place($0) / t
        return (1 - back, 1 / (1 + (toDepth - 1) * back))
      }, reflection: frame.number(2), drop: frame.number(3) / 100)
    self.zoom = zoom
  }

  func fill(_ row: LookRow) {
    stage.fill(row, (row.v - 0.5) * (1 + zoom), isNewBefore: false)
  }
}

/// The first picture opens like two doors; the second comes forward between them.
private struct Doorway: RowLookEffect {
  let reflection, size: Float
  /// For each column of pixels where it is on the doors, by what heights are multiplied there, and whether there is a door;
  /// whether the second picture reaches there.
  let across, depths, doors, coming: [Float]

  init(_ frame: EffectFrame) {
    let (t, perspective) = (frame.progress, frame.number(1))
    reflection = frame.number(0)
    let size = between(1, frame.number(2), 1 - t)
    let columns = (0..<frame.width).map { (Float($0) + 0.5) / Float(frame.width) }
    func slit(_ u: Float) -> Float { 2 * (u - 0.5).magnitude - t }
    let across = columns.map { $0 + ($0 > 0.5 ? -0.5 : 0.5) * t }
    depths = columns.map { 1 / (1 + perspective * t * (1 - slit($0))) }
    doors = zip(columns, across).map { slit($0) > 0 ? between0And1($1) : 0 }
    coming = columns.map { between0And1(($0 - 0.5) * size + 0.5) }
    (self.across, self.size) = (across, size)
  }

  func fill(_ row: LookRow) {
    // What is seen where there is no door lies as high everywhere.
    let (v, size) = (row.v, size)
    let high = (v - 0.5) * size + 0.5
    let floor = mirrored(Point(0, high), 0.02).y
    let isUp = high > 0 && high < 1
    let height = isUp ? high : floor
    let weight = isUp ? 1 : between0And1(floor) * (reflection * (1 - floor))
    across.withUnsafeBufferPointer { across in
      depths.withUnsafeBufferPointer { depths in
        doors.withUnsafeBufferPointer { doors in
          coming.withUnsafeBufferPointer { coming in
            row.write(0..<row.count) { u, x in
              let up = (v - 0.5 * depths[x]) * depths[x] + 0.5 * depths[x]
              let door = doors[x] * between0And1(up)
              return Look(
                from: Point(across[x], up), to: Point((u - 0.5) * size + 0.5, height),
                fromWeight: door, toWeight: (1 - door) * coming[x] * weight)
            }
          }
        }
      }
    }
  }
}

/// The pictures change places in depth.
private struct Swap: RowLookEffect {
  let isNewBefore: Bool
  let stage: Stage

  init(_ frame: EffectFrame) {
    let t = frame.progress
    let (perspective, depth) = (frame.number(1), frame.number(2))
    // A picture that shrinks towards the place `side`, of which `away` says how far back each column is.
    func standing(_ t: Float, side: Float, _ away: (Float) -> Float) -> Standing {
      let size = between(1, depth, t)
      let wide = size / (1 - perspective * t)
      return Standing(frame) { u in
        ((u - side) * wide + side, size / (1 - size * perspective * t * away(u)))
      }
    }
    stage = Stage(
      from: standing(t, side: 0) { $0 }, to: standing(1 - t, side: 1) { 0.5 - $0 },
      reflection: frame.number(0), drop: 0.02)
    isNewBefore = t >= 0.5
  }

  func fill(_ row: LookRow) { stage.fill(row, row.v - 0.5, isNewBefore: isNewBefore) }
}
