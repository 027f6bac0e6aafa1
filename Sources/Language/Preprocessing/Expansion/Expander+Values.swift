// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Parsing
import ProjectModel
import YAML

/// Values in the place of their names.
extension Expander {
  /// A value that a reference names.
  struct Found {
    /// The name as the reference writes it, with its fields.
    var name: String
    var value: NamedValue
    /// The value itself, or the field of it that was named.
    var node: YAMLNode
    /// The scope of the nodes that are made of it.
    var scope: Scope
  }

  /// Expands a scalar with a dollar in it.
  mutating func scalar(_ node: YAMLNode, _ scope: Scope, depth: Int) -> YAMLComposer.NodeID {
    let template: Template
    do throws(ValueProblem) { template = try Template(node) } catch {
      report(error, at: node, scope)
      return nothing(at: node, scope)
    }
    guard let whole = template.whole else {
      guard let (text, inner, hasEscapes) = written(template, at: node, scope) else {
        return nothing(at: node, scope)
      }
      return composer.scalar(
        text, isQuoted: node.isQuoted || inner.expansion != scope.expansion,
        hasEscapes: hasEscapes, at: node, expansion: inner.expansion)
    }
    guard let found = find(whole.path, at: node, whole.range, scope) else {
      return nothing(at: node, scope)
    }
    return value(found.node, found, at: node, found.scope, depth: depth)
  }

  /// The value `node`, or a part of it, in the place of `template`.
  mutating func value(
    _ node: YAMLNode, _ found: Found, at template: YAMLNode, _ scope: Scope, depth: Int
  ) -> YAMLComposer.NodeID {
    let expansion = scope.expansion
    guard hasRoom(at: template, scope, depth: depth) else { return nothing(at: template, scope) }
    switch node.kind {
    case .null:
      return composer.null(
        at: template, isUnreadable: node.isUnreadable, expansion: expansion)
    case .scalar:
      let isText =
        switch found.value.type?.type {
        case .text, .file, .choice: true
        case .number, .flag, .time, .color: false
        case .list, nil: node.isQuoted
        }
      return composer.scalar(
        Template.text(of: node, isTemplate: found.value.isTemplate), isQuoted: isText,
        hasEscapes: node.hasEscapes, at: template, expansion: expansion)
    case .sequence:
      var items: [YAMLComposer.NodeID] = []
      for item in node.items where !saysTooMuch {
        items.append(value(item, found, at: template, scope, depth: depth + 1))
      }
      return composer.sequence(of: items, at: template, expansion: expansion)
    case .mapping:
      var entries: [(key: YAMLComposer.NodeID, value: YAMLComposer.NodeID)] = []
      for entry in node.entries where !saysTooMuch {
        let key = composer.scalar(
          entry.key.text ?? "", isQuoted: true, at: template, expansion: expansion)
        entries.append(
          (key, value(entry.value, found, at: template, scope, depth: depth + 1)))
      }
      return composer.mapping(of: entries, at: template, expansion: expansion)
    }
  }

  /// The list that an item is, if it is nothing but the name of one.
  mutating func splicedList(_ node: YAMLNode, _ scope: Scope) -> Found? {
    guard node.hasByte(UInt8(ascii: "$")), let template = try? Template(node),
      let whole = template.whole, let known = known(whole.path[0], scope),
      field(whole.path.dropFirst(), of: known)?.kind == .sequence
    else { return nil }
    return find(whole.path, at: node, whole.range, scope)
  }

  /// The text of a scalar with its references replaced, and the scope of the node that is made of it; nil after a
  /// mistake, which is reported.
  mutating func text(of node: YAMLNode, _ scope: Scope) -> (text: String, scope: Scope)? {
    guard node.hasByte(UInt8(ascii: "$")) else { return (node.text ?? "", scope) }
    do throws(ValueProblem) {
      return written(try Template(node), at: node, scope).map { ($0.text, $0.scope) }
    } catch {
      report(error, at: node, scope)
      return nil
    }
  }

  private mutating func written(
    _ template: Template, at node: YAMLNode, _ scope: Scope
  ) -> (text: String, scope: Scope, hasEscapes: Bool)? {
    var text = ""
    var hasEscapes = node.hasEscapes
    var scope = scope
    var isWhole = true
    var named = 0
    for token in template.tokens {
      switch token {
      case .text(let literal): text += literal
      case .reference(let path, let range):
        guard let found = find(path, at: node, range, scope) else {
          isWhole = false
          continue
        }
        guard found.node.kind == .scalar else {
          let kind =
            found.node.kind == .null
            ? "nothing" : found.node.kind == .sequence ? "a list" : "a row with fields"
          decoder.report(
            .notText(found.name, kind, at: place(of: node, range, in: found.scope)))
          isWhole = false
          continue
        }
        text += Template.text(of: found.node, isTemplate: found.value.isTemplate)
        if found.node.hasByte(UInt8(ascii: "\\")), !found.node.hasEscapes { hasEscapes = false }
        guard text.utf8.count <= Expander.byteLimit / 16 else {
          decoder.report(
            .tooMuchText(Expander.byteLimit / 16, at: place(of: node, range, in: found.scope)))
          return nil
        }
        // Messages say the first few values of a text.
        named += 1
        if named <= 8 { scope = found.scope }
      }
    }
    return isWhole ? (text, scope, hasEscapes) : nil
  }

