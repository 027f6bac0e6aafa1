// SPDX-License-Identifier: Apache-2.0

extension TransitionStyle {
  /// Formulas of colours.
  static let ofColors: [TransitionStyle] = [
    TransitionStyle(
      "burn", "The pictures dissolve with a glow.", by: "gre",
      .color("color", default: 0.9, 0.4, 0.2, "The colour of the glow.")),
    TransitionStyle(
      "color-phase", "Red, green and blue dissolve one after the other.", by: "gre",
      .number("red-start", 0...1, default: 0, "When red starts, of the duration."),
      .number("green-start", 0...1, default: 0.2, "When green starts."),
      .number("blue-start", 0...1, default: 0.4, "When blue starts."),
      .number("red-end", 0...1, default: 0.6, "When red ends."),
      .number("green-end", 0...1, default: 0.8, "When green ends."),
      .number("blue-end", 0...1, default: 1, "When blue ends.")),
    TransitionStyle(
      "colour-distance", "Pixels change the sooner the less they differ.",
      aliases: ["color-distance"], original: "ColourDistance", by: "P-Seebauer",
      .number("power", 0.01...100, default: 5, "How late the others fade in.")),
    TransitionStyle(
      "gl-dissolve", "The first picture burns from its dark to its bright parts.",
      aliases: ["burn-dissolve"], by: "hjm1fb",
      .number("line-width", 0.001...1, default: 0.1, "How wide the glowing edge is."),
      .color("spread-color", default: 1, 0, 0, "The colour of its outer side."),
      .color("hot-color", default: 0.9, 0.9, 0.2, "The colour of its inner side."),
      .number("power", 0.01...100, default: 5, "How fast it gets dark."),
      .number("intensity", 0...10, default: 1, "How bright it is.")),
    TransitionStyle(
      "fade-color", "The first picture fades to a colour, the second from it.",
      original: "fadecolor", by: "gre",
      .color("color", default: 0, 0, 0, "The colour."),
      .number("color-phase", 0...0.9, default: 0.4, "How long it is seen, of the duration.")),
    TransitionStyle(
      "fade-grayscale", "The pictures lose their colours while they dissolve.", by: "gre",
      .number("intensity", 0...0.9, default: 0.3, "How long they are grey.")),
    TransitionStyle(
      "multiply-blend", "The pictures darken into their product.", original: "multiply_blend",
      by: "Fernando Kuteken"),
    TransitionStyle(
      "overexposure", "The pictures brighten to a flash while they dissolve.",
      original: "Overexposure", by: "Ben Zhang",
      .number("strength", 0...10, default: 0.6, "How bright it is half-way.")),
  ]
}
