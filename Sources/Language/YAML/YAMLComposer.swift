// SPDX-License-Identifier: Apache-2.0

public import Diagnostics

/// Makes a tree of nodes that were read elsewhere, or of texts.
///
/// Nodes are made from the leaves up and then given to the collection that holds them, each to one.
/// They have the places of a template, and the number of the expansion through which they came from
/// it (``FileID/expansion``); of an expansion 0 they have that of the template itself.
public struct YAMLComposer {
  /// A node that was made.
  public struct NodeID: Hashable, Sendable {
    fileprivate let index: Int32
  }

  /// The levels a tree may have; readers of the tree recurse.
  public static let maximumDepth = YAMLBuilder.maximumDepth

  private let file: FileID
  private let source: [UInt8]
  private var pool: [UInt8]
  private var records: [YAMLRecord] = []
  private var files: [FileID] = []

  /// Begins a tree whose templates are nodes of `tree`.
  public init(like tree: YAMLTree) {
    file = tree.file
    (source, pool) = tree.texts
  }

  /// Begins a tree of the file with the bytes `source`, less than 2 GiB.
  public init(file: FileID, source: [UInt8]) {
    self.file = file
    self.source = source
    pool = []
  }

  /// The number of nodes made so far.
  public var count: Int { records.count }

  /// The bytes of the texts made so far.
  public var byteCount: Int { pool.count }

  /// A position in the making of a tree.
  public struct Mark {
    /// The number of nodes.
    public let count: Int
    fileprivate let bytes: Int
  }

  /// The current position.
  public var mark: Mark { Mark(count: records.count, bytes: pool.count) }

  /// Forgets the nodes made after `mark`.
  public mutating func forget(after mark: Mark) {
    records.removeSubrange(mark.count...)
    files.removeSubrange(mark.count...)
    pool.removeSubrange(mark.bytes...)
  }

  /// The texts of the scalars made after `mark`, `limit` at most.
  public func texts(after mark: Mark, limit: Int) -> [String] {
    records[mark.count...].lazy.filter { $0.kind == .scalar }.prefix(limit).map { record in
      let bytes = Int(record.first)..<Int(record.first + record.count)
      return String(
        decoding: record.flags.contains(.pooled) ? pool[bytes] : source[bytes], as: UTF8.self)
    }
  }

  /// A copy of the scalar or null `node` of the tree that this one is like.
  public mutating func copy(_ node: YAMLNode, expansion: Int32) -> NodeID {
    let record = node.storage.records[Int(node.index)]
    precondition(
      record.kind == .scalar || record.kind == .null, "collections are made of their parts")
    var copy = record
    copy.next = -1
    return used(like: node, add(copy, file(of: node, expansion)), expansion)
  }

  /// A copy of `node` and of all below it, from any tree, at their places.
  ///
  /// - Parameter replacement: Another text for a scalar, by the node; nil for its own.
  public mutating func graft(
    _ node: YAMLNode, replacing replacement: (YAMLNode) -> String? = { _ in nil }
  ) -> NodeID {
    switch node.kind {
    case .null:
      let span = node.span
      return used(
        like: node,
        add(
          YAMLRecord(
            start: span.start, end: span.end, first: span.start, count: 0, kind: .null,
            flags: node.isUnreadable ? .unreadable : []), span.file), 0)
    case .scalar:
      if let text = replacement(node) {
        return scalar(text, isQuoted: node.isQuoted, at: node, expansion: 0)
      }
      return used(like: node, graft(scalar: node), 0)
    case .sequence:
      let items = node.items.map { graft($0, replacing: replacement) }
      return sequence(of: items, at: node, expansion: 0)
    case .mapping:
      let entries = node.entries.map { entry in
        (key: graft(entry.key), value: graft(entry.value, replacing: replacement))
      }
      return mapping(of: entries, at: node, expansion: 0)
    }
  }

  /// A copy of a scalar of any tree, whose text goes into the pool.
  private mutating func graft(scalar node: YAMLNode) -> NodeID {
    var record = node.storage.records[Int(node.index)]
    let text = node.storage.bytes(of: record)
    if !record.flags.contains(.pooled) {
      switch record.first - record.start {
      case 0: record.flags.insert(.verbatim)
      case 1: record.flags.insert(.verbatimInQuotes)
      default: break
      }
    }
    record.flags.insert(.pooled)
    record.first = Int32(pool.count)
    record.next = -1
    pool.append(contentsOf: text)
    return add(record, node.span.file)
  }

  /// A scalar with the given text, at the place of `template`; `hasEscapes` where a backslash in it was meant as one.
  public mutating func scalar(
    _ text: String, isQuoted: Bool, hasEscapes: Bool = false, at template: YAMLNode,
    expansion: Int32
  ) -> NodeID {
    let span = template.span
    let part = scalar(
      text, isQuoted: isQuoted, from: span.start, to: span.end, in: file(of: template, expansion))
    if hasEscapes { records[Int(part.index)].flags.insert(.escapes) }
    if template.storage.records[Int(template.index)].flags.contains(.cut) {
      records[Int(part.index)].flags.insert(.cut)
    }
    return used(like: template, part, expansion)
  }

