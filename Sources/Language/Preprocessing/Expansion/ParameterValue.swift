// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import Parsing
import ProjectModel
import YAML

/// Values of parameters: what is wrong with one, and how lists and files are given as text.
extension Parameter {
  /// A list has at most so many items.
  static let listLimit = 100_000

  /// The problem of `node` as a value; nil if there is none.
  func problem(of node: YAMLNode) -> ValueProblem? {
    guard type != .list else {
      if node.kind == .sequence { return nil }
      return wrong(node, "expected a list", hint: "write \(type.example)")
    }
    guard node.kind == .scalar else {
      let found = node.kind == .null ? "nothing" : node.kind == .sequence ? "a list" : "a mapping"
      return wrong(
        node, "expected \(type.noun), found \(found)", hint: "write \(name): \(type.example)")
    }
    let text = ScalarText(node)
    switch type {
    case .text, .list: return nil
    case .flag:
      if FlagWord.all.contains(where: { $0.word == text.string }) { return nil }
      return wrong(
        node, "\(quoted(text.string)) is neither true nor false", hint: "write true or false")
    case .number:
      guard let quantity = Quantity(plain: text, in: text.trimmed), quantity.unit.isEmpty else {
        return wrong(node, "\(quoted(text.string)) is not a number", hint: "write \(type.example)")
      }
      return outside(quantity.value, node)
    case .time:
      do throws(ValueProblem) {
        var parser = TimeParser(text)
        let time = try parser.time()
        guard minimum != nil || maximum != nil else { return nil }
        guard let constant = time.constant else {
          return wrong(
            node, "'\(name)' has bounds, and \(quoted(text.string)) depends on the film",
            hint: "write a plain time, such as 2.5s")
        }
        return outside(constant, node)
      } catch { return error }
    case .color:
      do throws(ValueProblem) {
        _ = try Color.read(Word(text: text, range: text.trimmed))
        return nil
      } catch { return error }
    case .file:
      let bytes = (node.text ?? "").utf8
      if bytes.isEmpty { return wrong(node, "a path is empty", hint: "write \(type.example)") }
      if bytes.count > 4096 { return wrong(node, "a path is longer than 4096 bytes", hint: nil) }
      return nil
    case .choice:
      if choices.contains(node.text ?? "") { return nil }
      return wrong(
        node, "\(quoted(node.text ?? "")) is not one of the values of '\(name)'",
        hint: suggestion(node.text ?? "", in: choices))
    }
  }

  private func wrong(_ node: YAMLNode, _ message: String, hint: String?) -> ValueProblem {
    ValueProblem(code: .parameterValue, message: message, span: node.span, hint: hint)
  }

  private func outside(_ value: Time, _ node: YAMLNode) -> ValueProblem? {
    let words: String
    if let minimum, value < minimum.value {
      words = "less than \(minimum.text)"
    } else if let maximum, value > maximum.value {
      words = "more than \(maximum.text)"
    } else {
      return nil
    }
    return ValueProblem(
      code: .outOfRange, message: "\(quoted(node.text ?? "")) is \(words)", span: node.span,
      hint: "'\(name)' is "
        + [minimum.map { "at least \($0.text)" }, maximum.map { "at most \($0.text)" }]
        .compactMap(\.self).joined(separator: " and "))
  }

  /// A given value as one of this parameter: a list that is written as text is read, and the path of
  /// a file is made one that starts from the folder of the project, `root`.
  func value(of given: GivenValue, root: String) throws(ValueProblem) -> YAMLNode {
    let node = given.node
    if type == .list, given.isText, let text = node.text { return try list(text, node) }
    if let problem = problem(of: node) { throw problem }
    guard type == .file, let path = node.text else { return node }
    let whole = Parameter.path(path, from: given.folder, to: root)
    return Parameter.scalar(whole, isQuoted: true, at: node.span)
  }

  /// A scalar as if it stood at `span`.
  static func scalar(_ text: String, isQuoted: Bool, at span: Span) -> YAMLNode {
    var composer = YAMLComposer(file: span.file, source: [])
    let part = composer.scalar(text, isQuoted: isQuoted, from: span.start, to: span.end)
    guard let root = composer.tree(root: part).root else {
      preconditionFailure("a tree of one scalar has a root")
    }
    return root
  }

  /// `path`, which starts from `folder`, as one that starts from `root`; absolute where it leads out of that.
  static func path(_ path: String, from folder: String, to root: String) -> String {
    if folder == root || path.hasPrefix("/") || path.contains("://") { return path }
    let parts = path.split(separator: "/").filter { $0 != "." }
    let whole = (folder == "/" ? "" : folder) + "/" + parts.joined(separator: "/")
    let inside = root == "/" ? "/" : root + "/"
    guard !parts.contains(".."), whole.utf8.starts(with: inside.utf8) else { return whole }
    return String(decoding: whole.utf8.dropFirst(inside.utf8.count), as: UTF8.self)
  }

  /// A list that is given as text: texts between commas, or as YAML in brackets.
  private func list(_ text: String, _ node: YAMLNode) throws(ValueProblem) -> YAMLNode {
    let bytes = Array(text.utf8)
    if text.drop(while: { $0 == " " }).first == "[" {
      var scratch = DiagnosticSink()
      let tree = parseYAML(FileID(index: 0), text: bytes, reporting: &scratch)
      if let first = scratch.diagnostics.first {
        throw ValueProblem(
          code: .parameterValue, message: "this is not a list: \(first.message)", span: node.span,
          hint: first.hint ?? "write \(type.example)")
      }
      guard let root = tree.root, root.kind == .sequence, root.count <= Parameter.listLimit else {
        throw wrong(
          node, "a list has at most \(Parameter.listLimit) items, within brackets",
          hint: "write \(type.example)")
      }
      var composer = YAMLComposer(file: node.span.file, source: [])
      let part = composer.copy(root, into: node.span)
      return composer.tree(root: part).root ?? node
    }
    var composer = YAMLComposer(file: node.span.file, source: [])
    let (start, end) = (node.span.start, node.span.end)
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    guard words.count <= Parameter.listLimit else {
      throw wrong(node, "a list has at most \(Parameter.listLimit) items", hint: nil)
    }
    var items: [YAMLComposer.NodeID] = []
    for word in words {
      let trimmed = String(word.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      if trimmed.isEmpty, words.count == 1 { continue }
      items.append(composer.scalar(trimmed, isQuoted: false, from: start, to: end))
    }
    let part = composer.sequence(of: items, from: start, to: end)
    return composer.tree(root: part).root ?? node
  }
}

extension YAMLComposer {
  /// A copy of `node`, a tree of another text, as if all of it stood at `span`.
  fileprivate mutating func copy(_ node: YAMLNode, into span: Span) -> NodeID {
    let (start, end) = (span.start, span.end)
    switch node.kind {
    case .null: return null(from: start, to: end)
    case .scalar: return scalar(node.text ?? "", isQuoted: node.isQuoted, from: start, to: end)
    case .sequence:
      return sequence(of: node.items.map { copy($0, into: span) }, from: start, to: end)
    case .mapping:
      let entries = node.entries.map { entry in
        (key: copy(entry.key, into: span), value: copy(entry.value, into: span))
      }
      return mapping(of: entries, from: start, to: end)
    }
  }
}
