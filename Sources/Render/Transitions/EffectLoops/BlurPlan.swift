// SPDX-License-Identifier: Apache-2.0

/// The blur of a dissolve of both pictures: sums of many pixels, which are worked out for whole
/// rows at a time, as looking up each would take seconds.
struct BlurPlan {
  /// The weight of the second picture in the dissolve.
  let weight: Float
  /// The passes of the blur, one after the other.
  let passes: [Pass]
  /// The twist that is shown instead.
  let sum: (TwistPlan)?

  /// A dissolve that has gone so far, through `passes`.
  init(weight: Float, passes: [Pass]) {
    (self.weight, self.passes, sum) = (weight, passes, nil)
  }

  /// The plan of a `sum` of both pictures.
  init(_ sum: TwistPlan) { (weight, passes, self.sum) = (0, [], sum) }

  /// A sum of samples.
  enum Pass {
    /// Those at offsets to the right and down, in widths and heights, of equal weight.
    case offsets([Point])
    /// Those between each one and a point, in widths and heights from the top left: by what the way from there is multiplied.
    case scales(center: Point, [(factor: Float, weight: Float)])
    /// Those where the way from a point, in widths and heights from the top left, is turned and stretched: by what complex
    /// numbers it is multiplied, in pixels and y down. The picture is repeated in all directions.
    case turns(center: Point, [(factor: Point, weight: Float)])
  }

  /// The extent needed beyond the ends of rows, in widths.
  var reach: Float {
    passes.reduce(0) { reach, pass in
      guard case .offsets(let offsets) = pass else { return reach }
      return max(reach, offsets.map(\.x.magnitude).max() ?? 0)
    }
  }
}

/// A plane of a picture, and how much each part of a sum counts of it.
struct SummedPicture {
  let plane: FinePlane
  let weights: [Float]
}
