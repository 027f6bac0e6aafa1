// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Glibc

/// One node as it is stored; 24 bytes, since a large project has millions.
struct YAMLRecord: Sendable {
  enum Kind: UInt8, Sendable {
    case scalar
    case sequence
    case mapping
    case null
    case alias
  }

  struct Flags: OptionSet, Sendable {
    let rawValue: UInt16

    /// A scalar that is text whatever it looks like.
    static let quoted = Flags(rawValue: 1)
    /// The text of the scalar lies in the pool, not in the source.
    static let pooled = Flags(rawValue: 2)
    /// The entries of the mapping are rows, not a chain.
    static let merged = Flags(rawValue: 4)
    /// The key `<<`.
    static let mergeKey = Flags(rawValue: 8)
    /// Something that was reported stood here.
    static let unreadable = Flags(rawValue: 16)
    /// The text of the scalar lies in the pool, and the source has the same bytes where the scalar starts.
    static let verbatim = Flags(rawValue: 32)
    /// The same, after a quote.
    static let verbatimInQuotes = Flags(rawValue: 64)
    /// A scalar in double quotes, in which a backslash begins an escape.
    static let escapes = Flags(rawValue: 128)
    /// An unquoted scalar, or nothing, behind which a comment stands that looks like its rest.
    static let cut = Flags(rawValue: 256)
  }

  /// The bytes of the node in the source.
  var start: Int32
  var end: Int32
  /// The start of the text of a scalar, or the first child, the first row or the target of others.
  ///
  /// A collection without children has -1 here, a mapping with merge keys the index of its row.
  var first: Int32
  /// The bytes of the text of a scalar, or the items or entries of a collection.
  var count: Int32
  /// The node after this one in its parent, or -1; in a mapping keys and values alternate.
  var next: Int32 = -1
  var kind: Kind
  var flags: Flags = []

  func span(in file: FileID) -> Span { Span(file: file, start: start, end: end) }

  /// The offset of a scalar's text in the file; nil for one that differs from what is written there.
  var textStart: Int32? {
    if !flags.contains(.pooled) { return first }
    if flags.contains(.verbatim) { return start }
    return flags.contains(.verbatimInQuotes) ? start + 1 : nil
  }
}

/// One entry of a mapping with merge keys.
struct YAMLRow: Sendable {
  let key: Int32
  let value: Int32
  /// The alias the entry came through, or -1.
  let use: Int32
}

/// The storage that all nodes of a tree share.
final class YAMLStorage: Sendable {
  let file: FileID
  let source: [UInt8]
  let pool: [UInt8]
  let records: [YAMLRecord]
  let rows: [YAMLRow]
  /// The file of each record, with its expansion; empty where all are as they are written in `file`.
  let files: [FileID]

  init(
    file: FileID, source: [UInt8], pool: [UInt8] = [], records: [YAMLRecord] = [],
    rows: [YAMLRow] = [], files: [FileID] = []
  ) {
    self.file = file
    self.source = source
    self.pool = pool
    self.records = records
    self.rows = rows
    self.files = files
  }

  /// The file of the record at `index`, with its expansion.
  func file(at index: Int32) -> FileID { files.isEmpty ? file : files[Int(index)] }

  /// The place of the record at `index`.
  func span(at index: Int32) -> Span { records[Int(index)].span(in: file(at: index)) }

  /// The node at `index`, through its alias if it is one.
  func node(at index: Int32, use: Int32 = -1) -> YAMLNode {
    let record = records[Int(index)]
    if record.kind == .alias {
      return YAMLNode(storage: self, index: record.first, use: use < 0 ? index : use)
    }
    return YAMLNode(storage: self, index: index, use: use)
  }

  /// The text of a scalar.
  func text(of record: YAMLRecord) -> String { String(decoding: bytes(of: record), as: UTF8.self) }

  /// The text of a scalar as UTF-8.
  func bytes(of record: YAMLRecord) -> ArraySlice<UInt8> {
    let range = Int(record.first)..<Int(record.first + record.count)
    return record.flags.contains(.pooled) ? pool[range] : source[range]
  }

  /// Returns true if `word` is anywhere in the file or in the texts made of it.
  func contains(_ word: StaticString) -> Bool {
    [source, pool].contains { bytes in
      bytes.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return false }
        let length = word.utf8CodeUnitCount
        var place = 0
        while place + length <= bytes.count,
          let found = memchr(base + place, Int32(word.utf8Start.pointee), bytes.count - place)
        {
          place = UnsafeRawPointer(found) - base
          guard place + length <= bytes.count else { return false }
          if memcmp(base + place, word.utf8Start, length) == 0 { return true }
          place += 1
        }
        return false
      }
    }
  }
}
