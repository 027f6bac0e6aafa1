// SPDX-License-Identifier: Apache-2.0

import Kernels

// The wipes that editors know by the numbers of SMPTE 258M. Each is drawn by when the edge comes to a place, 0…1.

extension TransitionKernel {
  static let numbered: [TransitionKernel] =
    Join.wipes.map { number, join in
      TransitionKernel("smpte\(number)", 1) { straightWipe(join, $0) }
    }
    + HandWipe.wipes.map { number, parts in
      TransitionKernel("smpte\(number)", 1) { frame in
        let wipe = HandWipe(parts, frame)
        return .weights { wipe.fill($0.y, $0.weights) }
      }
    }
}

/// The distance of a place across the picture or down.
private enum Measure: Sendable {
  /// Nothing, whatever the place.
  case zero
  /// From the left or the top, and from the other side.
  case near, far
  /// From the middle, and from the edges.
  case middle, edge
  /// From the middle of its half.
  case half
  /// The same with another sign or beginning.
  indirect case minus(Measure), less(Measure, Float)

  func callAsFunction(_ x: Float) -> Float {
    switch self {
    case .zero: 0
    case .near: x
    case .far: 1 - x
    case .middle: (2 * x - 1).magnitude
    case .edge: 1 - (2 * x - 1).magnitude
    case .half: (2 * (2 * x - 1).magnitude - 1).magnitude
    case .minus(let measure): -measure(x)
    case .less(let measure, let start): measure(x) - start
    }
  }
}

/// The number at which the edge comes, of one of its column and one of its row.
private enum Join {
  /// The larger of both numbers.
  case larger(Measure, Measure)
  /// Their mean.
  case mean(Measure, Measure)
  /// Their sum, whatever its sign.
  case sum(Measure, Measure)
  /// The length of both from the middle, an ellipse so wide and high.
  case radius(Float, Float)

  static let wipes: [(number: Int, join: Join)] = [
    (1, .larger(.near, .zero)),
    (2, .larger(.zero, .near)),
    (3, .larger(.near, .near)),
    (4, .larger(.far, .near)),
    (5, .larger(.far, .far)),
    (6, .larger(.near, .far)),
    (7, .larger(.edge, .edge)),
    (8, .larger(.half, .half)),
    (21, .larger(.middle, .zero)),
    (22, .larger(.zero, .middle)),
    (23, .larger(.middle, .near)),
    (24, .larger(.far, .middle)),
    (25, .larger(.middle, .far)),
    (26, .larger(.near, .middle)),
    (41, .mean(.near, .near)),
    (42, .mean(.far, .near)),
    (43, .mean(.middle, .edge)),
    (44, .mean(.edge, .middle)),
    (45, .sum(.near, .less(.near, 1))),
    (46, .sum(.near, .minus(.near))),
    (47, .sum(.middle, .minus(.middle))),
    (48, .sum(.middle, .less(.middle, 1))),
    (61, .mean(.middle, .near)),
    (62, .mean(.far, .middle)),
    (63, .mean(.middle, .far)),
    (64, .mean(.near, .middle)),
    (65, .sum(.middle, .less(.near, 1))),
    (66, .sum(.near, .minus(.middle))),
    (67, .sum(.middle, .minus(.near))),
    (68, .sum(.near, .less(.middle, 1))),
    (101, .larger(.middle, .middle)),
    (102, .mean(.middle, .middle)),
    (119, .radius(1, 1)),
    (120, .radius(1, 2)),
    (121, .radius(2, 1)),
  ]
}

/// A wipe whose edges are straight lines or an ellipse.
private func straightWipe(_ join: Join, _ frame: EffectFrame) -> EffectPlan {
  let edge = SoftEdge(frame.progress, frame.number(0))
  let (across, down): ((Float) -> Float, (Float) -> Float) =
    switch join {
    case .larger(let across, let down), .sum(let across, let down):
      (across.callAsFunction, down.callAsFunction)
    case .mean(let across, let down): ({ across($0) / 2 }, { down($0) / 2 })
    case .radius(let wide, let high):
      {
        let corner = length(Point(frame.ratio * wide, high))
        func square(_ x: Float) -> Float { x * x }
        return (
          { square(Measure.middle($0) * frame.ratio * wide / corner) },
          { square(Measure.middle($0) * high / corner) }
        )
      }()
    }
  let (columns, height) = (frame.columns(across), Float(frame.height))
  return .weights { row in
    let (columns, line) = (columns.base, down((Float(row.y) + 0.5) / height))
    switch join {
    case .larger: row.writeColumns { edge.weight(columns[$0] > line ? columns[$0] : line) }
    case .mean, .sum: row.writeColumns { edge.weight((columns[$0] + line).magnitude) }
    case .radius: row.writeColumns { edge.weight((columns[$0] + line).squareRoot()) }
    }
  }
}
