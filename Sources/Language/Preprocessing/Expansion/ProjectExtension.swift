// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Parsing
import ProjectModel
import YAML

/// Puts together what files say that extend one another: what a file says counts before what the next one says, key by
/// key in objects, and as a whole elsewhere.
struct ProjectExtension {
  /// The node of one file at a place.
  struct Source {
    var node: YAMLNode
    /// The folder from which paths in it start, from the project's; empty for that itself.
    var folder: String
  }

  /// Their roots and folders, the project first.
  private let roots: [Source]
  /// The names of all assets: what is written where an asset or a file may be is no path then.
  private let assets: Set<String>

  init(_ roots: [Source]) {
    self.roots = roots
    assets = roots.reduce(into: []) { names, root in
      guard let own = root.node["assets"] else { return }
      names.formUnion(own.entries.compactMap(\.key.text))
    }
  }

  /// The project with all that it extends.
  func tree(like tree: YAMLTree) -> YAMLTree {
    var composer = YAMLComposer(like: tree)
    var entries: [(key: YAMLComposer.NodeID, value: YAMLComposer.NodeID)] = []
    let inherited = KeyTable.extensible
    for entry in roots[0].node.entries {
      let key = entry.key.text ?? ""
      if key == "extends" || inherited.contains(key) { continue }
      entries.append((composer.graft(entry.key), composer.graft(entry.value)))
    }
    for name in inherited {
      let sources = roots.compactMap { root in
        root.node.entry(name).map { (key: $0.key, Source(node: $0.value, folder: root.folder)) }
      }
      guard let first = sources.first, let shape = KeyTable.project.shape.key(name)?.value else {
        continue
      }
      let values = sources.map(\.1)
      let part =
        switch name {
        case "params": named(values, &composer) { parameter($0, &$1) }
        case "assets": named(values, &composer) { graft($0[0], [shape.named], &$1) }
        default: merged(values, [shape], &composer)
        }
      entries.append((composer.graft(first.key), part))
    }
    let root = composer.mapping(of: entries, at: roots[0].node, expansion: 0)
    return composer.tree(root: root)
  }

  // MARK: Merging

  /// An object of settings, key by key; anything else as the first file says it.
  private func merged(
    _ sources: [Source], _ shapes: [ValueShape], _ composer: inout YAMLComposer
  ) -> YAMLComposer.NodeID {
    let objects = shapes.flatMap(\.objects)
    guard objects.count == 1, sources.count > 1, sources[0].node.kind == .mapping else {
      return graft(sources[0], shapes, &composer)
    }
    let mappings = Array(sources.prefix { $0.node.kind == .mapping })
    return named(
      mappings, &composer,
      { key, values, composer in
        merged(values, objects[0].key(key).map { [$0.value] } ?? [], &composer)
      })
  }

  private func named(
    _ sources: [Source], _ composer: inout YAMLComposer,
    _ make: ([Source], inout YAMLComposer) -> YAMLComposer.NodeID
  ) -> YAMLComposer.NodeID {
    named(sources, &composer) { _, values, composer in make(values, &composer) }
  }

  /// A mapping of all names of `sources`, those of the last file first, with what each of them says of it.
  private func named(
    _ sources: [Source], _ composer: inout YAMLComposer,
    _ make: (_ name: String, [Source], inout YAMLComposer) -> YAMLComposer.NodeID
  ) -> YAMLComposer.NodeID {
    // What is no mapping is reported when the project is decoded.
    guard sources[0].node.kind == .mapping else { return composer.graft(sources[0].node) }
    var names: [String] = []
    var found: [String: (key: YAMLNode, values: [Source])] = [:]
    for source in sources.reversed() {
      for entry in source.node.entries {
        let name = entry.key.text ?? ""
        if found[name] == nil { names.append(name) }
        let value = Source(node: entry.value, folder: source.folder)
        found[name] = (entry.key, [value] + (found[name]?.values ?? []))
      }
    }
    let entries = names.compactMap { name in
      found[name].map { (key: composer.graft($0.key), value: make(name, $0.values, &composer)) }
    }
    return composer.mapping(of: entries, at: sources[0].node, expansion: 0)
  }

