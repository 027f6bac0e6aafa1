// SPDX-License-Identifier: Apache-2.0

import CYAML
import Diagnostics

/// Builds the records of a tree from libyaml's events.
///
/// Collections are linked into their parents when they end, so every link is final when it is made.
/// The builder borrows the text: it must not outlive the call that made it.
struct YAMLBuilder {
  /// The levels a tree may have, aliases followed; readers of the tree recurse.
  static let maximumDepth = 64
  /// The nodes that following aliases may add to those that are written.
  static let maximumRepeated = 1_000_000

  /// A collection that has begun.
  struct Frame {
    /// The part that a mapping expects next; a sequence always expects a value.
    enum Expected {
      case key
      case value(key: Int32)
      /// The value of a key that was refused.
      case droppedValue
    }

    let node: Int32
    let isMapping: Bool
    let isBlock: Bool
    let anchor: String?
    var expected: Expected
    var lastChild: Int32 = -1
    var hasMergeKey = false
    /// The nodes in the collection so far, aliases followed.
    var size = 1
    /// The levels of collections in the collection so far.
    var height = 0
  }

  /// The node that an anchor's name refers to.
  struct Anchor {
    let node: Int32
    var size = 1
    var height = 0
    /// True if its node has not ended.
    var isOpen = false
  }

  let file: FileID
  let source: UnsafeBufferPointer<UInt8>
  let offsets: CodePointIndex
  /// Keys that only items of lists have.
  let itemKeys: Set<String>
  var records: [YAMLRecord] = []
  var pool: [UInt8] = []
  var rows: [YAMLRow] = []
  var anchors: [String: Anchor] = [:]
  var anchorNames: [String] = []
  var frames: [Frame] = []
  var repeated = 0
  var saidTooManyAliases = false
  var undefinedAliases = 0
  /// True if reading is over and open collections get closed.
  var isFinishing = false
  /// Reused from mapping to mapping.
  var keyScratch: [KeyMark] = []
  private var root: Int32 = -1

  init(
    file: FileID, source: UnsafeBufferPointer<UInt8>, offsets: CodePointIndex,
    itemKeys: Set<String>
  ) {
    self.file = file
    self.source = source
    self.offsets = offsets
    self.itemKeys = itemKeys
    records.reserveCapacity(source.count / 8 + 16)
  }

  func offset(_ mark: yaml_mark_t) -> Int32 {
    offsets.offset(of: mark.index, in: source)
  }

  func span(of node: Int32) -> Span {
    records[Int(node)].span(in: file)
  }

  // MARK: Events

  /// Takes an event; returns whether reading should go on.
  mutating func take(_ event: yaml_event_t, reporting sink: inout DiagnosticSink) -> Bool {
    let start = offset(event.start_mark)
    let end = max(start, offset(event.end_mark))
    switch event.type {
    case YAML_SCALAR_EVENT:
      takeScalar(event, start: start, end: end, reporting: &sink)
    case YAML_ALIAS_EVENT:
      takeAlias(String(cString: event.data.alias.anchor), start: start, end: end, reporting: &sink)
    case YAML_SEQUENCE_START_EVENT:
      let data = event.data.sequence_start
      return begin(
        .sequence, isBlock: data.style == YAML_BLOCK_SEQUENCE_STYLE, anchor: data.anchor,
        tag: data.tag, start: start, reporting: &sink)
    case YAML_MAPPING_START_EVENT:
      let data = event.data.mapping_start
      return begin(
        .mapping, isBlock: data.style == YAML_BLOCK_MAPPING_STYLE, anchor: data.anchor,
        tag: data.tag, start: start, reporting: &sink)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
      endCollection(at: end, reporting: &sink)
    default:
      break
    }
    return true
  }

  /// Ends what has not ended and returns the root, or -1.
  mutating func finish(reporting sink: inout DiagnosticSink) -> Int32 {
    isFinishing = true
    while let frame = frames.last {
      if case .value(let key) = frame.expected {
        let end = records[Int(key)].end
        add(YAMLRecord(start: end, end: end, first: end, count: 0, kind: .null))
        attach(Int32(records.count - 1), size: 1, height: 0, reporting: &sink)
      }
      endCollection(at: nil, reporting: &sink)
    }
    return root
  }

  @discardableResult
  mutating func add(_ record: YAMLRecord) -> Int32 {
    records.append(record)
    return Int32(records.count - 1)
  }

