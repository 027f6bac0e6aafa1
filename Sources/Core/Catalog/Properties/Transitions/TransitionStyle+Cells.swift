// SPDX-License-Identifier: Apache-2.0

extension TransitionStyle {
  /// Grids, mosaics, and shapes with a colour around them.
  static let ofCells: [TransitionStyle] = [
    TransitionStyle(
      "circle", "The first picture closes in an ellipse, the second opens from it.",
      by: "Fernando Kuteken",
      .point("center", default: 0.5, 0.5, "Its centre."),
      .color("back-color", default: 0.1, 0.1, 0.1, "The colour around it.")),
    TransitionStyle(
      "gl-circle-crop", "The first picture closes in a circle, the second opens from it.",
      original: "CircleCrop", by: "fkuteken",
      .color("back-color", default: 0, 0, 0, "The colour around it.")),
    TransitionStyle(
      "grid-flip", "The cells of a grid flip over at random times.", original: "GridFlip",
      by: "TimDonselaar",
      .wholes("cells", 1...1000, default: 4, 4, "How many cells there are."),
      .number("pause", 0.001...0.499, default: 0.1, "How long the grid takes to come and to go."),
      .number("divider-width", 0...1, default: 0.05, "How wide its lines are, of a cell."),
      .color("back-color", default: 0, 0, 0, "The colour of its lines."),
      .number("randomness", 0...0.9, default: 0.1, "How much later all cells are."), .seed),
    TransitionStyle(
      "hexagonalize", "The pictures dissolve as hexagons that grow, then shrink.",
      by: "Fernando Kuteken",
      .whole("steps", 0...1000, default: 50, "In how many steps; 0 for none."),
      .number("horizontal-hexagons", 1...1000, default: 20, "How many there are half-way.")),
    TransitionStyle(
      "gl-pixelize", "The pictures dissolve as mosaics of growing, then shrinking cells.",
      by: "gre",
      .wholes("cells", 1...1000, default: 20, 20, "How many cells there are half-way."),
      .whole("steps", 0...1000, default: 50, "In how many steps; 0 for none.")),
    TransitionStyle(
      "mosaic", "The view moves over a wall of turned tiles of both pictures.",
      original: "Mosaic", by: "Xaychru",
      .whole("end-x", -50...50, default: 2, "How many tiles to the right it ends."),
      .whole("end-y", -50...50, default: 1, "How many tiles down it ends."), .seed),
    TransitionStyle(
      "mosaic-transition", "Square cells grow, then shrink, while the second picture fades in.",
      aliases: ["mosaic-yue-dev", "mosaicYueDev"], original: "mosaic_transition", by: "YueDev",
      .number("mosaic-num", 1...1000, default: 10, "How many cells there are half-way.")),
    TransitionStyle(
      "star-wipe", "A star with a border grows from the centre.", original: "StarWipe",
      by: "Ben Lucas",
      .number("border-thickness", 0...1, default: 0.01, "How wide the border is."),
      .number("star-rotation", -50...50, default: 0.75, "How far it is turned, in its points."),
      .color("border-color", default: 1, 1, 1, "The colour of the border."),
      .point("star-center", default: 0.5, 0.5, "Its centre.")),
  ]
}
