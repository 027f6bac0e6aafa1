// SPDX-License-Identifier: Apache-2.0

extension TransitionStyle {
  /// Pictures in two halves, shutters, boards and cards.
  static let ofSplits: [TransitionStyle] = [
    splitSlide("in-horizontal", "The second picture comes over the first", "left and right"),
    splitSlide("in-vertical", "The second picture comes over the first", "up and down"),
    splitSlide("out-horizontal", "The first picture leaves", "left and right"),
    splitSlide("out-vertical", "The first picture leaves", "up and down"),
    splitSlide("in-out-horizontal", "The second picture pushes the first out", "left and right"),
    splitSlide("in-out-vertical", "The second picture pushes the first out", "up and down"),
    TransitionStyle(
      "horizontal-open", "Soft edges move from a level middle line to the top and the bottom.",
      original: "HorizontalOpen", by: "martiniti"),
    TransitionStyle(
      "horizontal-close", "Soft edges move from the top and the bottom to a level middle line.",
      original: "HorizontalClose", by: "martiniti"),
    TransitionStyle(
      "vertical-open", "Soft edges move from an upright middle line to the left and the right.",
      original: "VerticalOpen", by: "martiniti"),
    TransitionStyle(
      "vertical-close", "Soft edges move from the left and the right to an upright middle line.",
      original: "VerticalClose", by: "martiniti"),
    TransitionStyle(
      "block-dissolve", "Small square cells change one by one.", original: "BlockDissolve",
      by: "nwoeanhinnogaehr",
      .number("block-size", 0.001...1, default: 0.02, "How large they are, of the picture."), .seed),
    TransitionStyle(
      "chessboard", "The dark squares of a board fill from left to right, then the light ones.",
      by: "lql", .number("grid-num", 1...1000, default: 10, "How many squares there are across.")),
    TransitionStyle(
      "simple-flip", "A card turns on black, with a picture on each side.", passesBlack: true,
      original: "SimpleFlip", by: "nwoeanhinnogaehr"),
    TransitionStyle(
      "simple-zoom-out", "The second picture moves away from its centre while it fades in.",
      original: "SimpleZoomOut", by: "Tianshuo",
      .number("zoom-quickness", 0.2...1, default: 0.8, "How long it takes, of the duration."),
      .flag("fade", default: true, "Whether it fades in.")),
    TransitionStyle(
      "zoom-in-out", "The centre of the first picture comes near, that of the second goes away.",
      original: "zoomInOut", by: "OllyOllyOlly"),
  ]

  /// A slide in two halves: what happens, and which way they move.
  private static func splitSlide(
    _ name: String, _ what: String, _ ways: String
  ) -> TransitionStyle {
    let words = name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
    return TransitionStyle(
      "split-slide-\(name)", "\(what) in two halves, \(ways).",
      original: "splitSlide\(words.joined())", by: "OllyOllyOlly",
      .flag("reverse", "Whether the halves move the other way."))
  }
}
