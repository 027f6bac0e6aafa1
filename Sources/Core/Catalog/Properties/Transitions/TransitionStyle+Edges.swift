// SPDX-License-Identifier: Apache-2.0

extension TransitionStyle {
  /// Edges that move over the picture.
  static let ofEdges: [TransitionStyle] = [
    TransitionStyle(
      "angular", "A hard hand sweeps counterclockwise about the centre.", by: "Fernando Kuteken",
      .number(
        "starting-angle", -360...360, default: 90,
        "Where it starts, in degrees clockwise from nine o'clock.")),
    TransitionStyle(
      "directional-wipe", "A soft straight edge moves in a direction.", by: "gre",
      .point("direction", -100...100, default: 1, 1, "Where it moves: x and y."),
      .number("smoothness", 0.001...10, default: 0.5, "How wide the edge is.")),
    TransitionStyle(
      "gl-radial", "A soft hand turns counterclockwise about the centre from nine o'clock.",
      original: "Radial", by: "Xaychru",
      .number("smoothness", 0.001...10, default: 1, "How wide the edge is, in radians.")),
    TransitionStyle(
      "pinwheel", "Eight sharp blades open like a turning pinwheel.", by: "Mr Speaker",
      .number(
        "speed", -50...50, default: 2, "How far it turns, in radians, clockwise.")),
    TransitionStyle(
      "squares-wire", "The squares of a grid open along a direction and leave a wire mesh.",
      by: "gre",
      .wholes("cells", 1...1000, default: 10, 10, "How many squares there are."),
      .point("direction", -100...100, default: 1, 0.5, "Where they open: x and y."),
      .number("smoothness", 0.001...10, default: 1.6, "How many open at a time.")),
    TransitionStyle(
      "wind", "Ragged streaks blow from left to right.", by: "gre",
      .number("size", 0.001...1, default: 0.2, "How long the streaks are."),
      .flag("reversed", "Whether they blow from right to left."), .seed),
    TransitionStyle(
      "window-blinds", "A dissolve in which every second of more and more stripes runs ahead.",
      by: "Fabien Benetou"),
    TransitionStyle(
      "window-slice", "Upright slats open from left to right.", by: "gre",
      .number("count", 1...1000, default: 10, "How many slats there are."),
      .number("smoothness", 0.001...10, default: 0.5, "How many open at a time.")),
  ]
}
