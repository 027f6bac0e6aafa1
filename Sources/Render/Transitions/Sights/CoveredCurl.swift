// SPDX-License-Identifier: Apache-2.0

/// `PageCurl` where something is clear.
struct CoveredCurl {
  /// The cylinder has a circumference of 1.
  private static let radius: Float = 0.5 / .pi
  private static let tilt = 100 * Float.pi / 180
  private static let black = Light(0, 0, 0, 1)

  /// The way of the cylinder, its turn, and the sine and cosine of its tilt.
  let amount, turn, sine, cosine: Float

  init(_ frame: EffectFrame) {
    amount = frame.progress * 1.66 - 0.16
    turn = 2 * .pi * amount
    (sine, cosine) = (Transitions.sine(CoveredCurl.tilt), Transitions.cosine(CoveredCurl.tilt))
  }

  /// A place across and along the way of the cylinder.
  @inline(__always) private func rolled(_ p: Point) -> Point {
    Point(cosine * p.x + sine * p.y - 0.801, cosine * p.y - sine * p.x + 0.89)
  }

  /// The place on the page that lies where the cylinder has turned by `angle`, in the line `across`.
  @inline(__always) private func page(_ across: Float, _ angle: Float) -> Point {
    let along = angle / (2 * .pi)
    return Point(cosine * across - sine * along + 0.985, sine * across + cosine * along + 0.985)
  }

  /// The angle at which a line lies on the cylinder.
  @inline(__always) private func angle(_ along: Float) -> Float {
    let x = max(-1, min(along / CoveredCurl.radius, 1))
    return arc((1 - x * x).squareRoot(), x)
  }

  @inline(__always) private func isOut(_ p: Point) -> Bool {
    p.x < 0 || p.y < 0 || p.x > 1 || p.y > 1
  }

  /// The distance of `p` from the edges of the page.
  @inline(__always) private func distance(_ p: Point) -> Float {
    func gap(_ x: Float) -> Float { x < 0 ? -x : x > 1 ? x - 1 : min(x, 1 - x) }
    let (x, y) = (gap(p.x), gap(p.y))
    let isBeyondCorner = (p.x < 0 || p.x > 1) && (p.y < 0 || p.y > 1)
    return isBeyondCorner ? length(Point(x, y)) : min(x, y)
  }

  /// `inner` at a distance from an edge, `outer` beyond it.
  @inline(__always) private func edged(_ inner: Light, _ outer: Light, _ distance: Float) -> Light {
    let way = distance * 512
    if way < 0 { return outer }
    if way > 2 { return inner }
    let rest = 1 - way / 2
    return inner + (outer - inner) * (rest * rest * rest)
  }

  @inline(__always) private func darkened(_ light: Light, _ shade: Float) -> Light {
    light - Light(shade, shade, shade, 0)
  }

  /// The colour where the page is rolled off, or still lies.
  @inline(__always) private func seen(
    _ p: Point, _ along: Float, _ across: Float, _ from: Sampler, _ to: Sampler
  )
    -> Light
  {
    if along > 0 { return from.at(p) }
    let place = page(across, .pi - angle(along) + turn)
    if isOut(place) { return to.at(p) }
    return edged(from.at(place), CoveredCurl.black, distance(place))
  }

  /// The second picture, with the shadow of the roll.
  @inline(__always) private func behind(_ p: Point, _ along: Float, _ across: Float, _ to: Sampler)
    -> Light
  {
    let beyond = -2 * CoveredCurl.radius - along
    let angle = angle(beyond) + turn - .pi
    let place = page(across, angle)
    guard beyond < 0, !isOut(place), angle < .pi || amount > 0.5 else { return to.at(p) }
    let near = -beyond / CoveredCurl.radius
    let shade = 1 - length(place - middle) / 0.71
    return darkened(to.at(p), shade * near * near * near * 0.5)
  }

  @inline(__always) func color(_ p: Point, _ from: Sampler, _ to: Sampler) -> Light {
    let q = rolled(p)
    let along = q.y - amount
    if along < -CoveredCurl.radius { return behind(p, along, q.x, to) }
    if along > CoveredCurl.radius { return from.at(p) }
    let angle = angle(along) + turn - .pi
    let within = angle - 2 * .pi * floor(angle / (2 * .pi))
    if within > .pi && amount < 0.5 || within > .pi / 2 && amount < 0 {
      return seen(p, along, q.x, from, to)
    }
    let place = page(q.x, angle)
    let gap = distance(place)
    let shade = (1 - gap * 30) / 3
    let shadowed = darkened(seen(p, along, q.x, from, to), shade < 0 ? 0 : shade * amount)
    if isOut(place) { return shadowed }
    // The back of the page, lit from above.
    let front = from.at(place)
    let height = 1 - (along / CoveredCurl.radius).magnitude
    let shine = power(height, 0.2)
    let gray = (front.x + front.y + front.z) / 15 + 0.8 * (shine / 2 + 0.5)
    let back = edged(
      Light(gray, gray, gray, front.w), along < 0 ? CoveredCurl.black : from.at(p),
      CoveredCurl.radius - along.magnitude)
    return edged(back, shadowed, gap)
  }
}