  /// A scalar with the given text, at the bytes `start..<end` of the file.
  public mutating func scalar(
    _ text: String, isQuoted: Bool, from start: Int32, to end: Int32
  ) -> NodeID {
    scalar(text, isQuoted: isQuoted, from: start, to: end, in: file)
  }

  private mutating func scalar(
    _ text: String, isQuoted: Bool, from start: Int32, to end: Int32, in file: FileID
  ) -> NodeID {
    let first = Int32(pool.count)
    pool.append(contentsOf: text.utf8)
    var flags: YAMLRecord.Flags = .pooled
    if isQuoted { flags.insert(.quoted) }
    return add(
      YAMLRecord(
        start: start, end: end, first: first, count: Int32(pool.count) - first, kind: .scalar,
        flags: flags), file)
  }

  /// A scalar whose text is the bytes `text` of the file, at the bytes `start..<end` around them.
  public mutating func scalar(
    _ text: Range<Int32>, isQuoted: Bool, from start: Int32, to end: Int32
  ) -> NodeID {
    add(
      YAMLRecord(
        start: start, end: end, first: text.lowerBound, count: text.upperBound - text.lowerBound,
        kind: .scalar, flags: isQuoted ? .quoted : []), file)
  }

  /// Nothing, at the bytes `start..<end` of the file.
  public mutating func null(from start: Int32, to end: Int32) -> NodeID {
    add(YAMLRecord(start: start, end: end, first: start, count: 0, kind: .null), file)
  }

  /// Nothing, at the place of `template`; `isUnreadable` where what stood there was reported.
  public mutating func null(
    at template: YAMLNode, isUnreadable: Bool, expansion: Int32
  ) -> NodeID {
    let span = template.span
    return add(
      YAMLRecord(
        start: span.start, end: span.end, first: span.start, count: 0, kind: .null,
        flags: isUnreadable ? .unreadable : []), file(of: template, expansion))
  }

  /// A list of `items`, at the place of `template`.
  public mutating func sequence(
    of items: [NodeID], at template: YAMLNode, expansion: Int32
  ) -> NodeID {
    let span = template.span
    return used(
      like: template,
      collection(
        .sequence, items, count: items.count, from: span.start, to: span.end,
        in: file(of: template, expansion)), expansion)
  }

  /// A list of `items`, at the bytes `start..<end` of the file.
  public mutating func sequence(of items: [NodeID], from start: Int32, to end: Int32) -> NodeID {
    collection(.sequence, items, count: items.count, from: start, to: end, in: file)
  }

  /// A mapping of `entries`, whose keys are scalars and no two alike, at the place of `template`.
  public mutating func mapping(
    of entries: [(key: NodeID, value: NodeID)], at template: YAMLNode, expansion: Int32
  ) -> NodeID {
    let span = template.span
    return used(
      like: template,
      mapping(
        of: entries, from: span.start, to: span.end, in: file(of: template, expansion)), expansion)
  }

  /// A mapping of `entries`, whose keys are scalars and no two alike, at the bytes `start..<end` of the file.
  public mutating func mapping(
    of entries: [(key: NodeID, value: NodeID)], from start: Int32, to end: Int32
  ) -> NodeID {
    mapping(of: entries, from: start, to: end, in: file)
  }

  private mutating func mapping(
    of entries: [(key: NodeID, value: NodeID)], from start: Int32, to end: Int32, in file: FileID
  ) -> NodeID {
    collection(
      .mapping, entries.flatMap { [$0.key, $0.value] }, count: entries.count, from: start,
      to: end, in: file)
  }

  /// The tree with the given root.
  public func tree(root: NodeID) -> YAMLTree {
    YAMLTree(
      file: file,
      storage: YAMLStorage(
        file: file, source: source, pool: pool, records: records, files: files),
      rootIndex: root.index)
  }

  /// The file of what is made at the place of `template`.
  private func file(of template: YAMLNode, _ expansion: Int32) -> FileID {
    let file = template.span.file
    return expansion == 0 ? file : FileID(index: file.index, expansion: expansion)
  }

  private mutating func add(_ record: YAMLRecord, _ file: FileID) -> NodeID {
    precondition(
      records.count < Int(Int32.max) && pool.count <= Int(Int32.max),
      "what is composed is bounded before this")
    records.append(record)
    files.append(file)
    return NodeID(index: Int32(records.count - 1))
  }

  private mutating func collection(
    _ kind: YAMLRecord.Kind, _ children: [NodeID], count: Int, from start: Int32, to end: Int32,
    in file: FileID
  ) -> NodeID {
    for (part, next) in zip(children, children.dropFirst()) {
      records[Int(part.index)].next = next.index
    }
    return add(
      YAMLRecord(
        start: start, end: end, first: children.first?.index ?? -1, count: Int32(count),
        kind: kind), file)
  }

  /// The node as it is reached: through an alias where `template` is.
  private mutating func used(like template: YAMLNode, _ part: NodeID, _ expansion: Int32) -> NodeID
  {
    let use = template.useSpan
    if use == template.span { return part }
    return add(
      YAMLRecord(start: use.start, end: use.end, first: part.index, count: 0, kind: .alias),
      expansion == 0 ? use.file : FileID(index: use.file.index, expansion: expansion))
  }
}
