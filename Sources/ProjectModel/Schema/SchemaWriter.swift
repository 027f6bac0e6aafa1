// SPDX-License-Identifier: Apache-2.0

import Basics

/// The JSON Schema of the language, for editors: draft-07, which YAML language servers read best.
///
/// It is printed from the table that decoding reads, so that the two cannot disagree about keys.
/// Keys that are not supported yet are left out.
public func projectSchema() -> String {
  var definitions: [(String, JSON)] = []
  for value in SchemaWriter.shared { definitions.append((value.name, value.schema)) }
  for shape in KeyTable.objects where shape.name != KeyTable.project.name {
    definitions.append((SchemaWriter.id(shape), SchemaWriter.schema(of: shape)))
  }
  var members: [(String, JSON)] = [
    ("$schema", .string("http://json-schema.org/draft-07/schema#")),
    ("title", .string("Reel project")),
  ]
  if case .object(let project) = SchemaWriter.schema(of: KeyTable.project) { members += project }
  members.append(("definitions", .object(definitions)))
  return JSON.object(members).text() + "\n"
}

/// Turns shapes of the key table into schemas.
enum SchemaWriter {
  static func id(_ shape: ObjectShape) -> String {
    shape.name.split(separator: " ").joined(separator: "-")
  }

  static func schema(of shape: ObjectShape) -> JSON {
    var properties: [(String, JSON)] = []
    for key in shape.keys where key.isSupported {
      properties.append((key.name, property(key)))
    }
    var members: [(String, JSON)] = [
      ("description", .string(shape.doc)), ("type", .string("object")),
      ("properties", .object(properties)), ("additionalProperties", .flag(false)),
    ]
    let required = shape.keys.filter(\.isRequired).map { JSON.string($0.name) }
    if !required.isEmpty { members.append(("required", .array(required))) }
    if !shape.exclusive.isEmpty {
      let rules = shape.exclusive.map { group in
        JSON.object([("not", .object([("required", .array(group.map { .string($0) }))]))])
      }
      members.append(("allOf", .array(rules)))
    }
    return .object(members)
  }

  private static func property(_ key: KeyShape) -> JSON {
    let suffix = key.fallback.map { " Default: \($0)." } ?? ""
    let doc = ("description", JSON.string(key.doc + suffix))
    // Beside `$ref`, draft-07 reads nothing.
    guard case .object(let members) = schema(of: key.value),
      !members.contains(where: { $0.0 == "$ref" })
    else { return .object([doc, ("allOf", .array([schema(of: key.value)]))]) }
    return .object([doc] + members)
  }

  static func schema(of value: ValueShape) -> JSON {
    switch value {
    case .text, .path, .media, .name: scalarText
    case .integer(let bounds):
      .object([
        ("type", .string("integer")), ("minimum", .integer(bounds.lowerBound)),
        ("maximum", .integer(bounds.upperBound)),
      ])
    case .integers(let values): .object([("enum", .array(values.map { .integer($0) }))])
    case .choice(let names): choice(names)
    case .object(let shape): reference(id(shape))
    case .list(let element):
      .object([("type", .string("array")), ("items", schema(of: element))])
    case .named(let element):
      .object([("type", .string("object")), ("additionalProperties", schema(of: element))])
    case .either(let shapes): anyOf(shapes.map { schema(of: $0) })
    case .animated(let inner): animated(inner)
    case .anything: .object([])
    case .time: reference("time")
    case .range: reference("range")
    case .flag: reference("flag")
    case .color: reference("color")
    case .pixelSize: reference("pixel-size")
    case .rate: reference("rate")
    case .opacity: reference("opacity")
    case .volume: reference("volume")
    case .scale: reference("scale")
    case .length: reference("length")
    case .boxSize: reference("box-size")
    case .position: reference("position")
    case .matrix: reference("matrix")
    }
  }

