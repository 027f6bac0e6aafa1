// SPDX-License-Identifier: Apache-2.0

public import Base
public import Catalog
public import RenderProtocol

extension Graphic {
  /// Its values at `time`: those of `curves`, and its own where they have none.
  public func values(of curves: PropertyTable<Curve>, at time: Time) -> Values {
    Values(
      width: curves[.strokeWidth]?.value(at: time)[0] ?? stroke?.width ?? 0,
      trim: curves[.strokeTrim]?.value(at: time) ?? stroke?.trim ?? [0, 1],
      radii: curves[.radius]?.value(at: time),
      // A moment that is a billionth of a second off would be another picture.
      time: curves[.time].map { ($0.value(at: time)[0] * 1e6).rounded() / 1e6 },
      fill: fill?.changed(by: curves, of: .fill, at: time),
      stroke: stroke?.fill.changed(by: curves, of: .stroke, at: time))
  }
}

extension Fill {
  /// The fill at `time`; nil if `curves` change nothing of it.
  fileprivate func changed(
    by curves: PropertyTable<Curve>, of paint: Property.Paint, at time: Time
  ) -> Fill? {
    switch self {
    case .color: curves[paint.color].map { .color(Color(premultiplied: $0.value(at: time))) }
    case .gradient(let gradient):
      gradient.changed(by: curves, of: paint, at: time).map { .gradient($0) }
    }
  }
}

extension PropertyTable<Curve> {
  /// True if a colour among them may be transparent at any time.
  var haveAlpha: Bool {
    entries.contains { entry in
      [.color, .stop].contains(entry.property.unit)
        && entry.value.ownKeys.contains { $0.value[3] < 1 }
    }
  }
}
