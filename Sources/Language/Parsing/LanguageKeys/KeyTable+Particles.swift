// SPDX-License-Identifier: Apache-2.0

import Catalog
import ProjectModel

extension KeyTable {
  package static let particles = ObjectShape(
    name: "particles", doc: GraphicStyle.particles.doc,
    keys: [
      .key(
        "shape", .choice(EmitterSettings.forms.map(\.rawValue)), "Their shape.", default: "ellipse"),
      .key(
        "colors", .list(.color), "Their colours; each particle has a random one.",
        default: "[white]"),
      .key("size", range, "Their size in pixels: 12px, or random in [8px, 20px].", default: "8px"),
      .key("rate", .number(0.01...10_000), "How many are emitted per second.", default: "20"),
      .key("count", .integer(1...1_000_000), "How many are emitted in all.", default: "no limit"),
      .key(
        "life", range, "How long each is seen, up to 60s: 2s, or random in [1s, 3s].", default: "1s"
      ),
      .key(
        "speed", range, "Their first speed in pixels per second, up to 10000.",
        default: "100px"),
      .key(
        "direction", .value(.angle),
        "The direction in which they start: 0deg is up, 90deg to the right.",
        default: "0deg"),
      .key(
        "spread", .value(.angle), "The angle around `direction` within which they start.",
        default: "360deg"),
      .key(
        "spin", range, "How far they rotate per second, from a random angle.",
        default: "0deg"),
      .key(
        "scale", range, "Their scale at the start and at the end of their life: [100%, 0%].",
        default: "[100%, 100%]"),
      .key(
        "fade", range, "The shares of their life over which they fade in and out.",
        default: "[0%, 50%]"),
      .key(
        "gravity", range, "Their acceleration across and down, in pixels per second squared.",
        default: "[0px, 0px]"),
      .key(
        "at", .value(.position), "The centre of the place in the box where they are emitted.",
        default: "center"),
      .key(
        "area", .list(.length),
        "The width and the height of the rectangle around that in which they are emitted.",
        default: "[0px, 0px]"),
      .key(
        "seed", .integer(0...1_000_000_000),
        "The seed of all random values: another one gives other particles.", default: "0"),
      .key(
        "lead", .time, "For how long they have been emitted before the first frame.",
        default: "0s"),
    ])

  private static let range = ValueShape.either([.text, .list(.text)])
}
