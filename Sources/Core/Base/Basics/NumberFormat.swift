// SPDX-License-Identifier: Apache-2.0

/// A format of numbers: a part of C's `printf`, or a time.
public struct NumberFormat: Hashable, Sendable {
  /// The text before the number.
  public var prefix: String
  /// The style of the number.
  public var style: Style
  /// The text after the number.
  public var suffix: String

  /// A number written in `style` between two texts.
  public init(prefix: String = "", style: Style, suffix: String = "") {
    self.prefix = prefix
    self.style = style
    self.suffix = suffix
  }

  /// `%d`: a whole number and nothing else.
  public static let plain = NumberFormat(style: .decimal(Decimal()))

  /// The ways to write a number.
  public enum Style: Hashable, Sendable {
    /// Decimal digits, rounded to the nearest; halves away from zero.
    case decimal(Decimal)
    /// Seconds as `h:mm:ss`, rounded down.
    case clock
    /// Seconds as `hh:mm:ss:ff`, frames of the canvas, rounded down.
    case timecode
    /// Seconds as a number of frames of the canvas, rounded down.
    case frame
  }

  /// A decimal number.
  public struct Decimal: Hashable, Sendable {
    /// Digits behind the point, up to 6.
    public var places = 0
    /// The least number of characters, up to 20.
    public var width = 0
    /// True if zeros pad the number to `width`; else spaces as wide as a digit.
    public var isZeroFilled = false
    /// True if commas separate thousands.
    public var hasGroups = false
    /// True if numbers above zero have a sign, too.
    public var hasPlus = false
  }

  /// Numbers are this large at most, either way.
  public static let limit = 1e12
  /// A format has at most as many bytes.
  public static let mostBytes = 200
  /// The formats that are words.
  public static let words = ["clock", "timecode", "frame"]
}

/// An error in a number format, and its position: a range of the format's bytes.
public struct NumberFormatError: Error, Hashable, Sendable {
  /// A sentence in lower case, without a period.
  public var message: String
  /// The bytes that are wrong.
  public var range: Range<Int>
}

extension NumberFormat {
  /// Reads `clock`, `timecode`, `frame`, or a text with one of `%d`, `%05d`, `%,d`, `%+d`, `%.1f`; `%%` is a percent
  /// sign.
  public init(parsing text: some StringProtocol) throws(NumberFormatError) {
    let bytes = Array(text.utf8)
    switch text {
    case "clock": self.init(prefix: "", style: .clock, suffix: "")
    case "timecode": self.init(prefix: "", style: .timecode, suffix: "")
    case "frame": self.init(prefix: "", style: .frame, suffix: "")
    default:
      guard bytes.count <= NumberFormat.mostBytes else {
        throw NumberFormatError(
          message: "a format has at most \(NumberFormat.mostBytes) bytes", range: 0..<bytes.count)
      }
      var literal: [UInt8] = []
      var found: (prefix: [UInt8], decimal: Decimal)?
      var at = 0
      while at < bytes.count {
        if bytes[at] < 32 || bytes[at] == 127 {
          throw NumberFormatError(message: "a counter has one line", range: at..<at + 1)
        }
        guard bytes[at] == UInt8(ascii: "%") else {
          literal.append(bytes[at])
          at += 1
          continue
        }
        if at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "%") {
          literal.append(bytes[at])
          at += 2
          continue
        }
        let start = at
        let decimal = try Decimal(bytes, &at)
        guard found == nil else {
          throw NumberFormatError(message: "a counter shows one number", range: start..<at)
        }
        found = (literal, decimal)
        literal = []
      }
      guard let found else {
        throw NumberFormatError(message: "the format shows no number", range: 0..<bytes.count)
      }
      self.init(
        prefix: String(decoding: found.prefix, as: UTF8.self), style: .decimal(found.decimal),
        suffix: String(decoding: literal, as: UTF8.self))
    }
  }
}