  /// Values that many keys share.
  static var shared: [(name: String, schema: JSON)] {
    let coordinate = anyOf([number(nil), text(SchemaPattern.coordinate)])
    let side = anyOf([
      number(0...100_000), text("^(auto|\(SchemaPattern.length.dropFirst().dropLast()))$"),
    ])
    let factor = anyOf([number(0...100), text(SchemaPattern.scale)])
    let anchors = Anchor.allNames.map { JSON.string($0) }
    return [
      ("time", anyOf([number(nil), text(SchemaPattern.time)])),
      ("range", text(SchemaPattern.range)),
      ("flag", choice(["true", "false", "on", "off", "yes", "no"])),
      (
        "color",
        anyOf([
          .object([
            ("enum", .array((Color.named.map(\.name) + ["transparent"]).map { .string($0) }))
          ]),
          text(SchemaPattern.color),
        ])
      ),
      (
        "pixel-size", anyOf([text(SchemaPattern.pixelSize), list(number(16...8192), count: 2...2)])
      ),
      ("rate", anyOf([number(1...240), text(SchemaPattern.rate)])),
      ("opacity", anyOf([number(0...1), text(SchemaPattern.opacity)])),
      ("volume", anyOf([number(0...16), text(SchemaPattern.volume)])),
      ("scale", anyOf([factor, list(factor, count: 1...2)])),
      ("length", anyOf([number(0...100_000), text(SchemaPattern.length)])),
      (
        "box-size",
        anyOf([number(0...100_000), text(SchemaPattern.boxSize), list(side, count: 1...2)])
      ),
      (
        "position",
        anyOf([
          .object([("enum", .array(anchors))]), text(SchemaPattern.position),
          list(coordinate, count: 2...2),
        ])
      ),
      ("matrix", anyOf([text(SchemaPattern.matrix), list(number(nil), count: 6...6)])),
    ]
  }

  // MARK: Parts

  /// Text that may look like something else, such as a file called `1`.
  private static let scalarText = JSON.object([
    ("type", .array([.string("string"), .string("number"), .string("boolean")]))
  ])

  private static func reference(_ name: String) -> JSON {
    .object([("$ref", .string("#/definitions/\(name)"))])
  }

  private static func anyOf(_ schemas: [JSON]) -> JSON { .object([("anyOf", .array(schemas))]) }

  private static func text(_ pattern: String) -> JSON {
    .object([("type", .string("string")), ("pattern", .string(pattern))])
  }

  private static func number(_ bounds: ClosedRange<Int>?) -> JSON {
    var members: [(String, JSON)] = [("type", .string("number"))]
    if let bounds {
      members += [
        ("minimum", .integer(bounds.lowerBound)), ("maximum", .integer(bounds.upperBound)),
      ]
    }
    return .object(members)
  }

  private static func list(_ element: JSON, count: ClosedRange<Int>) -> JSON {
    .object([
      ("type", .string("array")), ("items", element), ("minItems", .integer(count.lowerBound)),
      ("maxItems", .integer(count.upperBound)),
    ])
  }

  /// One of a few words; `on` and `off` also as what YAML 1.1 makes of them.
  private static func choice(_ names: [String]) -> JSON {
    var values = names.filter { $0 != "true" && $0 != "false" }.map { JSON.string($0) }
    if names.contains("on") { values += [.flag(true), .flag(false)] }
    return .object([("enum", .array(values))])
  }

  /// A value, a ramp, or keyframes.
  private static func animated(_ inner: ValueShape) -> JSON {
    let eased = "\\s(linear|ease-in|ease-out|ease-in-out|hold|spring|cubic-bezier\\(.*\\))$"
    return anyOf([
      schema(of: inner), text(SchemaPattern.ramp),
      .object([
        ("type", .string("object")), ("minProperties", .integer(1)),
        (
          "patternProperties",
          .object([(SchemaPattern.time, anyOf([schema(of: inner), text(eased)]))])
        ),
        ("additionalProperties", .flag(false)),
      ]),
    ])
  }
}
