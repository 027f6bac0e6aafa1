// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import ProjectModel
import YAML

/// The values of a key: their declaration, and how one is read.
struct ValueKind<Value>: Sendable {
  let shape: ValueShape
  /// Reads the value of a field; nil for one that cannot be read, which is reported.
  let read: @Sendable (_ parser: inout ProjectParser, _ field: Field) -> Value?

  init(
    _ shape: ValueShape,
    _ read: @escaping @Sendable (_ parser: inout ProjectParser, _ field: Field) -> Value?
  ) {
    (self.shape, self.read) = (shape, read)
  }

  /// The same values with their places.
  static func located<Inner>(_ kind: ValueKind<Inner>) -> ValueKind where Value == Located<Inner> {
    ValueKind(kind.shape) { parser, field in
      kind.read(&parser, field).map { Located($0, at: field.value.span) }
    }
  }

  /// The same values with the places of their keys.
  static func atKey<Inner>(_ kind: ValueKind<Inner>) -> ValueKind where Value == Located<Inner> {
    ValueKind(kind.shape) { parser, field in
      kind.read(&parser, field).map { Located($0, at: field.key.span) }
    }
  }

  /// A mapping with the keys of `object`, which begins as `start`.
  static func object(
    _ object: ObjectKeys<Value>, _ start: @autoclosure @escaping @Sendable () -> Value
  ) -> ValueKind {
    ValueKind(.object(object.shape)) { parser, field in
      var value = start()
      parser.read(field.value, object, into: &value)
      return value
    }
  }
}

extension ValueKind {
  /// A mapping with the keys of `object`, or a value of `kind` in its place, which goes to `path`.
  static func object<Short>(
    _ object: ObjectKeys<Value>, _ start: @autoclosure @escaping @Sendable () -> Value,
    or path: Place<Value, Short>, _ kind: ValueKind<Short>
  ) -> ValueKind {
    let whole = ValueKind.object(object, start())
    return ValueKind(.either(kind.shape.alternatives + [whole.shape])) { parser, field in
      if field.value.kind == .mapping { return whole.read(&parser, field) }
      return kind.read(&parser, field).map { short in
        var value = start()
        value[keyPath: path] = short
        return value
      }
    }
  }

  /// Values of `kind`, or a flag: `usual`, or nothing.
  static func switched<Inner>(
    _ usual: @autoclosure @escaping @Sendable () -> Inner, _ kind: ValueKind<Inner>
  ) -> ValueKind where Value == Inner? {
    ValueKind(.either([.flag] + kind.shape.alternatives)) { parser, field in
      if let isOn = FlagWord.value(of: field.value.text) { return .some(isOn ? usual() : nil) }
      return kind.read(&parser, field)
    }
  }
}

extension ValueShape {
  /// The shapes of a choice; this one alone if it is none.
  var alternatives: [ValueShape] { if case .either(let shapes) = self { shapes } else { [self] } }
}

extension ValueKind where Value: Hashable & Sendable {
  /// Values that `reader` reads, which stay the same.
  static func value(_ shape: ValueShape, _ reader: ValueReader<Value>) -> ValueKind {
    ValueKind(shape) { $0.value($1.value, reader) }
  }
}

extension ValueKind<Time> {
  /// A length of time in seconds.
  ///
  /// - Parameters:
  ///   - isShort: True if a number of hundreds is meant in milliseconds.
  ///   - rule: The message about one beyond `bounds`.
  static func seconds(
    _ noun: String, in bounds: ClosedRange<Time>, isShort: Bool = true, _ rule: String, hint: String
  ) -> ValueKind {
    ValueKind(.time) { parser, field in
      let orZero = bounds.lowerBound == .zero
      let time =
        isShort
        ? parser.shortTime(field.value, noun, orZero: orZero)
        : parser.positiveTime(field.value, noun, orZero: orZero)
      guard let time, let length = parser.constant(time, noun, hint: hint) else { return nil }
      return bounds.contains(length)
        ? length : parser.refused(.outOfRange, rule, at: time.span, hint: hint)
    }
  }
}

extension ValueKind<Bool> {
  static let flag = ValueKind(.flag) { $0.flag($1.value) }
}

extension ValueKind<Color> {
  static let color = ValueKind(.color) { $0.color($1.value) }
}

extension ValueKind<Easing> {
  static let easing = ValueKind(.text) { $0.easing($1.value) }
}

extension ValueKind<Located<String>> {
  static let path = ValueKind(.path) { $0.path($1.value) }

  static func text(_ noun: String, example: String) -> ValueKind {
    ValueKind(.text) { $0.text($1.value, noun, example: example) }
  }
}

extension ValueKind<MediaReference> {
  static let media = ValueKind(.media) { $0.media($1.value) }
}

extension ValueKind<RangeExpression> {
  static let range = ValueKind(.range) { $0.range($1.value) }
}

extension ValueKind<TimeExpression> {
  /// Any time, below zero, too.
  static let time = ValueKind(.time) { $0.time($1.value) }

  /// A time that is not negative.
  static func time(_ noun: String, orZero: Bool) -> ValueKind {
    ValueKind(.time) { $0.positiveTime($1.value, noun, orZero: orZero) }
  }

  /// A length of something short.
  static func short(_ noun: String, orZero: Bool = false) -> ValueKind {
    ValueKind(.time) { $0.shortTime($1.value, noun, orZero: orZero) }
  }
}

extension ValueKind<Int> {
  static func integer(_ noun: String, in bounds: ClosedRange<Int>) -> ValueKind {
    ValueKind(.integer(bounds)) { $0.integer($1.value, noun, in: bounds)?.value }
  }
}

extension ValueKind<Double> {
  /// A number, perhaps with its unit.
  static func measure(
    _ noun: String, in bounds: ClosedRange<Int>, unit: String, example: String
  ) -> ValueKind {
    ValueKind(.measure(bounds, unit: unit)) {
      $0.measure($1.value, noun, in: bounds, unit: unit, example: example)
    }
  }

  static func decibels(
    _ noun: String, in bounds: ClosedRange<Int>, example: String
  ) -> ValueKind {
    measure(noun, in: bounds, unit: "dB", example: example)
  }

  /// A share from 0 to 1.
  static func share(_ noun: String) -> ValueKind {
    value(.value(.opacity), ValueReader<Double>.share(noun))
  }

  static let angle = value(.value(.angle), ValueReader<Double>.angle)
}

extension ValueKind where Value: RawRepresentable<String> & CaseIterable & Sendable {
  /// One of the raw values of an enumeration.
  static func choice(_ noun: String) -> ValueKind {
    ValueKind(.choice(Value.allNames)) { $0.choice($1.value, noun) }
  }
}
