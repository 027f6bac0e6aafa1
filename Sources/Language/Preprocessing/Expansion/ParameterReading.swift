// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import Parsing
import ProjectModel
import YAML

/// Reads what a project declares under `params`.
struct ParameterReader: ~Copyable {
  /// A project has at most so many.
  static let limit = 1000
  /// A choice has at most so many values.
  static let choiceLimit = 1000

  var decoder: ProjectParser

  init(file: FileID, sink: consuming DiagnosticSink) {
    decoder = ProjectParser(file: file, sink: sink)
  }

  consuming func finish() -> DiagnosticSink { decoder.finish() }

  mutating func parameters(_ node: YAMLNode) -> [Parameter] {
    guard node.kind == .mapping else {
      if node.kind != .null {
        decoder.wrongKind(
          node, "a mapping of names to values", hint: "write params: {title: Two days in Rome}")
      }
      return []
    }
    guard node.count <= ParameterReader.limit else {
      decoder.report(
        Diagnostic(
          code: .expansionLimit,
          message: "a project has at most \(ParameterReader.limit) parameters", span: node.span,
          hint: "let one of them be a list, or read rows with each"))
      return []
    }
    return node.entries.compactMap { parameter($0.key, $0.value) }
  }

  private mutating func parameter(_ key: YAMLNode, _ value: YAMLNode) -> Parameter? {
    let name = key.text ?? ""
    if let problem = Parameter.nameProblem(name) {
      decoder.report(
        Diagnostic(
          code: .badName, message: problem, span: key.span,
          hint: "begin it with a letter, and use letters, digits, _ and -"))
      return nil
    }
    if value.kind == .null {
      if !value.isUnreadable {
        decoder.report(
          Diagnostic(
            code: .missingKey, message: "\(quoted(name)) has no value", span: key.span,
            hint: "write \(name): a default, or \(name): {type: text}"))
      }
      return nil
    }
    guard value.kind == .mapping else {
      return checked(
        Parameter(
          name: name, span: key.span, type: Self.inferredType(of: value), isInferred: true,
          fallback: value, minimum: nil, maximum: nil, choices: [], doc: nil))
    }
    return checked(declared(name, key, value))
  }

  /// A parameter that says more than its default.
  private mutating func declared(_ name: String, _ key: YAMLNode, _ node: YAMLNode) -> Parameter? {
    let fields = decoder.fields(of: node, KeyTable.projectParameter, owner: key.span)
    func value(_ key: String) -> YAMLNode? { fields.first { $0.name == key }?.value }
    var type: ParameterType?
    if let field = value("type") {
      guard let word = decoder.word(field, of: ParameterType.allNames, "a type") else { return nil }
      type = ParameterType(rawValue: word)
    }
    let fallback = value("default")
    var choices: [String] = []
    if let values = value("values") {
      choices = self.choices(values)
      if type == nil { type = .choice }
    }
    let isInferred = type == nil
    let inferred = fallback.map { Self.inferredType(of: $0) }
    guard let type = type ?? inferred else {
      if node.count == 0 || fields.count == node.count {
        decoder.report(
          Diagnostic(
            code: .missingKey, message: "\(quoted(name)) needs a 'type' or a 'default'",
            span: key.span, hint: "write \(name): {type: text}"))
      }
      return nil
    }
    if type == .choice, choices.isEmpty {
      decoder.report(
        Diagnostic(
          code: .missingKey, message: "a choice needs 'values'", span: key.span,
          hint: "write values: [one, another]"))
      return nil
    }
    if type != .choice, let values = fields.first(where: { $0.name == "values" }) {
      report(useless: values.key, type, "only a choice has values")
    }
    var bounds: [String: Parameter.Bound] = [:]
    for field in fields where field.name == "min" || field.name == "max" {
      guard type == .number || type == .time else {
        report(useless: field.key, type, "only a number and a time have bounds")
        continue
      }
      bounds[field.name] = bound(field.value, type)
    }
    if let least = bounds["min"], let most = bounds["max"], least.value > most.value,
      let field = value("max")
    {
      decoder.report(
        Diagnostic(
          code: .outOfRange, message: "'max' is less than 'min'", span: field.span,
          hint: "write a number of at least \(least.text)"))
    }
    var doc: String?
    if let field = value("doc") {
      doc = decoder.text(field, "a text", example: "what it is for")?.value
    }
    return Parameter(
      name: name, span: key.span, type: type, isInferred: isInferred, fallback: fallback,
      minimum: bounds["min"], maximum: bounds["max"], choices: choices, doc: doc)
  }

  private mutating func report(useless key: YAMLNode, _ type: ParameterType, _ hint: String) {
    decoder.report(
      Diagnostic(
        code: .exclusiveKeys, message: "\(quoted(key.text ?? "")) has no meaning for \(type.noun)",
        span: key.span, hint: hint))
  }

