// SPDX-License-Identifier: Apache-2.0

import Kernels

// Transitions that a picture decides.

extension TransitionKernel {
  static let maps: [TransitionKernel] = [
    rows("luma", 2, readsMap: true, Luma.init),
    rowLookup("displacement", 1, readsMap: true, Displacement.init),
  ]
}

/// An edge that has passed all values below the progress, and fades over some of them.
struct SoftEdge {
  /// The value that it has reached, and the steepness of its fade; a hard edge is narrower than the
  /// distance of any two values.
  private let reached, steepness: Float
  private static let margin: Float = 0.0001

  init(_ progress: Float, _ softness: Float) {
    reached = progress * (1 + softness)
    steepness = softness > 0 ? 1 / softness : 1e9
  }

  /// Returns true if it is surely past all values up to this one; `isBefore`: surely before all
  /// from it on.
  func isPast(_ value: Float) -> Bool { (reached - value - SoftEdge.margin) * steepness >= 1 }
  func isBefore(_ value: Float) -> Bool { reached < value - SoftEdge.margin }

  /// The weight of the second picture where the edge comes at `value`, 0…1.
  @inline(__always)
  func weight(_ value: Float) -> Float {
    let t = clamped((reached - value) * steepness, 1)
    return t * t * (3 - 2 * t)
  }
}

private struct Luma: RowEffect {
  let map: GrayMap
  let edge: SoftEdge
  let width: Int
  /// The factor of a grey, and its addend.
  let part, start: Float

  init(_ frame: EffectFrame) {
    map = frame.gray
    edge = SoftEdge(frame.progress, frame.number(0))
    width = frame.width
    (part, start) = frame.flag(1) ? (-1 / 65535, 1) : (1 / 65535, 0)
  }

  func fill(_ y: Int, _ weights: UnsafeMutablePointer<Weight>) {
    map.withRow(y) { grays in
      for x in 0..<width {
        weights[x] = Weight(of: edge.weight(Float(Int32(grays[x])) * part + start))
      }
    }
  }
}

private struct Displacement: RowLookEffect {
  let map: GrayMap
  let height: Int
  let strength, progress: Float

  init(_ frame: EffectFrame) {
    map = frame.gray
    height = frame.height
    strength = frame.number(0)
    progress = frame.progress
  }

  func fill(_ row: LookRow) {
    let (v, progress) = (row.v, progress)
    let (early, late) = (progress * strength / 65535, (1 - progress) * strength / 65535)
    map.withRow(index((1 - v) * Float(height), below: height)) { grays in
      row.write(0..<row.count) { u, x in
        let gray = Float(Int32(grays[x]))
        return .mix(Point(u + early * gray, v), Point(u - late * gray, v), progress)
      }
    }
  }
}
