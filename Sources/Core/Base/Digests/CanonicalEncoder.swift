// SPDX-License-Identifier: Apache-2.0

/// The state of going through one value: which parts have begun and not ended.
final class CanonicalWalk {
  let visitor: any CanonicalVisitor
  let userInfo: [CodingUserInfoKey: Any]
  /// For each part that has begun, what is known of it; the whole value is the first.
  private var open: [Frame] = [Frame()]

  private struct Frame {
    var hasContent = false
    var isList = false
  }

  init(_ visitor: any CanonicalVisitor, isForKey: Bool) {
    self.visitor = visitor
    var info: [CodingUserInfoKey: Any] = [:]
    if isForKey, let key = CodingUserInfoKey.isForKey { info[key] = true }
    userInfo = info
  }

  var depth: Int { open.count }

  func write(_ value: some Encodable) throws {
    if visitor.take(value) { return }
    try value.encode(to: CanonicalEncoder(walk: self, depth: depth))
    close(to: 1)
    if !open[0].hasContent { visitor.leaf(open[0].isList ? .emptyList : .empty) }
  }

  func begin(_ key: some CodingKey) {
    open[open.count - 1].hasContent = true
    visitor.enter(key.stringValue)
    open.append(Frame())
  }

  func begin(item index: Int) {
    open[open.count - 1].hasContent = true
    visitor.enter(item: index)
    open.append(Frame())
  }

  func leaf(_ leaf: CanonicalLeaf) {
    open[open.count - 1].hasContent = true
    visitor.leaf(leaf)
  }

  func markList() { open[open.count - 1].isList = true }

  /// Ends the parts inside of the one that was the last of `depth`.
  func close(to depth: Int) {
    precondition(open.count >= depth, "a value is written from the outside to the inside")
    while open.count > depth {
      let frame = open.removeLast()
      if !frame.hasContent { visitor.leaf(frame.isList ? .emptyList : .empty) }
      visitor.leave()
    }
  }

  /// Writes a value that begins where the last part did.
  func put(_ value: some Encodable) throws {
    if visitor.take(value) {
      open[open.count - 1].hasContent = true
      return
    }
    let depth = depth
    try value.encode(to: CanonicalEncoder(walk: self, depth: depth))
    close(to: depth)
  }
}

/// The encoder to which `Encodable` values write themselves.
struct CanonicalEncoder: Encoder {
  let walk: CanonicalWalk
  let depth: Int

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { walk.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    // Keys that hold text are those of a dictionary.
    precondition(MemoryLayout<Key>.size <= 8, "a dictionary has no order; write a list of pairs")
    return KeyedEncodingContainer(CanonicalKeys<Key>(walk: walk, depth: depth))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    walk.markList()
    return CanonicalItems(walk: walk, depth: depth)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { CanonicalValue(walk: walk) }
}

private struct CanonicalKeys<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let walk: CanonicalWalk
  let depth: Int

  var codingPath: [any CodingKey] { [] }

  private func leaf(_ key: Key, _ leaf: CanonicalLeaf) {
    walk.close(to: depth)
    walk.begin(key)
    walk.leaf(leaf)
    walk.close(to: depth)
  }

  func encodeNil(forKey key: Key) { leaf(key, .null) }
  func encode(_ value: Bool, forKey key: Key) { leaf(key, .truth(value)) }
  func encode(_ value: String, forKey key: Key) { leaf(key, .text(value)) }
  func encode(_ value: Double, forKey key: Key) { leaf(key, .number(value)) }
  func encode(_ value: Float, forKey key: Key) { leaf(key, .number(Double(value))) }
  func encode(_ value: Int, forKey key: Key) { leaf(key, .integer(Int64(value))) }
  func encode(_ value: Int8, forKey key: Key) { leaf(key, .integer(Int64(value))) }
  func encode(_ value: Int16, forKey key: Key) { leaf(key, .integer(Int64(value))) }
  func encode(_ value: Int32, forKey key: Key) { leaf(key, .integer(Int64(value))) }
  func encode(_ value: Int64, forKey key: Key) { leaf(key, .integer(value)) }
  func encode(_ value: UInt, forKey key: Key) { leaf(key, .whole(UInt64(value))) }
  func encode(_ value: UInt8, forKey key: Key) { leaf(key, .integer(Int64(value))) }
  func encode(_ value: UInt16, forKey key: Key) { leaf(key, .integer(Int64(value))) }
  func encode(_ value: UInt32, forKey key: Key) { leaf(key, .integer(Int64(value))) }
  func encode(_ value: UInt64, forKey key: Key) { leaf(key, .whole(value)) }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    walk.close(to: depth)
    walk.begin(key)
    try walk.put(value)
    walk.close(to: depth)
  }

  func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Inner> {
    walk.close(to: depth)
    walk.begin(key)
    return CanonicalEncoder(walk: walk, depth: walk.depth).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    walk.close(to: depth)
    walk.begin(key)
    return CanonicalEncoder(walk: walk, depth: walk.depth).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { preconditionFailure("values are written without classes") }
  func superEncoder(forKey key: Key) -> any Encoder { superEncoder() }
}

