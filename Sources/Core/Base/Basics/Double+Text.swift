// SPDX-License-Identifier: Apache-2.0

extension Double {
  /// The shortest text that reads back as the same number; whole numbers have no point.
  public var shortest: String {
    let text = description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
