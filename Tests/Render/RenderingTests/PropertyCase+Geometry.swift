// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Glibc

extension PropertyCase {
  static let all: [PropertyCase] =
    boxes + moves + turns + colors + keys + edges
    + shadows + backdrops + lines

  private static func radians(_ degrees: Double) -> Double { degrees / 180 * .pi }

  /// White where the plate is, of which a point of the film shows the given one.
  private static func white(_ x: Double, _ y: Double) -> Point {
    plate.holds(x, y) ? .one : nothing
  }

  /// The same, by the way from the middle of the canvas.
  private static func white(offset x: Double, _ y: Double) -> Point {
    white(centre.x + x, centre.y + y)
  }

  private static let boxes: [PropertyCase] = [
    PropertyCase(property: .size, from: [0, 0, 1, 1], to: [0.25, 0.125, 0.5, 0.75]) {
      share, x, y in
      let box = Rect(
        x: plate.x + plate.width * 0.25 * share, y: plate.y + plate.height * 0.125 * share,
        width: plate.width * (1 - 0.5 * share), height: plate.height * (1 - 0.25 * share))
      return box.holds(x, y) ? .one : nothing
    },
    // What is left of the plate keeps its height, in the middle of its box.
    PropertyCase(property: .crop, from: [0.1, 0, 0.9, 1], to: [0.5, 0, 0.3, 1], fit: .contain) {
      share, x, y in
      let (left, right) = (0.1 + 0.4 * share, min(1 - 0.2 * share, 1))
      let width = plate.width * (right - max(left, 0))
      return white(x, y) * (abs(x - centre.x) < width / 2 ? 1 : 0)
    },
    PropertyCase(property: .radius, from: [0, 0, 0, 0], to: [6, 6, 6, 6], limit: 2.5) {
      share, x, y in
      let radius = min(max(6 * share, 0), plate.height / 2)
      let (dx, dy) = (abs(x - centre.x), abs(y - centre.y))
      let (left, up) = (dx - (plate.width / 2 - radius), dy - (plate.height / 2 - radius))
      if left > 0 && up > 0 && hypot(left, up) > radius { return nothing }
      return white(x, y)
    },
  ]

  private static let moves: [PropertyCase] = [
    PropertyCase(property: .position, from: [24, 16], to: [30, 13]) { share, x, y in
      white(x - 6 * share, y + 3 * share)
    },
    PropertyCase(property: .anchor, from: [0, 0], to: [6, -3]) { share, x, y in
      white(x + 6 * share, y - 3 * share)
    },
    PropertyCase(property: .scale, from: [1, 1], to: [1.5, 0.5]) { share, x, y in
      white(offset: (x - centre.x) / (1 + share / 2), (y - centre.y) / (1 - share / 2))
    },
    PropertyCase(property: .skew, from: [0, 0], to: [25, 12], limit: 3) { share, x, y in
      // Columns lean by x + y tan a, rows by y + x tan b.
      let (a, b) = (tan(radians(25 * share)), tan(radians(12 * share)))
      let (px, py) = (x - centre.x, y - centre.y)
      return white(offset: (px - a * py) / (1 - a * b), (py - b * px) / (1 - a * b))
    },
    PropertyCase(property: .transform, from: [1, 0, 0, 1, 0, 0], to: [1, 0, 0, 1, 6, -4]) {
      share, x, y in
      white(x - 6 * share, y + 4 * share)
    },
    PropertyCase(property: .opacity, from: [0.2], to: [0.9]) { share, x, y in
      white(x, y) * min(max(0.2 + 0.7 * share, 0), 1)
    },
  ]

  private static let turns: [PropertyCase] = [
    PropertyCase(property: .rotation, from: [0], to: [40], limit: 5) { share, x, y in
      turned(x, y, by: 40 * share)
    },
    // CSS: a point z in front of the plane is seen d / (d - z) times as far from the middle.
    PropertyCase(
      property: .rotationX, from: [0], to: [50], others: [(.perspective, [1.0 / 60])]
    ) { share, x, y in
      let (c, s) = (cos(radians(50 * share)), sin(radians(50 * share)) / 60)
      let (px, py) = (x - centre.x, y - centre.y)
      let down = py / (c + py * s)
      return white(offset: px * (1 - down * s), down)
    },
    PropertyCase(
      property: .rotationY, from: [0], to: [50], others: [(.perspective, [1.0 / 60])]
    ) { share, x, y in fromTheSide(x, y, angle: 50 * share, nearness: 1.0 / 60) },
    PropertyCase(
      property: .perspective, from: [1.0 / 500], to: [1.0 / 50], others: [(.rotationY, [40])]
    ) { share, x, y in
      fromTheSide(x, y, angle: 40, nearness: max(1.0 / 500 + (1.0 / 50 - 1.0 / 500) * share, 0))
    },
    // From nothing to a turn about the middle: the turn and the way are mixed apart.
    PropertyCase(
      property: .transform, from: matrix(0, 0, 0), to: matrix(60, wayOfTurn.x, wayOfTurn.y),
      limit: 5
    ) { share, x, y in
      let (c, s) = (cos(radians(60 * share)), sin(radians(60 * share)))
      let (px, py) = (x - wayOfTurn.x * share, y - wayOfTurn.y * share)
      return white(c * px + s * py, c * py - s * px)
    },
  ]

  private static func turned(_ x: Double, _ y: Double, by degrees: Double) -> Point {
    let (c, s) = (cos(radians(degrees)), sin(radians(degrees)))
    let (px, py) = (x - centre.x, y - centre.y)
    return white(offset: c * px + s * py, c * py - s * px)
  }

  private static func fromTheSide(_ x: Double, _ y: Double, angle: Double, nearness: Double)
    -> Point
  {
    let (c, s) = (cos(radians(angle)), sin(radians(angle)) * nearness)
    let (px, py) = (x - centre.x, y - centre.y)
    let across = px / (c - px * s)
    return white(offset: across, py * (1 + across * s))
  }

  /// CSS's matrix3d() of a turn about the corner of the canvas, then a way.
  private static func matrix(_ degrees: Double, _ x: Double, _ y: Double) -> [Double] {
    let (c, s) = (cos(radians(degrees)), sin(radians(degrees)))
    return [c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, x, y, 0, 1]
  }

  /// The way that brings the middle of the canvas back after a turn by 60 degrees about its corner.
  private static let wayOfTurn: (x: Double, y: Double) = {
    let (c, s) = (cos(radians(60)), sin(radians(60)))
    return (
      centre.x - (c * centre.x - s * centre.y), centre.y - (s * centre.x + c * centre.y)
    )
  }()
}
