// SPDX-License-Identifier: Apache-2.0

extension TransitionKernel {
  /// Grids, mosaics, and shapes with a colour around them.
  static let cells: [TransitionKernel] = [
    .init("circle", 5) { frame in
      crop(
        frame, frame.point(0), radius: 2.828427 * (frame.progress - 0.5).magnitude, flat: 1,
        ground: frame.color(2))
    },
    .init("glcirclecrop", 3) { frame in
      let x = 2 * (frame.progress - 0.5).magnitude
      return crop(frame, middle, radius: x * x * x, flat: 1 / frame.ratio, ground: frame.color(0))
    },
    .init("gridflip", 9, gridFlip),
    .init("hexagonalize", 2, hexagonalize),
    // Cells as many as a grid has, half-way.
    .init("glpixelize", 3) { frame in
      let (t, cells) = (frame.progress, frame.pair(0))
      let coarse = EffectFrame.steps(min(t, 1 - t), frame.number(2))
      let (size, isFine) = (Point(2 * coarse / cells.x, 2 * coarse / cells.y), coarse <= 0)
      return .mixture(
        t,
        .places { row in
          row.place { p in
            if isFine { return p }
            return Point(
              (floor(p.x / size.x) + 0.5) * size.x, (floor(p.y / size.y) + 0.5) * size.y)
          }
        })
    },
    .init("mosaic", 3, mosaic),
    // Square cells; the second picture comes late.
    .init("mosaictransition", 1) { frame in
      let t = frame.progress
      let size = 2 / frame.number(0) * min(t, 1 - t)
      return .mixture(
        t * t,
        .places { row in
          row.place { p in
            Point((floor(p.x / size) + 0.5) * size, (floor(p.y / size) + 0.5) * size)
          }
        })
    },
    .init("starwipe", 7, starWipe),
  ]
}

/// The first picture closes in an ellipse or circle, the second opens from it.
private func crop(
  _ frame: EffectFrame, _ center: Point, radius: Float, flat: Float, ground: Light
) -> EffectPlan {
  let isNew: Float = frame.progress >= 0.5 ? 1 : 0
  return .looks(ground: ground) { row in
    row.write { p in
      let v = p - center
      return .one(p, length(Point(v.x, v.y * flat)) < radius ? 1 : 0, isNew: isNew)
    }
  }
}

/// A grid appears, its cells flip over at random times, and it goes.
@Sendable private func gridFlip(_ frame: EffectFrame) -> EffectPlan {
  let (cells, chance, seed) = (frame.pair(0), frame.number(7), frame.seed(8))
  return .looks(
    ground: frame.color(4),
    flippingCells(
      frame, cells, pause: frame.number(2),
      line: frame.number(3) * min(1 / cells.x, 1 / cells.y), least: 0
    ) { x, y in 1 - (random(x, y, seed) - chance) })
}

/// Writes cells that turn about their upright middle lines, between lines of a width that appear in a pause and go in
/// another: `end` is the part of the time between at which that of a column and a row has turned.
func flippingCells(
  _ frame: EffectFrame, _ cells: Point, pause: Float, line: Float, least: Float,
  _ end: @escaping (_ x: Float, _ y: Float) -> Float
) -> (LookRow) -> Void {
  let (t, columns) = (frame.progress, Cells(frame.width) { floor($0 * cells.x) })
  return { row in
    let v = row.v
    let y = floor(v * cells.y)
    let above = v * cells.y - y
    // How far from an edge across, in cells, lines go.
    let reach = min(above, 1 - above) / cells.y < line ? 1 : line * cells.x
    let isEarly = t < pause
    let rest = isEarly ? 1 - t / pause : (t - 1 + pause) / pause
    row.spans(columns) { cell, samples in
      let x = columns.numbers[cell]
      if isEarly || t >= 1 - pause {
        let (from, to): (Float, Float) = isEarly ? (1, 0) : (0, 1)
        return row.write(samples) { u, _ in
          let inner = u * cells.x - x
          let seen: Float = min(inner, 1 - inner) < reach ? rest : 1
          let p = Point(u, v)
          return Look(from: p, to: p, fromWeight: from * seen, toWeight: to * seen)
        }
      }
      let turned = ramp(0, end(x, y), (t - pause) / (1 - pause * 2))
      let open = (turned - 0.5).magnitude
      let (from, to): (Float, Float) = turned <= 0.5 ? (1, 0) : (0, 1)
      let (slope, start) = (0.5 / max(open, least), x + 0.5)
      row.write(samples) { u, _ in
        let inner = u * cells.x - x
        let isSeen = min(inner, 1 - inner) >= reach && (inner - 0.5).magnitude <= open
        let seen: Float = isSeen ? 1 : 0
        let p = Point(((inner - 0.5) * slope + start) / cells.x, v)
        return Look(from: p, to: p, fromWeight: from * seen, toWeight: to * seen)
      }
    }
  }
}

