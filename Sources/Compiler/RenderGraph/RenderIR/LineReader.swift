// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import RenderProtocol

/// A line of a printed graph that is being read from left to right.
struct LineReader {
  /// The rest of the line.
  private var rest: Substring.UTF8View
  /// The number of the line, from 1.
  let line: Int

  init(_ text: Substring, line: Int) {
    rest = text.utf8
    self.line = line
  }

  /// An error at this line.
  func fail(_ message: String) -> GraphSyntaxError {
    GraphSyntaxError(line: line, message: message)
  }

  private mutating func skipSpaces() {
    rest = rest.drop { $0 == UInt8(ascii: " ") }
  }

  /// True if only spaces are left.
  var isAtEnd: Bool { rest.allSatisfy { $0 == UInt8(ascii: " ") } }

  /// Takes `text` if it comes next.
  mutating func accept(_ text: StaticString) -> Bool {
    skipSpaces()
    let isNext = text.withUTF8Buffer { rest.starts(with: $0) }
    if isNext { rest = rest.dropFirst(text.utf8CodeUnitCount) }
    return isNext
  }

  /// Takes `name=` if it comes next.
  private mutating func accept(name: String) -> Bool {
    skipSpaces()
    let text = "\(name)="
    let isNext = rest.starts(with: text.utf8)
    if isNext { rest = rest.dropFirst(text.utf8.count) }
    return isNext
  }

  /// Returns true if `text` comes next; spaces are skipped only if `text` is not one.
  func isNext(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { text in
      let ahead = text.first == UInt8(ascii: " ") ? rest : rest.drop { $0 == UInt8(ascii: " ") }
      return ahead.starts(with: text)
    }
  }

  /// Takes `text`, which must come next.
  mutating func expect(_ text: StaticString) throws(GraphSyntaxError) {
    if !accept(text) { throw fail("expected '\(text)' before '\(remainder)'") }
  }

  private var remainder: String { String(Substring(rest.prefix(30))) }

  /// Takes the characters up to a space or one of `{}[](),:="@`.
  mutating func token() throws(GraphSyntaxError) -> Substring {
    skipSpaces()
    let end = rest.firstIndex { " {}[](),:=\"@".utf8.contains($0) } ?? rest.endIndex
    let text = Substring(rest[..<end])
    guard !text.isEmpty else { throw fail("expected a word before '\(remainder)'") }
    rest = rest[end...]
    return text
  }

  /// Takes a token that `convert` understands.
  mutating func value<Value>(
    _ what: String, _ convert: (Substring) -> Value?
  ) throws(GraphSyntaxError) -> Value {
    let text = try token()
    guard let value = convert(text) else { throw fail("'\(text)' is no \(what)") }
    return value
  }

  mutating func int() throws(GraphSyntaxError) -> Int {
    try value("whole number") { Int($0) }
  }

  mutating func time() throws(GraphSyntaxError) -> Time {
    try value("time") { Time(parsing: $0) }
  }

  mutating func number() throws(GraphSyntaxError) -> Double {
    try value("number") { Double($0) }
  }

  mutating func size() throws(GraphSyntaxError) -> PixelSize {
    try value("size") { PixelSize(parsing: $0) }
  }

  mutating func rect() throws(GraphSyntaxError) -> PixelRect {
    try value("rectangle") { PixelRect(parsing: $0) }
  }

  mutating func box() throws(GraphSyntaxError) -> PixelBox {
    try value("rectangle") { PixelBox(parsing: $0) }
  }

  mutating func color() throws(GraphSyntaxError) -> Color {
    try value("colour") { Color(parsing: $0) }
  }

  /// `a..b`, a not above b.
  mutating func range() throws(GraphSyntaxError) -> Range<Int> {
    try value("range") { text in
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 3, parts[1].isEmpty, let a = Int(parts[0]), let b = Int(parts[2]),
        a <= b
      else { return nil }
      return a..<b
    }
  }

  /// The numbers of a parenthesis.
  mutating func numbers() throws(GraphSyntaxError) -> [Double] {
    try expect("(")
    var values: [Double] = []
    while !accept(")") { values.append(try number()) }
    return values
  }

  mutating func numbers(_ count: Int) throws(GraphSyntaxError) -> [Double] {
    let values = try numbers()
    guard values.count == count else { throw fail("expected \(count) numbers") }
    return values
  }

