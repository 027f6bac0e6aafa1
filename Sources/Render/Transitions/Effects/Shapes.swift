// SPDX-License-Identifier: Apache-2.0

extension TransitionKernel {
  /// Shapes that open on the second picture.
  static let shapes: [TransitionKernel] = [
    field("bowtiehorizontal", 0) { BowTie($0, isUpright: false) },
    field("bowtievertical", 0) { BowTie($0, isUpright: true) },
    rows("cannabisleaf", 0, CannabisLeaf.init),
    field("glcircleopen", 2, CircleOpen.init),
    field("heart", 0, Heart.init),
    field("polarfunction", 1, PolarFunction.init),
    field("polkadotscurtain", 3, PolkaDotsCurtain.init),
  ]
}

/// Two triangles grow from opposite edges; their soft sides are a two-hundredth wide.
private struct BowTie: FieldEffect {
  let isUpright: Bool
  let progress: Float

  init(_ frame: EffectFrame, isUpright: Bool) {
    (self.isUpright, progress) = (isUpright, frame.progress)
  }

  @inline(__always) func weight(_ p: Point) -> Float {
    let (along, across) = isUpright ? (p.y, p.x - 0.5) : (p.x, p.y - 0.5)
    // The sides of both triangles have a slope of 45 degrees, so that a place lies in the first if this is positive.
    let first = progress - along - across.magnitude
    if first > 0 {
      if progress < 0.1 { return 0 }
      return along < 0.5 ? edge(first) : 1
    }
    let second = progress - (1 - along) - across.magnitude
    return second > 0 && along >= 0.5 ? edge(second) : 0
  }

  @inline(__always)
  private func edge(_ inside: Float) -> Float { min(inside * 0.70710678 * 200, 1) }
}

/// A leaf with many fingers grows.
private struct CannabisLeaf: RowEffect {
  /// No part of a leaf is farther from its root.
  private static let reach: Float = 0.72
  let size: Float
  let width, height: Int

  init(_ frame: EffectFrame) {
    let p = frame.progress
    size = 1 / (10 * p * p * p * p.squareRoot())
    (width, height) = (frame.width, frame.height)
  }

  func fill(_ y: Int, _ weights: UnsafeMutablePointer<UInt16>) {
    let up = (0.5 - (Float(y) + 0.5) / Float(height)) * size + 0.35
    let room = CannabisLeaf.reach * CannabisLeaf.reach - up * up
    let reach = room > 0 ? min(room.squareRoot() / size, 0.5) : 0
    let (first, end) = (
      index((0.5 - reach) * Float(width), below: width), Int((0.5 + reach) * Float(width))
    )
    let columns = room > 0 ? first..<min(max(first, end + 1), width) : 0..<0
    weights.update(repeating: 0, count: width)
    let across = size / Float(width)
    for x in columns {
      let column = Float(Int32(truncatingIfNeeded: x)) + 0.5
      weights[x] = UInt16(of: weight(Point(column * across - 0.5 * size, up)))
    }
  }

  @inline(__always) private func weight(_ leaf: Point) -> Float {
    let angle = arc(leaf.y, leaf.x)
    let fingers = (1 + 0.9 * cosine(8 * angle)) * (1 + 0.1 * cosine(24 * angle))
    let outline = 0.18 * (1 + sine(angle)) * fingers * (0.9 + 0.05 * cosine(200 * angle))
    return length(leaf) > outline ? 0 : 1
  }
}

/// A soft ellipse opens on the second picture, or closes on the first.
private struct CircleOpen: FieldEffect {
  let softness, place: Float
  let opens: Bool

  init(_ frame: EffectFrame) {
    softness = frame.number(0)
    opens = frame.flag(1)
    place = (opens ? frame.progress : 1 - frame.progress) * (1 + softness)
  }

  @inline(__always) func weight(_ p: Point) -> Float {
    let outside = ramp(-softness, 0, 1.4142135 * length(p - middle) - place)
    return opens ? 1 - outside : outside
  }
}

/// A heart grows from below the centre.
private struct Heart: FieldEffect {
  let size: Float

  init(_ frame: EffectFrame) { size = 1 / (1.6 * frame.progress) }

  @inline(__always) func weight(_ p: Point) -> Float {
    let o = Point((p.x - 0.5) * size, (p.y - 0.4) * size)
    let a = o.x * o.x + o.y * o.y - 0.3
    return a * a * a <= o.x * o.x * o.y * o.y * o.y ? 1 : 0
  }
}

/// A flower grows.
private struct PolarFunction: FieldEffect {
  let petals, progress: Float

  init(_ frame: EffectFrame) { (petals, progress) = (frame.number(0), frame.progress) }

  @inline(__always) func weight(_ p: Point) -> Float {
    let v = p - middle
    let angle = arc(v.y, v.x) - .pi / 2
    return length(v) > (cosine(petals * angle) + 4) / 4 * progress ? 0 : 1
  }
}

/// Dots of a grid grow, the nearer to a point the sooner.
private struct PolkaDotsCurtain: FieldEffect {
  let dots, progress: Float
  let center: Point

  init(_ frame: EffectFrame) {
    dots = frame.number(0)
    center = frame.point(1)
    progress = frame.progress
  }

  @inline(__always) func weight(_ p: Point) -> Float {
    let dot = Point(fraction(p.x * dots) - 0.5, fraction(p.y * dots) - 0.5)
    return length(dot) * length(p - center) < progress ? 1 : 0
  }
}
