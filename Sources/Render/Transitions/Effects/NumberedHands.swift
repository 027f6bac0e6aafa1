// SPDX-License-Identifier: Apache-2.0

import Kernels

/// A wipe whose edges are hands: straight lines that turn about a point.
struct HandWipe {
  /// The hands that sweep the parts of the picture.
  enum Parts: Sendable {
    /// All of it by one.
    case whole(Hand)
    /// The upper half and the lower one.
    case level(Hand, Hand)
    /// The left half and the right one.
    case upright(Hand, Hand)
    /// The areas above and below the diagonal that falls to the right.
    case falling(Hand, Hand)
    /// The same with the diagonal that rises.
    case rising(Hand, Hand)
  }

  private let parts: Parts
  private let edge: SoftEdge
  private let width, height: Int
  private let ratio: Float

  init(_ parts: (_ ratio: Float) -> Parts, _ frame: EffectFrame) {
    ratio = frame.ratio
    self.parts = parts(ratio)
    edge = SoftEdge(frame.progress, frame.number(0))
    (width, height) = (frame.width, frame.height)
  }

  /// Writes the weights of row `y`.
  func fill(_ y: Int, _ weights: UnsafeMutablePointer<Weight>) {
    let v = (Float(y) + 0.5) / Float(height)
    func column(_ u: Float) -> Int { min(max(0, Int((u * Float(width)).rounded())), width) }
    switch parts {
    case .whole(let hand): draw(hand, 0..<width, v, weights)
    case .level(let upper, let lower): draw(v < 0.5 ? upper : lower, 0..<width, v, weights)
    case .upright(let left, let right): draw(column(0.5), left, right, v, weights)
    case .falling(let above, let below): draw(column(v), below, above, v, weights)
    case .rising(let above, let below): draw(column(1 - v), above, below, v, weights)
    }
  }

  /// Draws a row of two parts that meet at a column.
  private func draw(
    _ column: Int, _ left: Hand, _ right: Hand, _ v: Float, _ weights: UnsafeMutablePointer<Weight>
  ) {
    draw(left, 0..<column, v, weights)
    draw(right, column..<width, v, weights)
  }

  private func draw(
    _ hand: Hand, _ columns: Range<Int>, _ v: Float, _ weights: UnsafeMutablePointer<Weight>
  ) {
    let across = ratio / Float(width)
    let (start, up) = ((0.5 - hand.pivot.x * Float(width)) * across, hand.pivot.y - v)
    func angle(_ column: Int) -> Float {
      arc(Float(Int32(truncatingIfNeeded: column)) * across + start, up)
    }
    // Along a row angles rise or fall, but for where they pass six o'clock, so that those of a block lie between those of
    // its ends.
    for first in Swift.stride(from: columns.lowerBound, to: columns.upperBound, by: 64) {
      let count = min(64, columns.upperBound - first)
      let weights = weights + first
      let angles = (angle(first), angle(first + count - 1))
      let turns = (hand.turns(angles.0), hand.turns(angles.1))
      if floor(turns.0) == floor(turns.1), (angles.0 - angles.1).magnitude < 3 {
        let times = (hand.signedTime(turns.0), hand.signedTime(turns.1))
        if edge.isPast(max(times.0.magnitude, times.1.magnitude)) {
          weights.update(repeating: .whole, count: count)
          continue
        }
        if times.0 * times.1 > 0, edge.isBefore(min(times.0.magnitude, times.1.magnitude)) {
          weights.update(repeating: 0, count: count)
          continue
        }
      }
      for x in 0..<count {
        weights[x] = Weight(of: edge.weight(hand.time(angle(first &+ x))))
      }
    }
  }
}

/// When a hand, or several that are alike, comes to a place.
struct Hand: Sendable {
  /// The point about which it turns, in widths and heights from the top left corner.
  fileprivate let pivot: Point
  /// An angle clockwise from twelve o'clock is multiplied by `count`, and `shift` is added, for turns; the part of a turn is
  /// multiplied by `gain`, and `offset` is added, for the time, whose sign does not count.
  private let count, shift, gain, offset: Float

  private init(
    _ pivot: Point, count: Float, shift: Float, gain: Float, offset: Float
  ) {
    self.pivot = pivot
    self.count = count / (2 * .pi)
    // A place on a hand that starts is one that it has come to, whatever the rounding of its angle.
    self.shift = shift + 0.000001
    (self.gain, self.offset) = (gain, offset)
  }

  /// `count` hands about the middle that turn clockwise, one of them from the part `start` of a turn.
  static func turning(_ count: Float, from start: Float) -> Hand {
    Hand(middle, count: count, shift: -start * count, gain: 1, offset: 0)
  }

  /// `count` fans about the middle that open, one of them at the part `start` of a turn.
  static func opening(_ count: Float, at start: Float) -> Hand {
    Hand(middle, count: count, shift: 0.5 - start * count, gain: 2, offset: -1)
  }

  /// A hand at the edge that sweeps clockwise through `span` turns, from `start`.
  static func clockwise(_ pivot: Point, from start: Float, _ span: Float) -> Hand {
    Hand(pivot, count: 1, shift: -start, gain: 1 / span, offset: 0)
  }

