// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import ProjectModel
import YAML

extension KeyTable {
  /// Particles while their keys are read.
  struct ParticlesDraft {
    var settings = EmitterSettings()
    /// True if all could be read that decides how much is drawn.
    var isSound = true
  }

  static let particles = ObjectKeys<ParticlesDraft>("particles", GraphicStyle.particles.doc) {
    Key(
      "shape", .choice(EmitterSettings.forms.map(\.rawValue)), "Their shape.", default: "ellipse"
    ) { parser, field, draft in
      let form = parser.word(
        field.value, of: EmitterSettings.forms.map(\.rawValue), "a shape of particles")
      draft.settings.shape = form.flatMap { GraphicForm(rawValue: $0) } ?? draft.settings.shape
    }
    Key(
      "colors", .list(.color), "Their colours; each particle has a random one.",
      default: "[white]"
    ) { $2.isSound = $0.colors($1.value, &$2.settings) && $2.isSound }
    range(
      "size", \.size, "a size", "12px or [8px, 20px]", 0.1...1000, ["": 1, "px": 1],
      "Their size in pixels: 12px, or random in [8px, 20px].", default: "8px")
    Key(
      "rate", number(.number(0.01...10_000), "a rate", "40", ["": 1], in: 0.01...10_000),
      \.settings.rate, "How many are emitted per second.", default: "20")
    Key(
      "count", .integer("a number of particles", in: 1...1_000_000), \.settings.count,
      "How many are emitted in all.", default: "no limit")
    range(
      "life", \.life, "a life", "2s or [1s, 3s]", 0.01...60, ["": 1, "s": 1, "ms": 0.001],
      "How long each is seen, up to 60s: 2s, or random in [1s, 3s].", default: "1s")
    range(
      "speed", \.speed, "a speed", "80px or [60px, 120px]", 0...10_000, ["": 1, "px": 1],
      "Their first speed in pixels per second, up to 10000.", default: "100px")
    Key(
      "direction", .angle, \.settings.direction,
      "The direction in which they start: 0deg is up, 90deg to the right.", default: "0deg")
    Key(
      "spread", .angle, \.settings.spread,
      "The angle around `direction` within which they start.", default: "360deg")
    range(
      "spin", \.spin, "a spin", "[-90deg, 90deg]", -36_000...36_000, ["deg": 1, "turn": 360],
      "How far they rotate per second, from a random angle.", default: "0deg")
    range(
      "scale", \.scale, "a scale", "[100%, 0%]", 0...100, ["": 1, "%": 0.01], isPair: true,
      "Their scale at the start and at the end of their life: [100%, 0%].",
      default: "[100%, 100%]")
    range(
      "fade", \.fade, "a fade", "[10%, 50%]", 0...1, ["": 1, "%": 0.01], isPair: true,
      "The shares of their life over which they fade in and out.", default: "[0%, 50%]")
    range(
      "gravity", \.gravity, "a gravity", "[0px, 200px]", -10_000...10_000, ["": 1, "px": 1],
      isPair: true, "Their acceleration across and down, in pixels per second squared.",
      default: "[0px, 0px]")
    Key(
      "at", .value(.value(.position), .position), \.settings.centre,
      "The centre of the place in the box where they are emitted.", default: "center")
    Key(
      "area", .value(.list(.length), area), \.settings.area,
      "The width and the height of the rectangle around that in which they are emitted.",
      default: "[0px, 0px]")
    Key(
      "seed", .integer("a seed", in: 0...1_000_000_000), \.settings.seed,
      "The seed of all random values: another one gives other particles.", default: "0")
    Key(
      "lead", number(.time, "a lead", "3s", ["": 1, "s": 1, "ms": 0.001], in: 0...3600),
      \.settings.lead, "For how long they have been emitted before the first frame.",
      default: "0s")
  }

  private static let area = ValueReader<[Length]>(
    noun: "an area", example: "[100%, 0px]", maximumWords: 2
  ) { (words) throws(ValueProblem) in
    guard words.count == 2 else {
      throw words[0].problem("an area has two lengths", hint: "write [100%, 0px]")
    }
    return [
      try ValueReader<Length>.length(words[0], isPosition: false),
      try ValueReader<Length>.length(words[1], isPosition: false),
    ]
  }

  private static func number(
    _ shape: ValueShape, _ noun: String, _ example: String,
    _ units: KeyValuePairs<String, Double>, in bounds: ClosedRange<Double>
  ) -> ValueKind<Double> {
    .value(
      shape,
      ValueReader(noun: noun, example: example, maximumWords: 1) { (words) throws(ValueProblem) in
        try ValueReader<Double>.number(
          words[0], noun: noun, example: example, in: bounds, units: units)
      })
  }

  /// The key of a number, or of two.
  private static func range(
    _ name: String, _ path: Place<EmitterSettings, [Double]>, _ noun: String, _ example: String,
    _ bounds: ClosedRange<Double>, _ units: KeyValuePairs<String, Double>, isPair: Bool = false,
    _ doc: String, default fallback: String
  ) -> Key<ParticlesDraft> {
    let reader = ValueReader<[Double]>(noun: noun, example: example, maximumWords: 2) {
      (words) throws(ValueProblem) in
      var values: [Double] = []
      for word in words {
        values.append(
          try ValueReader<Double>.number(
            word, noun: noun, example: example, in: bounds, units: units))
      }
      guard !isPair || values.count == 2 else {
        throw words[0].problem("\(noun) has two numbers", hint: "write \(example)")
      }
      return [values[0], values[values.count - 1]]
    }
    return Key(name, .either([.text, .list(.text)]), doc, default: fallback) {
      parser, field, draft in
      if let range = parser.value(field.value, reader) {
        draft.settings[keyPath: path] = range
      } else {
        draft.isSound = false
      }
    }
  }
}
