// SPDX-License-Identifier: Apache-2.0

extension TransitionStyle {
  /// Blurs.
  static let ofBlurs: [TransitionStyle] = [
    TransitionStyle(
      "linear-blur", "Both pictures blur while they dissolve.", original: "LinearBlur", by: "gre",
      .number("intensity", 0...0.9, default: 0.1, "How much, of the picture.")),
    TransitionStyle(
      "defocus-blur", "The first picture goes out of focus, the second comes into it.",
      original: "DefocusBlur", by: "Sergey Kosarevsky",
      .number("blur-size", 0...0.5, default: 0.02, "How much, of the picture.")),
    TransitionStyle(
      "tangent-motion-blur",
      "The pictures whirl about the lower right corner, blurred along their way.",
      original: "tangentMotionBlur", by: "chenkai"),
    TransitionStyle(
      "cross-zoom", "A zoom blur sweeps over the pictures, which change half-way.",
      original: "CrossZoom", by: "rectalogic",
      .number("strength", 0...0.95, default: 0.4, "How much.")),
    TransitionStyle(
      "film-burn", "Orange light leaks over a blurred dissolve, as at the end of a film.",
      original: "FilmBurn", by: "Anastasia Dunbar", .seed),
    TransitionStyle(
      "revolve-left",
      "A twisting zoom swings from the first picture into the second, blurred along its way.",
      original: "Revolve_Left", by: "bread",
      .point("center", default: 0.46, 0.48, "About which it turns."),
      .flag("counterclockwise", "Whether it turns the other way."),
      .number("max-rotation", 0...20, default: 1.95, "How far all of it turns, in radians."),
      .number("peak-zoom", 0.2...10, default: 2.22, "How near the pictures come."),
      .number("swirl", 0...20, default: 2.85, "How much farther the centre turns, in radians."),
      .number("barrel", 0...4, default: 0.38, "How much the edges bulge."),
      .number("motion-blur", 0...4, default: 1, "How long the shutter is open."),
      .number("switch-start", 0...1, default: 0.3, "When the second picture begins to come."),
      .number("switch-end", 0...1, default: 0.5, "When it is there."),
      .number("shadow", 0...1, default: 0.16, "How dark the edges of the picture get.")),
  ]
}
