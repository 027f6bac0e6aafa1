// SPDX-License-Identifier: Apache-2.0

package import RenderProtocol

/// A table of colours as a `.cube` file has it.
///
/// The format is that of Adobe's "Cube LUT Specification 1.0", and the `LUT_1D_INPUT_RANGE` and `LUT_3D_INPUT_RANGE` of
/// DaVinci Resolve. Words that are in neither are refused, since a file that means something else by its numbers would
/// give wrong colours.
package struct CubeFile: Hashable, Sendable {
  /// The number of levels of each primary.
  package private(set) var size = 0
  /// True if the file has a colour for each of size³ colours, not a curve for each primary.
  package private(set) var isLattice = false
  /// The red, green and blue of the first level.
  package private(set) var lowest: [Float] = [0, 0, 0]
  /// Those of the last level.
  package private(set) var highest: [Float] = [1, 1, 1]
  /// Red, green and blue of each entry in turn; in a lattice red changes fastest.
  package private(set) var values: [Float] = []

  /// Files of more bytes are refused: 65³ lines of some 60 bytes have less.
  package static let mostBytes = 32 << 20
  /// The sizes of lattices that are read.
  package static let latticeSizes = 2...65
  /// The sizes of curves that are read.
  package static let curveSizes = 2...65_536
  /// Numbers are this large at most, either way.
  private static let mostValue: Float = 1_000_000
  /// Longer lines are refused, also as comments.
  private static let mostLine = 4096

  /// Returns true if a file of that name that begins with `head` is meant as a `.cube` file.
  package static func isMeant(_ path: String, head: [UInt8]) -> Bool {
    if path.lowercased().hasSuffix(".cube") { return true }
    let words = ["LUT_3D_SIZE", "LUT_1D_SIZE"].map { Array($0.utf8) }
    return !head.contains(0)
      && head.split(separator: UInt8(ascii: "\n")).contains { line in
        words.contains { line.starts(with: $0) }
      }
  }

  /// Reads the file at `path`.
  package init(path: String) throws(RenderFailure) {
    let bytes = try WholeFile.read(path, limit: CubeFile.mostBytes, of: "the LUT")
    do throws(CubeProblem) { try self.init(bytes) } catch {
      throw RenderFailure(kind: .media, message: "line \(error.line): \(error.message)")
    }
  }

  /// Reads the bytes of a file.
  package init(_ bytes: [UInt8]) throws(CubeProblem) {
    var rows = 0
    var number = 0
    // The last line that says anything of it.
    var domain: CubeLine?
    var start = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    while start < bytes.count {
      number += 1
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      let line = CubeLine(bytes[start..<end], number: number)
      start = end + 1
      guard end - line.bytes.startIndex <= CubeFile.mostLine else {
        throw line.problem("a line of more than \(CubeFile.mostLine) bytes")
      }
      let words = line.words
      guard let first = words.first, first.first != UInt8(ascii: "#") else { continue }
      if first.first.map(CubeLine.isLetter) == true {
        guard rows == 0 else {
          throw line.problem("'\(CubeLine.text(first))' stands before the colours, not among them")
        }
        if try take(line, words) { domain = line }
        continue
      }
      guard size > 0 else {
        throw line.problem("LUT_3D_SIZE or LUT_1D_SIZE stands before the colours")
      }
      guard rows < count else {
        throw line.problem("there are more than the \(count) colours of its size")
      }
      if rows == 0 { values.reserveCapacity(3 * count) }
      values += try line.numbers(words, 3, within: CubeFile.mostValue)
      rows += 1
    }
    let last = CubeLine([], number: max(1, number))
    guard size > 0 else { throw last.problem("the file has neither LUT_3D_SIZE nor LUT_1D_SIZE") }
    if let domain, zip(lowest, highest).contains(where: { $1 - $0 < 1e-6 }) {
      throw domain.problem("the domain ends before it begins")
    }
    guard rows == count else {
      throw last.problem("the file ends after \(rows) of its \(count) colours")
    }
  }

  private var count: Int { isLattice ? size * size * size : size }

  /// Takes a line that begins with a word; true where it is about the domain.
  private mutating func take(
    _ line: CubeLine, _ words: [ArraySlice<UInt8>]
  ) throws(CubeProblem) -> Bool {
    let name = CubeLine.text(words[0])
    let rest = Array(words.dropFirst())
    switch name {
    case "TITLE": return false
    case "LUT_3D_SIZE", "LUT_1D_SIZE":
      guard size == 0 else { throw line.problem("the file has two sizes") }
      isLattice = name == "LUT_3D_SIZE"
      let sizes = isLattice ? CubeFile.latticeSizes : CubeFile.curveSizes
      let value = try line.numbers(rest, 1, within: CubeFile.mostValue)[0]
      guard let whole = Int(exactly: value), sizes.contains(whole) else {
        throw line.problem("the size is from \(sizes.lowerBound) to \(sizes.upperBound)")
      }
      size = whole
      return false
    case "DOMAIN_MIN": lowest = try line.numbers(rest, 3, within: CubeFile.mostValue)
    case "DOMAIN_MAX": highest = try line.numbers(rest, 3, within: CubeFile.mostValue)
    case "LUT_3D_INPUT_RANGE", "LUT_1D_INPUT_RANGE":
      let ends = try line.numbers(rest, 2, within: CubeFile.mostValue)
      lowest = [Float](repeating: ends[0], count: 3)
      highest = [Float](repeating: ends[1], count: 3)
    default: throw line.problem("'\(name)' is no word of a .cube file that is known")
    }
    return true
  }
}

