// SPDX-License-Identifier: Apache-2.0

public import Diagnostics

/// The nodes of a YAML file, with the place of every key and value.
///
/// A tree is read-only, cheap to copy and never invalid: where the file could not be read, the tree
/// ends and a diagnostic says why. Values are left as text; what they mean is for the reader of the
/// tree to say. Aliases and merge keys look as if their targets had been written in their place.
public struct YAMLTree: Sendable {
  /// The file the tree was read from.
  public let file: FileID

  private let storage: YAMLStorage
  private let rootIndex: Int32

  init(file: FileID, storage: YAMLStorage, rootIndex: Int32) {
    self.file = file
    self.storage = storage
    self.rootIndex = rootIndex
  }

  /// The outermost node; `nil` if the file holds nothing but comments.
  public var root: YAMLNode? {
    rootIndex < 0 ? nil : storage.node(at: rootIndex)
  }

  /// The number of nodes written in the file, each alias counted as one.
  public var nodeCount: Int { storage.records.count }

  /// Returns true if one of `words` may be in a scalar or a key; false only where none of them is
  /// in any.
  ///
  /// It looks at the bytes of the file, so it takes hardly any time.
  public func mayContain(anyOf words: [StaticString]) -> Bool {
    words.contains { storage.contains($0) }
  }

  /// The texts that composers of a tree like this one begin with.
  var texts: (source: [UInt8], pool: [UInt8]) { (storage.source, storage.pool) }
}

/// One node of a ``YAMLTree``: a light handle that keeps the tree alive.
public struct YAMLNode: Sendable {
  /// A kind of node.
  public enum Kind: Hashable, Sendable {
    /// A piece of text.
    case scalar
    /// A list of nodes.
    case sequence
    /// Keys, each with a value.
    case mapping
    /// `null`, `~` or nothing at all, unquoted.
    case null
  }

  let storage: YAMLStorage
  /// The record of the node itself, never one of an alias.
  let index: Int32
  /// The record of the alias it was reached through, or -1.
  let use: Int32

  private var record: YAMLRecord { storage.records[Int(index)] }

  /// The kind of the node.
  public var kind: Kind {
    switch record.kind {
    case .scalar: .scalar
    case .sequence: .sequence
    case .mapping: .mapping
    case .null, .alias: .null
    }
  }

  /// The bytes of the node, quotes and brackets included, anchors and tags not.
  ///
  /// For a node reached through an alias or a merge key this is the place of the original.
  public var span: Span { storage.span(at: index) }

  /// The place where the node is used: the alias that leads to it, else its own.
  public var useSpan: Span {
    use < 0 ? span : storage.span(at: use)
  }

  /// True if the text here could not be understood, which was reported.
  ///
  /// Such a node is `null`; readers need not complain about it again.
  public var isUnreadable: Bool { record.flags.contains(.unreadable) }

  /// The text of a scalar with escapes and folding undone; `nil` for other kinds.
  ///
  /// The last line feed of a block is no part of it, unless the block keeps all of them (`|+`).
  public var text: String? {
    record.kind == .scalar ? storage.text(of: record) : nil
  }

  /// Returns true if the text of a scalar has the ASCII character `byte` in it.
  public func hasByte(_ byte: UInt8) -> Bool {
    let record = record
    return record.kind == .scalar && storage.bytes(of: record).contains(byte)
  }

  /// True if a scalar is quoted, a block or tagged `!!str`, and so is text whatever it looks like.
  public var isQuoted: Bool { record.flags.contains(.quoted) }

  /// True where a scalar is in double quotes, so that `\n` in it is a line break.
  public var hasEscapes: Bool { record.flags.contains(.escapes) }

  /// The comment behind an unquoted scalar, or in the place of one, that looks like its rest: one blank before its `#` and
  /// none behind it, as in `We are #1`; nil for none, and no more than `#` where the file is not at hand.
  public var cutOff: String? {
    let record = record
    guard record.flags.contains(.cut) else { return nil }
    let rest = storage.source.dropFirst(Int(record.end) + 1).prefix { $0 != 10 && $0 != 13 }
    return storage.file(at: index).index == storage.file.index && rest.first == UInt8(ascii: "#")
      ? String(decoding: rest, as: UTF8.self) : "#"
  }