  /// A text in quotes.
  mutating func string() throws(GraphSyntaxError) -> String {
    try expect("\"")
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: bytes, as: UTF8.self)
      case UInt8(ascii: "\\"):
        switch rest.popFirst() {
        case UInt8(ascii: "n"): bytes.append(10)
        case UInt8(ascii: "x"):
          guard let code = UInt8(Substring(rest.prefix(2)), radix: 16) else {
            throw fail("expected two hexadecimal digits after '\\x'")
          }
          rest = rest.dropFirst(2)
          bytes.append(code)
        case .some(let other): bytes.append(other)
        case nil: throw fail("a text without its closing quote")
        }
      default: bytes.append(byte)
      }
    }
    throw fail("a text without its closing quote")
  }

  /// `(time source speed, ...)`.
  mutating func speeds() throws(GraphSyntaxError) -> SpeedCurve {
    try expect("(")
    var points: [SpeedCurve.Point] = []
    repeat {
      let (time, source, speed) = (try time(), try time(), try time())
      guard points.last.map({ $0.time < time }) ?? true else {
        throw fail("speeds that are not in order of time")
      }
      points.append(SpeedCurve.Point(time, source: source, speed: speed))
    } while accept(",")
    try expect(")")
    return SpeedCurve(points)
  }

  /// `{time: value shape, ...}`.
  mutating func curve() throws(GraphSyntaxError) -> Curve {
    try expect("{")
    var keys: [Curve.Key] = []
    repeat {
      let time = try time()
      try expect(":")
      let value = isNext("(") ? try numbers() : [try number()]
      keys.append(Curve.Key(time, value, try shape()))
    } while accept(",")
    try expect("}")
    return Curve(keys)
  }

  /// A path and a digest.
  mutating func file() throws(GraphSyntaxError) -> MediaFile {
    let path = try string()
    try expect("sha=")
    // A digest of nothing but zeros is written as no digits at all.
    let digits = isNext(" ") ? "" : try token()
    guard
      let digest = Fingerprint(
        hex: digits + String(repeating: "0", count: max(0, 64 - digits.utf8.count)))
    else { throw fail("'\(digits)' is no digest") }
    return MediaFile(path: path, digest: digest)
  }

  /// The curves of a step, as its stage has them: one, or any by the names of properties.
  mutating func step(_ stage: Property.Stage) throws(GraphSyntaxError) -> LayerStep {
    if stage.role == .filter { return LayerStep(try effect()) }
    let properties = stage.accepted
    let lut = isNext("\"") ? try file() : nil
    let pivot = accept(name: "pivot") ? try numbers(2) : nil
    let frame = accept(name: "picture") ? try frame() : nil
    let curves = properties.count == 1 ? [properties[0]: try curve()] : try curves(of: properties)
    return LayerStep(
      stage, curves, about: pivot.map { PixelPoint($0[0], $0[1]) }, of: frame, lut: lut)
  }

  /// Curves, each behind the name of one of `properties`.
  mutating func curves(of properties: [Property]) throws(GraphSyntaxError) -> PropertyTable<Curve> {
    var curves = PropertyTable<Curve>()
    for property in properties where accept(name: property.graphName) {
      curves[property] = try curve()
    }
    return curves
  }

  private mutating func frame() throws(GraphSyntaxError) -> LayerFrame {
    let picture = try box()
    try expect("box=")
    let box = try box()
    try expect("fit=")
    return LayerFrame(
      picture: picture, box: box, fit: try value("fit") { Fit(rawValue: String($0)) })
  }
}

extension PixelSize {
  fileprivate init?(parsing text: Substring) {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]) else {
      return nil
    }
    self.init(width, height)
  }
}

extension PixelRect {
  fileprivate init?(parsing text: Substring) {
    func isSign(_ character: Character) -> Bool { character == "+" || character == "-" }
    guard let last = text.lastIndex(where: isSign),
      let first = text[..<last].lastIndex(where: isSign),
      let size = PixelSize(parsing: text[..<first]), let x = Int(text[first..<last]),
      let y = Int(text[last...])
    else { return nil }
    self.init(x: x, y: y, width: size.width, height: size.height)
  }
}

extension PixelBox {
  fileprivate init?(parsing text: Substring) {
    func isSign(_ character: Character) -> Bool { character == "+" || character == "-" }
    guard let last = text.lastIndex(where: isSign),
      let first = text[..<last].lastIndex(where: isSign),
      let x = Double(text[first..<last]), let y = Double(text[last...])
    else { return nil }
    let size = text[..<first].split(separator: "x", omittingEmptySubsequences: false)
    guard size.count == 2, let width = Double(size[0]), let height = Double(size[1]),
      [x, y, width, height].allSatisfy(\.isFinite)
    else { return nil }
    self.init(x: x, y: y, width: width, height: height)
  }
}
