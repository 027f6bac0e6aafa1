// SPDX-License-Identifier: Apache-2.0

import Basics

// The properties of layers, in the order in which they act. Geometry acts about the centre of the canvas.

extension Property {
  /// All properties, in the order in which they act.
  public static let all: [Property] = [.scale, .position, .transform, .opacity, .volume]

  /// Scaled about the centre.
  public static let scale = Property(
    "scale", .scale, .geometry, "Scaled about its centre, by one factor or by one for each axis.",
    default: "100%", identity: { _ in [1, 1] },
    map: { factors, canvas in .about(canvas.middle, .scale(factors[0], factors[1])) })

  /// Moved to a place.
  public static let position = Property(
    "position", .position, .geometry, "Where its anchor goes; the anchor of a track is its centre.",
    default: "center", identity: { [$0.middle.x, $0.middle.y] },
    map: { place, canvas in
      .translation(place[0] - canvas.middle.x, place[1] - canvas.middle.y)
    })

  /// Mapped by a matrix.
  public static let transform = Property(
    "transform", graphName: "matrix", .matrix, .geometry,
    "The whole frame mapped by a b c d tx ty, as in CGAffineTransform, in canvas pixels.",
    default: "[1, 0, 0, 1, 0, 0]", identity: { _ in [1, 0, 0, 1, 0, 0] },
    map: { m, _ in Affine(m[0], m[1], m[2], m[3], m[4], m[5]) })

  /// Made see-through.
  public static let opacity = Property(
    "opacity", .opacity, .opacity, "How opaque its picture is.", default: "1",
    identity: { _ in [1] })

  /// Made louder or softer.
  public static let volume = Property(
    "volume", .volume, .volume, "How loud its sound is.", default: "1", identity: { _ in [1] })
}

extension PixelSize {
  /// The centre of a canvas of this size.
  fileprivate var middle: (x: Double, y: Double) { (Double(width) / 2, Double(height) / 2) }
}

extension Affine {
  /// `map` with its origin moved to `centre`.
  fileprivate static func about(_ centre: (x: Double, y: Double), _ map: Affine) -> Affine {
    .translation(-centre.x, -centre.y).then(map).then(.translation(centre.x, centre.y))
  }
}
