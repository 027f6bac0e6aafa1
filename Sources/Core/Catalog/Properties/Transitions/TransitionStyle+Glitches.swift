// SPDX-License-Identifier: Apache-2.0

extension TransitionStyle {
  /// Signals that are lost and torn.
  static let ofGlitches: [TransitionStyle] = [
    TransitionStyle(
      "drop-zone-flicker", "Blocks of both pictures flicker in red and cyan, in steps.",
      original: "Drop_Zone_Flicker", by: "bread",
      .number(
        "frame-rate", 1...1000, default: 24, "How many steps there are; the look of 24 is known."),
      .number("rgb-offset", 0...1, default: 0.014, "How far red and blue are apart."),
      .number("block-amount", 0...10, default: 0.72, "How much blocks count."),
      .number("ghost-amount", 0...10, default: 0.62, "How much the first picture comes back."),
      .number("red-cyan", 0...10, default: 0.58, "How strong the colours are."),
      .number("scanline", 0...1, default: 0.075, "How strong the lines are."), .seed),
    TransitionStyle(
      "old-tv-lost-signal", "A dissolve with torn lines.", original: "old_tv_lost_signal",
      by: "mernking", .seed),
    TransitionStyle(
      "static-wipe", "A wipe under a wide band of noise.", original: "static_wipe", by: "Ben Lucas",
      .flag("down", default: true, "Whether it moves from top to bottom."),
      .number("span", 0...1, default: 0.5, "How high the band is."), .seed),
    TransitionStyle(
      "strip-datamosh-glitch", "Strips of both pictures are torn, dragged and mixed with noise.",
      original: "StripDatamoshGlitch", by: "bread",
      .number("strength", 0...1, default: 1, "How broken all is."),
      .whole("bars", 1...1000, default: 42, "How many level strips there are."),
      .whole("slits", 1...1000, default: 18, "How many upright ones."),
      .number("tear", 0...1, default: 0.18, "How far strips are torn."),
      .number("chroma", 0...1, default: 0.032, "How far red and blue are apart."),
      .number("residue", 0...1, default: 0.62, "How much strips drag along."),
      .number("noise", 0...1, default: 0.16, "How much noise there is."),
      .number("scan", 0...1, default: 0.13, "How dark the lines are."),
      .number("flash", 0...1, default: 0.2, "How bright the flashes are."), .seed),
  ]
}
