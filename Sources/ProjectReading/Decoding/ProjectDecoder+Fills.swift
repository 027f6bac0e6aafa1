// SPDX-License-Identifier: Apache-2.0

import Basics
import Diagnostics
import LanguageKeys
import ProjectModel
import Properties
import ValueReading
import YAMLTree

/// Properties of a layer as they are written.
typealias LayerValues = PropertyTable<Animated<PropertyValue>>

/// What areas are painted with.
extension ProjectDecoder {
  /// A colour, or a gradient; how a colour changes is added to `values`, as a property of `paint`.
  mutating func fill(
    _ node: YAMLNode, _ paint: Property.Paint, _ values: inout LayerValues
  ) -> FillSettings? {
    if hasKeyframes(node) || isMotion(node) || node.text?.contains("->") == true {
      return changing(node, ValueReader<Color>.color, paint.color, &values) { PropertyValue($0) }
        .map { .color($0) }
    }
    guard node.kind == .mapping else { return color(node).map { .color($0) } }
    let shape =
      KeyTable.gradients.first { node[$0.keys[0].name] != nil } ?? KeyTable.gradients[0]
    let fields = fields(of: node, shape)
    var stops: [Gradient.Stop]?
    var (angle, center, radius): (Double?, Point?, [Length]) = (nil, nil, [])
    for field in fields {
      switch field.name {
      case "angle": angle = value(field.value, .angle)
      case "at": center = value(field.value, .position)
      case "radius": radius = value(field.value, .gradientRadius) ?? []
      default: stops = self.stops(field.value)
      }
    }
    guard let stops else { return nil }
    switch shape.keys[0].name {
    case "radial": return .gradient(GradientSettings(.radial(center ?? .center, radius), stops))
    case "conic":
      return .gradient(GradientSettings(.conic(center ?? .center, angle ?? 0), stops))
    default: return .gradient(GradientSettings(.linear(angle ?? 180), stops))
    }
  }

  /// The value of `node`, the first one where it changes: then all of them are added to `values`, as `property`.
  private mutating func changing<Value>(
    _ node: YAMLNode, _ reader: ValueReader<Value>, _ property: Property,
    _ values: inout LayerValues, _ amounts: @escaping (Value) -> PropertyValue
  ) -> Value? {
    guard let read = animated(node, reader) else { return nil }
    if case .constant(let value) = read { return value.value }
    values[property] = read.map(amounts)
    return read.values.first
  }

  /// Whether a mapping has times for keys, and so no words of a gradient.
  private func hasKeyframes(_ node: YAMLNode) -> Bool {
    node.entries.contains { entry in
      guard let key = entry.key.text?.utf8, let first = key.first else { return false }
      return first.isDigit || key.contains(UInt8(ascii: ".")) || key.starts(with: "end".utf8)
    }
  }

  /// Colours with or without places; those without lie evenly between their neighbours, as in CSS.
  private mutating func stops(_ node: YAMLNode) -> [Gradient.Stop]? {
    guard node.kind == .sequence else {
      wrongKind(node, "a list of colours", hint: "write [red, blue] or [red, gold 30%, blue]")
      return nil
    }
    guard (2...Gradient.mostStops).contains(node.count) else {
      report(
        Diagnostic(
          code: .outOfRange,
          message:
            "a gradient has between 2 and \(Gradient.mostStops) colours, found \(node.count)",
          span: firstPlace(in: node), hint: "write [red, blue] or [red, gold 30%, blue]"))
      return nil
    }
    var stops: [(color: Color, place: Double?)] = []
    var last: (place: Double, text: String)?
    for item in node.items {
      guard item.kind == .scalar, let words = words(item), let first = words.first else {
        wrongKind(item, "a colour", hint: "write red or red 30%")
        continue
      }
      do throws(ValueProblem) {
        let color = try Color.read(first)
        guard words.count <= 2 else {
          throw words[2].problem(
            "a colour of a gradient has one place", hint: "write it twice: [red 30%, red 50%]")
        }
        let place = words.count == 2 ? try ValueReader<Double>.stop.read([words[1]]) : nil
        if let place, let before = last, place < before.place {
          throw words[1].problem(
            "\(words[1].string) lies before \(before.text), the place of a colour before it",
            hint: "write the colours in the order of their places", isRange: true)
        }
        if let place { last = (place, words[1].string) }
        stops.append((color, place))
      } catch { report(error, at: item) }
    }
    return stops.count == node.count ? ProjectDecoder.spread(stops) : nil
  }

  private static func spread(_ stops: [(color: Color, place: Double?)]) -> [Gradient.Stop] {
    var places = stops.map(\.place)
    // CSS: the first and the last lie at the ends, but not before what comes before them.
    places[0] = places[0] ?? min(0, places.compactMap(\.self).first ?? 0)
    let end = places.count - 1
    places[end] = places[end] ?? max(1, places.compactMap(\.self).last ?? 1)
    var known = 0
    var result = [places[0] ?? 0]
    for index in 1...end {
      guard let place = places[index] else { continue }
      let from = places[known] ?? 0
      let count = index - known
      result += (1..<count).map { from + (place - from) * Double($0) / Double(count) }
      // The place itself: `from + (place - from)` may lie an ulp beyond it, and so beyond the next stop.
      result.append(place)
      known = index
    }
    return zip(stops, result).map { Gradient.Stop($0.color, at: $1) }
  }
}