  /// A hand at the edge that sweeps counterclockwise through `span` turns, from `start`.
  static func counterclockwise(_ pivot: Point, from start: Float, _ span: Float) -> Hand {
    Hand(pivot, count: 1, shift: span - start, gain: 1 / span, offset: -1)
  }

  /// Two hands at the edge that part at `start`, and sweep a quarter of a turn each.
  static func fan(_ pivot: Point, at start: Float) -> Hand {
    Hand(pivot, count: 1, shift: 0.25 - start, gain: 4, offset: -1)
  }

  @inline(__always)
  fileprivate func turns(_ angle: Float) -> Float { angle * count + shift }

  @inline(__always)
  fileprivate func signedTime(_ turns: Float) -> Float { fraction(turns) * gain + offset }

  @inline(__always)
  fileprivate func time(_ angle: Float) -> Float { signedTime(turns(angle)).magnitude }
}

extension HandWipe {
  private static let (top, right, bottom, left) = (
    Point(0.5, 0), Point(1, 0.5), Point(0.5, 1), Point(0, 0.5)
  )
  private static let (topLeft, topRight, bottomRight, bottomLeft) = (
    Point(0, 0), Point(1, 0), Point(1, 1), Point(0, 1)
  )

  /// A wipe that is the same in pictures of every shape, but for angles.
  private static func wipe(_ number: Int, _ parts: Parts) -> (
    number: Int, parts: @Sendable (Float) -> Parts
  ) {
    (number, { _ in parts })
  }

  static let wipes: [(number: Int, parts: @Sendable (_ ratio: Float) -> Parts)] = [
    wipe(201, .whole(.turning(1, from: 0))),
    wipe(202, .whole(.turning(1, from: 0.25))),
    wipe(203, .whole(.turning(1, from: 0.5))),
    wipe(204, .whole(.turning(1, from: 0.75))),
    wipe(205, .whole(.turning(2, from: 0))),
    wipe(206, .whole(.turning(2, from: 0.25))),
    wipe(207, .whole(.turning(4, from: 0))),
    wipe(211, .whole(.opening(1, at: 0))),
    wipe(212, .whole(.opening(1, at: 0.25))),
    wipe(213, .whole(.opening(2, at: 0))),
    wipe(214, .whole(.opening(2, at: 0.25))),
    wipe(221, .whole(.clockwise(top, from: 0.25, 0.5))),
    wipe(222, .whole(.clockwise(right, from: 0.5, 0.5))),
    wipe(223, .whole(.clockwise(bottom, from: 0.75, 0.5))),
    wipe(224, .whole(.clockwise(left, from: 0, 0.5))),
    wipe(
      225,
      .upright(.clockwise(bottom, from: 0.75, 0.25), .clockwise(top, from: 0.25, 0.25))),
    wipe(226, .level(.clockwise(left, from: 0, 0.25), .clockwise(right, from: 0.5, 0.25))),
    wipe(
      227,
      .level(.clockwise(top, from: 0.25, 0.5), .counterclockwise(bottom, from: 0.25, 0.5))),
    wipe(228, .upright(.clockwise(left, from: 0, 0.5), .counterclockwise(right, from: 0, 0.5))),
    wipe(231, .whole(.fan(top, at: 0.5))),
    wipe(232, .whole(.fan(right, at: 0.75))),
    wipe(233, .whole(.fan(bottom, at: 0))),
    wipe(234, .whole(.fan(left, at: 0.25))),
    wipe(235, .level(.fan(top, at: 0.5), .fan(bottom, at: 0))),
    wipe(236, .upright(.fan(left, at: 0.25), .fan(right, at: 0.75))),
    wipe(241, .whole(.clockwise(topLeft, from: 0.25, 0.25))),
    wipe(242, .whole(.counterclockwise(bottomLeft, from: 0.25, 0.25))),
    wipe(243, .whole(.clockwise(bottomRight, from: 0.75, 0.25))),
    wipe(244, .whole(.counterclockwise(topRight, from: 0.75, 0.25))),
    (
      245,
      { ratio in
        let span = arc(1, ratio) / (2 * .pi)
        return .falling(
          .clockwise(topLeft, from: 0.25, span), .clockwise(bottomRight, from: 0.75, span))
      }
    ),
    (
      246,
      { ratio in
        let span = arc(ratio, 1) / (2 * .pi)
        return .rising(
          .clockwise(bottomLeft, from: 0, span), .clockwise(topRight, from: 0.5, span))
      }
    ),
    wipe(
      251,
      .upright(
        .clockwise(topLeft, from: 0.25, 0.25), .counterclockwise(topRight, from: 0.75, 0.25))),
    wipe(
      252,
      .level(
        .counterclockwise(topLeft, from: 0.5, 0.25), .clockwise(bottomLeft, from: 0, 0.25))),
    wipe(
      253,
      .upright(
        .counterclockwise(bottomLeft, from: 0.25, 0.25),
        .clockwise(bottomRight, from: 0.75, 0.25))),
    wipe(
      254,
      .level(
        .clockwise(topRight, from: 0.5, 0.25), .counterclockwise(bottomRight, from: 0, 0.25))),
  ]
}
