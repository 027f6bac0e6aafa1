// SPDX-License-Identifier: Apache-2.0

extension TransitionStyle {
  /// Pictures that are stretched, turned, enlarged and shaken while they dissolve.
  static let ofWarps: [TransitionStyle] = [
    TransitionStyle(
      "cross-warp", "Both pictures stretch to a point and pass into each other from the right.",
      by: "Eke Péter"),
    TransitionStyle(
      "directional-warp", "The same along a direction.", by: "pschroen",
      .number("smoothness", 0.001...10, default: 0.1, "How wide the edge is."),
      .point("direction", -100...100, default: -1, -1, "Where it moves: x and y.")),
    TransitionStyle(
      "crazy-parametric-fun", "Dense ripples shake the first picture while it dissolves.",
      original: "CrazyParametricFun", by: "mandubian",
      .number("a", -100...100, default: 4, "The radius of the rolling curve."),
      .number("b", 0.1...100, default: 1, "The radius of the circle that rolls in it."),
      .number("amplitude", 0...10_000, default: 120, "How dense the ripples are."),
      .number("smoothness", 0.001...10, default: 0.1, "How little they shake.")),
    TransitionStyle(
      "dreamy", "Soft waves run through both pictures while they dissolve.", original: "Dreamy",
      by: "mikolalysenko"),
    TransitionStyle(
      "ripple", "Rings from the centre shake the first picture while it dissolves.", by: "gre",
      .number("amplitude", 0...10_000, default: 100, "How dense the rings are."),
      .number("speed", 0...10_000, default: 50, "How fast they move.")),
    TransitionStyle(
      "water-drop", "Rings spread from the centre as from a drop.", original: "WaterDrop",
      by: "Paweł Płóciennik",
      .number("amplitude", 0...10_000, default: 30, "How dense the rings are."),
      .number("speed", 0...10_000, default: 30, "How fast they move.")),
    TransitionStyle(
      "swirl", "Both pictures twist about the centre while they dissolve.", original: "Swirl",
      by: "Sergey Kosarevsky"),
    TransitionStyle(
      "rotate-scale-fade", "Both pictures turn and come near while they dissolve.",
      original: "rotate_scale_fade", by: "Fernando Kuteken",
      .point("center", default: 0.5, 0.5, "The point that stays."),
      .number("rotations", -50...50, default: 1, "How often they turn."),
      .number("scale", 0.01...100, default: 8, "How large they are half-way."),
      .color("back-color", default: 0.15, 0.15, 0.15, "The colour around them.")),
    TransitionStyle(
      "rotate-transition", "Both pictures turn once while they dissolve.", aliases: ["rotate"],
      original: "rotateTransition", by: "haiyoucuv"),
    TransitionStyle(
      "scale-in", "The second picture shrinks to its size while it fades in.", by: "haiyoucuv"),
    TransitionStyle(
      "simple-zoom", "The centre of the first picture comes near until it dissolves.",
      original: "SimpleZoom", by: "0gust1",
      .number("zoom-quickness", 0.2...1, default: 0.8, "When it is nearest, of the duration.")),
    TransitionStyle(
      "zoom-in-circles", "Rings come near at different speeds, then the second picture cuts in.",
      original: "ZoomInCircles", by: "dycm8009"),
  ]
}
