// SPDX-License-Identifier: Apache-2.0

/// An optional value on the heap: where there is none, it takes no more than a pointer.
///
/// For settings that are large and that few values of a kind have, such as how a clip comes and goes: films have a
/// hundred thousand clips.
@propertyWrapper
public enum Boxed<Value> {
  /// There is none.
  case absent
  /// There is one.
  indirect case present(Value)

  /// A box around `wrappedValue`.
  @inlinable
  public init(wrappedValue: Value?) {
    self = if let wrappedValue { .present(wrappedValue) } else { .absent }
  }

  /// Nothing.
  @inlinable
  public init() { self = .absent }

  /// The value.
  @inlinable
  public var wrappedValue: Value? {
    get { if case .present(let value) = self { value } else { nil } }
    set { self = Boxed(wrappedValue: newValue) }
  }
}

extension Boxed: Equatable where Value: Equatable {}
extension Boxed: Hashable where Value: Hashable {}
extension Boxed: Sendable where Value: Sendable {}
