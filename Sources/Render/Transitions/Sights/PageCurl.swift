// SPDX-License-Identifier: Apache-2.0

/// The first picture is a page that is rolled up from the lower right, about a cylinder; its back is pale.
struct PageCurl {
  /// The cylinder has a circumference of 1.
  private static let radius: Float = 0.5 / .pi
  private static let tilt = 100 * Float.pi / 180

  /// The way of the cylinder, its turn, and the sine and cosine of its tilt.
  private let amount, turn, sine, cosine: Float
  /// Beyond which angle the page has not come.
  private let most: Float
  private let width, height: Float

  private init(_ frame: EffectFrame) {
    amount = frame.progress * 1.66 - 0.16
    turn = 2 * .pi * amount
    most = amount < 0 ? .pi / 2 : amount < 0.5 ? .pi : 9
    (sine, cosine) = (Transitions.sine(PageCurl.tilt), Transitions.cosine(PageCurl.tilt))
    (width, height) = (Float(frame.width), Float(frame.height))
  }

  @Sendable static func plan(_ frame: EffectFrame) -> EffectPlan {
    guard frame.isOpaque, frame.hasPlaces else {
      let covered = CoveredCurl(frame)
      return .colors { row in row.write { _, p, from, to in covered.color(p, from, to) } }
    }
    let page = PageCurl(frame)
    return .far(
      FarPlan(
        isNew: (false, false), seesFirst: { !page.parts($0).below.isEmpty }, seen: page.seen,
        find: page.find, fill: page.fill))
  }

  /// The distance of a place along the way of the cylinder, from its axis.
  @inline(__always) private func along(_ p: Point) -> Float {
    cosine * p.y - sine * p.x + 0.89 - amount
  }

  private func seen(_ columns: Range<Int>, _ rows: Range<Int>) -> SeenPicture {
    // The way goes to the left and, a little, down.
    func place(_ x: Int, _ y: Int) -> Float {
      along(Point(Float(x) / width, 1 - Float(y) / height))
    }
    if place(columns.upperBound, rows.lowerBound) > PageCurl.radius { return .from }
    return place(columns.lowerBound, rows.upperBound) < -2 * PageCurl.radius ? .to : .both
  }

  /// The place on the page that lies where the cylinder has turned by `angle`, in the line `across`.
  @inline(__always) private func page(_ across: Float, _ angle: Float) -> Point {
    let along = angle * (0.5 / .pi)
    return Point(cosine * across - sine * along + 0.985, sine * across + cosine * along + 0.985)
  }

  /// The samples of `row` before the axis of the cylinder, above and below the page that is rolled on it, and in its shadow.
  private func parts(_ row: FarRow) -> (
    before: Range<Int>, above: Range<Int>, below: Range<Int>, shadow: Range<Int>
  ) {
    let start = along(Point(0, row.v))
    func end(_ along: Float) -> Int { row.sample(at: (start - along) / sine) }
    let (a, b) = (end(PageCurl.radius), end(0))
    let c = max(b, end(-PageCurl.radius))
    return (0..<a, a..<max(a, b), max(a, b)..<max(c, a), max(c, a)..<row.count)
  }

  /// The angle at which a line lies on the cylinder.
  @inline(__always) private func angle(_ along: Float) -> Float {
    let x = clamped(along * (1 / PageCurl.radius) + 1, 2) - 1
    // Of a magnitude, the compiler knows that it has a root.
    return arc((1 - x * x).magnitude.squareRoot(), x)
  }

  @inline(__always) private func across(_ p: Point) -> Float {
    cosine * p.x + sine * p.y - 0.801
  }

  private func find(_ row: FarRow) {
    let parts = parts(row)
    row.find(parts.before) { p in (p, p) }
    // The back of the page on the roll.
    row.find(parts.above) { p in (p, page(across(p), angle(along(p)) + turn - .pi)) }
    // The page that has been rolled off, too.
    row.find(parts.below) { p in
      let (across, angle) = (across(p), angle(along(p)))
      return (page(across, .pi - angle + turn), page(across, angle + turn - .pi))
    }
    // What casts the shadow.
    row.find(parts.shadow) { p in
      (p, page(across(p), angle(-2 * PageCurl.radius - along(p)) + turn - .pi))
    }
  }

  /// The distance of `p` from the edges of the page, and 1 if it lies beyond them, or 0.
  @inline(__always) private func edge(_ p: Point) -> (distance: Float, isOut: Float) {
    let (x, y) = ((p.x - 0.5).magnitude - 0.5, (p.y - 0.5).magnitude - 0.5)
    let (outX, outY): (Float, Float) = (x > 0 ? 1 : 0, y > 0 ? 1 : 0)
    let (across, down) = (x.magnitude, y.magnitude)
    let nearest = across < down ? across : down
    let corner = (x * x + y * y).squareRoot()
    return (nearest + (corner - nearest) * (outX * outY), outX > outY ? outX : outY)
  }

  /// The share of the picture beyond an edge in a pixel at `distance` from the edge.
  @inline(__always) private func softened(_ distance: Float) -> Float {
    let rest = 1 - clamped(distance * 256, 1)
    return rest * rest * rest
  }

  /// The angle of the cylinder where the page lies at `p`.
  @inline(__always) private func angle(on p: Point) -> Float {
    (cosine * (p.y - 0.985) - sine * (p.x - 0.985)) * (2 * .pi)
  }

  /// A gray.
  @inline(__always) private func gray(_ x: Float) -> Tint { Tint(x, x, x, 0) }

  private func fill(_ row: FarRow) {
    let parts = parts(row)
    row.write(parts.before) { _, from, _, _, _ in from }
    row.write(parts.above) { p, from, _, _, second in rolled(p, from, second, isUp: true) }
    row.write(parts.below) { p, _, to, first, second in
      let edge = edge(first.place)
      let page = first.color * (1 - softened(edge.distance))
      return rolled(p, page + (to - page) * edge.isOut, second, isUp: false)
    }
    row.write(parts.shadow) { p, _, to, _, second in
      let near = (along(p) + 2 * PageCurl.radius) * (1 / PageCurl.radius)
      let isSeen: Float = angle(on: second.place) < .pi || amount > 0.5 ? 1 : 0
      let share = (near > 0 ? near : 0) * (1 - edge(second.place).isOut) * isSeen
      let shade = 1 - length(second.place - middle) * (1 / 0.71)
      return to - gray(shade * (share * share * share) * 0.5)
    }
  }

  /// The colour where the page lies on the roll, or `base` does.
  @inline(__always)
  private func rolled(_ p: Point, _ base: Tint, _ second: FarTint, isUp: Bool) -> Tint {
    let back = edge(second.place)
    let angle = angle(on: second.place)
    let within = angle - (2 * .pi) * floor(angle * (0.5 / .pi))
    let isLate: Float = within > most ? 1 : 0
    // Its edge casts a shadow.
    let shade = (1 - back.distance * 30) * (1 / 3)
    let shaded = base - gray((shade > 0 ? shade : 0) * amount * (1 - isLate))
    // The back, lit from above.
    let along = along(p).magnitude
    let light = second.color.sum(1 / 15, 1 / 15, 1 / 15) + 0.4
    let lit = gray(light + 0.4 * power(1 - along * (1 / PageCurl.radius), 0.2))
    let rest = softened(PageCurl.radius - along)
    let rolled = isUp ? lit + (base - lit) * rest : lit * (1 - rest)
    let hidden = isLate > back.isOut ? isLate : back.isOut
    let soft = softened(back.distance)
    return rolled + (shaded - rolled) * (soft > hidden ? soft : hidden)
  }
}
