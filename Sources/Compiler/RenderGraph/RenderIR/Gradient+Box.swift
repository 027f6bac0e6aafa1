// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog

extension Gradient {
  /// The gradient at `time`; nil if `curves` change nothing of it.
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
