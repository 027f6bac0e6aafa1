// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Parsing
import ProjectModel
import YAML

/// Expansion of `each` for the rows of a list or of a table.
extension Expander {
  /// A part that results from one row; it has a name where it is an entry of a mapping.
  typealias RowPart = (name: RowName?, value: YAMLComposer.NodeID)

  /// The name of an entry that was made for a row.
  struct RowName {
    var text: String
    var number: Int
    var part: YAMLComposer.NodeID
  }

  /// The rows of a list, and what messages call it.
  private struct Rows {
    var items: YAMLItems
    var count: Int
    var source: String
    var isTemplate: Bool
    var scope: Scope
  }

  /// Expands `node`, which has `each`: to items of a list, or, where it is the entry `named` of a
  /// mapping, to entries `NAME-1`, `NAME-2` and so on.
  mutating func each(
    _ node: YAMLNode, _ place: SchemaNode, _ scope: Scope, depth: Int,
    named: (key: YAMLNode, text: String)?
  ) -> [RowPart] {
    let fields = decoder.fields(of: node, KeyTable.each)
    func value(_ key: String) -> YAMLNode? { fields.first { $0.name == key }?.value }
    guard let list = value("each"), let template = value("item"),
      let name = value("as").flatMap({ rowName($0, scope) })
    else { return failed(node, scope, isNamed: named != nil) }
    guard !place.isTrack else {
      let key = node.entries.first { $0.key.text == KeyTable.each.name }?.key.span
      decoder.report(
        .missingDash("each", inBraces: false, at: key ?? node.span))
      return failed(node, scope, isNamed: named != nil)
    }
    guard named == nil || template.kind != .sequence else {
      decoder.wrongKind(template, "one thing for each row", hint: "write item: {…}")
      return failed(node, scope, isNamed: named != nil)
    }
    guard checkCondition(of: node, name, scope) || isWanted(node, scope) else {
      leaveOut(template)
      return []
    }
    guard let rows = rows(list, scope) else { return failed(node, scope, isNamed: named != nil) }
    if rows.count == 0 { leaveOut(template) }
    guard rowCount + rows.count <= Expander.rowLimit else {
      decoder.report(
        Diagnostic(
          code: .expansionLimit,
          message:
            "the rows of a project are at most \(Expander.rowLimit), and here are \(rows.count)"
            + (rowCount > 0 ? " beside \(rowCount) others" : ""),
          span: self.place(of: list, in: scope), hint: "make several films of it, with --data"))
      return failed(node, scope, isNamed: named != nil)
    }
    if let inner = rows.items.first(where: { $0.kind == .sequence }) {
      decoder.report(
        Diagnostic(
          code: .wrongKind, message: "a row is a value, or has fields, and this one is a list",
          span: rows.isTemplate ? inner.span : self.place(of: list, in: scope),
          notes: rows.isTemplate
            ? [] : [.init(message: "the row is here", span: inner.span)],
          hint: "name what is in it: {x: 10%, y: 20%}"))
      return failed(node, scope, isNamed: named != nil)
    }
    rowCount += rows.count
    var parts: [RowPart] = []
    for (index, row) in rows.items.enumerated() {
      if decoder.hasFailedOften || saysTooMuch { break }
      var inner = rows.scope
      let number = sources.add(
        SourceMap.Expansion(
          .row(index + 1, of: rows.source), at: row.span, parent: scope.expansion))
      inner.expansion = number
      inner.rows.append(
        (name, NamedValue(node: row, span: row.span, isTemplate: rows.isTemplate)))
      inner.list = rows.items
      inner.number = (index + 1, rows.count, row.span)
      parts += self.parts(of: template, place, inner, depth: depth, named: named, index + 1)
    }
    return parts
  }

  /// Returns true if the condition of `node`, which is one for all rows, asks for the row called
  /// `name`; reports it then.
  private mutating func checkCondition(of node: YAMLNode, _ name: String, _ scope: Scope) -> Bool {
    let entry = node.entries.first { $0.key.text == KeyTable.when.name }
    guard let condition = entry?.value, known(name, scope) == nil, asks(condition, for: name)
    else { return false }
    decoder.report(
      Diagnostic(
        code: .unknownParameter,
        message: "'when' beside 'each' is for all rows, and has no \(quoted(name))",
        span: self.place(of: condition, in: scope),
        hint: "write it in the item: item: {when: "
          + (condition.text.map { "\"\($0)\"" } ?? "{…}") + ", …}"))
    return true
  }

  /// The parts after a mistake: in a list one unreadable node, so that a track is not thought to be
  /// empty.
  private mutating func failed(
    _ node: YAMLNode, _ scope: Scope, isNamed: Bool
  ) -> [RowPart] {
    isNamed ? [] : [(nil, nothing(at: node, scope))]
  }

