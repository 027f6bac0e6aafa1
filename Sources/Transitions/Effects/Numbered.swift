// SPDX-License-Identifier: Apache-2.0

import EffectLoops

// The wipes that editors know by the numbers of SMPTE 258M. Each is drawn by when the edge comes to a place, 0…1.

extension TransitionKernel {
  static let numbered: [TransitionKernel] = wipes.map { number, reach in
    field("smpte\(number)", 1) { NumberedWipe($0, reach) }
  }

  /// The number of each wipe, and when its edge comes to a place.
  private static let wipes: [(number: Int, reach: @Sendable (WipePlace) -> Float)] = [
    (1, { $0.x }),
    (2, { $0.y }),
    (3, { max($0.x, $0.y) }),
    (4, { max(1 - $0.x, $0.y) }),
    (5, { max(1 - $0.x, 1 - $0.y) }),
    (6, { max($0.x, 1 - $0.y) }),
    (7, { 1 - min($0.side, $0.level) }),
    (8, { $0.quarter }),
    (21, { $0.side }),
    (22, { $0.level }),
    (23, { max($0.side, $0.y) }),
    (24, { max($0.level, 1 - $0.x) }),
    (25, { max($0.side, 1 - $0.y) }),
    (26, { max($0.level, $0.x) }),
    (41, { ($0.x + $0.y) / 2 }),
    (42, { (1 - $0.x + $0.y) / 2 }),
    (43, { ($0.side + 1 - $0.level) / 2 }),
    (44, { ($0.level + 1 - $0.side) / 2 }),
    (45, { ($0.x + $0.y - 1).magnitude }),
    (46, { ($0.x - $0.y).magnitude }),
    (47, { 2 * min(($0.x - $0.y).magnitude, ($0.x + $0.y - 1).magnitude) }),
    (48, { ($0.side + $0.level - 1).magnitude }),
    (61, { ($0.side + $0.y) / 2 }),
    (62, { ($0.level + 1 - $0.x) / 2 }),
    (63, { ($0.side + 1 - $0.y) / 2 }),
    (64, { ($0.level + $0.x) / 2 }),
    (65, { ($0.side + $0.y - 1).magnitude }),
    (66, { ($0.level - $0.x).magnitude }),
    (67, { ($0.side - $0.y).magnitude }),
    (68, { ($0.level + $0.x - 1).magnitude }),
    (101, { max($0.side, $0.level) }),
    (102, { ($0.side + $0.level) / 2 }),
    (119, { $0.radius(1, 1) }),
    (120, { $0.radius(1, 2) }),
    (121, { $0.radius(2, 1) }),
    (201, { $0.turn(1, from: 0) }),
    (202, { $0.turn(1, from: 0.25) }),
    (203, { $0.turn(1, from: 0.5) }),
    (204, { $0.turn(1, from: 0.75) }),
    (205, { $0.turn(2, from: 0) }),
    (206, { $0.turn(2, from: 0.25) }),
    (207, { $0.turn(4, from: 0) }),
    (211, { $0.fan(1, from: 0) }),
    (212, { $0.fan(1, from: 0.25) }),
    (213, { $0.fan(2, from: 0) }),
    (214, { $0.fan(2, from: 0.25) }),
    (221, { $0.sweep(.top) }),
    (222, { $0.sweep(.right) }),
    (223, { $0.sweep(.bottom) }),
    (224, { $0.sweep(.left) }),
    (225, { 2 * $0.sweep($0.x < 0.5 ? .bottom : .top) }),
    (226, { 2 * $0.sweep($0.y < 0.5 ? .left : .right) }),
    (227, { $0.y < 0.5 ? $0.sweep(.top) : 1 - $0.sweep(.bottom) }),
    (228, { $0.x < 0.5 ? $0.sweep(.left) : 1 - $0.sweep(.right) }),
    (231, { $0.spread(.top) }),
    (232, { $0.spread(.right) }),
    (233, { $0.spread(.bottom) }),
    (234, { $0.spread(.left) }),
    (235, { $0.spread($0.y < 0.5 ? .top : .bottom) }),
    (236, { $0.spread($0.x < 0.5 ? .left : .right) }),
    (241, { $0.sweep(.topLeft) }),
    (242, { 1 - $0.sweep(.bottomLeft) }),
    (243, { $0.sweep(.bottomRight) }),
    (244, { 1 - $0.sweep(.topRight) }),
    (245, { $0.sweep($0.x > $0.y ? .topLeft : .bottomRight, to: Point($0.ratio, 1)) }),
    (246, { $0.sweep($0.x + $0.y < 1 ? .bottomLeft : .topRight, to: Point(1, $0.ratio)) }),
    (251, { $0.x < 0.5 ? $0.sweep(.topLeft) : 1 - $0.sweep(.topRight) }),
    (252, { $0.y < 0.5 ? 1 - $0.sweep(.topLeft) : $0.sweep(.bottomLeft) }),
    (253, { $0.x < 0.5 ? 1 - $0.sweep(.bottomLeft) : $0.sweep(.bottomRight) }),
    (254, { $0.y < 0.5 ? $0.sweep(.topRight) : 1 - $0.sweep(.bottomRight) }),
  ]
}

