// SPDX-License-Identifier: Apache-2.0

extension TransitionKernel {
  /// Edges that move over the picture.
  static let edges: [TransitionKernel] = [
    // A hard hand sweeps counterclockwise about the centre.
    .init("angular", 1) { frame in
      let (start, progress) = (frame.number(0) / 360, frame.progress)
      return .weights { row in
        row.write { p in
          let turns = arc(p.y - 0.5, p.x - 0.5) / (2 * .pi) + start + 0.5
          return fraction(turns) <= progress ? 1 : 0
        }
      }
    },
    // A soft straight edge.
    .init("directionalwipe", 3) { frame in
      let (course, softness) = (Course(frame.direction(0)), frame.number(2))
      let place = frame.progress * (1 + softness)
      return .weights { row in row.write { p in 1 - ramp(-softness, 0, course(p) - place) } }
    },
    // A soft hand sweeps counterclockwise from nine o'clock.
    .init("glradial", 1) { frame in
      let (softness, turn) = (frame.number(0), (frame.progress - 0.5) * .pi * 2.5)
      return .weights { row in
        row.write { p in 1 - ramp(0, softness, arc(p.y * 2 - 1, p.x * 2 - 1) - turn) }
      }
    },
    // Squares open one after the other along a direction, and leave a wire mesh.
    .init("squareswire", 5) { frame in
      let (count, course, softness) = (frame.pair(0), Course(frame.direction(2)), frame.number(4))
      let place = frame.progress * (1 + softness)
      return .weights { row in
        row.write { p in
          let margin = ramp(-softness, 0, course(p) - place) / 2
          let (x, y) = (fraction(p.x * count.x), fraction(p.y * count.y))
          return min(x, y) >= margin && max(x, y) <= 1 - margin ? 1 : 0
        }
      }
    },
    // A dissolve in which every second stripe runs ahead.
    .init("windowblinds", 0) { frame in
      let (progress, stripes) = (frame.progress, 100 * frame.progress)
      let ahead = between(progress * 1.5, progress, ramp(0.8, 1, progress))
      return .weights { row in
        row.write { p in
          let half = floor(p.y * stripes) * 0.5
          return half == floor(half) ? ahead : progress
        }
      }
    },
    // Upright slats open from left to right.
    .init("windowslice", 2) { frame in
      let (count, softness) = (frame.number(0), frame.number(1))
      let place = frame.progress * (1 + softness)
      return .weights { row in
        row.write { p in ramp(-softness, 0, p.x - place) <= fraction(count * p.x) ? 1 : 0 }
      }
    },
    .init("wind", 3) { wind($0, reversed: $0.flag(1), band: $0.number(0), seed: $0.seed(2)) },
    .init("hlwind", 1) { wind($0, reversed: true, band: 0.2, seed: $0.seed(0)) },
    .init("hrwind", 1) { wind($0, reversed: false, band: 0.2, seed: $0.seed(0)) },
    .init("vuwind", 1) {
      wind($0, reversed: false, isUpright: true, band: 0.2, seed: $0.seed(0))
    },
    .init("vdwind", 1) {
      wind($0, reversed: true, isUpright: true, band: 0.2, seed: $0.seed(0))
    },
  ]
}

/// The position of places along a direction: from 0 to 1 over the whole picture, whatever its
/// direction.
struct Course {
  let along: Point
  let start: Float

  init(_ direction: Point) {
    let sum = direction.x.magnitude + direction.y.magnitude
    along = sum > 0 ? direction / sum : Point(1, 0)
    start = 0.5 - (along.x + along.y) / 2
  }

  @inline(__always)
  func callAsFunction(_ p: Point) -> Float { along.x * p.x + along.y * p.y + start }
}

/// Ragged streaks, each of the rows or columns of pixels with a lead of its own.
private func wind(
  _ frame: EffectFrame, reversed: Bool, isUpright: Bool = false, band: Float, seed: UInt32
) -> EffectPlan {
  let (place, still, rise) = (frame.progress * (1 + band), 1 - band, -band)
  let (start, sign): (Float, Float) = reversed ? (1, -1) : (0, 1)
  // Of all rows, from the bottom, or of all columns.
  let count = isUpright ? frame.width : frame.height
  let leads = Table(count) { band * random(0, Float($0), seed) }
  return .weights { row in
    let leads = leads.base
    func write(_ distance: (Int) -> Float) {
      if band == 0 { return row.writeColumns { distance($0) < place ? 0 : 1 } }
      row.writeColumns {
        let t = clamped((distance($0) - place) / rise, 1)
        return t * t * (3 - 2 * t)
      }
    }
    if isUpright {
      let level = (start + sign * row.v) * still
      write { level + leads[$0] }
    } else {
      let lead = leads[count - 1 - row.y]
      write { (start + sign * row.u($0)) * still + lead }
    }
  }
}