  private mutating func choices(_ node: YAMLNode) -> [String] {
    guard node.kind == .sequence, node.items.allSatisfy({ $0.kind == .scalar }) else {
      decoder.wrongKind(node, "a list of texts", hint: "write values: [one, another]")
      return []
    }
    guard node.count <= Self.choiceLimit else {
      decoder.report(
        Diagnostic(
          code: .outOfRange, message: "a choice has at most \(Self.choiceLimit) values",
          span: decoder.firstPlace(in: node), hint: "make it a text"))
      return []
    }
    return node.items.map { Template.text(of: $0, isTemplate: true) }
  }

  private mutating func bound(_ node: YAMLNode, _ type: ParameterType) -> Parameter.Bound? {
    let text = ScalarText(node)
    if type == .number, let quantity = Quantity(plain: text, in: text.trimmed),
      quantity.unit.isEmpty
    {
      return Parameter.Bound(value: quantity.value, text: text.string)
    }
    if type == .time, node.kind == .scalar {
      var parser = TimeParser(text)
      if let time = try? parser.time(), let constant = time.constant {
        return Parameter.Bound(value: constant, text: text.string)
      }
    }
    decoder.report(
      Diagnostic(
        code: .badValue, message: "\(quoted(text.string)) is not \(type.noun)", span: node.span,
        hint: type == .time ? "write a plain time, such as 2.5s" : "write 2.5"))
    return nil
  }

  /// The parameter, if its default can be one of its values.
  private mutating func checked(_ parameter: Parameter?) -> Parameter? {
    guard let parameter, let fallback = parameter.fallback else { return parameter }
    guard isPlain(fallback, of: parameter) else { return parameter }
    warnOfCutTexts(fallback, of: parameter)
    if let problem = parameter.problem(of: fallback) { decoder.report(problem, at: fallback) }
    return parameter
  }

  /// Warns of texts that a comment cuts off; numbers and the like are all there.
  private mutating func warnOfCutTexts(_ node: YAMLNode, of parameter: Parameter) {
    switch node.kind {
    case .scalar where parameter.type == .text || parameter.type == .list:
      decoder.warnOfCutText(node)
    case .sequence: for item in node.items { warnOfCutTexts(item, of: parameter) }
    case .mapping: for entry in node.entries { warnOfCutTexts(entry.value, of: parameter) }
    case .scalar, .null: break
    }
  }

  /// Returns true if a default names no other value; reports it otherwise.
  private mutating func isPlain(_ fallback: YAMLNode, of parameter: Parameter) -> Bool {
    guard let use = Template.firstUse(in: fallback) else { return true }
    if let problem = use.problem {
      decoder.report(problem, at: use.node)
    } else {
      decoder.report(
        Diagnostic(
          code: .parameterUse, message: "the default of a parameter cannot name another one",
          span: use.node.span,
          hint: "write ${\(parameter.name)} together with the other where it is used"))
    }
    return false
  }

  /// The type of a default, where none is declared.
  static func inferredType(of node: YAMLNode) -> ParameterType {
    guard node.kind == .scalar else { return .list }
    let text = ScalarText(node)
    let bytes = text.bytes
    if bytes.first == UInt8(ascii: "#"),
      (try? Color.read(Word(text: text, range: text.trimmed))) != nil
    {
      return .color
    }
    if node.isQuoted { return .text }
    if FlagWord.all.contains(where: { $0.word == text.string }) { return .flag }
    if let quantity = Quantity(plain: text, in: text.trimmed), quantity.unit.isEmpty {
      return .number
    }
    if let first = bytes.first, first.isDigit || first == UInt8(ascii: "-") {
      var parser = TimeParser(text)
      if (try? parser.time()) != nil { return .time }
    }
    return isFile(text.string) ? .file : .text
  }

  /// Returns true if a text without a type looks like the path of a file.
  private static func isFile(_ text: String) -> Bool {
    guard !text.contains(where: \.isWhitespace), let dot = text.lastIndex(of: ".") else {
      return false
    }
    return fileExtensions.contains(text[text.index(after: dot)...].lowercased())
  }

  /// File extensions of footage, images, sounds, fonts, tables and data.
  private static let fileExtensions: Set<String> = [
    "mov", "mp4", "m4v", "mkv", "webm", "avi", "mxf", "mts", "m2ts", "mpg", "mpeg", "ogv", "ts",
    "png", "jpg", "jpeg", "gif", "webp", "svg", "tif", "tiff", "bmp", "apng", "avif", "heic", "exr",
    "wav", "mp3", "m4a", "aac", "flac", "ogg", "opus", "aif", "aiff", "ttf", "otf", "ttc", "woff",
    "cube", "csv", "json", "srt", "vtt",
  ]
}
