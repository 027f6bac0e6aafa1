// SPDX-License-Identifier: Apache-2.0

extension TransitionKernel {
  /// Edges that move over the picture.
  static let edges: [TransitionKernel] = [
    field("angular", 1, Angular.init),
    field("directionalwipe", 3, DirectionalWipe.init),
    field("glradial", 1, RadialSweep.init),
    field("squareswire", 5, SquaresWire.init),
    field("windowblinds", 0, WindowBlinds.init),
    field("windowslice", 2, WindowSlice.init),
    rows("wind", 3) { Wind($0, reversed: $0.flag(1), band: $0.number(0), seed: $0.seed(2)) },
    rows("hlwind", 1) { Wind($0, reversed: true, band: 0.2, seed: $0.seed(0)) },
    rows("hrwind", 1) { Wind($0, reversed: false, band: 0.2, seed: $0.seed(0)) },
    rows("vuwind", 1) { Wind($0, reversed: false, isUpright: true, band: 0.2, seed: $0.seed(0)) },
    rows("vdwind", 1) { Wind($0, reversed: true, isUpright: true, band: 0.2, seed: $0.seed(0)) },
  ]
}

/// A hard hand sweeps counterclockwise about the centre.
private struct Angular: FieldEffect {
  let start, progress: Float

  init(_ frame: EffectFrame) {
    start = frame.number(0) / 360
    progress = frame.progress
  }

  @inline(__always) func weight(_ p: Point) -> Float {
    let turns = arc(p.y - 0.5, p.x - 0.5) / (2 * .pi) + start + 0.5
    return fraction(turns) <= progress ? 1 : 0
  }
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

/// A soft straight edge.
private struct DirectionalWipe: FieldEffect {
  let course: Course
  let softness, place: Float

  init(_ frame: EffectFrame) {
    course = Course(frame.direction(0))
    softness = frame.number(2)
    place = frame.progress * (1 + softness)
  }

  @inline(__always) func weight(_ p: Point) -> Float { 1 - ramp(-softness, 0, course(p) - place) }
}

/// A soft hand sweeps counterclockwise from nine o'clock.
private struct RadialSweep: FieldEffect {
  let softness, turn: Float

  init(_ frame: EffectFrame) {
    softness = frame.number(0)
    turn = (frame.progress - 0.5) * .pi * 2.5
  }

  @inline(__always) func weight(_ p: Point) -> Float {
    1 - ramp(0, softness, arc(p.y * 2 - 1, p.x * 2 - 1) - turn)
  }
}

/// Squares open one after the other along a direction, and leave a wire mesh.
private struct SquaresWire: FieldEffect {
  let count: Point
  let course: Course
  let softness, place: Float

  init(_ frame: EffectFrame) {
    count = frame.pair(0)
    course = Course(frame.direction(2))
    softness = frame.number(4)
    place = frame.progress * (1 + softness)
  }

  @inline(__always) func weight(_ p: Point) -> Float {
    let margin = ramp(-softness, 0, course(p) - place) / 2
    let (x, y) = (fraction(p.x * count.x), fraction(p.y * count.y))
    return min(x, y) >= margin && max(x, y) <= 1 - margin ? 1 : 0
  }
}

/// A dissolve in which every second stripe runs ahead.
private struct WindowBlinds: FieldEffect {
  let stripes, ahead, progress: Float

  init(_ frame: EffectFrame) {
    progress = frame.progress
    stripes = 100 * progress
    let late = ramp(0.8, 1, progress)
    ahead = between(progress * 1.5, progress, late)
  }

  @inline(__always) func weight(_ p: Point) -> Float {
    let half = floor(p.y * stripes) * 0.5
    return half == floor(half) ? ahead : progress
  }
}

/// Upright slats open from left to right.
private struct WindowSlice: FieldEffect {
  let count, softness, place: Float

  init(_ frame: EffectFrame) {
    (count, softness) = (frame.number(0), frame.number(1))
    place = frame.progress * (1 + softness)
  }

  @inline(__always) func weight(_ p: Point) -> Float {
    ramp(-softness, 0, p.x - place) <= fraction(count * p.x) ? 1 : 0
  }
}

/// Ragged streaks, each of the rows or columns of pixels with a lead of its own.
private struct Wind: RowEffect {
  let isReversed, isUpright: Bool
  let band, place: Float
  let width, height: Int
  /// The leads of all rows, from the bottom, or of all columns.
  let leads: [Float]

  init(
    _ frame: EffectFrame, reversed: Bool, isUpright: Bool = false, band: Float, seed: UInt32
  ) {
    (isReversed, self.isUpright, self.band) = (reversed, isUpright, band)
    place = frame.progress * (1 + band)
    (width, height) = (frame.width, frame.height)
    leads = (0..<(isUpright ? width : height)).map { band * random(0, Float($0), seed) }
  }

  func fill(_ y: Int, _ weights: UnsafeMutablePointer<UInt16>) {
    let (across, down, still) = (1 / Float(width), 1 / Float(height), 1 - band)
    let v = 1 - (Float(y) + 0.5) * down
    let (rise, place) = (-band, place)
    /// The share at a distance, which is less than `rise` where all has been blown away.
    func share(_ distance: Float) -> UInt16 {
      let t = clamped((distance - place) / rise, 1)
      return UInt16(of: t * t * (3 - 2 * t))
    }
    leads.withUnsafeBufferPointer { leads in
      guard let leads = leads.baseAddress else { return }
      if isUpright {
        let distance = (isReversed ? 1 - v : v) * still
        guard band != 0 else {
          return weights.update(repeating: UInt16(of: distance < place ? 0 : 1), count: width)
        }
        for x in 0..<width { weights[x] = share(distance + leads[x]) }
      } else {
        let lead = leads[height - 1 - y]
        let (start, sign): (Float, Float) = isReversed ? (1, -1) : (0, 1)
        func distance(_ x: Int) -> Float {
          let u = (Float(Int32(truncatingIfNeeded: x)) + 0.5) * across
          return (start + sign * u) * still + lead
        }
        guard band != 0 else {
          for x in 0..<width { weights[x] = UInt16(of: distance(x) < place ? 0 : 1) }
          return
        }
        for x in 0..<width { weights[x] = share(distance(x)) }
      }
    }
  }
}
