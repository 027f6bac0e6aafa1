// SPDX-License-Identifier: Apache-2.0

extension TransitionStyle {
  /// Pictures that are displaced by colours, or whose colours are displaced apart.
  static let ofMelts: [TransitionStyle] = [
    TransitionStyle(
      "butterfly-wave-scrawler", "Both pictures are scribbled over while they dissolve.",
      original: "ButterflyWaveScrawler", by: "mandubian",
      .number("amplitude", 0...10_000, default: 1, "How much the curve changes."),
      .number("waves", 0...100, default: 30, "How many waves there are."),
      .number("color-separation", 0...1, default: 0.3, "How far colours are apart.")),
    TransitionStyle(
      "coord-from-in", "The pictures melt into one another by their colours.", by: "haiyoucuv"),
    TransitionStyle(
      "fly-eye", "A lattice of lenses lies over the dissolve.", by: "gre",
      .number("size", 0.001...1, default: 0.04, "How strong the lenses are."),
      .number("zoom", 0...1000, default: 50, "How many there are."),
      .number("color-separation", 0...1, default: 0.3, "How far colours are apart.")),
    TransitionStyle(
      "glitch-displace", "Each picture is displaced by its colours, and grey half-way.",
      original: "GlitchDisplace", by: "Matt DesLauriers"),
    TransitionStyle(
      "glitch-memories", "The pictures dissolve with jittering colours.",
      original: "GlitchMemories", by: "Gunnar Roth"),
    TransitionStyle(
      "kaleidoscope", "Mirrors turn over the dissolve.", by: "nwoeanhinnogaehr",
      .number("speed", -50...50, default: 1, "How fast they turn."),
      .number("angle", -50...50, default: 1, "The angle between them, in radians."),
      .number("power", 0.01...100, default: 1.5, "How late they turn.")),
    TransitionStyle(
      "morph", "The pictures push each other about by their colours while they dissolve.",
      by: "paniq", .number("strength", 0...10, default: 0.1, "How far.")),
    TransitionStyle(
      "parametric-glitch", "The first picture is broken up by its colours while it dissolves.",
      original: "parametric_glitch", by: "Yoni Maltsman @friendlyspinach",
      .number("ampx", 0...100, default: 1, "How much across."),
      .number("ampy", 0...100, default: 1, "How much down.")),
    TransitionStyle(
      "squeeze", "The first picture is squeezed to a horizontal line, with colours apart.",
      by: "gre",
      .number("color-separation", 0...1, default: 0.04, "How far colours are apart.")),
  ]
}