  /// Warns of values with slashes in the name of an output's file: they make folders of it.
  ///
  /// A value that is a path by itself, or stands before a slash, may well be one.
  mutating func warnOfFolders(in node: YAMLNode, _ scope: Scope) {
    guard let template = try? Template(node), template.whole == nil else { return }
    let slash = UInt8(ascii: "/")
    let folders = template.tokens.lastIndex { token in
      if case .text(let text) = token { text.utf8.contains(slash) } else { false }
    }
    for token in template.tokens.dropFirst(folders.map { $0 + 1 } ?? 0) {
      guard case .reference(let path, let range) = token,
        let value = known(path[0], scope), value.type?.type != .file,
        let text = field(path.dropFirst(), of: value)?.text, text.utf8.contains(slash),
        let found = find(path, at: node, range, scope)
      else { continue }
      decoder.report(
        Diagnostic(
          code: .folderByValue,
          message: "the '/' in \(quoted(text)) makes a folder of what is before it",
          span: place(of: node, range, in: found.scope),
          hint: "write it without, such as \(quoted(text.replacing("/", with: "-")))"))
    }
  }

  // MARK: Names

  /// The value that `path` names at the bytes `range` of `node`; nil where there is none, which is reported.
  mutating func find(
    _ path: [String], at node: YAMLNode, _ range: Range<Int>, _ scope: Scope
  ) -> Found? {
    let span = place(of: node, range, in: scope)
    let name = path[0]
    used.insert(name)
    guard let value = known(name, scope) else {
      // A parameter whose declaration or value is wrong has been reported.
      if !names.contains(name) {
        let others = scope.rows.map(\.name).reversed() + values.keys.sorted()
        let hint: String? = scope.rows.last.flatMap { row in
          row.value.node[name].map { _ in "write ${\(row.name).\(name)}" }
        }
        decoder.report(.unknownParameter(name, at: span, among: Array(others), hint: hint))
      }
      return nil
    }
    var inner = value.node
    for (index, field) in path.dropFirst().enumerated() {
      let owner = path[...index].joined(separator: ".")
      guard inner.kind == .mapping else {
        decoder.report(.noFields(owner, at: span))
        return nil
      }
      guard let next = inner[field] else {
        let names = inner.entries.prefix(1000).compactMap(\.key.text)
        let isRow = index == 0 && name == scope.rows.last?.name
        let others = isRow ? scope.list?.prefix(1000).first { $0[field] != nil } : nil
        decoder.report(
          .unknownField(
            field, of: owner, at: span, among: names,
            lackedBy: others == nil ? nil : inner.span))
        return nil
      }
      inner = next
    }
    let full = path.joined(separator: ".")
    var found = NamedValue(
      node: value.node, span: value.span, type: value.type, isTemplate: value.isTemplate)
    if path.count > 1 {
      found = NamedValue(node: inner, span: inner.span, type: nil, isTemplate: value.isTemplate)
    }
    var scope = scope
    scope.expansion = expansion(
      by: full, found, text: Template.shown(inner, isTemplate: value.isTemplate), in: scope)
    return Found(name: full, value: found, node: inner, scope: scope)
  }

  /// The value called `name`: of a row, of a parameter, or, where none of these has the name, `row`, the number of the
  /// innermost row from 1, or `rows`, how many there are.
  func known(_ name: String, _ scope: Scope) -> NamedValue? {
    if let own = scope.rows.last(where: { $0.name == name })?.value ?? values[name] { return own }
    guard let (row, rows, span) = scope.number, name == "row" || name == "rows" else { return nil }
    return NamedValue(
      node: Parameter.scalar("\(name == "row" ? row : rows)", isQuoted: false, at: span),
      span: span, isTemplate: false)
  }

  private func field(_ path: ArraySlice<String>, of value: NamedValue) -> YAMLNode? {
    path.reduce(value.node as YAMLNode?) { $0?[$1] }
  }

  mutating func report(_ problem: ValueProblem, at node: YAMLNode, _ scope: Scope) {
    let span = problem.span ?? node.span
    decoder.report(
      Diagnostic(
        code: problem.code, message: problem.message,
        span: scope.expansion == 0
          ? span
          : Span(
            file: FileID(index: span.file.index, expansion: scope.expansion), start: span.start,
            end: span.end), hint: problem.hint))
  }
}
