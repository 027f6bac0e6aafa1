// SPDX-License-Identifier: Apache-2.0

/// The character encoding of a subtitle file.
public enum TextEncoding: String, Hashable, Sendable, CaseIterable {
  /// UTF-8, as files are that do not say anything else.
  case utf8 = "utf-8"
  /// UTF-16 with a byte order mark, else with the byte first that is not the zero of plain letters.
  case utf16 = "utf-16"
  /// A byte each: Latin-1, and what Windows has in the places of its control characters.
  case latin1 = "latin-1"

  /// The bytes of `bytes` in UTF-8, without a byte order mark.
  ///
  /// - Parameter encoding: Their encoding; nil for UTF-16 where a byte order mark says so, else
  ///   UTF-8.
  static func utf8(_ bytes: [UInt8], in encoding: TextEncoding?) throws(CueProblem) -> [UInt8] {
    let isBig = bytes.starts(with: [0xFE, 0xFF])
    let hasMark = isBig || bytes.starts(with: [0xFF, 0xFE])
    switch encoding ?? (hasMark ? .utf16 : .utf8) {
    case .utf8:
      let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
      if zeros(of: bytes) != nil {
        throw CueProblem(
          line: 1, message: "this is UTF-16 without a mark that says so",
          hint: "write encoding: utf-16 beside the file, or save it in UTF-8")
      }
      guard let wrong = firstInvalid(text) else { return text }
      // Texts have no NUL; pictures and films begin with some.
      guard encoding != nil || !text.prefix(1024).contains(0) else {
        throw CueProblem(
          line: 1, message: "this is not a text file", hint: "name a file of texts with times")
      }
      throw CueProblem(
        line: lines(text[..<wrong]), message: "this line is not in UTF-8",
        hint: mayBeLatin(text)
          ? "save the file in UTF-8, or say what it is in: encoding: latin-1"
          : "save the file in UTF-8: iconv -f GB18030 -t UTF-8 reads Chinese, CP932 Japanese, CP949"
            + " Korean, CP1251 Cyrillic")
    case .utf16:
      return try utf16(
        hasMark ? bytes[2...] : bytes[...], isBig: isBig || !hasMark && zeros(of: bytes) == .first)
    case .latin1:
      var text: [UInt8] = []
      text.reserveCapacity(bytes.count + bytes.count / 8)
      for byte in bytes {
        if byte < 0x80 {
          text.append(byte)
        } else {
          let value = (0x80...0x9F).contains(byte) ? windows[Int(byte - 0x80)] : UInt32(byte)
          append(value, to: &text)
        }
      }
      return text
    }
  }

  /// The bytes of pairs that are zero, as one of each plain letter is in UTF-16; nil where `bytes` are hardly that.
  private static func zeros(of bytes: [UInt8]) -> Side? {
    let pairs = min(bytes.count, 4096) / 2
    let first = (0..<pairs).count { bytes[2 * $0] == 0 }
    let second = (0..<pairs).count { bytes[2 * $0 + 1] == 0 }
    guard 2 * max(first, second) > pairs, min(first, second) == 0 else { return nil }
    return first > 0 ? .first : .second
  }

  /// A byte of two.
  private enum Side { case first, second }

  /// Returns true if `text` is plausible in Latin-1: of words in it few letters beside one another
  /// have accents, and of other scripts all letters are above ASCII.
  private static func mayBeLatin(_ text: [UInt8]) -> Bool {
    var (high, inRuns, run) = (0, 0, 0)
    for byte in text {
      // Windows has nothing there.
      if [0x81, 0x8D, 0x8F, 0x90, 0x9D].contains(byte) { return false }
      run = byte < 0x80 ? 0 : run + 1
      if byte >= 0x80 { high += 1 }
      if run == 3 { inRuns += 3 } else if run > 3 { inRuns += 1 }
    }
    return inRuns * 4 <= high
  }

  private static func utf16(
    _ bytes: ArraySlice<UInt8>, isBig: Bool
  ) throws(CueProblem) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    func unit(_ index: Int) -> UInt32? {
      guard index + 1 < bytes.endIndex else { return nil }
      let (first, second) = (UInt32(bytes[index]), UInt32(bytes[index + 1]))
      return isBig ? first << 8 | second : second << 8 | first
    }
    var index = bytes.startIndex
    while let first = unit(index) {
      index += 2
      var value = first
      if (0xD800...0xDBFF).contains(first), let second = unit(index),
        (0xDC00...0xDFFF).contains(second)
      {
        value = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
        index += 2
      }
      guard !(0xD800...0xDFFF).contains(value) else {
        throw CueProblem(
          line: lines(text[...]), message: "this line is not in UTF-16",
          hint: "save the file in UTF-8")
      }
      append(value, to: &text)
    }
    guard index == bytes.endIndex else {
      throw CueProblem(
        line: lines(text[...]), message: "the file ends within a character of UTF-16",
        hint: "save the file in UTF-8")
    }
    return text
  }

  /// Appends the character `value`, which is none of a pair.
  static func append(_ value: UInt32, to text: inout [UInt8]) {
    switch value {
    case ..<0x80: text.append(UInt8(value))
    case ..<0x800:
      text.append(UInt8(0xC0 | value >> 6))
      text.append(UInt8(0x80 | value & 0x3F))
    case ..<0x10000:
      text.append(UInt8(0xE0 | value >> 12))
      text.append(UInt8(0x80 | value >> 6 & 0x3F))
      text.append(UInt8(0x80 | value & 0x3F))
    default:
      text.append(UInt8(0xF0 | value >> 18))
      text.append(UInt8(0x80 | value >> 12 & 0x3F))
      text.append(UInt8(0x80 | value >> 6 & 0x3F))
      text.append(UInt8(0x80 | value & 0x3F))
    }
  }

  /// The place of the first byte that is no part of a character.
  private static func firstInvalid(_ text: [UInt8]) -> Int? {
    var index = 0
    while index < text.count {
      let first = text[index]
      if first < 0x80 {
        index += 1
        continue
      }
      let (length, least): (Int, UInt32) =
        switch first {
        case 0xC2...0xDF: (2, 0x80)
        case 0xE0...0xEF: (3, 0x800)
        case 0xF0...0xF4: (4, 0x10000)
        default: (0, 0)
        }
      guard length > 0, index + length <= text.count else { return index }
      var value = UInt32(first) & (0x7F >> UInt32(length))
      for next in text[index + 1..<index + length] {
        guard next & 0xC0 == 0x80 else { return index }
        value = value << 6 | UInt32(next & 0x3F)
      }
      guard value >= least, value <= 0x10FFFF, !(0xD800...0xDFFF).contains(value) else {
        return index
      }
      index += length
    }
    return nil
  }

  /// The number of the line behind `text`.
  private static func lines(_ text: ArraySlice<UInt8>) -> Int {
    var (count, isAfterReturn) = (1, false)
    for byte in text {
      if byte == 13 || byte == 10 && !isAfterReturn { count += 1 }
      isAfterReturn = byte == 13
    }
    return count
  }

  /// The code points of Windows-1252 from 0x80 to 0x9F.
  private static let windows: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039,
    0x152, 0x8D, 0x17D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC,
    0x2122, 0x161, 0x203A, 0x153, 0x9D, 0x17E, 0x178,
  ]
}
