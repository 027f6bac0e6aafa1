// SPDX-License-Identifier: Apache-2.0

/// `StereoViewer` where something is clear.
struct CoveredViewer {
  let t, zoom, ratio: Float
  let radius: Point
  /// The sine and cosine of the angle by which the two copies, or the two windows, are turned away.
  let sine, cosine: Float

  init(_ frame: EffectFrame) {
    t = frame.progress
    (zoom, ratio) = (frame.number(0), frame.ratio)
    let corner = max(frame.number(1), 1e-5)
    radius = Point(corner / ratio, corner)
    let way = t < 0.48 ? (t - 0.1) / 0.38 : 1 - (t - 0.52) / 0.38
    let angle = way * way / 2.4
    (sine, cosine) = (Transitions.sine(angle), Transitions.cosine(angle))
  }

  /// Returns true if `p` lies in the picture, whose corners are round by `share` of the radius; not
  /// on the edge itself.
  @inline(__always) private func isIn(_ p: Point, _ share: Float = 1) -> Bool {
    let r = radius * share
    let x = max((p.x - 0.5).magnitude - 0.5 + r.x, 0) / r.x
    let y = max((p.y - 0.5).magnitude - 0.5 + r.y, 0) / r.y
    return x * x + y * y < 0.9999
  }

  /// A place turned about a point two widths to the left or right, and seen from farther away.
  @inline(__always) private func turned(_ p: Point, _ pivot: Float, _ zoom: Float) -> Point {
    let (x, y) = ((p.x - 0.5) / zoom + pivot, (p.y - 0.5) / (ratio * zoom))
    return Point(
      cosine * x - sine * y - pivot + 0.5, (sine * x + cosine * y) * ratio + 0.5)
  }

  /// The colour of two pictures as lights upon each other.
  @inline(__always) private func screened(_ a: Light, _ b: Light) -> Light {
    let one = Light(1, 1, 1, 1)
    return one - (one - a) * (one - b)
  }

  private static let black = Light(0, 0, 0, 1)

  /// Half of the light of a picture, as far as it is seen.
  @inline(__always) private func half(_ p: Point, _ picture: Sampler) -> Light {
    let q = (p - middle) / zoom + middle
    guard isIn(q) else { return CoveredViewer.black }
    let light = picture.at(q)
    func root(_ x: Float) -> Float { 1 - (1 - clamped(x, 1)).squareRoot() }
    return Light(root(light.x), root(light.y), root(light.z), root(light.w))
  }

  @inline(__always) func color(_ p: Point, _ from: Sampler, _ to: Sampler) -> Light {
    if t < 0.1 || t >= 0.9 {
      let share = (t < 0.1 ? t : 1 - t) / 0.1
      let q = (p - middle) / between(1, zoom, share) + middle
      guard isIn(q, share) else { return CoveredViewer.black }
      return t < 0.1 ? from.at(q) : to.at(q)
    }
    if t < 0.48 { return screened(half(turned(p, 2, 1), from), half(turned(p, -2, 1), from)) }
    let (first, second) = (isIn(turned(p, 2, zoom)), isIn(turned(p, -2, zoom)))
    guard first || second else { return CoveredViewer.black }
    let light = half(p, to)
    return screened(first ? light : CoveredViewer.black, second ? light : CoveredViewer.black)
  }
}
