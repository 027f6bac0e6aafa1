// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Parsing
import ProjectModel
import YAML

/// Puts values in the place of their names, leaves out what is not wanted, and repeats what stands
/// for several rows.
///
/// All nodes that come of it have the place of their template, with the values and rows as their
/// expansion (``SourceMap/Expansion``). A value that is put in place is not looked into again, so
/// nothing here can go on for ever; what it can grow to is bounded.
struct Expander: ~Copyable {
  /// Rows of all lists of a project.
  static let rowLimit = 100_000
  /// Nodes of the expanded tree, with those that are left out again.
  static let nodeLimit = 6_000_000
  /// Bytes of the texts in it.
  static let byteLimit = 1 << 28

  /// The names that are known at a place.
  struct Scope {
    /// Rows, the innermost last.
    var rows: [(name: String, value: NamedValue)] = []
    /// All rows of the list that the innermost is one of.
    var list: YAMLItems?
    /// The number of the innermost row, from 1, of how many, and the place of both; nil outside of rows.
    var number: (row: Int, rows: Int, span: Span)?
    /// The expansion that everything here is part of; 0 for none.
    var expansion: Int32 = 0
  }

  var decoder: ProjectParser
  var composer: YAMLComposer
  var sources: SourceMap
  var values: [String: NamedValue]
  let names: [String]
  /// The parameters that something has named.
  var used: Set<String> = []
  /// The texts in what was left out: assets that are named there are not unused.
  var dropped: Set<String> = []
  /// Lists of which every item was left out.
  var emptied: Set<Span> = []
  /// The reader of data files; `tables` are those that were read.
  let readData: (Located<String>) -> Result<DataFile, DataRefusal>
  var tables: [String: DataTable?] = [:]
  var rowCount = 0
  private let nodeLimit: Int
  /// Nodes that were left out again.
  private var forgotten = 0
  /// True if something grew beyond a limit, which has been reported: nothing more is made then.
  private(set) var saysTooMuch = false
  /// The last expansion of each parameter's value, with the one around it.
  private var lastExpansions: [String: (parent: Int32, number: Int32)] = [:]

  init(
    like tree: YAMLTree, values: [String: NamedValue], names: [String], sources: SourceMap,
    nodeLimit: Int,
    readData: @escaping (Located<String>) -> Result<DataFile, DataRefusal>,
    sink: consuming DiagnosticSink
  ) {
    decoder = ProjectParser(file: tree.file, sink: sink)
    composer = YAMLComposer(like: tree)
    self.values = values
    self.names = names
    self.sources = sources
    self.nodeLimit = nodeLimit
    self.readData = readData
  }

  /// The expanded project; `params` is no part of it.
  mutating func project(_ root: YAMLNode) -> YAMLTree {
    var scope = Scope()
    scope.expansion = root.span.file.expansion
    let part = node(root, SchemaNode.project(), scope, depth: 0)
    return composer.tree(root: part)
  }

  /// Gives the sink and the sources back.
  consuming func finish(_ sources: inout SourceMap) -> DiagnosticSink {
    sources = self.sources
    return decoder.finish()
  }

  // MARK: Nodes

  mutating func node(
    _ node: YAMLNode, _ place: SchemaNode?, _ scope: Scope, depth: Int
  ) -> YAMLComposer.NodeID {
    guard hasRoom(at: node, scope, depth: depth) else { return nothing(at: node, scope) }
    switch node.kind {
    case .null: return composer.copy(node, expansion: scope.expansion)
    case .scalar:
      guard node.hasByte(UInt8(ascii: "$")) else {
        return composer.copy(node, expansion: scope.expansion)
      }
      return scalar(node, scope, depth: depth)
    case .sequence:
      let inner = place?.listItem
      var items: [YAMLComposer.NodeID] = []
      items.reserveCapacity(node.count)
      for child in node.items where !saysTooMuch {
        items += item(child, inner, scope, depth: depth + 1)
      }
      if items.isEmpty, node.count > 0 { emptied.insert(self.place(of: node, in: scope)) }
      return composer.sequence(of: items, at: node, expansion: scope.expansion)
    case .mapping: return mapping(node, place, scope, depth: depth)
    }
  }

  /// Returns true if there is room for another node, `depth` levels deep; the first time that there
  /// is none, this is reported.
  mutating func hasRoom(at node: YAMLNode, _ scope: Scope, depth: Int) -> Bool {
    guard !saysTooMuch else { return false }
    let span = place(of: node, in: scope)
    if depth > YAMLComposer.maximumDepth {
      decoder.report(.tooDeepValue(YAMLComposer.maximumDepth, at: span))
    } else if composer.count + forgotten >= nodeLimit {
      decoder.report(.tooManyNodes(nodeLimit, at: span))
    } else if composer.byteCount > Expander.byteLimit {
      decoder.report(.tooMuchText(Expander.byteLimit, at: span))
    } else {
      return true
    }
    saysTooMuch = true
    return false
  }

