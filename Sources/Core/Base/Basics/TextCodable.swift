// SPDX-License-Identifier: Apache-2.0

/// A value that is stored, sent and shown as one text.
public protocol TextCodable: Codable, CustomStringConvertible {
  /// Reads what `description` gives; nil for any other text.
  init?(parsing text: Substring)
}

extension TextCodable {
  /// Writes the `description`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = Self(parsing: text[...]) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "no \(Self.self): \(text)")
    }
    self = value
  }
}
