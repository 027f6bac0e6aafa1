// SPDX-License-Identifier: Apache-2.0

extension TransitionStyle {
  /// Boxes, triangles, and pictures that shrink, grow and turn as a whole.
  static let ofBoxes: [TransitionStyle] = [
    TransitionStyle(
      "bow-tie-with-parameter",
      "Triangles come from above and below; what they leave withdraws to the sides.",
      original: "BowTieWithParameter", by: "KMojek",
      .number("tip", 0...1, default: 0.5, "Where they meet, of the width.")),
    TransitionStyle(
      "box", "A rectangle of the first picture shrinks, or one of the second grows.",
      original: "Box", by: "lql",
      .flag("shrinks", default: true, "Whether it is one of the first picture."),
      .whole(
        "place", 0...4, default: 0,
        "Where it ends or begins: 0 the middle, 1 top left, 2 bottom left, 3 top right, 4 bottom right."
      )),
    TransitionStyle(
      "rectangle", "A rectangle of a colour covers the first picture and uncovers the second.",
      original: "Rectangle", by: "martiniti",
      .color("back-color", default: 0, 0, 0, "The colour.")),
    TransitionStyle(
      "rectangle-crop",
      "The first picture is cut to a rectangle that shrinks, the second to one that grows.",
      original: "RectangleCrop", by: "martiniti",
      .color("back-color", default: 0, 0, 0, "The colour around it.")),
    TransitionStyle(
      "fold", "The second picture unfolds from the left, the first is squeezed to the right.",
      original: "Fold", by: "nwoeanhinnogaehr"),
    TransitionStyle(
      "rolls", "The first picture swings out about a corner.", original: "Rolls", by: "Mark Craig",
      .whole(
        "corner", 0...3, default: 0, "Which: clockwise from the bottom right."),
      .flag("down", "Whether it swings down.")),
    TransitionStyle(
      "rotate-scale-vanish", "The first picture turns once and shrinks to nothing.",
      passesBlack: true, original: "RotateScaleVanish", by: "Mark Craig",
      .flag(
        "fade-in", default: true, "Whether the second picture comes out of black beside it."),
      .flag("counterclockwise", "Whether it turns so.")),
    TransitionStyle(
      "slides", "A picture shrinks to an edge, a corner or the middle, or grows from there.",
      original: "Slides", by: "Mark Craig",
      .whole(
        "place", 0...8, default: 0,
        "Where: 0…3 the top, right, bottom and left edge, 4…7 the corners clockwise from the top right, 8 the middle."
      ),
      .flag("in", "Whether the second picture grows.")),
    TransitionStyle(
      "directional-scaled", "A push in which both pictures shrink and grow back.",
      passesBlack: true, original: "DirectionalScaled", by: "Thibaut Foussard",
      .point("direction", -100...100, default: 0, -1, "Where it moves; only the signs count."),
      .number("scale", 0.01...100, default: 0.7, "How large they are half-way.")),
    TransitionStyle(
      "zoom-left-wipe", "A zoom into the first picture and back, then a hard wipe to the left.",
      original: "ZoomLeftWipe", by: "Handk",
      .number("quickness", 0.01...1, default: 0.8, "How long the zoom takes, up to 0.5.")),
    TransitionStyle(
      "zoom-right-wipe", "A zoom into the first picture and back, then a hard wipe to the right.",
      aliases: ["ZoomRigthWipe"], original: "ZoomRightWipe", by: "Handk",
      .number("quickness", 0.01...1, default: 0.8, "How long the zoom takes, up to 0.5.")),
  ]
}
