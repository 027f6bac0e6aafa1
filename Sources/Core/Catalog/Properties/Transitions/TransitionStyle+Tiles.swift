// SPDX-License-Identifier: Apache-2.0

extension TransitionStyle {
  /// Cells, shards, tiles and mirrors.
  static let ofTiles: [TransitionStyle] = [
    TransitionStyle(
      "advanced-mosaic",
      "Squares about the centre get larger and smaller while the pictures dissolve.",
      original: "AdvancedMosaic", by: "Sergey Kosarevsky",
      .number("pixel-size", 1...1000, default: 50, "How large they get, in 200ths of the picture.")),
    TransitionStyle(
      "puzzle-right", "Cells turn about their upright middle lines, between black lines.",
      passesBlack: true, original: "PuzzleRight", by: "JustKirillS",
      .wholes("cells", 1...1000, default: 4, 4, "How many there are."),
      .number("pause", 0.001...0.499, default: 0.1, "How long the lines take to come, and to go."),
      .number("divider-width", 0...0.5, default: 0.005, "How wide the lines are."), .seed),
    TransitionStyle(
      "tiles-wave", "Tiles turn over one after the other, column by column.",
      original: "TilesWave", by: "numb3r23",
      .wholes("cells", 1...1000, default: 8, 8, "How many there are."),
      .flag("flip-x", default: true, "Whether they turn about upright lines."),
      .flag("flip-y", "Whether they turn about level lines.")),
    TransitionStyle(
      "fragment", "The first picture breaks into ten shards that fly off.", by: "lbl", .seed),
    TransitionStyle(
      "lissajous-tiles",
      "A hundred tiles swing out of their places and return as the second picture.",
      passesBlack: true, original: "LissajousTiles", by: "Boundless",
      .number("speed", 0...100, default: 0.5, "How fast they swing."),
      .number(
        "frequency-x", 0...100, default: 2, "How often the tiles swing across, one after the other."
      ),
      .number("frequency-y", 0...100, default: 3, "How often they swing up and down."),
      .number("offset", 0...100, default: 2, "How much faster they swing up and down."),
      .number("zoom", 0...10, default: 0.8, "How far they swing."),
      .number("lag", 0...10, default: 0.8, "How much later the last of them change.")),
    TransitionStyle(
      "power-kaleido", "Both pictures turn between three mirrors while they dissolve.",
      original: "powerKaleido", by: "Boundless",
      .number("scale", 0.01...100, default: 2, "How far the mirrors are apart."),
      .number("zoom", 0.01...10, default: 1.5, "How much of the picture is seen."),
      .number("speed", -50...50, default: 5, "How far they turn, in radians.")),
  ]
}
