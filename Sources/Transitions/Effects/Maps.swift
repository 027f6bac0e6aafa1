// SPDX-License-Identifier: Apache-2.0

import EffectLoops

// Transitions that a picture decides.

extension TransitionKernel {
  static let maps: [TransitionKernel] = [
    field("luma", 2, readsMap: true, Luma.init),
    lookup("displacement", 1, readsMap: true, Displacement.init),
  ]
}

/// An edge that has passed all values below the progress, and fades over some of them.
struct SoftEdge {
  let reached, softness: Float

  init(_ progress: Float, _ softness: Float) {
    reached = progress * (1 + softness)
    self.softness = softness
  }

  /// How much of the second picture there is where the edge comes at `value`, 0…1.
  @inline(__always)
  func weight(_ value: Float) -> Float {
    if softness <= 0 { return value < reached ? 1 : 0 }
    let t = clamped((reached - value) / softness, 1)
    return t * t * (3 - 2 * t)
  }
}

private struct Luma: FieldEffect {
  let map: GrayMap
  let edge: SoftEdge
  let isInverted: Bool

  init(_ frame: EffectFrame) {
    map = frame.gray
    edge = SoftEdge(frame.progress, frame.number(0))
    isInverted = frame.flag(1)
  }

  @inline(__always) func weight(_ p: Point) -> Float {
    let gray = map.pixel(p)
    return edge.weight(isInverted ? 1 - gray : gray)
  }
}

private struct Displacement: LookupEffect {
  let map: GrayMap
  let strength, progress: Float

  init(_ frame: EffectFrame) {
    map = frame.gray
    strength = frame.number(0)
    progress = frame.progress
  }

  @inline(__always) func look(_ p: Point) -> Look {
    let shift = strength * map.pixel(p)
    return .mix(
      Point(p.x + progress * shift, p.y), Point(p.x - (1 - progress) * shift, p.y), progress)
  }
}