  /// The number of items of a sequence or entries of a mapping; 0 for other kinds.
  public var count: Int {
    switch record.kind {
    case .sequence, .mapping: Int(record.count)
    case .scalar, .null, .alias: 0
    }
  }

  /// The items of a sequence; none for other kinds.
  public var items: YAMLItems {
    let record = record
    let isSequence = record.kind == .sequence
    return YAMLItems(
      storage: storage, first: isSequence ? record.first : -1,
      count: isSequence ? Int(record.count) : 0)
  }

  /// The entries of a mapping, merged ones included; none for other kinds.
  ///
  /// A merge key is replaced by its entries. A key the mapping has itself wins over merged ones,
  /// and an earlier merged mapping wins over a later one.
  public var entries: YAMLEntries {
    YAMLEntries(storage: storage, mapping: record)
  }

  /// The value of the entry with the key `key`, found by looking at one entry after the other.
  public subscript(key: String) -> YAMLNode? {
    entries.first { $0.key.text == key }?.value
  }

  /// The place of a part of the text of a scalar, given in UTF-8 bytes of `text`.
  ///
  /// Where escapes or folding stand between the text and the file, the place of the whole node.
  public func span(of part: Range<Int>) -> Span {
    let record = record
    guard record.kind == .scalar, let start = record.textStart else { return span }
    return Span(
      file: storage.file(at: index), start: start, end: start + record.count
    ).part(part)
  }
}

/// A key and its value in a mapping.
public struct YAMLEntry: Sendable {
  /// The key, always a scalar.
  public let key: YAMLNode
  /// The value.
  public let value: YAMLNode
}

/// The items of a sequence.
public struct YAMLItems: Sequence, IteratorProtocol, Sendable {
  private let storage: YAMLStorage
  private var nextIndex: Int32
  /// The number of items left.
  public private(set) var underestimatedCount: Int

  init(storage: YAMLStorage, first: Int32, count: Int) {
    self.storage = storage
    self.nextIndex = first
    self.underestimatedCount = count
  }

  /// The next item, or `nil` after the last.
  public mutating func next() -> YAMLNode? {
    guard nextIndex >= 0 else { return nil }
    let node = storage.node(at: nextIndex)
    nextIndex = storage.records[Int(nextIndex)].next
    underestimatedCount -= 1
    return node
  }
}

/// The entries of a mapping.
public struct YAMLEntries: Sequence, IteratorProtocol, Sendable {
  private let storage: YAMLStorage
  /// The record of the next key or, in a mapping with merge keys, the next row.
  private var nextIndex: Int32
  private let isMerged: Bool
  /// The number of entries left.
  public private(set) var underestimatedCount: Int

  init(storage: YAMLStorage, mapping: YAMLRecord) {
    let isMapping = mapping.kind == .mapping
    self.storage = storage
    self.nextIndex = isMapping ? mapping.first : -1
    self.isMerged = mapping.flags.contains(.merged)
    self.underestimatedCount = isMapping ? Int(mapping.count) : 0
  }

  /// The next entry, or `nil` after the last.
  public mutating func next() -> YAMLEntry? {
    guard underestimatedCount > 0 else { return nil }
    underestimatedCount -= 1
    if isMerged {
      let row = storage.rows[Int(nextIndex)]
      nextIndex += 1
      return YAMLEntry(
        key: storage.node(at: row.key, use: row.use),
        value: storage.node(at: row.value, use: row.use))
    }
    let valueIndex = storage.records[Int(nextIndex)].next
    let entry = YAMLEntry(key: storage.node(at: nextIndex), value: storage.node(at: valueIndex))
    nextIndex = storage.records[Int(valueIndex)].next
    return entry
  }
}