  /// Expands an item of a list: no parts where it is left out, several where it is repeated.
  mutating func item(
    _ node: YAMLNode, _ place: SchemaNode?, _ scope: Scope, depth: Int
  ) -> [YAMLComposer.NodeID] {
    guard let place, place.isOptional else { return [self.node(node, place, scope, depth: depth)] }
    if node.kind == .scalar, let list = splicedList(node, scope) {
      return list.node.items.map { value($0, list, at: node, list.scope, depth: depth) }
    }
    guard node.kind == .mapping else { return [self.node(node, place, scope, depth: depth)] }
    if node[KeyTable.each.name] != nil {
      return each(node, place, scope, depth: depth, named: nil).map(\.value)
    }
    let start = composer.mark
    let part = mapping(node, place, scope, depth: depth)
    guard isWanted(node, scope) else {
      drop(after: start)
      return []
    }
    return [part]
  }

  private mutating func mapping(
    _ node: YAMLNode, _ place: SchemaNode?, _ scope: Scope, depth: Int
  ) -> YAMLComposer.NodeID {
    var entries: [(key: YAMLComposer.NodeID, value: YAMLComposer.NodeID)] = []
    entries.reserveCapacity(node.count)
    let named = place?.namedEntry
    /// The names that are written, where some entries are made for rows.
    var written: Set<String>?
    for entry in node.entries where !saysTooMuch {
      let key = entry.key.text ?? ""
      if depth == 0, key == "params" { continue }
      if place?.isOptional == true, key == KeyTable.when.name { continue }
      if entry.key.hasByte(UInt8(ascii: "$")), key.contains("${") {
        decoder.report(.keyWithValue(key, at: entry.key.span))
      }
      let inner = place?.value(of: key) ?? named
      if entry.value.hasByte(UInt8(ascii: "$")),
        named?.isOutput ?? (place?.isOutput == true && key == "file")
      {
        warnOfFolders(in: entry.value, scope)
      }
      guard let named, named.isOptional, entry.value.kind == .mapping else {
        let part = composer.copy(entry.key, expansion: scope.expansion)
        entries.append((part, self.node(entry.value, inner, scope, depth: depth + 1)))
        continue
      }
      if entry.value[KeyTable.each.name] != nil {
        for (name, part) in each(
          entry.value, named, scope, depth: depth + 1, named: (entry.key, key))
        {
          guard let name else { continue }
          let names = written ?? Set(node.entries.compactMap(\.key.text))
          written = names
          if names.contains(name.text) {
            decoder.report(
              Diagnostic(
                code: .duplicateName,
                message:
                  "row \(name.number) of \(quoted(key)) is called \(quoted(name.text)), as something else",
                span: entry.key.span, hint: "give one of them another name"))
          }
          entries.append((name.part, part))
        }
        continue
      }
      let start = composer.mark
      let part = composer.copy(entry.key, expansion: scope.expansion)
      let value = self.node(entry.value, named, scope, depth: depth + 1)
      guard isWanted(entry.value, scope) else {
        drop(after: start)
        continue
      }
      entries.append((part, value))
    }
    return composer.mapping(of: entries, at: node, expansion: scope.expansion)
  }

  // MARK: Leaving out

  /// Forgets what was made after `mark`, which is left out.
  mutating func drop(after mark: YAMLComposer.Mark) {
    dropped.formUnion(composer.texts(after: mark, limit: max(0, 10_000 - dropped.count)))
    forgotten += composer.count - mark.count
    composer.forget(after: mark)
  }

  /// Counts names and texts in `node` as used, although nothing is made of it: with other rows it would be.
  mutating func leaveOut(_ node: YAMLNode) {
    if let text = node.text {
      if dropped.count < 10_000 { dropped.insert(text) }
      for token in (try? Template(node))?.tokens ?? [] {
        if case .reference(let path, _) = token { used.insert(path[0]) }
      }
    }
    for item in node.items { leaveOut(item) }
    for entry in node.entries { leaveOut(entry.value) }
  }

  // MARK: Places

  /// The place of `node`, with the expansion it is part of.
  func place(of node: YAMLNode, _ range: Range<Int>? = nil, in scope: Scope) -> Span {
    let span = range.map { node.span(of: $0) } ?? node.span
    return scope.expansion == 0
      ? span
      : Span(
        file: FileID(index: span.file.index, expansion: scope.expansion), start: span.start,
        end: span.end)
  }

  mutating func nothing(at node: YAMLNode, _ scope: Scope) -> YAMLComposer.NodeID {
    composer.null(at: node, isUnreadable: true, expansion: scope.expansion)
  }

  /// The number of the expansion by the value of the parameter `name`, within that of `scope`.
  mutating func expansion(
    by name: String, _ value: NamedValue, text: @autoclosure () -> String, in scope: Scope
  ) -> Int32 {
    if let last = lastExpansions[name], last.parent == scope.expansion { return last.number }
    let number = sources.add(
      SourceMap.Expansion(
        .value(name: name, text: text()), at: value.span, parent: scope.expansion))
    lastExpansions[name] = (scope.expansion, number)
    return number
  }
}
