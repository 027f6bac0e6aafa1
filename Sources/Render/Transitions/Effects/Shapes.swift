// SPDX-License-Identifier: Apache-2.0

import Kernels

extension TransitionKernel {
  /// Shapes that open on the second picture.
  static let shapes: [TransitionKernel] = [
    .init("bowtiehorizontal", 0) { bowTie($0, isUpright: false) },
    .init("bowtievertical", 0) { bowTie($0, isUpright: true) },
    .init("cannabisleaf", 0, leaf),
    // A soft ellipse opens on the second picture, or closes on the first.
    .init("glcircleopen", 2) { frame in
      let (softness, opens) = (frame.number(0), frame.flag(1))
      let place = (opens ? frame.progress : 1 - frame.progress) * (1 + softness)
      return .weights { row in
        row.write { p in
          let outside = ramp(-softness, 0, 1.4142135 * length(p - middle) - place)
          return opens ? 1 - outside : outside
        }
      }
    },
    // A heart grows from below the centre.
    .init("heart", 0) { frame in
      let size = 1 / (1.6 * frame.progress)
      return .weights { row in
        row.write { p in
          let o = Point((p.x - 0.5) * size, (p.y - 0.4) * size)
          let a = o.x * o.x + o.y * o.y - 0.3
          return a * a * a <= o.x * o.x * o.y * o.y * o.y ? 1 : 0
        }
      }
    },
    // A flower grows.
    .init("polarfunction", 1) { frame in
      let (petals, progress) = (frame.number(0), frame.progress)
      return .weights { row in
        row.write { p in
          let v = p - middle
          let angle = arc(v.y, v.x) - .pi / 2
          return length(v) > (cosine(petals * angle) + 4) / 4 * progress ? 0 : 1
        }
      }
    },
    // Dots of a grid grow, the nearer to a point the sooner.
    .init("polkadotscurtain", 3) { frame in
      let (dots, center, progress) = (frame.number(0), frame.point(1), frame.progress)
      return .weights { row in
        row.write { p in
          let dot = Point(fraction(p.x * dots) - 0.5, fraction(p.y * dots) - 0.5)
          return length(dot) * length(p - center) < progress ? 1 : 0
        }
      }
    },
  ]
}

/// Two triangles grow from opposite edges; their soft sides are a two-hundredth wide.
private func bowTie(_ frame: EffectFrame, isUpright: Bool) -> EffectPlan {
  let progress = frame.progress
  func edge(_ inside: Float) -> Float { min(inside * 0.70710678 * 200, 1) }
  return .weights { row in
    row.write { p in
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
  }
}

/// A leaf with many fingers grows.
@Sendable private func leaf(_ frame: EffectFrame) -> EffectPlan {
  let (t, width, height) = (frame.progress, frame.width, Float(frame.height))
  let size = 1 / (10 * t * t * t * t.squareRoot())
  return .weights { row in
    let up = (0.5 - (Float(row.y) + 0.5) / height) * size + 0.35
    // No part of a leaf is farther from its root.
    let room = 0.72 * 0.72 - up * up
    let reach = room > 0 ? min(room.squareRoot() / size, 0.5) : 0
    let first = index((0.5 - reach) * Float(width), below: width)
    let end = room > 0 ? min(max(first, Int((0.5 + reach) * Float(width)) + 1), width) : first
    row.weights.update(repeating: 0, count: width)
    let (weights, across) = (row.weights, size / Float(width))
    for x in first..<end {
      let column = Float(Int32(truncatingIfNeeded: x)) + 0.5
      let leaf = Point(column * across - 0.5 * size, up)
      let angle = arc(leaf.y, leaf.x)
      let fingers = (1 + 0.9 * cosine(8 * angle)) * (1 + 0.1 * cosine(24 * angle))
      let outline = 0.18 * (1 + sine(angle)) * fingers * (0.9 + 0.05 * cosine(200 * angle))
      weights[x] = length(leaf) > outline ? 0 : .whole
    }
  }
}
