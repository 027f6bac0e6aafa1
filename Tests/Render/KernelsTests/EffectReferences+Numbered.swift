// SPDX-License-Identifier: Apache-2.0

import Foundation

// The wipes of SMPTE 258M, by whether a place is covered at a time: not by when, as the kernels.

private let (top, bottom, left, right) = (P(0.5, 0), P(0.5, 1), P(0, 0.5), P(1, 0.5))
private let (topLeft, topRight, bottomLeft, bottomRight) = (P(0, 0), P(1, 0), P(0, 1), P(1, 1))

/// A place, from the top left corner, at a time.
private struct Covering {
  let q: P
  let t, ratio: Double

  /// Returns true if it lies in a box between two points.
  func box(_ a: P, _ b: P) -> Bool { q.x > a.x && q.y > a.y && q.x < b.x && q.y < b.y }

  /// Returns true if it lies in a square about one of some points, of a size.
  func squares(_ points: [P], _ half: Double) -> Bool {
    let reach = P(half, half)
    return points.contains { (center: P) -> Bool in box(center - reach, center + reach) }
  }

  /// Returns true if it lies nearer to a straight line through `through` than `t` of the distance
  /// of `last`.
  func isNear(_ through: P, _ normal: P, last: Double) -> Bool {
    abs(normal.x * (q.x - through.x) + normal.y * (q.y - through.y)) < t * last
  }

  /// The distance from the middle, in widths and heights together.
  var diamond: Double { abs(q.x - 0.5) + abs(q.y - 0.5) }

  /// Returns true if it lies in an ellipse about the middle that reaches the corners in the end.
  func ellipse(_ x: Double, _ y: Double) -> Bool {
    length(P((q.x - 0.5) * ratio * x, (q.y - 0.5) * y)) < t * length(P(ratio * x, y)) / 2
  }

  /// Returns true if it lies before a wedge with its tip at `tip` that points along `way`, of which
  /// half is as wide as it is deep, 2 : 1.
  func wedge(_ way: P) -> Bool {
    let along = way.x * (q.x - 0.5) + way.y * (q.y - 0.5) + 0.5
    let across = abs(way.y * (q.x - 0.5) - way.x * (q.y - 0.5))
    return along + 2 * across < 2 * t
  }

  /// The degrees clockwise from twelve o'clock of the diagonal that rises.
  var rise: Double { atan(ratio) * 180 / .pi }

  /// Degrees clockwise from twelve o'clock about a point.
  func degrees(_ about: P) -> Double {
    let angle = atan2((q.x - about.x) * ratio, about.y - q.y) * 180 / .pi
    return angle < 0 ? angle + 360 : angle
  }

  /// Returns true if a hand about a point has passed it, that starts at `start` degrees and sweeps
  /// `way` degrees clockwise.
  func swept(_ about: P, _ start: Double, _ way: Double) -> Bool {
    (degrees(about) - start + 720).truncatingRemainder(dividingBy: 360) < t * way
  }

  /// The same counterclockwise.
  func unswept(_ about: P, _ start: Double, _ way: Double) -> Bool {
    (start - degrees(about) + 720).truncatingRemainder(dividingBy: 360) < t * way
  }

  /// Returns true if a fan about a point that opens towards `middle` degrees holds it.
  func fan(_ about: P, _ middle: Double, _ way: Double) -> Bool {
    swept(about, middle, way) || unswept(about, middle, way)
  }
}

extension Covering {
  /// Returns true if the wipe of a number has covered it.
  func isCovered(by number: Int) -> Bool {
    number < 200 ? isCovered(byStraight: number) : isCovered(byHands: number)
  }