  private mutating func takeScalar(
    _ event: yaml_event_t, start: Int32, end: Int32, reporting sink: inout DiagnosticSink
  ) {
    let data = event.data.scalar
    let eventStart = start
    var start = start
    if data.anchor != nil || data.tag != nil { start = afterProperties(start, end) }
    let isPlain = data.style == YAML_PLAIN_SCALAR_STYLE
    var record = YAMLRecord(start: start, end: end, first: start, count: 0, kind: .scalar)
    var length = data.length
    if data.style == YAML_LITERAL_SCALAR_STYLE || data.style == YAML_FOLDED_SCALAR_STYLE {
      record.end = withoutTrailingSpace(start, end)
      // It would be an empty line of a title.
      if length > 0, data.value[length - 1] == UInt8(ascii: "\n"), !keepsLineFeeds(start) {
        length -= 1
      }
    }
    if !isPlain { record.flags.insert(.quoted) }
    if data.style == YAML_DOUBLE_QUOTED_SCALAR_STYLE { record.flags.insert(.escapes) }
    if isPlain, isCut(at: Int(end)) { record.flags.insert(.cut) }
    storeText(UnsafeBufferPointer(start: data.value, count: length), in: &record)
    if let tag = data.tag {
      checkTag(
        tag, isWanted: { $0 == "tag:yaml.org,2002:str" || $0 == "!" }, from: eventStart, to: record,
        &sink)
      record.flags.insert(.quoted)
    } else if isPlain, isNull(record) {
      record.kind = .null
    }
    if record.flags.contains(.pooled), pool[Int(record.first)...].contains(0) {
      sink.report(.nullCharacter(at: record.span(in: file)))
    }
    let node = add(record)
    if let anchor = data.anchor { define(String(cString: anchor), as: Anchor(node: node)) }
    attach(node, size: 1, height: 0, reporting: &sink)
  }

  private mutating func begin(
    _ kind: YAMLRecord.Kind, isBlock: Bool, anchor: UnsafePointer<UInt8>?,
    tag: UnsafePointer<UInt8>?, start: Int32, reporting sink: inout DiagnosticSink
  ) -> Bool {
    let eventStart = start
    var start = start
    if anchor != nil || tag != nil { start = afterProperties(start, Int32(source.count)) }
    let record = YAMLRecord(start: start, end: start, first: -1, count: 0, kind: kind)
    guard frames.count < Self.maximumDepth else {
      sink.report(.tooDeep(at: record.span(in: file), limit: Self.maximumDepth))
      return false
    }
    if let tag {
      let wanted = kind == .mapping ? "tag:yaml.org,2002:map" : "tag:yaml.org,2002:seq"
      checkTag(tag, isWanted: { $0 == wanted }, from: eventStart, to: record, &sink)
    }
    let node = add(record)
    let name = anchor.map { String(cString: $0) }
    if let name { define(name, as: Anchor(node: node, isOpen: true)) }
    frames.append(
      Frame(
        node: node, isMapping: kind == .mapping, isBlock: isBlock, anchor: name, expected: .key))
    return true
  }

  /// Ends the innermost collection; at its last child if it is a block or `end` is not known.
  private mutating func endCollection(at end: Int32?, reporting sink: inout DiagnosticSink) {
    guard let frame = frames.popLast() else { return }
    let index = Int(frame.node)
    if let end, !frame.isBlock {
      records[index].end = max(records[index].start, end)
    } else if frame.lastChild >= 0 {
      records[index].end = max(records[index].end, records[Int(frame.lastChild)].end)
    }
    if frame.isMapping {
      if !frame.isBlock { dropTornValues(of: frame.node, reporting: &sink) }
      dropDuplicateKeys(of: frame.node, isBlock: frame.isBlock, reporting: &sink)
      if frame.hasMergeKey { flattenMergeKeys(of: frame.node, reporting: &sink) }
    }
    if let name = frame.anchor, let anchor = anchors[name], anchor.node == frame.node {
      anchors[name] = Anchor(node: frame.node, size: frame.size, height: frame.height + 1)
    }
    attach(frame.node, size: frame.size, height: frame.height + 1, reporting: &sink)
  }

  // MARK: Links

  /// Gives a node that has ended to its parent.
  mutating func attach(
    _ node: Int32, size: Int, height: Int, reporting sink: inout DiagnosticSink
  ) {
    guard !frames.isEmpty else {
      root = node
      return
    }
    let top = frames.count - 1
    frames[top].size += size
    frames[top].height = max(frames[top].height, height)
    let parent = Int(frames[top].node)
    // A block ends where its last child ends; refused keys count too.
    records[parent].end = max(records[parent].end, records[Int(node)].end)
    guard frames[top].isMapping else {
      link(node, after: frames[top].lastChild, in: parent)
      frames[top].lastChild = node
      records[parent].count += 1
      return
    }
    switch frames[top].expected {
    case .key:
      frames[top].expected =
        accept(key: node, reporting: &sink) ? .value(key: node) : .droppedValue
    case .value(let key):
      link(key, after: frames[top].lastChild, in: parent)
      records[Int(key)].next = node
      frames[top].lastChild = node
      frames[top].expected = .key
      if records[Int(key)].flags.contains(.mergeKey) { frames[top].hasMergeKey = true }
      records[parent].count += 1
    case .droppedValue:
      frames[top].expected = .key
    }
  }

  private mutating func link(_ node: Int32, after last: Int32, in parent: Int) {
    if last < 0 { records[parent].first = node } else { records[Int(last)].next = node }
  }
}
