// SPDX-License-Identifier: Apache-2.0

/// Receives the parts of an `Encodable` value one by one, in the order in which the value encodes
/// them.
///
/// The sequence of calls is the value's canonical form: two values of one type with the same calls
/// are equal in everything they encode. Keys are hashed from it, and explanations of keys are made
/// from it, so the two cannot disagree.
public protocol CanonicalVisitor: AnyObject {
  /// A part begins: the value of a key of the part around it.
  func enter(_ key: String)

  /// A part begins: an item of the list around it.
  func enter(item index: Int)

  /// The part that began last ends.
  func leave()

  /// The part that began last is this.
  func leaf(_ leaf: CanonicalLeaf)

  /// Returns true if the visitor takes the whole of `value` itself; else it receives the parts of
  /// `value`.
  func take<Value: Encodable>(_ value: Value) -> Bool
}

/// A part that has no parts.
public enum CanonicalLeaf: Hashable, Sendable {
  /// A text.
  case text(String)
  /// A whole number.
  case integer(Int64)
  /// A whole number beyond those.
  case unsigned(UInt64)
  /// A binary fraction.
  case number(Double)
  /// A truth value.
  case truth(Bool)
  /// Explicitly nothing.
  case null
  /// A list without items.
  case emptyList
  /// A value without parts.
  case empty
}

extension CanonicalVisitor {
  /// Goes through all of `value`; with `isForKey`, without what does not decide bytes.
  public func visit(_ value: some Encodable, isForKey: Bool) {
    let walk = CanonicalWalk(self, isForKey: isForKey)
    do { try walk.write(value) } catch {
      // The walk itself never throws.
      preconditionFailure("a value that cannot be written: \(error)")
    }
  }
}
