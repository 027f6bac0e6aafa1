// SPDX-License-Identifier: Apache-2.0

public import Basics
public import Properties

extension Gradient.Geometry {
  /// Through the centre of `box` in the direction of an angle in degrees, so that corners in it have the colours of its
  /// ends.
  public static func linear(degrees: Double, in box: PixelBox) -> Gradient.Geometry {
    let turn = Affine.rotation(degrees: degrees)
    let (x, y) = (turn.b, -turn.a)
    let half = (box.width * abs(x) + box.height * abs(y)) / 2
    let (cx, cy) = (box.x + box.width / 2, box.y + box.height / 2)
    return .linear(near(cx - x * half, cy - y * half), near(cx + x * half, cy + y * half))
  }

  /// Around `centre` to an ellipse with the radii `across` and `down`.
  public static func radial(
    about centre: PixelPoint, across: Double, down: Double
  ) -> Gradient.Geometry {
    .radial(near(centre.x, centre.y), max(near(across), 1 / 256), max(near(down), 1 / 256))
  }

  /// Around `centre` to the ellipse through the farthest corner of `box`.
  public static func radial(about centre: PixelPoint, in box: PixelBox) -> Gradient.Geometry {
    // It has the shape of that which touches the farthest sides.
    let root = 2.0.squareRoot()
    return radial(
      about: centre,
      across: root * max(abs(centre.x - box.x), abs(box.x + box.width - centre.x)),
      down: root * max(abs(centre.y - box.y), abs(box.y + box.height - centre.y)))
  }

  /// Around `centre`, from an angle in degrees.
  public static func conic(about centre: PixelPoint, degrees: Double) -> Gradient.Geometry {
    .conic(near(centre.x, centre.y), degrees)
  }

  private static func near(_ value: Double) -> Double { (value * 65536).rounded() / 65536 + 0 }
  private static func near(_ x: Double, _ y: Double) -> PixelPoint { PixelPoint(near(x), near(y)) }
}

extension Gradient {
  /// What it is at `time`; nil where `curves` change nothing of it.
  func changed(
    by curves: PropertyTable<Curve>, of paint: Property.Paint, at time: Time
  ) -> Gradient? {
    guard paint.properties.contains(where: { curves[$0] != nil }) else { return nil }
    func numbers(_ property: Property) -> [Double]? { curves[property]?.value(at: time) }
    let centre = numbers(paint.centre).map { PixelPoint($0[0], $0[1]) }
    let box = numbers(.paintedBox).map {
      PixelBox(x: $0[0], y: $0[1], width: $0[2], height: $0[3])
    }
    var gradient = self
    switch geometry {
    case .linear:
      if let angle = numbers(paint.direction), let box {
        gradient.geometry = .linear(degrees: angle[0], in: box)
      }
    case .radial(let own, let across, let down):
      if let radii = numbers(paint.radius) {
        gradient.geometry = .radial(about: centre ?? own, across: radii[0], down: radii[1])
      } else if let centre {
        gradient.geometry =
          box.map { .radial(about: centre, in: $0) }
          ?? .radial(about: centre, across: across, down: down)
      }
    case .conic(let own, let angle):
      gradient.geometry = .conic(
        about: centre ?? own, degrees: numbers(paint.angle)?[0] ?? angle)
    }
    for (index, property) in paint.stops.prefix(stops.count).enumerated() {
      if let stop = numbers(property) {
        gradient.stops[index] = Stop(Color(premultiplied: stop), at: stop[4])
      }
      // As in CSS a colour lies no further back than the one before it.
      if index > 0 {
        gradient.stops[index].place = max(
          gradient.stops[index].place, gradient.stops[index - 1].place)
      }
    }
    return gradient
  }
}
