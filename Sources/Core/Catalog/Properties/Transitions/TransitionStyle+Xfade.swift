// SPDX-License-Identifier: Apache-2.0

extension TransitionStyle {
  /// The cross dissolve of editors.
  public static let dissolve = TransitionStyle(
    "dissolve", "The first picture dissolves into the second.", kernel: "fade",
    aliases: ["fade", "crossfade", "cross-dissolve"])

  /// True if the transition is one of libavfilter's `xfade`.
  public var isXfade: Bool { TransitionStyle.xfadeKernels.contains(kernel) }

  private static let xfadeKernels = Set(ofXfade.map(\.kernel))

  /// Those of libavfilter's `xfade`.
  static let ofXfade: [TransitionStyle] = [
    dissolve,
    TransitionStyle(
      "noise-dissolve", "Pixels change one by one, in a random order.", kernel: "dissolve"),
    TransitionStyle(
      "fade-black", "The first picture fades to black, the second fades in.", passesBlack: true),
    TransitionStyle("fade-white", "The first picture fades to white, the second fades in."),
    TransitionStyle("fade-grays", "The pictures lose their colours while they dissolve."),
    TransitionStyle("fade-fast", "A dissolve that is faster where the pictures differ more."),
    TransitionStyle("fade-slow", "A dissolve that is slower where the pictures differ more."),
    TransitionStyle(
      "wipe-left", "A hard edge moves from right to left.", original: "wipeLeft"),
    TransitionStyle(
      "wipe-right", "A hard edge moves from left to right.", original: "wipeRight"),
    TransitionStyle(
      "wipe-up", "A hard edge moves from bottom to top.", original: "wipeUp"),
    TransitionStyle(
      "wipe-down", "A hard edge moves from top to bottom.", original: "wipeDown"),
    TransitionStyle("wipe-tl", "The first picture retreats to the top left corner."),
    TransitionStyle("wipe-tr", "The first picture retreats to the top right corner."),
    TransitionStyle("wipe-bl", "The first picture retreats to the bottom left corner."),
    TransitionStyle("wipe-br", "The first picture retreats to the bottom right corner."),
    TransitionStyle("slide-left", "The second picture pushes the first out to the left."),
    TransitionStyle("slide-right", "The second picture pushes the first out to the right."),
    TransitionStyle("slide-up", "The second picture pushes the first out at the top."),
    TransitionStyle("slide-down", "The second picture pushes the first out at the bottom."),
    TransitionStyle("smooth-left", "A soft edge moves from right to left."),
    TransitionStyle("smooth-right", "A soft edge moves from left to right."),
    TransitionStyle("smooth-up", "A soft edge moves from bottom to top."),
    TransitionStyle("smooth-down", "A soft edge moves from top to bottom."),
    TransitionStyle(
      "circle-crop", "The first picture shrinks in a circle on black, the second grows in one.",
      passesBlack: true),
    TransitionStyle(
      "rect-crop", "The first picture shrinks in a rectangle on black, the second grows in one.",
      passesBlack: true),
    TransitionStyle("circle-open", "A soft circle opens on the second picture."),
    TransitionStyle("circle-close", "A soft circle closes on the first picture."),
    TransitionStyle("vert-open", "Soft edges move from the middle to the left and the right."),
    TransitionStyle("vert-close", "Soft edges move from the left and the right to the middle."),
    TransitionStyle("horz-open", "Soft edges move from the middle to the top and the bottom."),
    TransitionStyle("horz-close", "Soft edges move from the top and the bottom to the middle."),
    TransitionStyle(
      "diag-tl", "A soft bent edge moves from the bottom right corner to the top left."),
    TransitionStyle(
      "diag-tr", "A soft bent edge moves from the bottom left corner to the top right."),
    TransitionStyle(
      "diag-bl", "A soft bent edge moves from the top right corner to the bottom left."),
    TransitionStyle(
      "diag-br", "A soft bent edge moves from the top left corner to the bottom right."),
    TransitionStyle("hl-slice", "Vertical slats open from right to left."),
    TransitionStyle("hr-slice", "Vertical slats open from left to right."),
    TransitionStyle("vu-slice", "Horizontal slats open from bottom to top."),
    TransitionStyle("vd-slice", "Horizontal slats open from top to bottom."),
    TransitionStyle("distance", "Pixels dissolve in the order of how much they differ."),
    TransitionStyle("radial", "A soft edge turns once about the centre."),
    TransitionStyle(
      "pixelize", "The pictures dissolve as mosaics of growing, then shrinking tiles."),
    TransitionStyle("hblur", "The pictures dissolve while they are blurred across."),
    TransitionStyle("squeeze-h", "The first picture is squeezed to a horizontal line."),
    TransitionStyle("squeeze-v", "The first picture is squeezed to a vertical line."),
    TransitionStyle("zoom-in", "The first picture is enlarged, then dissolves."),
    TransitionStyle("hl-wind", "Ragged streaks blow from right to left.", .seed),
    TransitionStyle("hr-wind", "Ragged streaks blow from left to right.", .seed),
    TransitionStyle("vu-wind", "Ragged streaks blow from bottom to top.", .seed),
    TransitionStyle("vd-wind", "Ragged streaks blow from top to bottom.", .seed),
  ]
}
