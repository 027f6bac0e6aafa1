// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A page on a cylinder that rolls: the definition with matrices, one function for each thing that may be seen.
private struct PageRoll {
  let f: ReferenceFrame
  let p: P
  let amount: Double
  let radius = 1 / (2 * Double.pi)
  let angle = 100 * Double.pi / 180

  init(_ f: ReferenceFrame, _ p: P) {
    (self.f, self.p) = (f, p)
    amount = f.progress * (1.5 + 0.16) - 0.16
  }

  func turn(_ q: P, _ angle: Double, _ shift: P) -> P {
    P(cos(angle) * q.x - sin(angle) * q.y, sin(angle) * q.x + cos(angle) * q.y) + shift
  }

  func hit(_ angle: Double, _ across: Double) -> P {
    turn(P(across, angle / (2 * .pi)), self.angle, P(0.985, 0.985))
  }

  func arc(_ yc: Double) -> Double { acos(min(max(yc / radius, -1), 1)) }

  func isOut(_ q: P) -> Bool { q.x < 0 || q.y < 0 || q.x > 1 || q.y > 1 }

  func edge(_ q: P) -> Double {
    let x = q.x < 0 ? -q.x : q.x > 1 ? q.x - 1 : q.x > 0.5 ? 1 - q.x : q.x
    let y = q.y < 0 ? -q.y : q.y > 1 ? q.y - 1 : q.y > 0.5 ? 1 - q.y : q.y
    let isCorner = (q.x < 0 || q.x > 1) && (q.y < 0 || q.y > 1)
    return isCorner ? (x * x + y * y).squareRoot() : min(x, y)
  }

  func smooth(_ a: RGB, _ b: RGB, _ distance: Double) -> RGB {
    let d = distance * 512
    if d < 0 { return b }
    return d > 2 ? a : (b - a) * pow(1 - d / 2, 3) + a
  }

  func dark(_ light: RGB, _ shade: Double) -> RGB { light - RGB(shade, shade, shade, 0) }

  func through(_ yc: Double, _ across: Double) -> RGB {
    if yc > 0 { return f.from.at(p) }
    let q = hit(.pi - (arc(yc) - 2 * .pi * amount), across)
    return isOut(q) ? f.to.at(p) : smooth(f.from.at(q), f.black, edge(q))
  }

  var light: RGB {
    let point = turn(p, -angle, P(-0.801, 0.89))
    let yc = point.y - amount
    if yc < -radius {
      let beyond = -2 * radius - yc
      let angle = arc(beyond) + 2 * .pi * amount - .pi
      let q = hit(angle, point.x)
      guard beyond < 0, !isOut(q), angle < .pi || amount > 0.5 else { return f.to.at(p) }
      let shade = (1 - length(q - P(0.5, 0.5)) / 0.71) * pow(-beyond / radius, 3) * 0.5
      return dark(f.to.at(p), shade)
    }
    if yc > radius { return f.from.at(p) }
    let angle = arc(yc) + 2 * .pi * amount - .pi
    let within = angle - 2 * .pi * (angle / (2 * .pi)).rounded(.down)
    if within > .pi && amount < 0.5 || within > .pi / 2 && amount < 0 {
      return through(yc, point.x)
    }
    let q = hit(angle, point.x)
    let shade = (1 - edge(q) * 30) / 3
    let shadowed = dark(through(yc, point.x), shade < 0 ? 0 : shade * amount)
    if isOut(q) { return shadowed }
    let front = f.from.at(q)
    let gray =
      (front.x + front.y + front.z) / 15 + 0.8
      * (pow(max(0, 1 - abs(yc / radius)), 0.2) / 2 + 0.5)
    let back = smooth(
      RGB(gray, gray, gray, front.w), yc < 0 ? f.black : f.from.at(p), radius - abs(yc))
    return smooth(back, shadowed, edge(q))
  }
}

extension EffectReferences {
  static let curls: [String: EffectReference] = [
    "invertedpagecurl": { f, p in PageRoll(f, p).light }
  ]
}
