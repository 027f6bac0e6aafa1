// SPDX-License-Identifier: Apache-2.0

/// The sum of both pictures at some moments of a twist about a point: the way from there is turned
/// and stretched by complex numbers, in pixels and y down, that depend on its length.
struct TwistPlan {
  /// A moment: how much it counts of each picture, and the number for each distance, all of which lie as far apart.
  struct Moment {
    let old, new: Float
    let factors: [Point]
  }

  /// The point, in widths and heights from the top left.
  let center: Point
  /// The last distance, in heights, and how many there are beside none.
  let reach: Float
  let steps: Int
  /// The least distance of places from the edges, in widths and heights.
  let margin: Float
  let moments: [Moment]

  /// A twist about `center`; of each moment, there are two numbers or more, as many as of the others.
  init(center: Point, reach: Float, margin: Float, _ moments: [Moment]) {
    (self.center, self.reach, self.margin, self.moments) = (center, reach, margin, moments)
    steps = (moments.map(\.factors.count).min() ?? 2) - 1
    precondition(steps > 0 && moments.allSatisfy { $0.factors.count == steps + 1 }, "no distances")
  }

  /// The weights of its moments in a picture.
  func weights(isNew: Bool) -> [Float] { moments.map { isNew ? $0.new : $0.old } }
}
