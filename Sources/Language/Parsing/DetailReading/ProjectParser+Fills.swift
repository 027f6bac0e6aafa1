// SPDX-License-Identifier: Apache-2.0

import Base
package import Catalog
import Diagnostics
package import ProjectModel
package import YAML

/// Properties of a layer as they are written.
package typealias LayerValues = PropertyTable<Animated<PropertyValue>>

/// Fills of areas: colours and gradients.
extension ProjectParser {
  /// A colour, or a gradient; what changes of it is added to `values`, as properties of `paint`.
  package mutating func fill(
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
    var (angle, center, radius): (Double?, CanvasPoint?, [Length]) = (nil, nil, [])
    let isLinear = shape.keys[0].name == "linear"
    for field in fields {
      switch field.name {
      case "angle":
        angle = changing(
          field.value, ValueReader<Double>.angle, isLinear ? paint.direction : paint.angle, &values
        ) { PropertyValue($0) }
      case "at":
        center = changing(field.value, ValueReader<CanvasPoint>.position, paint.centre, &values) {
          PropertyValue($0)
        }
      case "radius":
        radius =
          changing(field.value, ValueReader<[Length]>.gradientRadius, paint.radius, &values) {
            PropertyValue($0.map(\.amount))
          } ?? []
      default: stops = self.stops(field.value, paint, &values)
      }
    }
    checkRadius(values[paint.radius])
    guard let stops else { return nil }
    switch shape.keys[0].name {
    case "radial": return .gradient(GradientSettings(.radial(center ?? .center, radius), stops))
    case "conic":
      return .gradient(GradientSettings(.conic(center ?? .center, angle ?? 0), stops))
    default: return .gradient(GradientSettings(.linear(angle ?? 180), stops))
    }
  }

  /// Without a radius a gradient reaches the farthest corner, which is no number that a motion could begin with.
  private mutating func checkRadius(_ radius: Animated<PropertyValue>?) {
    guard case .motion(let motion) = radius, !motion.holdsBefore || !motion.holdsAfter else {
      return
    }
    report(
      .badValue, "the radius of a gradient has a value at all times", at: motion.span,
      hint: "leave 'none' out")
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

  /// Returns true if a mapping has times for keys, and so no words of a gradient.
  private func hasKeyframes(_ node: YAMLNode) -> Bool {
    node.entries.contains { entry in
      guard let key = entry.key.text?.utf8, let first = key.first else { return false }
      return first.isDigit || key.contains(UInt8(ascii: ".")) || key.starts(with: "end".utf8)
    }
  }

  /// Colours with or without places; those without lie evenly between their neighbours, as in CSS.
  private mutating func stops(
    _ node: YAMLNode, _ paint: Property.Paint, _ values: inout LayerValues
  ) -> [Gradient.Stop]? {
    guard node.kind == .sequence else {
      return refused(node, "a list of colours", hint: "write [red, blue] or [red, gold 30%, blue]")
    }
    guard (2...Gradient.mostStops).contains(node.count) else {
      return refused(
        .outOfRange,
        "a gradient has between 2 and \(Gradient.mostStops) colours, found \(node.count)",
        at: firstPlace(in: node), hint: "write [red, blue] or [red, gold 30%, blue]")
    }
    var stops: [Animated<GradientStop>] = []
    var last: (place: Double, text: String)?
    for item in node.items {
      guard item.kind == .scalar || hasKeyframes(item) || isMotion(item) else {
        wrongKind(item, "a colour", hint: "write red or red 30%")
        continue
      }
      guard let stop = animated(item, ValueReader<GradientStop>.stop) else { continue }
      if case .constant(let value) = stop, let place = value.value.place,
        let word = words(item)?.last
      {
        if let before = last, place < before.place {
          report(
            word.problem(
              "\(word.string) lies before \(before.text), the place of a colour before it",
              hint: "write the colours in the order of their places", isRange: true), at: item)
          continue
        }
        last = (place, word.string)
      }
      stops.append(stop)
    }
    return stops.count == node.count ? placed(stops, paint, &values) : nil
  }

  /// The first values of `stops`; those that change are added to `values`.
  private mutating func placed(
    _ stops: [Animated<GradientStop>], _ paint: Property.Paint, _ values: inout LayerValues
  ) -> [Gradient.Stop]? {
    let isMoving = stops.contains { stop in
      stop.values.contains { $0.place != stop.values[0].place }
    }
    for stop in stops where isMoving && stop.values.contains(where: { $0.place == nil }) {
      return refused(
        .badValue, "where a place changes, every colour needs one at all times", at: stop.span,
        hint: "write red 0% -> red 50%")
    }
    var result = ProjectParser.spread(stops.map { ($0.values[0].color, $0.values[0].place) })
    for (index, stop) in stops.enumerated() {
      // As in CSS a colour lies no further back than the one before it, which matters where places change.
      if index > 0 { result[index].place = max(result[index].place, result[index - 1].place) }
      if case .constant = stop { continue }
      let own = result[index].place
      values[paint.stops[index]] = stop.map {
        GradientStop(color: $0.color, place: $0.place ?? own).value
      }
    }
    return result
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
