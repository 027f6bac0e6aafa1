// SPDX-License-Identifier: Apache-2.0

import ProjectModel
import Properties

extension KeyTable {
  package static let particles = ObjectShape(
    name: "particles", doc: GraphicStyle.particles.doc,
    keys: [
      .key(
        "shape", .choice(EmitterSettings.forms.map(\.rawValue)), "Their shape.", default: "ellipse"),
      .key(
        "colors", .list(.color), "Their colours; chance chooses one of them.", default: "[white]"),
      .key("size", range, "How large they are, in pixels: 12px, or [8px, 20px].", default: "8px"),
      .key("rate", .number(0.01...10_000), "How many are born in a second.", default: "20"),
      .key("count", .integer(1...1_000_000), "How many are born.", default: "ever more"),
      .key("life", range, "How long they live, up to 60s: 2s, or [1s, 3s].", default: "1s"),
      .key(
        "speed", range, "Their speed at birth, in pixels in a second, up to 10000.",
        default: "100px"),
      .key(
        "direction", .value(.angle), "Where they go: 0deg is up, 90deg to the right.",
        default: "0deg"),
      .key(
        "spread", .value(.angle), "The angle within which they go, its middle in `direction`.",
        default: "360deg"),
      .key(
        "spin", range, "How far they turn in a second; they begin at any angle then.",
        default: "0deg"),
      .key(
        "scale", range, "How large they are at birth and at their end: [100%, 0%].",
        default: "[100%, 100%]"),
      .key(
        "fade", range, "The shares of their lives in which they come into sight, and go.",
        default: "[0%, 50%]"),
      .key(
        "gravity", range, "How much faster they become in a second, across and down, in pixels.",
        default: "[0px, 0px]"),
      .key("at", .value(.position), "Where they are born in the box.", default: "center"),
      .key(
        "area", .list(.length),
        "The width and the height of a rectangle about that, in which they are born.",
        default: "[0px, 0px]"),
      .key("seed", .integer(0...1_000_000_000), "Another number is another chance.", default: "0"),
      .key(
        "lead", .time, "For how long they have been coming out when they are first seen.",
        default: "0s"),
    ])

  private static let range = ValueShape.either([.text, .list(.text)])
}
