// SPDX-License-Identifier: Apache-2.0

/// Decodes the text of an XML document.
enum XMLText {
  private static let entities: [String: Character] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
  ]
  /// Maximum number of bytes of a character reference.
  private static let longestReference = 12

  /// `bytes` as text, with character references (`&#100;`, `&#x64;`) and the five predefined XML entities
  /// replaced; other entities remain unchanged.
  static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
    var text = ""
    var rest = bytes
    while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
      text += String(decoding: rest[..<start], as: UTF8.self)
      rest = rest[start...].dropFirst()
      let near = rest.prefix(longestReference)
      if let end = near.firstIndex(of: UInt8(ascii: ";")),
        let character = character(String(decoding: rest[..<end], as: UTF8.self))
      {
        text.append(character)
        rest = rest[end...].dropFirst()
      } else {
        text.append("&")
      }
    }
    return text + String(decoding: rest, as: UTF8.self)
  }

  private static func character(_ name: String) -> Character? {
    guard name.hasPrefix("#") else { return entities[name] }
    let digits = name.dropFirst()
    let value =
      digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
    return value.flatMap { Unicode.Scalar($0) }.map { Character($0) }
  }
}
