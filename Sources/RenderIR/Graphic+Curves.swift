// SPDX-License-Identifier: Apache-2.0

public import Actions
public import Basics
public import Properties

extension Graphic {
  /// Its numbers at `time`: those of `curves`, and its own where they have none.
  public func values(of curves: PropertyTable<Curve>, at time: Time) -> Values {
    Values(
      width: curves[.strokeWidth]?.value(at: time)[0] ?? stroke?.width ?? 0,
      trim: curves[.strokeTrim]?.value(at: time) ?? stroke?.trim ?? [0, 1],
      radii: curves[.radius]?.value(at: time),
      // A moment that is a billionth of a second off would be another picture.
      time: curves[.time].map { ($0.value(at: time)[0] * 1e6).rounded() / 1e6 })
  }
}