private struct CanonicalItems: UnkeyedEncodingContainer {
  let walk: CanonicalWalk
  let depth: Int
  private(set) var count = 0

  init(walk: CanonicalWalk, depth: Int) {
    self.walk = walk
    self.depth = depth
  }

  var codingPath: [any CodingKey] { [] }

  private mutating func begin() {
    walk.close(to: depth)
    walk.begin(item: count)
    count += 1
  }

  private mutating func leaf(_ leaf: CanonicalLeaf) {
    begin()
    walk.leaf(leaf)
    walk.close(to: depth)
  }

  mutating func encodeNil() { leaf(.null) }
  mutating func encode(_ value: Bool) { leaf(.truth(value)) }
  mutating func encode(_ value: String) { leaf(.text(value)) }
  mutating func encode(_ value: Double) { leaf(.number(value)) }
  mutating func encode(_ value: Float) { leaf(.number(Double(value))) }
  mutating func encode(_ value: Int) { leaf(.integer(Int64(value))) }
  mutating func encode(_ value: Int8) { leaf(.integer(Int64(value))) }
  mutating func encode(_ value: Int16) { leaf(.integer(Int64(value))) }
  mutating func encode(_ value: Int32) { leaf(.integer(Int64(value))) }
  mutating func encode(_ value: Int64) { leaf(.integer(value)) }
  mutating func encode(_ value: UInt) { leaf(.whole(UInt64(value))) }
  mutating func encode(_ value: UInt8) { leaf(.integer(Int64(value))) }
  mutating func encode(_ value: UInt16) { leaf(.integer(Int64(value))) }
  mutating func encode(_ value: UInt32) { leaf(.integer(Int64(value))) }
  mutating func encode(_ value: UInt64) { leaf(.whole(value)) }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    begin()
    try walk.put(value)
    walk.close(to: depth)
  }

  mutating func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type
  ) -> KeyedEncodingContainer<Inner> {
    begin()
    return CanonicalEncoder(walk: walk, depth: walk.depth).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    begin()
    return CanonicalEncoder(walk: walk, depth: walk.depth).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { preconditionFailure("values are written without classes") }
}

private struct CanonicalValue: SingleValueEncodingContainer {
  let walk: CanonicalWalk

  var codingPath: [any CodingKey] { [] }

  func encodeNil() { walk.leaf(.null) }
  func encode(_ value: Bool) { walk.leaf(.truth(value)) }
  func encode(_ value: String) { walk.leaf(.text(value)) }
  func encode(_ value: Double) { walk.leaf(.number(value)) }
  func encode(_ value: Float) { walk.leaf(.number(Double(value))) }
  func encode(_ value: Int) { walk.leaf(.integer(Int64(value))) }
  func encode(_ value: Int8) { walk.leaf(.integer(Int64(value))) }
  func encode(_ value: Int16) { walk.leaf(.integer(Int64(value))) }
  func encode(_ value: Int32) { walk.leaf(.integer(Int64(value))) }
  func encode(_ value: Int64) { walk.leaf(.integer(value)) }
  func encode(_ value: UInt) { walk.leaf(.whole(UInt64(value))) }
  func encode(_ value: UInt8) { walk.leaf(.integer(Int64(value))) }
  func encode(_ value: UInt16) { walk.leaf(.integer(Int64(value))) }
  func encode(_ value: UInt32) { walk.leaf(.integer(Int64(value))) }
  func encode(_ value: UInt64) { walk.leaf(.whole(value)) }
  func encode<Value: Encodable>(_ value: Value) throws { try walk.put(value) }
}

extension CanonicalLeaf {
  /// A whole number, in one way.
  static func whole(_ value: UInt64) -> CanonicalLeaf {
    Int64(exactly: value).map { .integer($0) } ?? .unsigned(value)
  }
}
