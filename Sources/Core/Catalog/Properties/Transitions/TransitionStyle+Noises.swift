// SPDX-License-Identifier: Apache-2.0

extension TransitionStyle {
  /// Noise that covers the change, and a burning hole.
  static let ofNoises: [TransitionStyle] = [
    TransitionStyle(
      "static-fade", "Coloured noise covers the first picture and uncovers the second.",
      original: "StaticFade", by: "Ben Lucas",
      .number("noise-pixels", 1...10_000, default: 200, "How many cells there are across."),
      .number("static-luminosity", 0...1, default: 0.8, "How bright they are."), .seed),
    TransitionStyle(
      "tv-static", "Television noise fills the time between both pictures.",
      original: "TVStatic", by: "Brandon Anzaldi",
      .number("offset", 0...0.5, default: 0.05, "How long both pictures are seen."), .seed),
    TransitionStyle(
      "undulating-burn-out", "A burnt hole with a wavy rim grows from the centre.",
      original: "undulatingBurnOut", by: "pthrasher",
      .number("smoothness", 0.001...1, default: 0.03, "How soft its edge is."),
      .point("center", default: 0.5, 0.5, "Its centre."),
      .color("color", default: 0, 0, 0, "The colour of its rim.")),
  ]
}
