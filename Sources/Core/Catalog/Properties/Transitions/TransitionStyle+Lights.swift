// SPDX-License-Identifier: Apache-2.0

extension TransitionStyle {
  /// Colours that run, burn, melt and glow.
  static let ofLights: [TransitionStyle] = [
    TransitionStyle(
      "hsv-fade", "Hue, saturation and value change, so that colours run through the rainbow.",
      original: "HSVfade", by: "nwoeanhinnogaehr"),
    TransitionStyle(
      "burn0", "The first picture burns away in clouds with a bright rim.",
      aliases: ["cloud-burn"], by: "liubailin2020",
      .color("color", default: 1, 0.5, 0, "The colour of the rim."), .seed),
    TransitionStyle(
      "dreamy-zoom", "A zoom that tilts into white, and another one out of it.",
      original: "DreamyZoom", by: "Zeh Fernando",
      .number("rotation", -360...360, default: 6, "How far they tilt, in units of 2.25 degrees."),
      .number("scale", 0.01...100, default: 1.2, "How large they are half-way.")),
    TransitionStyle(
      "luminance-melt", "Dark parts of the first picture melt away in streaks.",
      original: "luminance_melt", by: "0gust1",
      .flag("down", default: true, "Whether they melt from the top."),
      .number("threshold", 0...1, default: 0.8, "How bright what melts is at most."),
      .flag("above", "Whether it is so at least."), .seed),
    TransitionStyle(
      "edge-transition", "The first picture turns into its edges, those of the second into that.",
      original: "EdgeTransition", by: "Woohyun Kim",
      .number("thickness", 0.0001...0.1, default: 0.001, "How wide the edges are."),
      .number("brightness", 0...100, default: 8, "How bright they are.")),
    TransitionStyle(
      "stereo-viewer",
      "Two copies of the first picture swing apart as in a viewer with a lever, and the second is uncovered so.",
      original: "StereoViewer", by: "Ted Schundler", license: "BSD-2-Clause",
      .number("zoom", 0.1...1, default: 0.88, "How large the pictures are."),
      .number("corner-radius", 0...0.5, default: 0.22, "How round, of the height.")),
    TransitionStyle(
      "inverted-page-curl", "The first picture is a page that is rolled up from the right.",
      original: "InvertedPageCurl", by: "Hewlett-Packard", license: "BSD-3-Clause"),
  ]
}
