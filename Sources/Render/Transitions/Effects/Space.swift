// SPDX-License-Identifier: Apache-2.0

extension TransitionKernel {
  /// Pictures that are turned and moved in space.
  static let space: [TransitionKernel] = [
    .init("bookflip", 0, bookFlip),
    .init("cube", 4, passesBlack: true, cube),
    .init("doorway", 3, passesBlack: true, doorway),
    .init("swap", 3, passesBlack: true, swap),
  ]
}

/// A page turns from right to left about the upright middle line.
@Sendable private func bookFlip(_ frame: EffectFrame) -> EffectPlan {
  let t = frame.progress
  let shade = max(0.7, (t - 0.5).magnitude * 2)
  return .looks { row in
    row.write { p in
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
}

/// A picture in perspective: upright lines stay so, and the picture is mirrored in the floor.
private struct Standing {
  /// For each column of pixels where it is across the picture, and by what heights are multiplied about the middle, which is far
  /// beyond the picture where that is not.
  let across, sizes: Table<Float>

  /// A picture of which `place` says where a place across is seen, and how high it is there.
  init(_ frame: EffectFrame, _ place: (Float) -> (u: Float, size: Float)) {
    func seen(_ x: Float) -> (u: Float, size: Float) {
      let seen = place(x)
      return seen.u > 0 && seen.u < 1 ? seen : (0, 1e9)
    }
    (across, sizes) = (frame.columns { seen($0).u }, frame.columns { seen($0).size })
  }
}

/// Two pictures that stand on a floor which mirrors them.
private struct Stage {
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
    let (fromAcross, fromSizes) = (from.across.base, from.sizes.base)
    let (toAcross, toSizes) = (to.across.base, to.sizes.base)
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

/// Two faces of a cube that turns to the right, over a floor that mirrors it.
@Sendable private func cube(_ frame: EffectFrame) -> EffectPlan {
  let (t, perspective) = (frame.progress, frame.number(0))
  let zoom = frame.number(1) * 2 * (0.5 - (0.5 - t).magnitude)
  let fromDepth = 1 - between(t, 0, perspective)
  let toDepth = between(t * t, 1, perspective)
  func place(_ u: Float) -> Float { u * (1 + zoom) - zoom * 0.5 }
  let stage = Stage(
    from: Standing(frame) {
      let x = (place($0) - t) / (1 - t)
      return (x, 1 / (1 + (fromDepth - 1) * x))
    },
    to: Standing(frame) {
      let back = 1 - place($0) / t
      return (1 - back, 1 / (1 + (toDepth - 1) * back))
    }, reflection: frame.number(2), drop: frame.number(3) / 100)
  return .looks { row in stage.fill(row, (row.v - 0.5) * (1 + zoom), isNewBefore: false) }
}

/// The first picture opens like two doors; the second comes forward between them.
@Sendable private func doorway(_ frame: EffectFrame) -> EffectPlan {
  let (t, reflection, perspective) = (frame.progress, frame.number(0), frame.number(1))
  let size = between(1, frame.number(2), 1 - t)
  func slit(_ u: Float) -> Float { 2 * (u - 0.5).magnitude - t }
  func across(_ u: Float) -> Float { u + (u > 0.5 ? -0.5 : 0.5) * t }
  // For each column of pixels where it is on the doors, by what heights are multiplied there, and whether there is a door;
  // whether the second picture reaches there.
  let places = frame.columns(across)
  let depths = frame.columns { 1 / (1 + perspective * t * (1 - slit($0))) }
  let doors = frame.columns { slit($0) > 0 ? between0And1(across($0)) : 0 }
  let coming = frame.columns { between0And1(($0 - 0.5) * size + 0.5) }
  return .looks { row in
    // What is seen where there is no door lies as high everywhere.
    let v = row.v
    let high = (v - 0.5) * size + 0.5
    // The reflection in the floor is upside down, a little lower.
    let floor = -1.2 * high - 0.02
    let isUp = high > 0 && high < 1
    let height = isUp ? high : floor
    let weight = isUp ? 1 : between0And1(floor) * (reflection * (1 - floor))
    let (places, depths, doors, coming) = (places.base, depths.base, doors.base, coming.base)
    row.write(0..<row.count) { u, x in
      let up = (v - 0.5 * depths[x]) * depths[x] + 0.5 * depths[x]
      let door = doors[x] * between0And1(up)
      return Look(
        from: Point(places[x], up), to: Point((u - 0.5) * size + 0.5, height),
        fromWeight: door, toWeight: (1 - door) * coming[x] * weight)
    }
  }
}

/// The pictures change places in depth.
@Sendable private func swap(_ frame: EffectFrame) -> EffectPlan {
  let (t, perspective, depth) = (frame.progress, frame.number(1), frame.number(2))
  // A picture that shrinks towards the place `side`, of which `away` says how far back each column is.
  func standing(_ t: Float, side: Float, _ away: (Float) -> Float) -> Standing {
    let size = between(1, depth, t)
    let wide = size / (1 - perspective * t)
    return Standing(frame) { u in
      ((u - side) * wide + side, size / (1 - size * perspective * t * away(u)))
    }
  }
  let stage = Stage(
    from: standing(t, side: 0) { $0 }, to: standing(1 - t, side: 1) { 0.5 - $0 },
    reflection: frame.number(0), drop: 0.02)
  return .looks { row in stage.fill(row, row.v - 0.5, isNewBefore: t >= 0.5) }
}