extension NumberFormat.Decimal {
  /// Reads a conversion that begins at `at`, and moves `at` behind it.
  fileprivate init(_ bytes: [UInt8], _ at: inout Int) throws(NumberFormatError) {
    let start = at
    func fail(_ message: String) -> NumberFormatError {
      // A letter of several bytes is underlined whole.
      var end = min(at + 1, bytes.count)
      while end < bytes.count, bytes[end] & 0xc0 == 0x80 { end += 1 }
      return NumberFormatError(message: message, range: start..<end)
    }
    func number(upTo most: Int, _ what: String) throws(NumberFormatError) -> Int? {
      var value: Int?
      while at < bytes.count, (48...57).contains(bytes[at]) {
        value = (value ?? 0) * 10 + Int(bytes[at] - 48)
        guard value.map({ $0 <= most }) ?? true else { throw fail("\(what) is at most \(most)") }
        at += 1
      }
      return value
    }
    self.init()
    at += 1
    flags: while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "0"): isZeroFilled = true
      case UInt8(ascii: ","): hasGroups = true
      case UInt8(ascii: "+"): hasPlus = true
      default: break flags
      }
      at += 1
    }
    width = try number(upTo: 20, "the width of a number") ?? 0
    var precision: Int?
    if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
      at += 1
      precision = try number(upTo: 6, "the number of decimal places") ?? 0
    }
    guard at < bytes.count else { throw fail("the number is not whole: 'd' or 'f' is missing") }
    switch bytes[at] {
    case UInt8(ascii: "d"):
      guard precision == nil else { throw fail("'d' has no decimal places; 'f' has") }
    case UInt8(ascii: "f"): places = precision ?? 6
    default: throw fail("a number is written as 'd' or 'f'")
    }
    if isZeroFilled, hasGroups { throw fail("zeros and commas do not go together") }
    at += 1
  }
}

// MARK: Writing

extension NumberFormat {
  /// The characters that numbers are written with, each once; a space is as wide as a digit.
  public var characters: [Character] {
    let digits = Array("0123456789-")
    switch style {
    case .clock: return digits + [":"]
    case .timecode: return digits + [":"]
    case .frame: return digits
    case .decimal(let decimal):
      return digits + (decimal.places > 0 ? ["."] : []) + (decimal.hasGroups ? [","] : [])
        + (decimal.hasPlus ? ["+"] : [])
    }
  }

  /// `value` without the text around it; seconds count in frames of `rate`.
  public func number(_ value: Double, rate: FrameRate) -> String {
    let value = min(max(value, -NumberFormat.limit), NumberFormat.limit)
    switch style {
    case .decimal(let decimal): return decimal.text(value)
    case .clock:
      let seconds = NumberFormat.whole(value)
      let (minutes, rest) = (seconds.magnitude / 60, seconds.magnitude % 60)
      return (seconds < 0 ? "-" : "") + "\(minutes / 60):\(two(minutes % 60)):\(two(rest))"
    case .timecode:
      let index = NumberFormat.whole(value * rate.perSecond.approximate)
      let base = UInt64(max(1, rate.perSecond.rounded))
      let seconds = index.magnitude / base
      return (index < 0 ? "-" : "")
        + "\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
        + ":\(two(index.magnitude % base))"
    case .frame: return "\(NumberFormat.whole(value * rate.perSecond.approximate))"
    }
  }

  /// The largest whole number that is not above `value`, which may lie below by a rounding error.
  private static func whole(_ value: Double) -> Int64 { Int64((value + 1e-6).rounded(.down)) }

  private func two(_ number: UInt64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension NumberFormat.Decimal {
  fileprivate func text(_ value: Double) -> String {
    let scale = (0..<places).reduce(UInt64(1)) { product, _ in product * 10 }
    let amount = UInt64((abs(value) * Double(scale)).rounded())
    let isNegative = value < 0 && amount > 0
    var digits = "\(amount / scale)"
    if hasGroups {
      digits = String(
        digits.enumerated().flatMap { index, digit in
          index > 0 && (digits.count - index) % 3 == 0 ? [",", digit] : [digit]
        })
    }
    if places > 0 {
      let rest = "\(amount % scale)"
      digits += "." + String(repeating: "0", count: places - rest.count) + rest
    }
    let sign = isNegative ? "-" : hasPlus ? "+" : ""
    let missing = max(0, width - digits.count - sign.count)
    return isZeroFilled
      ? sign + String(repeating: "0", count: missing) + digits
      : String(repeating: " ", count: missing) + sign + digits
  }
}

extension NumberFormat: CustomStringConvertible {
  /// As a project writes it.
  public var description: String {
    func escaped(_ text: String) -> String {
      text.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%%")
    }
    switch style {
    case .clock: return "clock"
    case .timecode: return "timecode"
    case .frame: return "frame"
    case .decimal(let decimal):
      let flags =
        (decimal.isZeroFilled ? "0" : "") + (decimal.hasGroups ? "," : "")
        + (decimal.hasPlus ? "+" : "")
      return escaped(prefix) + "%" + flags + (decimal.width > 0 ? "\(decimal.width)" : "")
        + (decimal.places > 0 ? ".\(decimal.places)f" : "d") + escaped(suffix)
    }
  }
}