  private mutating func parts(
    of template: YAMLNode, _ place: SchemaNode, _ scope: Scope, depth: Int,
    named: (key: YAMLNode, text: String)?, _ number: Int
  ) -> [RowPart] {
    guard let named else {
      if template.kind == .sequence {
        return template.items.flatMap { item($0, place, scope, depth: depth + 1) }
          .map { (nil, $0) }
      }
      return item(template, place, scope, depth: depth + 1).map { (nil, $0) }
    }
    let start = composer.mark
    let text = "\(named.text)-\(number)"
    let key = composer.scalar(
      text, isQuoted: true, at: named.key, expansion: scope.expansion)
    let made = item(template, place, scope, depth: depth + 1)
    guard made.count == 1 else {
      if made.count > 1 {
        decoder.wrongKind(template, "one thing for each row", hint: "write item: {…}")
      }
      drop(after: start)
      return []
    }
    return [(RowName(text: text, number: number, part: key), made[0])]
  }

  /// The name under `as`, which nothing else may have here.
  private mutating func rowName(_ node: YAMLNode, _ scope: Scope) -> String? {
    guard let name = decoder.text(node, "a name", example: "as: shot")?.value else { return nil }
    if let problem = Parameter.nameProblem(name) {
      decoder.report(
        Diagnostic(
          code: .badName, message: problem, span: node.span,
          hint: "begin it with a letter, and use letters, digits, _ and -"))
      return nil
    }
    guard names.contains(name) || scope.rows.contains(where: { $0.name == name }) else {
      return name
    }
    let isParameter = names.contains(name)
    decoder.report(
      Diagnostic(
        code: .duplicateName,
        message:
          "\(quoted(name)) is the name of a \(isParameter ? "parameter" : "row around this one")",
        span: node.span, hint: "give the row another name"))
    return nil
  }

  // MARK: Lists

  /// The rows that `each` names; nil after a mistake, which is reported.
  private mutating func rows(_ node: YAMLNode, _ scope: Scope) -> Rows? {
    switch node.kind {
    case .sequence:
      guard isPlain(node, scope) else { return nil }
      return Rows(
        items: node.items, count: node.count, source: "this list", isTemplate: true, scope: scope)
    case .mapping, .null:
      decoder.wrongKind(
        node, "a list or a file of rows", hint: "write each: shots.csv, or each: ${name} of a list")
      return nil
    case .scalar: break
    }
    if let template = try? Template(node), let whole = template.whole {
      guard let found = find(whole.path, at: node, whole.range, scope) else { return nil }
      if found.node.kind == .sequence {
        return Rows(
          items: found.node.items, count: found.node.count, source: found.name,
          isTemplate: found.value.isTemplate, scope: scope)
      }
      guard found.node.kind == .scalar else {
        decoder.report(
          Diagnostic(
            code: .wrongKind,
            message:
              "\(found.name) is \(found.node.kind == .null ? "nothing" : "one row"), and a list is wanted",
            span: place(of: node, in: found.scope), hint: "name a list, or a file of rows"))
        return nil
      }
    }
    guard let (path, inner) = text(of: node, scope) else { return nil }
    return table(path, at: node, inner).map {
      Rows(
        items: $0.rows.items, count: $0.rows.count, source: $0.name, isTemplate: false, scope: scope
      )
    }
  }

  /// The table in the file `path`; nil where it cannot be read, which is reported.
  private mutating func table(_ path: String, at node: YAMLNode, _ scope: Scope) -> DataTable? {
    if let known = tables[path] { return known }
    let span = place(of: node, in: scope)
    tables[path] = .some(nil)
    guard let format = DataTable.isPattern(path) ? .json : DataTable.Format(path: path) else {
      decoder.report(
        Diagnostic(
          code: .badValue, message: "\(quoted(path)) is not a list, and no file of rows",
          span: span,
          hint:
            "name a file that ends in .csv or .json, files as photos/*.jpg, or ${name} of a list"))
      return nil
    }
    let text: [UInt8]
    switch readData(Located(path, at: span)) {
    case .success(let file):
      text = file.text
      for remark in file.remarks { decoder.report(remark) }
    case .failure(let refusal):
      decoder.report(refusal.diagnostic)
      return nil
    }
    let file = sources.add(name: path, text: text)
    var scratch = DiagnosticSink()
    let table = DataTable(
      name: path, text: text, format: format, file: file, reporting: &scratch)
    for diagnostic in scratch.diagnostics { decoder.report(diagnostic) }
    tables[path] = .some(table)
    return table
  }

  /// Returns true if a list that is written out names no values; reports it otherwise.
  private mutating func isPlain(_ list: YAMLNode, _ scope: Scope) -> Bool {
    guard let use = Template.firstUse(in: list) else { return true }
    if let problem = use.problem {
      report(problem, at: use.node, scope)
    } else {
      decoder.report(
        Diagnostic(
          code: .parameterUse,
          message: "an item of a list that is written out cannot name a value",
          span: use.node.span, hint: "name it in 'item', or let the whole list be ${name}"))
    }
    return false
  }
}
