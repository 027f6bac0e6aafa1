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
  ]
}
