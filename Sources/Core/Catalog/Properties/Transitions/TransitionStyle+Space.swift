// SPDX-License-Identifier: Apache-2.0

extension TransitionStyle {
  /// Pictures that are turned and moved in space.
  static let ofSpace: [TransitionStyle] = [
    TransitionStyle(
      "book-flip", "A page turns from right to left.", original: "BookFlip", by: "hong"),
    TransitionStyle(
      "cube", "The pictures are two faces of a cube that turns, over a floor that mirrors it.",
      passesBlack: true, by: "gre",
      .number("persp", 0...1, default: 0.7, "How strong the perspective is."),
      .number("unzoom", 0...5, default: 0.3, "How far away it is half-way."),
      .number("reflection", 0...1, default: 0.4, "How much the floor mirrors."),
      .number("floating", 0...100, default: 3, "How high it is above the floor.")),
    TransitionStyle(
      "doorway", "The first picture opens like two doors, the second comes forward.",
      passesBlack: true, by: "gre",
      .number("reflection", 0...1, default: 0.4, "How much the floor mirrors."),
      .number("perspective", 0...5, default: 0.4, "How strong the perspective of the doors is."),
      .number("depth", 1...50, default: 3, "From how far away the second picture comes.")),
    TransitionStyle(
      "swap", "The pictures change places in depth.", passesBlack: true, by: "gre",
      .number("reflection", 0...1, default: 0.4, "How much the floor mirrors."),
      .number("perspective", 0...0.9, default: 0.2, "How strong the perspective is."),
      .number("depth", 1...50, default: 3, "How far away they are when they are behind.")),
  ]
}
