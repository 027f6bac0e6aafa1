// SPDX-License-Identifier: Apache-2.0

extension TransitionStyle {
  /// True if the transition is one of the numbered SMPTE wipes.
  package var hasNumber: Bool { name.hasPrefix("smpte-") }

  /// The wipes that editors know by the numbers of SMPTE 258M.
  static let ofNumbers: [TransitionStyle] = [
    wipe(1, "bar-wipe-lr", "An upright edge moves from left to right."),
    wipe(2, "bar-wipe-tb", "A level edge moves from top to bottom."),
    wipe(3, "box-wipe-tl", "A box grows from the top left corner."),
    wipe(4, "box-wipe-tr", "A box grows from the top right corner."),
    wipe(5, "box-wipe-br", "A box grows from the bottom right corner."),
    wipe(6, "box-wipe-bl", "A box grows from the bottom left corner."),
    wipe(7, "four-box-wipe-ci", "A box grows from each corner to the middle."),
    wipe(8, "four-box-wipe-co", "A box grows from the middle of each quarter."),
    wipe(21, "barn-door-v", "Two upright edges part from the middle."),
    wipe(22, "barn-door-h", "Two level edges part from the middle."),
    wipe(23, "box-wipe-tc", "A box grows from the middle of the top."),
    wipe(24, "box-wipe-rc", "A box grows from the middle of the right side."),
    wipe(25, "box-wipe-bc", "A box grows from the middle of the bottom."),
    wipe(26, "box-wipe-lc", "A box grows from the middle of the left side."),
    wipe(41, "diagonal-tl", "A slanted edge moves from the top left corner."),
    wipe(42, "diagonal-tr", "A slanted edge moves from the top right corner."),
    wipe(43, "bow-tie-v", "Two wedges come from the top and the bottom."),
    wipe(44, "bow-tie-h", "Two wedges come from the left and the right."),
    wipe(45, "barn-door-dbl", "Two edges part from the diagonal that rises."),
    wipe(46, "barn-door-dtl", "Two edges part from the diagonal that falls."),
    wipe(47, "misc-diagonal-dbd", "Edges part from both diagonals."),
    wipe(48, "misc-diagonal-dd", "A diamond spreads inwards and outwards."),
    wipe(61, "vee-d", "A wedge moves down."),
    wipe(62, "vee-l", "A wedge moves to the left."),
    wipe(63, "vee-u", "A wedge moves up."),
    wipe(64, "vee-r", "A wedge moves to the right."),
    wipe(65, "barn-vee-d", "A V that points down opens."),
    wipe(66, "barn-vee-l", "A V that points to the left opens."),
    wipe(67, "barn-vee-u", "A V that points up opens."),
    wipe(68, "barn-vee-r", "A V that points to the right opens."),
    wipe(101, "iris-rect", "A rectangle grows from the middle."),
    wipe(102, "iris-diamond", "A diamond grows from the middle."),
    wipe(119, "iris-circle", "A circle grows from the middle."),
    wipe(120, "iris-oval-h", "A level ellipse grows from the middle."),
    wipe(121, "iris-oval-v", "An upright ellipse grows from the middle."),
    wipe(201, "clock-cw12", "A hand sweeps clockwise from twelve o'clock."),
    wipe(202, "clock-cw3", "A hand sweeps clockwise from three o'clock."),
    wipe(203, "clock-cw6", "A hand sweeps clockwise from six o'clock."),
    wipe(204, "clock-cw9", "A hand sweeps clockwise from nine o'clock."),
    wipe(205, "pinwheel-tbv", "Two hands sweep clockwise from the top and the bottom."),
    wipe(206, "pinwheel-tbh", "Two hands sweep clockwise from the left and the right."),
    wipe(207, "pinwheel-fb", "Four hands sweep clockwise."),
    wipe(211, "fan-ct", "A fan opens about the middle from the top."),
    wipe(212, "fan-cr", "A fan opens about the middle from the right."),
    wipe(213, "double-fan-fov", "Two fans open about the middle from the top and the bottom."),
    wipe(214, "double-fan-foh", "Two fans open about the middle from the left and the right."),
    wipe(221, "single-sweep-cwt", "A hand sweeps clockwise about the middle of the top."),
    wipe(222, "single-sweep-cwr", "A hand sweeps clockwise about the middle of the right side."),
    wipe(223, "single-sweep-cwb", "A hand sweeps clockwise about the middle of the bottom."),
    wipe(224, "single-sweep-cwl", "A hand sweeps clockwise about the middle of the left side."),
    wipe(
      225, "double-sweep-pv",
      "Hands sweep clockwise about the middles of the top and the bottom, a half each."
    ),
    wipe(
      226, "double-sweep-pd",
      "Hands sweep clockwise about the middles of the left and the right side, a half each."),
    wipe(
      227, "double-sweep-ov",
      "Hands sweep to the left about the middles of the top and the bottom."),
    wipe(
      228, "double-sweep-oh",
      "Hands sweep down about the middles of the left and the right side."),
    wipe(231, "fan-t", "A fan opens about the middle of the top."),
    wipe(232, "fan-r", "A fan opens about the middle of the right side."),
    wipe(233, "fan-b", "A fan opens about the middle of the bottom."),
    wipe(234, "fan-l", "A fan opens about the middle of the left side."),
    wipe(235, "double-fan-fiv", "Fans open about the middles of the top and the bottom."),
    wipe(236, "double-fan-fih", "Fans open about the middles of the left and the right side."),
    wipe(241, "single-sweep-cwtl", "A hand sweeps clockwise about the top left corner."),
    wipe(242, "single-sweep-cwbl", "A hand sweeps counterclockwise about the bottom left corner."),
    wipe(243, "single-sweep-cwbr", "A hand sweeps clockwise about the bottom right corner."),
    wipe(244, "single-sweep-cwtr", "A hand sweeps counterclockwise about the top right corner."),
    wipe(
      245, "double-sweep-pdtl",
      "Hands sweep clockwise about the top left and the bottom right corner to the diagonal."),
    wipe(
      246, "double-sweep-pdbl",
      "Hands sweep clockwise about the bottom left and the top right corner to the diagonal."),
    wipe(251, "saloon-door-t", "Two doors swing away from the top."),
    wipe(252, "saloon-door-l", "Two doors swing away from the left side."),
    wipe(253, "saloon-door-b", "Two doors swing away from the bottom."),
    wipe(254, "saloon-door-r", "Two doors swing away from the right side."),
  ]

  private static func wipe(_ number: Int, _ name: String, _ doc: String) -> TransitionStyle {
    TransitionStyle(
      "smpte-\(number)", doc, aliases: [name],
      .number("softness", 0...1, default: 0, "How wide the edge is, of its whole way."))
  }
}
