// SPDX-License-Identifier: Apache-2.0

extension TransitionStyle {
  /// Pictures that slide and push as they are.
  static let ofSlides: [TransitionStyle] = [
    TransitionStyle("cover-left", "The second picture slides over the first, to the left."),
    TransitionStyle("cover-right", "The second picture slides over the first, to the right."),
    TransitionStyle("cover-up", "The second picture slides over the first, upwards."),
    TransitionStyle("cover-down", "The second picture slides over the first, downwards."),
    TransitionStyle("reveal-left", "The first picture slides off the second, to the left."),
    TransitionStyle("reveal-right", "The first picture slides off the second, to the right."),
    TransitionStyle("reveal-up", "The first picture slides off the second, upwards."),
    TransitionStyle("reveal-down", "The first picture slides off the second, downwards."),
    TransitionStyle(
      "directional", "The second picture pushes the first out.", original: "Directional",
      by: "Gaëtan Renaudeau",
      .point("direction", -100...100, default: 0, 1, "Where they move; only signs count.")),
    TransitionStyle(
      "directional-easing", "The second picture pushes the first out, and slows down.",
      by: "Max Plotnikov",
      .point("direction", -100...100, default: 0, 1, "Where they move; only signs count.")),
    TransitionStyle(
      "fade-in-wipe-left", "The first picture slides out to the right; what it leaves dissolves.",
      aliases: ["x-axis-translation"], original: "fadeInWipeLeft", by: "lizhongjian"),
    TransitionStyle(
      "fade-in-wipe-up", "The first picture slides out at the top; what it leaves dissolves.",
      original: "fadeInWipeUp", by: "lizhongjian"),
    TransitionStyle(
      "doom-screen-transition", "Columns of the first picture drip down at uneven speeds.",
      aliases: ["doom-screen", "doomScreen"], original: "DoomScreenTransition",
      by: "Zeh Fernando",
      .whole("bars", 1...1000, default: 30, "How many columns there are."),
      .number("amplitude", 0...100, default: 2, "How uneven their speeds are."),
      .number("noise", 0...1, default: 0.1, "How much of that is random."),
      .number("frequency", 0...100, default: 0.5, "How fast it changes from column to column."),
      .number("drip-scale", 0...1, default: 0.5, "How much the middle is ahead."), .seed),
    TransitionStyle(
      "left-right", "The second picture comes from the right, the first shrinks and darkens.",
      passesBlack: true, original: "LeftRight", by: "zhmy"),
    TransitionStyle(
      "top-bottom", "The second picture comes from the bottom, the first shrinks and darkens.",
      passesBlack: true, original: "TopBottom", by: "zhmy"),
    TransitionStyle(
      "bounce", "The first picture falls out at the bottom, bounces, and throws a shadow.",
      original: "Bounce", by: "Adrian Purser",
      .color("shadow-color", default: 0, 0, 0, "The colour of the shadow."),
      .number("shadow-opacity", 0...1, default: 0.6, "How dark it is."),
      .number("shadow-height", 0.001...1, default: 0.075, "How high it is."),
      .number("bounces", 0...100, default: 3, "How often it bounces.")),
  ]
}
