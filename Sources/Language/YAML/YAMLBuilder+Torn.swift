// SPDX-License-Identifier: Apache-2.0

import Diagnostics

extension YAMLBuilder {
  /// Reports values within braces that their own commas have torn, and takes the pieces out of the mapping.
  ///
  /// `{easing: steps(4, start)}` has the keys `easing` and `start)` for YAML. What is left of the value is unreadable.
  mutating func dropTornValues(of mapping: Int32, reporting sink: inout DiagnosticSink) {
    var pieces: [Int32] = []
    var last = -1
    var key = records[Int(mapping)].first
    while key >= 0 {
      let value = Int(records[Int(key)].next)
      let next = records[value].next
      // A piece has no value, and so what it was torn from is before it.
      if last >= 0, isPiece(key), opensMore(last), let rest = self.pieces(from: key) {
        let end = rest[rest.count - 1]
        let whole = Span(
          file: span(of: key).file, start: records[last].start, end: records[Int(end)].end)
        sink.report(.tornValue(Array(source[Int(whole.start)..<Int(whole.end)]), at: whole))
        pieces += rest
        records[last].kind = .null
        records[last].flags.insert(.unreadable)
        last = -1
        key = records[Int(records[Int(end)].next)].next
        continue
      }
      last = value
      key = next
    }
    if !pieces.isEmpty { unlink(pieces, from: Int(mapping)) }
  }

  /// Returns true if a key has no value, not even `null`.
  private func isPiece(_ key: Int32) -> Bool {
    let value = records[Int(records[Int(key)].next)]
    return value.kind == .null && value.start == value.end && !value.flags.contains(.unreadable)
      && records[Int(key)].kind == .scalar && !records[Int(key)].flags.contains(.quoted)
  }

  /// Returns true if a plain scalar has a parenthesis that it does not close.
  private func opensMore(_ node: Int) -> Bool {
    let record = records[node]
    guard record.kind == .scalar, record.flags.isDisjoint(with: [.quoted, .pooled]) else {
      return false
    }
    return depth(of: record) > 0
  }

  /// The parentheses that a scalar opens, less those that it closes.
  private func depth(of record: YAMLRecord) -> Int {
    source[Int(record.first)..<Int(record.first + record.count)].reduce(0) { depth, byte in
      switch byte {
      case UInt8(ascii: "("): depth + 1
      case UInt8(ascii: ")"): depth - 1
      default: depth
      }
    }
  }

  /// The keys from `key` on up to the one that closes a parenthesis; nil where none does.
  private func pieces(from key: Int32) -> [Int32]? {
    var keys: [Int32] = []
    var key = key
    while key >= 0, isPiece(key) {
      keys.append(key)
      let record = records[Int(key)]
      if !record.flags.contains(.pooled), depth(of: record) < 0 { return keys }
      key = records[Int(records[Int(key)].next)].next
    }
    return nil
  }
}
