// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog

/// Choices among kinds of values.
extension SchemaWriter {
  /// Any of several shapes, chosen by the type of the value and, among objects, by their keys.
  static func either(_ shapes: [ValueShape]) -> JSON {
    var objects: [ObjectShape] = []
    var lists: [JSON] = []
    var others: [JSON] = []
    var keyframes: JSON?
    var named: JSON?
    for shape in shapes {
      switch shape {
      case .object(let object): objects.append(object)
      case .list: lists.append(schema(of: shape))
      case .animated: keyframes = schema(of: shape)
      case .named: named = schema(of: shape)
      case .overlays, .fill, .mask, .effects, .either:
        preconditionFailure("a choice within a choice has no type to be chosen by")
      case .time, .range, .text, .path, .media, .name, .flag, .color, .entrance, .pixelSize, .grid,
        .frameSize,
        .rate,
        .integer, .measure, .integers, .number, .length, .boxSize, .value, .choice, .anything:
        others.append(schema(of: shape))
      }
    }
    precondition(lists.count <= 1, "two kinds of lists cannot be distinguished")
    if let keyframes {
      precondition(lists.isEmpty, "a value that changes has a shape of its own")
      // Keyframes and motions are objects, too.
      let values = choose(isType("object"), among(objects, else: keyframes), else: keyframes)
      // A word that is no value may stand in its place.
      return others.isEmpty ? values : anyOf(others + [values])
    }
    precondition(
      named == nil || objects.isEmpty, "two kinds of mappings cannot be distinguished")
    if others.isEmpty, let list = lists.first, let named { return listOr(named, list) }
    if others.isEmpty, lists.isEmpty { return among(objects) }
    var result = others.count == 1 ? others[0] : anyOf(others)
    if let list = lists.first { result = listOr(result, list) }
    if let named { return choose(isType("object"), named, else: result) }
    return objects.isEmpty ? result : choose(isType("object"), among(objects), else: result)
  }

  /// A list of names of filters, each perhaps with options.
  static var effects: JSON {
    let withOptions = JSON.object([
      ("type", .string("object")), ("minProperties", .integer(1)), ("maxProperties", .integer(1)),
    ])
    return .object([
      ("type", .string("array")), ("maxItems", .integer(KeyTable.effectLimit)),
      (
        "items", choose(isType("object"), withOptions, else: .object([("type", .string("string"))]))
      ),
    ])
  }

  /// `list` for an array, `other` for everything else.
  static func listOr(_ other: JSON, _ list: JSON) -> JSON {
    choose(isType("array"), list, else: other)
  }

  /// A value, a ramp, or keyframes.
  static func animated(_ inner: ValueShape) -> JSON {
    let names = Easing.named.map(\.name).joined(separator: "|")
    let functions = Easing.Function.allCases.map(\.rawValue).joined(separator: "|")
    let list = "^\\s*\\[[^\\[\\]]*\\]\\s*$"
    let eased = "\\s(\(names)|(\(functions))\\(.*\\))$|\(list)"
    let keyframe = choose(
      isText("\\s[a-z-]+(\\(.*\\))?$|\(list)"), text(eased), else: schema(of: inner))
    let keyframes = JSON.object([
      ("minProperties", .integer(1)),
      ("patternProperties", .object([(SchemaPattern.keyframe, keyframe)])),
      ("additionalProperties", .flag(false)),
    ])
    let isMotion = JSON.object([
      (
        "anyOf",
        .array(
          ["from", "to", "values", "path"].map { .object([("required", .array([.string($0)]))]) })
      )
    ])
    return choose(
      isType("object"), choose(isMotion, motion(inner), else: keyframes),
      else: choose(isText("->"), text(SchemaPattern.ramp), else: schema(of: inner)))
  }

  /// A motion, which all properties of one unit share.
  private static func motion(_ inner: ValueShape) -> JSON {
    guard case .value(let unit) = inner else {
      return schema(of: KeyTable.motion(inner, isPlace: false))
    }
    return reference("motion-\(unit)")
  }

  /// The motions of all units, by the names that they are referred to.
  static var motions: [(String, JSON)] {
    Property.Unit.allCases.map {
      ("motion-\($0)", schema(of: KeyTable.motion(.value($0), isPlace: $0 == .position)))
    }
  }

  /// A choice between several objects, each recognized by its required key; without any of these
  /// keys `other` applies, or the first object, and reports what is missing.
  private static func among(_ objects: [ObjectShape], else other: JSON? = nil) -> JSON {
    guard let first = objects.first else { return .object([]) }
    var result = other ?? reference(id(first))
    for object in (other == nil ? objects.dropFirst() : objects[...]).reversed() {
      guard let key = object.keys.first(where: \.isRequired) else {
        preconditionFailure("\(object.name) has no key that distinguishes it")
      }
      result = choose(
        .object([("required", .array([.string(key.name)]))]), reference(id(object)), else: result)
    }
    guard objects.count > 1, case .object(let members) = result else { return result }
    // What editors propose in an object that has no key so far.
    let proposals = objects.compactMap { $0.keys.first(where: \.isRequired) }
    let properties = proposals.map { ($0.name, JSON.object([("description", .string($0.doc))])) }
    return .object([("properties", .object(properties))] + members)
  }

  private static func choose(_ condition: JSON, _ then: JSON, else other: JSON) -> JSON {
    .object([("if", condition), ("then", then), ("else", other)])
  }

  private static func isType(_ name: String) -> JSON { .object([("type", .string(name))]) }

  private static func isText(_ pattern: String) -> JSON { text(pattern) }
}