private struct NumberedWipe: FieldEffect {
  let reach: @Sendable (WipePlace) -> Float
  let edge: SoftEdge
  let ratio: Float

  init(_ frame: EffectFrame, _ reach: @escaping @Sendable (WipePlace) -> Float) {
    self.reach = reach
    edge = SoftEdge(frame.progress, frame.number(0))
    ratio = frame.ratio
  }

  @inline(__always) func weight(_ p: Point) -> Float { edge.weight(reach(WipePlace(p, ratio))) }
}

/// A place from the top left corner, in widths and heights of the picture.
private struct WipePlace {
  let x, y, ratio: Float

  init(_ p: Point, _ ratio: Float) { (x, y, self.ratio) = (p.x, 1 - p.y, ratio) }

  /// How far it is from the middle to the left or right, 0…1.
  var side: Float { (2 * x - 1).magnitude }
  /// How far it is from the middle to the top or bottom, 0…1.
  var level: Float { (2 * y - 1).magnitude }
  /// How far it is from the middle of its quarter of the picture to the edges of that.
  var quarter: Float { max((2 * side - 1).magnitude, (2 * level - 1).magnitude) }

  /// Where an ellipse about the middle comes that is so wide and high, and last at the corners.
  func radius(_ wide: Float, _ high: Float) -> Float {
    length(Point(side * ratio * wide, level * high)) / length(Point(ratio * wide, high))
  }

  /// The part of a turn clockwise from twelve o'clock, 0 ..< 1, at which it is seen from a point.
  private func turns(about center: Point) -> Float {
    let turns = arc((x - center.x) * ratio, center.y - y) / (2 * .pi)
    return turns < 0 ? turns + 1 : turns
  }

  /// Where one of `count` hands about the middle comes, of which one starts at the part `start` of a turn.
  func turn(_ count: Float, from start: Float) -> Float {
    fraction(count * (turns(about: middle) - start))
  }

  /// Where the edges of one of `count` fans come.
  func fan(_ count: Float, from start: Float) -> Float {
    let share = turn(count, from: start)
    return 2 * min(share, 1 - share)
  }

  /// Where a hand at the edge of the picture comes that sweeps clockwise.
  func sweep(_ pivot: WipePivot) -> Float {
    fraction(turns(about: pivot.place) - pivot.start) * pivot.share
  }

  /// Where a hand in a corner comes that sweeps only as far as the diagonal, whose angle is that of `way`.
  func sweep(_ pivot: WipePivot, to way: Point) -> Float {
    sweep(pivot) * (.pi / 2) / arc(way.y, way.x)
  }

  /// Where two hands at the edge come that part.
  func spread(_ pivot: WipePivot) -> Float { (2 * sweep(pivot) - 1).magnitude }
}

/// A point at the edge of the picture about which a hand sweeps.
private struct WipePivot {
  let place: Point
  /// Where the hand starts, in turns from twelve o'clock, and how many of its sweeps make a turn.
  let start, share: Float

  static var top: WipePivot { WipePivot(place: Point(0.5, 0), start: 0.25, share: 2) }
  static var right: WipePivot { WipePivot(place: Point(1, 0.5), start: 0.5, share: 2) }
  static var bottom: WipePivot { WipePivot(place: Point(0.5, 1), start: 0.75, share: 2) }
  static var left: WipePivot { WipePivot(place: Point(0, 0.5), start: 0, share: 2) }
  static var topLeft: WipePivot { WipePivot(place: Point(0, 0), start: 0.25, share: 4) }
  static var topRight: WipePivot { WipePivot(place: Point(1, 0), start: 0.5, share: 4) }
  static var bottomRight: WipePivot { WipePivot(place: Point(1, 1), start: 0.75, share: 4) }
  static var bottomLeft: WipePivot { WipePivot(place: Point(0, 1), start: 0, share: 4) }
}