/// Cells of hexagons.
@Sendable private func hexagonalize(_ frame: EffectFrame) -> EffectPlan {
  let (t, ratio) = (frame.progress, frame.ratio)
  let coarse = EffectFrame.steps(2 * min(t, 1 - t), frame.number(0))
  let size = 0.57735027 * coarse / frame.number(1)
  let part = 1 / max(size, 1e-9)
  return .mixture(
    t,
    .places { row in
      row.place { p in
        guard size > 0 else { return p }
        let (x, y) = ((p.x - 0.5) * part, (p.y / ratio - 0.5) * part)
        let (q, r) = (0.57735027 * x - y / 3, y * 2 / 3)
        let s = -q - r
        var (a, b) = (nearest(q), nearest(r))
        let c = nearest(s)
        let (da, db, dc) = ((a - q).magnitude, (b - r).magnitude, (c - s).magnitude)
        if da > db, da > dc {
          a = -b - c
        } else if db > dc {
          b = -a - c
        }
        return Point(
          (1.7320508 * a + 0.8660254 * b) * size + 0.5, (1.5 * b * size + 0.5) * ratio)
      }
    })
}

/// A wall of turned tiles of both pictures.
@Sendable private func mosaic(_ frame: EffectFrame) -> EffectPlan {
  let (t, seed) = (frame.progress, frame.seed(2))
  let end = Point(frame.number(0), -frame.number(1))
  let far = (3 - 2 * (t * 2 - 1) * (t * 2 - 1)).magnitude
  let eased = 0.5 - cosine(t * .pi) / 2
  let place = middle + end * (eased * eased)
  let columns = Cells(frame.width) { floor(($0 - 0.5) * far + place.x) }
  return .looks { row in
    let y = (row.v - 0.5) * far + place.y
    let line = floor(y)
    let up = y - line - 0.5
    row.spans(columns) { cell, samples in
      let x = columns.numbers[cell]
      let chance = random(x, line, seed)
      // By no, one, two or three quarters; the tile at the end stands upright.
      let isEnd = x == end.x && line == end.y
      let turns = isEnd ? 0 : floor(chance * 4)
      let c: Float = turns == 0 ? 1 : turns == 2 ? -1 : 0
      let s: Float = turns == 1 ? 1 : turns == 3 ? -1 : 0
      let weight: Float = isEnd || chance > 0.5 ? 1 : 0
      let (start, h, v) = (place.x - x - 0.5, up * s + 0.5, up * c + 0.5)
      row.write(samples) { u, _ in
        let across = (u - 0.5) * far + start
        return .both(Point(across * c + h, v - across * s), weight)
      }
    }
  }
}

/// A star with a border grows.
@Sendable private func starWipe(_ frame: EffectFrame) -> EffectPlan {
  let (border, center) = (frame.number(0), frame.point(5))
  let angle = frame.number(1) * 1.2566371
  let (c, s) = (cosine(angle), sine(angle))
  let radius = (2 * border + 1) * frame.progress - border
  return .looks(ground: frame.color(2)) { row in
    row.write { p in
      let v = p - center
      // The star is the same above and below its axis, so three of five sectors are enough. In each, the middle line is the
      // one along which a place lies farthest.
      let u = Point(s * v.y - c * v.x, (s * v.x + c * v.y).magnitude)
      let first = Point(0.809017 * u.x + 0.5877853 * u.y, 0.809017 * u.y - 0.5877853 * u.x)
      let second = Point(0.9510565 * u.y - 0.309017 * u.x, -0.309017 * u.y - 0.9510565 * u.x)
      let isSecond = second.x > first.x
      let (nearX, nearY) = (isSecond ? second.x : first.x, isSecond ? second.y : first.y)
      let isThird = -u.x > nearX
      let (x, y) = (isThird ? -u.x : nearX, isThird ? u.y : nearY)
      // Within a star of this radius, the distance from its tip's axis is less than this.
      let reach = y.magnitude + x * 0.3
      return Look(
        from: p, to: p, fromWeight: reach < radius + border ? 0 : 1,
        toWeight: reach < radius ? 1 : 0)
    }
  }
}
