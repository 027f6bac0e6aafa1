// SPDX-License-Identifier: Apache-2.0

extension TransitionStyle {
  /// Places change in random order.
  static let ofGrains: [TransitionStyle] = [
    TransitionStyle(
      "crosshatch", "Random rows and columns change, from the centre outwards.", by: "pthrasher",
      .point("center", default: 0.5, 0.5, "The point where they change first."),
      .number("threshold", 0.1...100, default: 3, "How far from it they change early."),
      .number("fade-edge", 0.001...1, default: 0.1, "How soft the ends of the transition are."),
      .seed),
    TransitionStyle(
      "perlin", "Blobs of noise grow.", by: "Rich Harris",
      .number("scale", 0.1...1000, default: 4, "How many there are across."),
      .number("smoothness", 0.0001...1, default: 0.01, "How soft their edges are."), .seed),
    TransitionStyle(
      "random-noise-x", "Single pixels change in random order.", original: "randomNoisex",
      by: "towrabbit", .seed),
    TransitionStyle(
      "random-squares", "The squares of a grid fade one by one.", by: "gre",
      .wholes("cells", 1...1000, default: 10, 10, "How many squares there are."),
      .number("smoothness", 0.001...10, default: 0.5, "How long a square takes."), .seed),
  ]
}
