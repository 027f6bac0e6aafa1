// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import YAML

/// The place of a value in a target.
typealias Place<Target, Value> = any WritableKeyPath<Target, Value> & Sendable

/// A key of objects that are read into a `Target`: its declaration, and the place of its value there.
package struct Key<Target>: Sendable {
  /// Takes the value of a field into a target.
  typealias Reading =
    @Sendable (_ parser: inout ProjectParser, _ field: Field, _ target: inout Target) -> Void

  /// The declaration, of which schema, hints and reference are made.
  package var shape: KeyShape
  /// Its place among the keys of an object: those of a lower rank are read first, the others in the order of the file.
  var rank = 0
  let read: Reading
}

extension Key {
  /// A key whose value has a reading of its own.
  init(
    _ name: String, _ value: ValueShape, _ doc: String, default fallback: String? = nil,
    isRequired: Bool = false, rank: Int = 0, read: @escaping Reading
  ) {
    shape = KeyShape(name, value, doc, default: fallback, isRequired: isRequired)
    (self.rank, self.read) = (rank, read)
  }

  /// A key whose value is stored at `path`; one that cannot be read leaves what is there.
  init<Value>(
    _ name: String, _ kind: ValueKind<Value>, _ path: Place<Target, Value>,
    _ doc: String, default fallback: String? = nil, isRequired: Bool = false, rank: Int = 0
  ) {
    let read = kind.read
    self.init(
      name, kind.shape, doc, default: fallback, isRequired: isRequired, rank: rank
    ) { parser, field, target in
      if let value = read(&parser, field) { target[keyPath: path] = value }
    }
  }

  /// A key whose value is stored at `path`, where nothing is a value, too.
  init<Value>(
    _ name: String, _ kind: ValueKind<Value>, _ path: Place<Target, Value?>,
    _ doc: String, default fallback: String? = nil, isRequired: Bool = false, rank: Int = 0
  ) {
    let read = kind.read
    self.init(
      name, kind.shape, doc, default: fallback, isRequired: isRequired, rank: rank
    ) { parser, field, target in
      if let value = read(&parser, field) { target[keyPath: path] = value }
    }
  }

  /// A key that is read elsewhere: with its siblings, or before its object.
  init(unread shape: KeyShape) {
    self.shape = shape
    read = { _, _, _ in }
  }

  /// A key of other objects, which this one may not have; `hint` says where it belongs.
  static func elsewhere(_ name: String, _ hint: String) -> Key {
    Key(unread: .elsewhere(name, hint))
  }

  /// A key of the language that is rejected by name.
  static func later(_ name: String, _ doc: String) -> Key { Key(unread: .later(name, doc)) }

  /// The same key of an object that contains the target at `path`.
  func at<Outer>(_ path: Place<Outer, Target>) -> Key<Outer> {
    let read = self.read
    return Key<Outer>(shape: shape, rank: rank) { parser, field, outer in
      read(&parser, field, &outer[keyPath: path])
    }
  }

  /// The same key of an object that may contain the target at `path`, or `start` where it does not yet.
  func at<Outer>(
    _ path: Place<Outer, Target?>,
    else start: @autoclosure @escaping @Sendable () -> Target
  ) -> Key<Outer> {
    let read = self.read
    return Key<Outer>(shape: shape, rank: rank) { parser, field, outer in
      var target = outer[keyPath: path] ?? start()
      read(&parser, field, &target)
      outer[keyPath: path] = target
    }
  }

  /// The same key with another declaration.
  func with(_ change: (inout KeyShape) -> Void) -> Key {
    var key = self
    change(&key.shape)
    return key
  }

  /// The same key with another rank.
  func ranked(_ rank: Int) -> Key {
    var key = self
    key.rank = rank
    return key
  }

  /// The same key with another default.
  func with(default fallback: String) -> Key { with { $0.fallback = fallback } }
}

/// An object of the language that is read into a `Target`.
package struct ObjectKeys<Target>: Sendable {
  /// The declarations of its keys.
  package let shape: ObjectShape
  let keys: [Key<Target>]
  /// The ranks of its keys, ascending.
  private let ranks: [Int]

  init(
    _ name: String, _ doc: String, exclusive: [[String]] = [],
    @KeyBuilder<Target> keys: () -> [Key<Target>]
  ) {
    self.keys = keys()
    shape = ObjectShape(
      name: name, doc: doc, keys: self.keys.map(\.shape), exclusive: exclusive)
    ranks = Set(self.keys.map(\.rank)).sorted()
  }

  /// Takes `fields`, which are its own, into `target`.
  func read(_ fields: [Field], _ parser: inout ProjectParser, into target: inout Target) {
    for rank in ranks {
      for field in fields where keys[field.place].rank == rank {
        keys[field.place].read(&parser, field, &target)
      }
    }
  }
}

/// Lists of keys, each of which is checked for its types by itself.
@resultBuilder
enum KeyBuilder<Target> {
  static func buildExpression(_ key: Key<Target>) -> [Key<Target>] { [key] }
  static func buildExpression(_ keys: [Key<Target>]) -> [Key<Target>] { keys }
  static func buildPartialBlock(first keys: [Key<Target>]) -> [Key<Target>] { keys }
  static func buildPartialBlock(
    accumulated keys: [Key<Target>], next: [Key<Target>]
  ) -> [Key<Target>] { keys + next }
  static func buildArray(_ keys: [[Key<Target>]]) -> [Key<Target>] { keys.flatMap(\.self) }
  static func buildOptional(_ keys: [Key<Target>]?) -> [Key<Target>] { keys ?? [] }
}

/// Keys that several objects have.
func keys<Target>(@KeyBuilder<Target> _ keys: () -> [Key<Target>]) -> [Key<Target>] { keys() }

extension ProjectParser {
  /// Reads the object `node` into `target`; gives its fields, for what they say together.
  ///
  /// - Parameters:
  ///   - owner: The place of messages about the object as a whole, if it has a better one than its first key.
  ///   - hint: The text to write in place of an unknown key, if it is known here.
  @discardableResult
  mutating func read<Target>(
    _ node: YAMLNode, _ object: ObjectKeys<Target>, into target: inout Target,
    owner: Span? = nil, hint: (_ entry: YAMLEntry) -> String? = { _ in nil }
  ) -> [Field] {
    let fields = fields(of: node, object.shape, owner: owner, hint: hint)
    object.read(fields, &self, into: &target)
    return fields
  }
}
