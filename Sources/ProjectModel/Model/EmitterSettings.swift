// SPDX-License-Identifier: Apache-2.0

public import Basics
public import Properties

/// Particles, as a project says them.
///
/// Times are seconds, speeds pixels in a second, angles degrees.
public struct EmitterSettings: Hashable, Sendable {
  /// The shape of one.
  public var shape = GraphicForm.ellipse
  /// Their colours.
  public var colors = [Color.white]
  /// Where they are born in the layer's box.
  public var centre = Point.center
  /// How wide and high a rectangle they are born in.
  public var area = [Length.pixels(0), .pixels(0)]
  /// How many are born in a second.
  public var rate = 20.0
  /// How many are born.
  public var count: Int?
  /// How long they live, at least and at most.
  public var life = [1.0, 1]
  /// How fast they are at birth.
  public var speed = [100.0, 100]
  /// Where they go, clockwise from upwards.
  public var direction = 0.0
  /// The angle around that within which they go.
  public var spread = 360.0
  /// How far they turn in a second.
  public var spin = [0.0, 0]
  /// How large they are, in pixels.
  public var size = [8.0, 8]
  /// By how much they are larger at birth, and at their end.
  public var scale = [1.0, 1]
  /// The shares of their lives in which they come and go.
  public var fade = [0.0, 0.5]
  /// By how much they become faster in a second.
  public var gravity = [0.0, 0]
  /// What chance begins with.
  public var seed = 0
  /// For how long they have been coming out on the first frame.
  public var lead = 0.0

  /// More may not live at once.
  package static let mostAlive = 5000

  /// White dots in all directions.
  public init() {}

  /// The shapes that a particle may have.
  package static let forms: [GraphicForm] = [.ellipse, .rect, .star, .polygon]
}