  /// A parameter: a value alone is another default of what is declared, and so are keys without a `type`.
  private func parameter(
    _ sources: [Source], _ composer: inout YAMLComposer
  ) -> YAMLComposer.NodeID {
    let last =
      sources.firstIndex { $0.node.kind == .mapping && $0.node["type"] != nil }
      ?? sources.firstIndex { $0.node.kind == .mapping } ?? 0
    let counted = sources[...last]
    let type = counted.lazy.compactMap { $0.node.kind == .mapping ? $0.node["type"]?.text : nil }
      .first { _ in true }
    guard counted.contains(where: { $0.node.kind == .mapping }) else {
      return fallback(sources[0], type, &composer)
    }
    var names: [String] = []
    var values: [String: (key: YAMLNode?, source: Source)] = [:]
    for source in counted.reversed() {
      guard source.node.kind == .mapping else {
        if values["default"] == nil { names.append("default") }
        values["default"] = (nil, source)
        continue
      }
      for entry in source.node.entries {
        let name = entry.key.text ?? ""
        if values[name] == nil { names.append(name) }
        values[name] = (entry.key, Source(node: entry.value, folder: source.folder))
      }
    }
    let entries = names.compactMap { name in
      values[name].map { key, source in
        (
          key: key.map { composer.graft($0) }
            ?? composer.scalar("default", isQuoted: false, at: source.node, expansion: 0),
          value: name == "default"
            ? fallback(source, type, &composer) : composer.graft(source.node)
        )
      }
    }
    return composer.mapping(of: entries, at: counted[0].node, expansion: 0)
  }

  /// A default, whose path starts from the project's folder where it is a file.
  private func fallback(
    _ source: Source, _ type: String?, _ composer: inout YAMLComposer
  ) -> YAMLComposer.NodeID {
    let isFile =
      type.map { $0 == ParameterType.file.rawValue }
      ?? (source.node.kind == .scalar && ParameterReader.inferredType(of: source.node) == .file)
    return graft(source, isFile ? [.path] : [], &composer)
  }

  // MARK: Paths

  /// A copy of `source`, in which paths start from the project's folder.
  private func graft(
    _ source: Source, _ shapes: [ValueShape], _ composer: inout YAMLComposer
  ) -> YAMLComposer.NodeID {
    let node = source.node
    guard !source.folder.isEmpty, !shapes.isEmpty else { return composer.graft(node) }
    switch node.kind {
    case .null: return composer.graft(node)
    case .scalar:
      return composer.graft(node) { rebased($0, shapes, source.folder) }
    case .sequence:
      let items = node.items.map {
        graft(Source(node: $0, folder: source.folder), shapes.flatMap(\.items), &composer)
      }
      return composer.sequence(of: items, at: node, expansion: 0)
    case .mapping:
      let entries = node.entries.map { entry in
        let inner = shapes.flatMap { $0.values(of: entry.key.text ?? "") }
        let value = graft(Source(node: entry.value, folder: source.folder), inner, &composer)
        return (key: composer.graft(entry.key), value: value)
      }
      return composer.mapping(of: entries, at: node, expansion: 0)
    }
  }

  /// The path that a scalar is, from the project's folder; nil where it is none, or the same from everywhere.
  private func rebased(
    _ node: YAMLNode, _ shapes: [ValueShape], _ folder: String
  ) -> String? {
    guard let text = node.text, !text.isEmpty else { return nil }
    let kinds = shapes.flatMap(\.flat)
    let isPath = kinds.contains { if case .path = $0 { true } else { false } }
    let isMedia = kinds.contains { if case .media = $0 { true } else { false } }
    guard isPath || isMedia && !assets.contains(text) else { return nil }
    // The value of a parameter is a path from the project's folder already.
    if let template = try? Template(node), template.whole != nil { return nil }
    let path = text.fromFolder(folder)
    return path == text ? nil : path
  }
}

extension ValueShape {
  /// The shapes of which it may be one.
  fileprivate var flat: [ValueShape] {
    switch self {
    case .either(let shapes): shapes.flatMap(\.flat)
    case .animated(let shape): shape.flat
    default: [self]
    }
  }

  /// The objects that it may be.
  fileprivate var objects: [ObjectShape] {
    flat.compactMap { if case .object(let object) = $0 { object } else { nil } }
  }

  /// The shapes of its items.
  fileprivate var items: [ValueShape] {
    flat.compactMap { if case .list(let shape) = $0 { shape } else { nil } }
  }

  /// The shape of its named entries.
  fileprivate var named: ValueShape {
    flat.lazy.compactMap { if case .named(let shape) = $0 { shape } else { nil } }
      .first { _ in true } ?? .anything
  }

  /// The shapes of the value of a key of it.
  fileprivate func values(of key: String) -> [ValueShape] {
    objects.compactMap { $0.key(key)?.value }
  }
}

extension YAMLNode {
  fileprivate func entry(_ key: String) -> YAMLEntry? { entries.first { $0.key.text == key } }
}
