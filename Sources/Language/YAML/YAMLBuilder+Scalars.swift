// SPDX-License-Identifier: Apache-2.0

import Diagnostics

extension YAMLBuilder {
  /// Sets the text of a scalar: a range of the source if it occurs there verbatim, else pooled
  /// text.
  mutating func storeText(_ text: UnsafeBufferPointer<UInt8>, in record: inout YAMLRecord) {
    record.count = Int32(text.count)
    let inner = record.flags.contains(.quoted) ? 1 : 0
    let start = Int(record.start) + inner
    if Int(record.end) - inner - start == text.count, isInSource(text, at: start) {
      record.first = Int32(start)
      return
    }
    record.first = Int32(pool.count)
    record.flags.insert(.pooled)
    pool.append(contentsOf: text)
  }

  /// True where the block that begins at `start` says that all line feeds at its end count.
  func keepsLineFeeds(_ start: Int32) -> Bool {
    source[Int(start)..<lineEnd(from: Int(start))].prefix { !isBlank($0) }.contains(
      UInt8(ascii: "+"))
  }

  /// True where a comment follows that looks like the rest of what ends at `end`.
  func isCut(at end: Int) -> Bool {
    end + 2 < source.count && source[end] == UInt8(ascii: " ")
      && source[end + 1] == UInt8(ascii: "#") && !isBlank(source[end + 2])
      && source[end + 2] != UInt8(ascii: "#")
  }

  private func isInSource(_ text: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    for index in 0..<text.count where text[index] != source[start + index] { return false }
    return true
  }

  /// Returns true if an unquoted scalar means null.
  func isNull(_ record: YAMLRecord) -> Bool {
    switch record.count {
    case 0: true
    case 1: hasText("~", record)
    case 4: hasText("null", record)
    default: false
    }
  }

  /// Returns true if a scalar that is not pooled has this text.
  func hasText(_ text: StaticString, _ record: YAMLRecord) -> Bool {
    guard record.count == text.utf8CodeUnitCount, !record.flags.contains(.pooled) else {
      return false
    }
    return isInSource(
      UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount),
      at: Int(record.first))
  }

  func text(of record: YAMLRecord) -> String {
    let range = Int(record.first)..<Int(record.first + record.count)
    return record.flags.contains(.pooled)
      ? String(decoding: pool[range], as: UTF8.self)
      : String(decoding: UnsafeBufferPointer(rebasing: source[range]), as: UTF8.self)
  }

  /// Reports a tag that is not one the kind of node has anyway.
  ///
  /// It stands between `start` and the node, with the anchor if there is one.
  func checkTag(
    _ tag: UnsafePointer<UInt8>, isWanted: (String) -> Bool, from start: Int32,
    to node: YAMLRecord, _ sink: inout DiagnosticSink
  ) {
    let tag = String(cString: tag)
    guard !isWanted(tag) else { return }
    let core = "tag:yaml.org,2002:"
    let name = tag.hasPrefix(core) ? "!!" + tag.dropFirst(core.count) : tag
    let end = withoutTrailingSpace(start, node.start)
    sink.report(.unknownTag(name, at: Span(file: file, start: start, end: end)))
  }

  // MARK: Bytes of the source

  /// The start of the node that has the anchor or tag at `start`; at most `limit`.
  func afterProperties(_ start: Int32, _ limit: Int32) -> Int32 {
    var offset = Int(start)
    let limit = Int(limit)
    while offset < limit {
      switch source[offset] {
      case UInt8(ascii: "&"), UInt8(ascii: "!"):
        let isVerbatim = offset + 1 < limit && source[offset + 1] == UInt8(ascii: "<")
        while offset < limit, !endsProperty(source[offset], isVerbatim: isVerbatim) { offset += 1 }
        if isVerbatim, offset < limit { offset += 1 }
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        offset += 1
      case UInt8(ascii: "#"):
        offset = lineEnd(from: offset)
      default:
        return Int32(offset)
      }
    }
    return Int32(min(offset, limit))
  }

  private func endsProperty(_ byte: UInt8, isVerbatim: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): true
    case UInt8(ascii: ">"): isVerbatim
    case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
      UInt8(ascii: "}"):
      !isVerbatim
    default: false
    }
  }

  /// The end of `start..<end` without the blanks and line breaks it ends with.
  func withoutTrailingSpace(_ start: Int32, _ end: Int32) -> Int32 {
    var end = Int(end)
    while end > Int(start), isBlank(source[end - 1]) { end -= 1 }
    return Int32(end)
  }

  func isBlank(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): true
    default: false
    }
  }

  /// The end of the line of `offset`, without its break.
  func lineEnd(from offset: Int) -> Int {
    var end = offset
    while end < source.count, source[end] != UInt8(ascii: "\n"), source[end] != UInt8(ascii: "\r") {
      end += 1
    }
    return end
  }
}
