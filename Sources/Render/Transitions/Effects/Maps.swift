// SPDX-License-Identifier: Apache-2.0

import Kernels

// Transitions that a picture decides.

extension TransitionKernel {
  static let maps: [TransitionKernel] = [
    // An edge that comes to dark pixels first.
    .init("luma", 2, readsMap: true) { frame in
      let (map, edge) = (frame.gray, SoftEdge(frame.progress, frame.number(0)))
      // The factor of a grey, and its addend.
      let (part, start): (Float, Float) = frame.flag(1) ? (-1 / 65535, 1) : (1 / 65535, 0)
      return .weights { row in
        map.withRow(row.y) { grays in
          row.writeColumns { edge.weight(Float(Int32(grays[$0])) * part + start) }
        }
      }
    },
    // Pixels of both pictures are pushed aside by greys.
    .init("displacement", 1, readsMap: true) { frame in
      let (map, height, progress) = (frame.gray, frame.height, frame.progress)
      let strength = frame.number(0)
      let (early, late) = (progress * strength / 65535, (1 - progress) * strength / 65535)
      return .looks { row in
        let v = row.v
        map.withRow(index((1 - v) * Float(height), below: height)) { grays in
          row.write(0..<row.count) { u, x in
            let gray = Float(Int32(grays[x]))
            return .mix(Point(u + early * gray, v), Point(u - late * gray, v), progress)
          }
        }
      }
    },
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
