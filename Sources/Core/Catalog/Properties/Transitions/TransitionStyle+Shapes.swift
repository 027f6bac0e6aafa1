// SPDX-License-Identifier: Apache-2.0

extension TransitionStyle {
  /// Shapes that open on the second picture.
  static let ofShapes: [TransitionStyle] = [
    TransitionStyle(
      "bow-tie-horizontal", "Triangles grow from the left and the right, and open.",
      original: "BowTieHorizontal", by: "huynx"),
    TransitionStyle(
      "bow-tie-vertical", "Triangles grow from the top and the bottom, and open.",
      original: "BowTieVertical", by: "huynx"),
    TransitionStyle(
      "cannabis-leaf", "A leaf with many fingers grows from the centre.", by: "@Flexi23"),
    TransitionStyle(
      "gl-circle-open", "A soft ellipse opens on the second picture.", by: "gre",
      .number("smoothness", 0.001...10, default: 0.3, "How wide the edge is."),
      .flag("opening", default: true, "Whether it opens; else it closes on the first picture.")),
    TransitionStyle("heart", "A heart grows from below the centre.", by: "gre"),
    TransitionStyle(
      "polar-function", "A flower grows from the centre.", original: "polar_function",
      by: "Fernando Kuteken", .whole("petals", 1...200, default: 5, "How many petals it has.")),
    TransitionStyle(
      "polka-dots-curtain", "Dots grow in a grid, the nearer to a point the sooner.",
      original: "PolkaDotsCurtain", by: "bobylito",
      .number("dots", 1...1000, default: 20, "How many there are across, and down."),
      .point("center", default: 0, 1, "The point where they are first.")),
  ]
}
