// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
package import ProjectModel
package import YAML

/// Many small shapes.
extension ProjectParser {
  package mutating func particles(_ node: YAMLNode) -> EmitterSettings? {
    var settings = EmitterSettings()
    var isSound = node.kind == .mapping
    func range(
      _ noun: String, _ example: String, _ bounds: ClosedRange<Double>,
      _ units: KeyValuePairs<String, Double>, isPair: Bool = false
    ) -> ValueReader<[Double]> {
      ValueReader(noun: noun, example: example, maximumWords: 2) { (words) throws(ValueProblem) in
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
    }
    for field in fields(of: node, KeyTable.particles) {
      func take(_ path: WritableKeyPath<EmitterSettings, [Double]>, _ reader: ValueReader<[Double]>)
      {
        if let range = value(field.value, reader) {
          settings[keyPath: path] = range
        } else {
          isSound = false
        }
      }
      switch field.name {
      case "shape":
        let form = word(
          field.value, of: EmitterSettings.forms.map(\.rawValue), "a shape of particles")
        settings.shape = form.flatMap { GraphicForm(rawValue: $0) } ?? settings.shape
      case "colors": isSound = colors(field.value, &settings) && isSound
      case "size":
        take(\.size, range("a size", "12px or [8px, 20px]", 0.1...1000, ["": 1, "px": 1]))
      case "rate":
        let reader = ValueReader<Double>(noun: "a rate", example: "40", maximumWords: 1) {
          (words) throws(ValueProblem) in
          try ValueReader<Double>.number(
            words[0], noun: "a rate", example: "40", in: 0.01...10_000, units: ["": 1])
        }
        settings.rate = value(field.value, reader) ?? settings.rate
      case "count":
        settings.count = integer(field.value, "a number of particles", in: 1...1_000_000)?.value
      case "life":
        take(\.life, range("a life", "2s or [1s, 3s]", 0.01...60, ["": 1, "s": 1, "ms": 0.001]))
      case "speed":
        take(\.speed, range("a speed", "80px or [60px, 120px]", 0...10_000, ["": 1, "px": 1]))
      case "direction": settings.direction = value(field.value, .angle) ?? settings.direction
      case "spread": settings.spread = value(field.value, .angle) ?? settings.spread
      case "spin":
        take(\.spin, range("a spin", "[-90deg, 90deg]", -36_000...36_000, ["deg": 1, "turn": 360]))
      case "scale":
        take(\.scale, range("a scale", "[100%, 0%]", 0...100, ["": 1, "%": 0.01], isPair: true))
      case "fade":
        take(\.fade, range("a fade", "[10%, 50%]", 0...1, ["": 1, "%": 0.01], isPair: true))
      case "gravity":
        take(
          \.gravity,
          range("a gravity", "[0px, 200px]", -10_000...10_000, ["": 1, "px": 1], isPair: true))
      case "at": settings.centre = value(field.value, .position) ?? settings.centre
      case "area":
        let reader = ValueReader<[Length]>(
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
        settings.area = value(field.value, reader) ?? settings.area
      case "seed":
        settings.seed = integer(field.value, "a seed", in: 0...1_000_000_000)?.value ?? 0
      case "lead":
        let reader = ValueReader<[Double]>(noun: "a lead", example: "3s", maximumWords: 1) {
          (words) throws(ValueProblem) in
          [
            try ValueReader<Double>.number(
              words[0], noun: "a lead", example: "3s", in: 0...3600,
              units: ["": 1, "s": 1, "ms": 0.001])
          ]
        }
        settings.lead = value(field.value, reader)?[0] ?? settings.lead
      default: break
      }
    }
    let alive = settings.aliveAtOnce
    if alive > Double(EmitterSettings.mostAlive) {
      return refused(
        .outOfRange,
        "\(Int(alive)) particles would live at once, and \(EmitterSettings.mostAlive) may",
        at: firstPlace(in: node), hint: "make `rate` or `life` smaller, or give a `count`")
    }
    let painted = settings.mostPainted
    if isSound, painted > EmitterSettings.paintedLimit {
      let found = Int((painted / 1e6).rounded(.up))
      let limit = Int(EmitterSettings.paintedLimit / 1e6)
      return refused(
        .outOfRange,
        "\(Int(alive)) particles would paint \(found) million pixels of a frame, and \(limit) million may",
        at: node["size"]?.span ?? firstPlace(in: node),
        hint: "make `size`, `scale`, `rate` or `life` smaller")
    }
    return isSound ? settings : nil
  }

  private mutating func colors(_ node: YAMLNode, _ settings: inout EmitterSettings) -> Bool {
    guard node.kind == .sequence, (1...16).contains(node.count) else {
      wrongKind(node, "a list of 1 to 16 colours", hint: "write colors: [white, gold]")
      return false
    }
    let colors = node.items.compactMap { color($0) }
    settings.colors = colors
    return colors.count == node.count
  }
}