/// The problem of a `.cube` file.
package struct CubeProblem: Error, Hashable, Sendable {
  /// The number of the line, from 1.
  package var line: Int
  /// A sentence in lower case, without a period.
  package var message: String
}

/// A line of a `.cube` file.
private struct CubeLine {
  let bytes: ArraySlice<UInt8>
  let number: Int

  init(_ bytes: ArraySlice<UInt8>, number: Int) { (self.bytes, self.number) = (bytes, number) }

  func problem(_ message: String) -> CubeProblem { CubeProblem(line: number, message: message) }

  var words: [ArraySlice<UInt8>] {
    bytes.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }
  }

  static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte & 0xdf)
  }

  /// At most 40 characters of `word`, for messages.
  static func text(_ word: ArraySlice<UInt8>) -> String {
    String(
      decoding: word.prefix(40).map { (32..<127).contains($0) ? $0 : UInt8(ascii: "?") },
      as: UTF8.self)
  }

  /// The numbers that `words` are, `count` of them.
  func numbers(
    _ words: [ArraySlice<UInt8>], _ count: Int, within most: Float
  ) throws(CubeProblem) -> [Float] {
    guard words.count == count else {
      let wanted = count == 1 ? "one number" : "\(count) numbers"
      throw problem("\(wanted) should stand here, not \(words.count)")
    }
    var result: [Float] = []
    for word in words {
      guard let value = CubeLine.number(word), abs(value) <= Double(most) else {
        throw problem("'\(CubeLine.text(word))' is no number from -\(Int(most)) to \(Int(most))")
      }
      result.append(Float(value))
    }
    return result
  }

  /// A decimal number such as `0.25`, `-1` or `1e-3`; nil for anything else.
  private static func number(_ word: ArraySlice<UInt8>) -> Double? {
    var rest = word
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    var (mantissa, digits, places) = (UInt64(0), 0, 0)
    var isFraction = false
    while let byte = rest.first {
      if byte == UInt8(ascii: "."), !isFraction {
        isFraction = true
      } else if (48...57).contains(byte) {
        digits += 1
        // What lies behind 18 digits is far below what a table's numbers can hold.
        if mantissa < 100_000_000_000_000_000 {
          mantissa = mantissa * 10 + UInt64(byte - 48)
          if isFraction { places += 1 }
        } else if !isFraction {
          return nil
        }
      } else {
        break
      }
      rest.removeFirst()
    }
    guard digits > 0 else { return nil }
    var exponent = 0
    if let byte = rest.first {
      guard byte & 0xdf == UInt8(ascii: "E") else { return nil }
      rest.removeFirst()
      let isDown = rest.first == UInt8(ascii: "-")
      if isDown || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
      guard (1...3).contains(rest.count), rest.allSatisfy({ (48...57).contains($0) }) else {
        return nil
      }
      exponent = rest.reduce(0) { $0 * 10 + Int($1 - 48) } * (isDown ? -1 : 1)
    }
    // One rounding each: far nearer than a table's 24 bits.
    var value = Double(mantissa)
    let shift = exponent - places
    if shift < -70 { return 0 }
    for _ in 0..<min(shift.magnitude, 70) { value = shift < 0 ? value / 10 : value * 10 }
    return isNegative ? -value : value
  }
}