  private func isCovered(byStraight number: Int) -> Bool {
    switch number {
    case 1: q.x < t
    case 2: q.y < t
    case 3: box(topLeft, P(t, t))
    case 4: box(P(1 - t, 0), P(1, t))
    case 5: box(P(1 - t, 1 - t), bottomRight)
    case 6: box(P(0, 1 - t), P(t, 1))
    case 7: squares([topLeft, topRight, bottomLeft, bottomRight], t / 2)
    case 8: squares([P(0.25, 0.25), P(0.75, 0.25), P(0.25, 0.75), P(0.75, 0.75)], t / 4)
    case 21: box(P(0.5 - t / 2, 0), P(0.5 + t / 2, 1))
    case 22: box(P(0, 0.5 - t / 2), P(1, 0.5 + t / 2))
    case 23: box(P(0.5 - t / 2, 0), P(0.5 + t / 2, t))
    case 24: box(P(1 - t, 0.5 - t / 2), P(1, 0.5 + t / 2))
    case 25: box(P(0.5 - t / 2, 1 - t), P(0.5 + t / 2, 1))
    case 26: box(P(0, 0.5 - t / 2), P(t, 0.5 + t / 2))
    case 41: q.x < 2 * t - q.y
    case 42: 1 - q.x < 2 * t - q.y
    case 43: min(q.y, 1 - q.y) + abs(q.x - 0.5) < t
    case 44: min(q.x, 1 - q.x) + abs(q.y - 0.5) < t
    case 45: isNear(topRight, P(1, 1), last: 1)
    case 46: isNear(topLeft, P(1, -1), last: 1)
    case 47: isNear(topRight, P(1, 1), last: 0.5) || isNear(topLeft, P(1, -1), last: 0.5)
    case 48: abs(diamond - 0.5) < t / 2
    case 61: wedge(P(0, 1))
    case 62: wedge(P(-1, 0))
    case 63: wedge(P(0, -1))
    case 64: wedge(P(1, 0))
    case 65: isNear(bottom, P(q.x < 0.5 ? -2 : 2, 1), last: 1)
    case 66: isNear(left, P(1, q.y < 0.5 ? 2 : -2), last: 1)
    case 67: isNear(top, P(q.x < 0.5 ? 2 : -2, 1), last: 1)
    case 68: isNear(right, P(1, q.y < 0.5 ? -2 : 2), last: 1)
    case 101: box(P(0.5 - t / 2, 0.5 - t / 2), P(0.5 + t / 2, 0.5 + t / 2))
    case 102: diamond < t
    case 119: ellipse(1, 1)
    case 120: ellipse(0.5, 1)
    case 121: ellipse(1, 0.5)
    default: false
    }
  }

  private func isCovered(byHands number: Int) -> Bool {
    switch number {
    case 201: swept(P(0.5, 0.5), 0, 360)
    case 202: swept(P(0.5, 0.5), 90, 360)
    case 203: swept(P(0.5, 0.5), 180, 360)
    case 204: swept(P(0.5, 0.5), 270, 360)
    case 205: swept(P(0.5, 0.5), 0, 180) || swept(P(0.5, 0.5), 180, 180)
    case 206: swept(P(0.5, 0.5), 90, 180) || swept(P(0.5, 0.5), 270, 180)
    case 207: [0.0, 90, 180, 270].contains { swept(P(0.5, 0.5), $0, 90) }
    case 211: fan(P(0.5, 0.5), 0, 180)
    case 212: fan(P(0.5, 0.5), 90, 180)
    case 213: fan(P(0.5, 0.5), 0, 90) || fan(P(0.5, 0.5), 180, 90)
    case 214: fan(P(0.5, 0.5), 90, 90) || fan(P(0.5, 0.5), 270, 90)
    case 221: swept(top, 90, 180)
    case 222: swept(right, 180, 180)
    case 223: swept(bottom, 270, 180)
    case 224: swept(left, 0, 180)
    case 225: q.x > 0.5 ? swept(top, 90, 90) : swept(bottom, 270, 90)
    case 226: q.y < 0.5 ? swept(left, 0, 90) : swept(right, 180, 90)
    case 227: q.y < 0.5 ? swept(top, 90, 180) : unswept(bottom, 90, 180)
    case 228: q.x < 0.5 ? swept(left, 0, 180) : unswept(right, 0, 180)
    case 231: fan(top, 180, 90)
    case 232: fan(right, 270, 90)
    case 233: fan(bottom, 0, 90)
    case 234: fan(left, 90, 90)
    case 235: q.y < 0.5 ? fan(top, 180, 90) : fan(bottom, 0, 90)
    case 236: q.x < 0.5 ? fan(left, 90, 90) : fan(right, 270, 90)
    case 241: swept(topLeft, 90, 90)
    case 242: unswept(bottomLeft, 90, 90)
    case 243: swept(bottomRight, 270, 90)
    case 244: unswept(topRight, 270, 90)
    case 245: q.x > q.y ? swept(topLeft, 90, 90 - rise) : swept(bottomRight, 270, 90 - rise)
    case 246: q.x + q.y < 1 ? swept(bottomLeft, 0, rise) : swept(topRight, 180, rise)
    case 251: q.x < 0.5 ? swept(topLeft, 90, 90) : unswept(topRight, 270, 90)
    case 252: q.y < 0.5 ? unswept(topLeft, 180, 90) : swept(bottomLeft, 0, 90)
    case 253: q.x < 0.5 ? unswept(bottomLeft, 90, 90) : swept(bottomRight, 270, 90)
    case 254: q.y < 0.5 ? swept(topRight, 180, 90) : unswept(bottomRight, 0, 90)
    default: false
    }
  }
}

extension EffectReferences {
  static let numbered: [String: EffectReference] = {
    var references: [String: EffectReference] = [:]
    for name in EffectTests.names where name.hasPrefix("smpte") {
      guard let number = Int(name.dropFirst(5)) else { continue }
      references[name] = { f, p in
        let place = Covering(q: P(p.x, 1 - p.y), t: f.progress, ratio: f.ratio)
        return place.isCovered(by: number) ? f.to.at(p) : f.from.at(p)
      }
    }
    return references
  }()
}
