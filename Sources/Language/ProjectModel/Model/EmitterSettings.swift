// SPDX-License-Identifier: Apache-2.0

public import Base
public import Catalog

/// Particles as a project defines them.
///
/// Times are seconds, speeds pixels per second, angles degrees.
public struct EmitterSettings: Hashable, Sendable {
  /// The shape of one.
  public var shape = GraphicForm.ellipse
  /// Their colours.
  public var colors = [Color.white]
  /// The centre of the place in the layer's box where they are emitted.
  public var centre = CanvasPoint.center
  /// The width and height of the rectangle in which they are emitted.
  public var area = [Length.pixels(0), .pixels(0)]
  /// The number of particles emitted per second.
  public var rate = 20.0
  /// The number of particles emitted in all; nil for no limit.
  public var count: Int?
  /// Their lifetime, at least and at most.
  public var life = [1.0, 1]
  /// Their first speed, at least and at most.
  public var speed = [100.0, 100]
  /// The direction in which they start, clockwise from upwards.
  public var direction = 0.0
  /// The angle around that within which they start.
  public var spread = 360.0
  /// Their rotation per second, at least and at most.
  public var spin = [0.0, 0]
  /// Their size in pixels, at least and at most.
  public var size = [8.0, 8]
  /// Their scale at the start and at the end of their life.
  public var scale = [1.0, 1]
  /// The shares of their life over which they fade in and out.
  public var fade = [0.0, 0.5]
  /// Their acceleration across and down.
  public var gravity = [0.0, 0]
  /// The seed of all random values.
  public var seed = 0
  /// For how long they have been emitted before the first frame.
  public var lead = 0.0

  /// The largest number of particles alive at once that is accepted.
  package static let mostAlive = 5000

  /// The largest number of pixels that particles may paint in a frame, overlaps counted each time.
  package static let paintedLimit = 500e6

  /// The largest number of particles alive at once with these settings.
  package var aliveAtOnce: Double { min(rate * (life.max() ?? 0), Double(count ?? .max)) }

  /// The largest number of pixels painted in a frame with these settings.
  package var mostPainted: Double {
    let side = (size.max() ?? 0) * (scale.max() ?? 0)
    return aliveAtOnce * side * side
  }

  /// White dots in all directions.
  public init() {}

  /// The shapes that a particle may have.
  package static let forms: [GraphicForm] = [.ellipse, .rect, .star, .polygon]
}
