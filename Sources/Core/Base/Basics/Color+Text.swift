// SPDX-License-Identifier: Apache-2.0

extension Color {
  /// Reads what `description` gives; nil for any other text.
  public init?(parsing text: Substring) {
    guard text.first == "#", text.utf8.count == 7 || text.utf8.count == 9,
      let value = UInt32(text.dropFirst(), radix: 16), text.dropFirst().first != "+"
    else { return nil }
    let bits = text.utf8.count == 7 ? value << 8 | 255 : value
    self.init(
      UInt8(bits >> 24), UInt8(bits >> 16 & 255), UInt8(bits >> 8 & 255), alpha: UInt8(bits & 255))
  }
}
