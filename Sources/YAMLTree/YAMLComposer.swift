// SPDX-License-Identifier: Apache-2.0

public import Diagnostics

/// Makes a tree of nodes that were read elsewhere, or of texts.
///
/// Nodes are made from the leaves up and then given to the collection that holds them, each to one.
/// They have the places of a template in one file, and the number of the expansion through which
/// they came from it (``FileID/expansion``).
public struct YAMLComposer {
  /// A node that was made.
  public struct Part: Hashable, Sendable {
    fileprivate let index: Int32
  }

  /// The levels a tree may have; readers of the tree recurse.
  public static let maximumDepth = YAMLBuilder.maximumDepth

  private let file: FileID
  private let source: [UInt8]
  private var pool: [UInt8]
  private var records: [YAMLRecord] = []
  private var expansions: [Int32] = []

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

  /// How far a tree has been made.
  public struct Mark {
    /// The number of nodes.
    public let count: Int
    fileprivate let bytes: Int
  }

  /// How far the tree has been made.
  public var mark: Mark { Mark(count: records.count, bytes: pool.count) }

  /// Forgets the nodes made after `mark`.
  public mutating func forget(after mark: Mark) {
    records.removeSubrange(mark.count...)
    expansions.removeSubrange(mark.count...)
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
  public mutating func copy(_ node: YAMLNode, expansion: Int32) -> Part {
    let record = node.storage.records[Int(node.index)]
    precondition(
      record.kind == .scalar || record.kind == .null, "collections are made of their parts")
    var copy = record
    copy.next = -1
    return used(like: node, add(copy, expansion), expansion)
  }

  /// A scalar with the given text, at the place of `template`.
  public mutating func scalar(
    _ text: String, isQuoted: Bool, at template: YAMLNode, expansion: Int32
  ) -> Part {
    let span = template.span
    return used(
      like: template,
      scalar(text, isQuoted: isQuoted, from: span.start, to: span.end, expansion: expansion),
      expansion)
  }

  /// A scalar with the given text, at the bytes `start..<end` of the file.
  public mutating func scalar(
    _ text: String, isQuoted: Bool, from start: Int32, to end: Int32, expansion: Int32 = 0
  ) -> Part {
    let first = Int32(pool.count)
    pool.append(contentsOf: text.utf8)
    var flags: YAMLRecord.Flags = .pooled
    if isQuoted { flags.insert(.quoted) }
    return add(
      YAMLRecord(
        start: start, end: end, first: first, count: Int32(pool.count) - first, kind: .scalar,
        flags: flags), expansion)
  }

  /// A scalar whose text is the bytes `text` of the file, at the bytes `start..<end` around them.
  public mutating func scalar(
    _ text: Range<Int32>, isQuoted: Bool, from start: Int32, to end: Int32
  ) -> Part {
    add(
      YAMLRecord(
        start: start, end: end, first: text.lowerBound, count: text.upperBound - text.lowerBound,
        kind: .scalar, flags: isQuoted ? .quoted : []), 0)
  }

  /// Nothing, at the bytes `start..<end` of the file; `isUnreadable` where what stood there was reported.
  public mutating func null(
    from start: Int32, to end: Int32, isUnreadable: Bool = false, expansion: Int32 = 0
  ) -> Part {
    add(
      YAMLRecord(
        start: start, end: end, first: start, count: 0, kind: .null,
        flags: isUnreadable ? .unreadable : []), expansion)
  }

  /// A list of `items`, at the place of `template`.
  public mutating func sequence(
    of items: [Part], at template: YAMLNode, expansion: Int32
  ) -> Part {
    let span = template.span
    return used(
      like: template,
      sequence(of: items, from: span.start, to: span.end, expansion: expansion), expansion)
  }

  /// A list of `items`, at the bytes `start..<end` of the file.
  public mutating func sequence(
    of items: [Part], from start: Int32, to end: Int32, expansion: Int32 = 0
  ) -> Part {
    collection(.sequence, items, count: items.count, from: start, to: end, expansion)
  }

  /// A mapping of `entries`, whose keys are scalars and no two alike, at the place of `template`.
  public mutating func mapping(
    of entries: [(key: Part, value: Part)], at template: YAMLNode, expansion: Int32
  ) -> Part {
    let span = template.span
    return used(
      like: template,
      mapping(of: entries, from: span.start, to: span.end, expansion: expansion), expansion)
  }

  /// A mapping of `entries`, whose keys are scalars and no two alike, at the bytes `start..<end` of the file.
  public mutating func mapping(
    of entries: [(key: Part, value: Part)], from start: Int32, to end: Int32,
    expansion: Int32 = 0
  ) -> Part {
    collection(
      .mapping, entries.flatMap { [$0.key, $0.value] }, count: entries.count, from: start,
      to: end, expansion)
  }

  /// The tree with the given root.
  public func tree(root: Part) -> YAMLTree {
    YAMLTree(
      file: file,
      storage: YAMLStorage(
        file: file, source: source, pool: pool, records: records, expansions: expansions),
      rootIndex: root.index)
  }

  private mutating func add(_ record: YAMLRecord, _ expansion: Int32) -> Part {
    precondition(
      records.count < Int(Int32.max) && pool.count <= Int(Int32.max),
      "what is composed is bounded before this")
    records.append(record)
    expansions.append(expansion)
    return Part(index: Int32(records.count - 1))
  }

  private mutating func collection(
    _ kind: YAMLRecord.Kind, _ children: [Part], count: Int, from start: Int32, to end: Int32,
    _ expansion: Int32
  ) -> Part {
    for (part, next) in zip(children, children.dropFirst()) {
      records[Int(part.index)].next = next.index
    }
    return add(
      YAMLRecord(
        start: start, end: end, first: children.first?.index ?? -1, count: Int32(count),
        kind: kind), expansion)
  }

  /// The node as it is reached: through an alias where `template` is.
  private mutating func used(like template: YAMLNode, _ part: Part, _ expansion: Int32) -> Part {
    let use = template.useSpan
    if use == template.span { return part }
    return add(
      YAMLRecord(start: use.start, end: use.end, first: part.index, count: 0, kind: .alias),
      expansion)
  }
}
