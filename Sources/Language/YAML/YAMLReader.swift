// SPDX-License-Identifier: Apache-2.0

import CYAML
public import Diagnostics

/// Reads YAML text into a tree.
///
/// Never fails: whatever is wrong is reported, and the tree holds what could be read before it. The
/// text may come from anyone; time and memory stay in proportion to its length, which is at most
/// 64 MiB.
///
/// - Parameters:
///   - file: the file of all spans.
///   - text: the bytes of the file.
///   - itemKeys: keys that only items of lists have. Where a mapping has one of them twice, the
///     dash before the second item is missing.
///   - sink: hears about everything that is wrong with the text.
public func parseYAML(
  _ file: FileID, text: [UInt8], itemKeys: Set<String> = [],
  reporting sink: inout DiagnosticSink
) -> YAMLTree {
  let empty = YAMLTree(
    file: file, storage: YAMLStorage(file: file, source: []), rootIndex: -1)
  guard !text.isEmpty, let checked = CheckedText(text, file: file, reporting: &sink) else {
    return empty
  }
  return checked.bytes.withUnsafeBufferPointer { source in
    guard let base = source.baseAddress, let events = YAMLEvents(base, from: checked.start, source)
    else {
      sink.report(.outOfMemory(in: file))
      return empty
    }
    let offsets = CodePointIndex(text: source, from: checked.start, isASCII: checked.isASCII)
    var builder = YAMLBuilder(file: file, source: source, offsets: offsets, itemKeys: itemKeys)
    readEvents(events, into: &builder, checked: checked, reporting: &sink)
    let rootIndex = builder.finish(reporting: &sink)
    let storage = YAMLStorage(
      file: file, source: checked.bytes, pool: builder.pool, records: builder.records,
      rows: builder.rows)
    return YAMLTree(file: file, storage: storage, rootIndex: rootIndex)
  }
}

/// Hands events to the builder until the document ends or one of them cannot go on.
private func readEvents(
  _ events: borrowing YAMLEvents, into builder: inout YAMLBuilder, checked: borrowing CheckedText,
  reporting sink: inout DiagnosticSink
) {
  var event = yaml_event_t()
  while yaml_parser_parse(events.parser, &event) == 1 {
    defer { yaml_event_delete(&event) }
    switch event.type {
    case YAML_STREAM_END_EVENT:
      return
    case YAML_DOCUMENT_END_EVENT:
      builder.checkRest(after: event.end_mark.index, reporting: &sink)
      return
    default:
      guard builder.take(event, reporting: &sink) else { return }
    }
  }
  let parser = events.parser.pointee
  guard parser.error != YAML_MEMORY_ERROR else {
    sink.report(.outOfMemory(in: builder.file))
    return
  }
  let problem = builder.problem(in: parser)
  // Where bytes had to be replaced, the syntax suffers from that, and it was reported.
  if !checked.wasReplaced(nearLineOf: problem.span.start) {
    sink.report(.syntax(problem))
  }
}

/// A libyaml parser, owned.
///
/// It lives on the heap because it points at itself, and borrows the text it reads.
private struct YAMLEvents: ~Copyable {
  let parser: UnsafeMutablePointer<yaml_parser_t>

  /// Starts to read the bytes after the first `start`; `nil` if there is no memory for it.
  init?(
    _ base: UnsafePointer<UInt8>, from start: Int, _ source: UnsafeBufferPointer<UInt8>
  ) {
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    guard yaml_parser_initialize(parser) == 1 else {
      parser.deallocate()
      return nil
    }
    self.parser = parser
    // The text was checked, so libyaml need not guess.
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, base + start, source.count - start)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
  }
}
