// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import ProjectModel

/// The JSON Schema of the language, for editors: draft-07, which YAML language servers read best.
///
/// It is printed from the table that decoding reads, so that the two cannot disagree about keys.
/// Keys that are not supported yet are left out.
public func projectSchema() -> String {
  var definitions: [(String, JSON)] = []
  for value in SchemaWriter.shared { definitions.append((value.name, value.schema)) }
  for shape in KeyTable.objects where shape.name != KeyTable.project.shape.name {
    definitions.append((SchemaWriter.id(shape), SchemaWriter.schema(of: shape)))
  }
  definitions += SchemaWriter.motions
  var members: [(String, JSON)] = [
    ("$schema", .string("http://json-schema.org/draft-07/schema#")),
    ("title", .string("Reel project")),
  ]
  if case .object(let project) = SchemaWriter.schema(of: KeyTable.project.shape) {
    members += project
  }
  members.append(("definitions", .object(definitions)))
  return JSON.object(members).text() + "\n"
}

/// Turns shapes of the key table into schemas.
///
/// Where several kinds of values are allowed, `if` chooses among them by type or by a key, and only
/// the one chosen is checked. With `anyOf`, validators report a mistake deep inside at the outermost
/// alternative, such as a misspelt key of a clip at its whole track.
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
    // A file that projects extend has the same schema, and of a project only what such a file may have is asked for.
    let isWhole = shape.name != KeyTable.project.shape.name
    let required = shape.keys.filter { key in
      key.isRequired && (isWhole || KeyTable.extended.key(key.name)?.refusal == nil)
    }.map { JSON.string($0.name) }
    if !required.isEmpty { members.append(("required", .array(required))) }
    if !shape.exclusive.isEmpty {
      let rules = pairs(in: shape.exclusive).map { pair in
        JSON.object([("not", .object([("required", .array(pair.map { .string($0) }))]))])
      }
      members.append(("allOf", .array(rules)))
    }
    return .object(members)
  }

  /// All pairs of names in one of `groups`, each once.
  private static func pairs(in groups: [[String]]) -> [[String]] {
    var pairs: [[String]] = []
    for group in groups {
      for (index, first) in group.enumerated() {
        pairs += group[(index + 1)...].map { [first, $0] }.filter { !pairs.contains($0) }
      }
    }
    return pairs
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

  /// The schema of a value, or of `${…}` in its place.
  static func schema(of value: ValueShape) -> JSON {
    switch value {
    case .text, .path, .media, .name, .anything: plainSchema(of: value)
    default: orParameter(plainSchema(of: value))
    }
  }

  /// The schema of a value once all parameters are replaced by their values.
  static func plainSchema(of value: ValueShape) -> JSON {
    switch value {
    case .text, .path, .media, .name: scalarText
    case .integer(let bounds):
      .object([
        ("type", .string("integer")), ("minimum", .integer(bounds.lowerBound)),
        ("maximum", .integer(bounds.upperBound)),
      ])
    case .number(let bounds):
      .object([
        ("type", .string("number")), ("minimum", .number(bounds.lowerBound)),
        ("maximum", .number(bounds.upperBound)),
      ])
    case .measure(let bounds, let unit):
      numberOrText(bounds, SchemaPattern.measure(unit))
    case .integers(let values): .object([("enum", .array(values.map { .integer($0) }))])
    case .choice(let names): choice(names)
    case .object(let shape): reference(id(shape))
    case .list(let element):
      .object([("type", .string("array")), ("items", schema(of: element))])
    case .named(let element):
      .object([("type", .string("object")), ("additionalProperties", schema(of: element))])
    case .fill: reference("fill")
    case .mask: schema(of: .object(KeyTable.mask.shape))
    case .overlays:
      schema(of: .named(.either([.object(KeyTable.overlay.shape), .object(KeyTable.each)])))
    case .effects: effects
    case .either(let shapes): either(shapes)
    case .animated(let inner): animated(inner)
    case .anything: .object([])
    case .time: reference("time")
    case .range: reference("range")
    case .flag: reference("flag")
    case .color: reference("color")
    case .entrance: reference("entrance-short")
    case .pixelSize: reference("pixel-size")
    case .grid: text(SchemaPattern.grid)
    case .frameSize: anyOf([reference("pixel-size"), text(SchemaPattern.ratio)])
    case .rate: reference("rate")
    case .length: reference("length")
    case .boxSize: reference("box-size")
    case .value(let unit): schema(of: unit)
    }
  }

  /// Values of properties.
  private static func schema(of unit: Property.Unit) -> JSON {
    switch unit {
    case .opacity: reference("opacity")
    case .volume: reference("volume")
    case .scale: reference("scale")
    case .angle: reference("angle")
    case .slant: reference("skew")
    case .position, .anchor, .centre: reference("position")
    case .radii: lengths(1...2)
    case .stop: text(SchemaPattern.stop)
    case .box: reference("box-size")
    case .matrix: reference("matrix")
    case .distance: numberOrText(1...100_000, SchemaPattern.pixels)
    case .crop: lengths(4...4)
    case .corners: lengths(1...4)
    case .deviation: numberOrText(0...500, SchemaPattern.pixels)
    case .side: numberOrText(0...1000, SchemaPattern.pixels)
    case .edges: choice(["kept", "soft"])
    case .factor: factor
    case .offset:
      listOr(text(SchemaPattern.offset), list(numberOrText(nil, SchemaPattern.shift), count: 2...2))
    case .color: reference("color")
    case .balance: numberOrText(-1...1, SchemaPattern.balance)
    case .thickness: numberOrText(0...1000, SchemaPattern.pixels)
    case .stretch: listOr(oneOrTwo, list(oneOrTwo, count: 1...2))
    case .number: .object([("type", .string("number"))])
    }
  }

  private static let oneOrTwo = numberOrText(0...100, SchemaPattern.scale)
  private static let factor = numberOrText(0...100, SchemaPattern.factor)

  private static func lengths(_ count: ClosedRange<Int>) -> JSON {
    listOr(
      text("\(SchemaPattern.lengths(count))|\(SchemaPattern.calculation)"),
      list(reference("length"), count: count))
  }

  /// Values that many keys share.
  static var shared: [(name: String, schema: JSON)] {
    let coordinate = numberOrText(nil, SchemaPattern.coordinate)
    let side = numberOrText(
      0...100_000, "^(auto|\(SchemaPattern.length.dropFirst().dropLast()))$")
    let anchors = JSON.object([("enum", .array(Anchor.allNames.map { .string($0) }))])
    let colors = (Color.named.map(\.name) + ["transparent", "clear"]).map { JSON.string($0) }
    return [
      ("parameter-use", text(SchemaPattern.parameter)),
      ("time", numberOrText(nil, SchemaPattern.time)),
      ("range", text(SchemaPattern.range)),
      ("entrance-short", text(SchemaPattern.entrance)),
      ("flag", flag),
      ("color", anyOf([.object([("enum", .array(colors))]), text(SchemaPattern.color)])),
      (
        "pixel-size",
        listOr(text(SchemaPattern.pixelSize), list(number(16...8192), count: 2...2))
      ),
      ("rate", numberOrText(1...240, SchemaPattern.rate)),
      ("opacity", numberOrText(0...1, SchemaPattern.opacity)),
      ("volume", numberOrText(0...16, SchemaPattern.volume)),
      ("scale", listOr(oneOrTwo, list(oneOrTwo, count: 1...2))),
      ("angle", anyOf([.object([("const", .integer(0))]), text(SchemaPattern.angle)])),
      (
        "skew",
        listOr(
          anyOf([.object([("const", .integer(0))]), text(SchemaPattern.slant)]),
          list(reference("angle"), count: 1...2))
      ),
      ("length", numberOrText(0...100_000, SchemaPattern.length)),
      (
        "box-size",
        listOr(numberOrText(0...100_000, SchemaPattern.boxSize), list(side, count: 1...2))
      ),
      (
        "position",
        listOr(
          anyOf([anchors, text("\(SchemaPattern.position)|\(SchemaPattern.calculation)")]),
          list(coordinate, count: 2...2))
      ),
      (
        "matrix",
        listOr(
          text(SchemaPattern.matrix),
          anyOf([list(number(nil), count: 6...6), list(number(nil), count: 16...16)]))
      ),
      ("fill", plainSchema(of: KeyTable.fills)),
    ]
  }

  // MARK: Parts

  /// `schema`, or a text in which a parameter is named, of whose value nothing is known here.
  static func orParameter(_ schema: JSON) -> JSON {
    .object([("if", reference("parameter-use")), ("else", schema)])
  }

  /// Text that may look like something else, such as a file called `1`.
  private static let scalarText = JSON.object([
    ("type", .array([.string("string"), .string("number"), .string("boolean")]))
  ])

  static func reference(_ name: String) -> JSON {
    .object([("$ref", .string("#/definitions/\(name)"))])
  }

  static func anyOf(_ schemas: [JSON]) -> JSON { .object([("anyOf", .array(schemas))]) }

  static func text(_ pattern: String) -> JSON {
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

  /// A number within bounds, or a text.
  private static func numberOrText(_ bounds: ClosedRange<Int>?, _ pattern: String) -> JSON {
    // Bounds are for numbers and patterns for texts, whatever other constraints there are.
    guard case .object(var members) = number(bounds) else { return text(pattern) }
    members[0].1 = .array([.string("number"), .string("string")])
    return .object(members + [("pattern", .string("\(pattern)|\(SchemaPattern.calculation)"))])
  }

  private static func list(_ element: JSON, count: ClosedRange<Int>) -> JSON {
    .object([
      ("type", .string("array")), ("items", element), ("minItems", .integer(count.lowerBound)),
      ("maxItems", .integer(count.upperBound)),
    ])
  }

  /// One of a few words; with `on` among them also all words that mean true or false.
  private static func choice(_ names: [String]) -> JSON {
    // Of a word that reads as a number YAML makes one.
    let numbers = names.compactMap { Double($0) }.map { JSON.number($0) }
    let words = JSON.object([("enum", .array(names.map { .string($0) } + numbers))])
    return names.contains("on") ? anyOf([words, flag]) : words
  }

  /// All words that mean true or false, and what YAML 1.1 makes of them.
  private static var flag: JSON {
    let words = FlagWord.all.map { JSON.string($0.word) }
    return .object([("enum", .array([.flag(true), .flag(false)] + words))])
  }
}
