// SPDX-License-Identifier: Apache-2.0

package import Catalog

/// An object of the language and the keys it may have.
///
/// The table of these (`KeyTable`) is the one place that knows the language's keys: decoding takes
/// from it what is known, required, exclusive and not supported yet; the JSON Schema and the list of
/// defaults are printed from it.
package struct ObjectShape: Sendable {
  /// The object's name in messages, such as `clip`.
  package let name: String
  /// A description of the object, for the schema.
  package let doc: String
  /// Its keys, in the order of the reference; no name twice.
  package let keys: [KeyShape]
  /// Keys of which at most one may be written.
  package var exclusive: [[String]] = []

  /// The name of it in the reference, as `reel help` takes it: `image item` is `image-item`.
  package var topicName: String { name.replacing(" ", with: "-") }

  /// The key called `name`, supported or not.
  package func key(_ name: String) -> KeyShape? { keys.first { $0.name == name } }
}

/// A key of an object.
package struct KeyShape: Sendable {
  /// The key as it is written.
  package let name: String
  /// The values it may have.
  package var value: ValueShape
  /// A description of the key, one sentence.
  package var doc: String
  /// The default, for a key that is not written; nil if there is none.
  package var fallback: String?
  /// True if the key is required.
  package var isRequired: Bool
  /// True if this version of Reel supports the key.
  package let isSupported: Bool
  /// Where the key belongs, as a hint, if it is known here only to be refused.
  package var refusal: String?

  package init(
    _ name: String, _ value: ValueShape, _ doc: String, default fallback: String? = nil,
    isRequired: Bool = false, isSupported: Bool = true
  ) {
    (self.name, self.value, self.doc, self.fallback) = (name, value, doc, fallback)
    (self.isRequired, self.isSupported) = (isRequired, isSupported)
  }

  package static func key(
    _ name: String, _ value: ValueShape, _ doc: String, default fallback: String? = nil
  ) -> KeyShape {
    KeyShape(name, value, doc, default: fallback)
  }

  package static func required(_ name: String, _ value: ValueShape, _ doc: String) -> KeyShape {
    KeyShape(name, value, doc, isRequired: true)
  }

  /// A key of other objects, which this one may not have; `hint` says where it belongs.
  package static func elsewhere(_ name: String, _ hint: String) -> KeyShape {
    var key = KeyShape.later(name, "A key of other objects.")
    key.refusal = hint
    return key
  }

  /// A key of the language that is rejected by name.
  package static func later(_ name: String, _ doc: String) -> KeyShape {
    KeyShape(name, .anything, doc, isSupported: false)
  }
}

/// The values a key may have.
package indirect enum ValueShape: Sendable {
  /// A time.
  case time
  /// A range of time.
  case range
  /// Any text.
  case text
  /// The path of a file.
  case path
  /// The name of an asset, or a path.
  case media
  /// The name of a clip.
  case name
  /// True or false.
  case flag
  /// A colour.
  case color
  /// The name of an entrance, perhaps with its length and its easing.
  case entrance
  /// A size in pixels.
  case pixelSize
  /// Columns and rows, such as 5x4.
  case grid
  /// A size in pixels, or a ratio such as 9:16.
  case frameSize
  /// A frame rate.
  case rate
  /// A whole number.
  case integer(ClosedRange<Int>)
  /// A number.
  case number(ClosedRange<Double>)
  /// A number, perhaps with that unit behind it.
  case measure(ClosedRange<Int>, unit: String)
  /// One of a few whole numbers.
  case integers([Int])
  /// A length of the canvas.
  case length
  /// A width and a height.
  case boxSize
  /// A value of a property.
  case value(Property.Unit)
  /// A value of the given shape, a ramp or keyframes.
  case animated(ValueShape)
  /// One of a few words.
  case choice([String])
  /// An object.
  case object(ObjectShape)
  /// A list.
  case list(ValueShape)
  /// A mapping from names of the user's choice, in order.
  case named(ValueShape)
  /// A colour or a gradient, as `KeyTable.fills` says.
  case fill
  /// A mask.
  case mask
  /// Overlays by name, which may hold others.
  case overlays
  /// Filters of libavfilter with their options, which depend on the machine's library.
  case effects
  /// Any of several shapes.
  case either([ValueShape])
  /// Anything: the value of a key that is not supported yet.
  case anything
}

extension KeyShape {
  /// The key of a property, with a value that stays the same or changes.
  package static func property(_ property: Property, default fallback: String? = nil) -> KeyShape {
    .key(
      property.key, .animated(.value(property.unit)), property.doc,
      default: fallback ?? property.fallback)
  }
}

extension Property {
  /// The property that `key` of a layer sets.
  package static func named(_ key: String) -> Property? { all.first { $0.name == key } }
}

extension Property.Group {
  /// The group that `key` of a layer sets.
  package static func named(_ key: String) -> Property.Group? { all.first { $0.name == key } }
}
