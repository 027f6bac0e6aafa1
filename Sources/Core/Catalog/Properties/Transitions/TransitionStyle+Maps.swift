// SPDX-License-Identifier: Apache-2.0

extension TransitionStyle {
  /// The transitions that are controlled by a still picture.
  static let ofMaps: [TransitionStyle] = [
    TransitionStyle(
      "luma", "The grey of a picture is a wipe: the second picture comes first where that is dark.",
      aliases: ["luma-wipe"], by: "gre",
      .picture(
        "map", "The picture, stretched over the canvas; where it is clear it counts as black."),
      .number("softness", 0...1, default: 0, "How wide the edge is, of black to white."),
      .flag("invert", "Whether the second picture comes first where that is bright.")),
    TransitionStyle(
      "displacement",
      "Both pictures are pushed aside, as far as a picture is bright, while they dissolve.",
      by: "Travis Fischer",
      .picture(
        "map", "The picture, stretched over the canvas; where it is clear it counts as black."),
      .number(
        "strength", -2...2, default: 0.5, "How far, of the width; to the left where it is above 0.")
    ),
  ]
}
