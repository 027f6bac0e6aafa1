// SPDX-License-Identifier: Apache-2.0

/// An exact time in seconds: a reduced fraction of two integers.
///
/// Every time in the language, the model and the render graph is one of these; `Double` seconds
/// never are. Arithmetic is done in 128 bits. A result whose exact value does not fit (only a
/// project that mixes dozens of coprime time bases gets there) is brought near, to a multiple of
/// `1/705_600_000` s, which every usual frame and sample rate divides; beyond what fits, to the
/// largest or smallest whole number of seconds, so that order is kept.
public struct Time: Hashable, Sendable {
  /// The numerator, in lowest terms.
  public let numerator: Int64
  /// The denominator, always positive.
  public let denominator: Int64

  /// Zero seconds.
  public static let zero = Time(0)

  /// A whole number of seconds.
  public init(_ seconds: Int64) {
    numerator = seconds
    denominator = 1
  }

  /// The fraction `numerator/denominator` seconds; the denominator must not be 0.
  public init(_ numerator: Int64, over denominator: Int64) {
    precondition(denominator != 0, "a time with the denominator 0")
    self.init(wide: Int128(numerator), over: Int128(denominator))
  }

  /// `ticks` of a time base of `base` seconds each.
  public init(ticks: Int64, base: Time) {
    self.init(
      wide: Int128(ticks) * Int128(base.numerator), over: Int128(base.denominator))
  }

  private static let flicks: Int128 = 705_600_000

  init(wide numerator: Int128, over denominator: Int128) {
    let sign: Int128 = denominator < 0 ? -1 : 1
    let divisor = Time.gcd(numerator.magnitude, denominator.magnitude)
    let top = sign * numerator / Int128(max(divisor, 1))
    let bottom = sign * denominator / Int128(max(divisor, 1))
    if let n = Int64(exactly: top), let d = Int64(exactly: bottom) {
      self.numerator = n
      self.denominator = d
      return
    }
    let limit = Int128(1) << 62
    let (quotient, remainder) = top.quotientAndRemainder(dividingBy: bottom)
    if quotient.magnitude > (limit / Time.flicks).magnitude {
      self.numerator = Int64(clamping: quotient)
      self.denominator = 1
      return
    }
    let fraction = (remainder >> 32) * Time.flicks / max(bottom >> 32, 1)
    let ticks = quotient * Time.flicks + fraction
    let common = Int128(Time.gcd(ticks.magnitude, Time.flicks.magnitude))
    self.numerator = Int64(clamping: ticks / common)
    self.denominator = Int64(clamping: Time.flicks / common)
  }

  private static func gcd(_ a: UInt128, _ b: UInt128) -> UInt128 {
    var (x, y) = (a, b)
    while let small = UInt64(exactly: x), let other = UInt64(exactly: y) {
      var (p, q) = (small, other)
      while q != 0 { (p, q) = (q, p % q) }
      return UInt128(p)
    }
    while y != 0 { (x, y) = (y, x % y) }
    return x
  }
}

extension Time: Comparable {
  /// Compares exactly, by cross multiplication.
  public static func < (a: Time, b: Time) -> Bool {
    if a.denominator == b.denominator { return a.numerator < b.numerator }
    return Int128(a.numerator) * Int128(b.denominator) < Int128(b.numerator) * Int128(a.denominator)
  }
}

extension Time {
  /// The exact sum.
  public static func + (a: Time, b: Time) -> Time {
    if a.denominator == b.denominator {
      return Time(wide: Int128(a.numerator) + Int128(b.numerator), over: Int128(a.denominator))
    }
    // 63-bit factors: the products and their sum fit in 128 bits.
    let common = Int128(gcd(UInt128(a.denominator), UInt128(b.denominator)))
    let left = Int128(a.numerator) * (Int128(b.denominator) / common)
    let right = Int128(b.numerator) * (Int128(a.denominator) / common)
    return Time(
      wide: left + right, over: Int128(a.denominator) / common * Int128(b.denominator))
  }

  /// The exact difference.
  public static func - (a: Time, b: Time) -> Time { a + -b }

  /// The negative of a time.
  public static prefix func - (a: Time) -> Time {
    Time(wide: -Int128(a.numerator), over: Int128(a.denominator))
  }

  /// The exact product; one of the factors is a plain number.
  public static func * (a: Time, b: Time) -> Time {
    Time(
      wide: Int128(a.numerator) * Int128(b.numerator),
      over: Int128(a.denominator) * Int128(b.denominator))
  }

  /// The exact quotient; the divisor must not be zero.
  public static func / (a: Time, b: Time) -> Time {
    precondition(b.numerator != 0, "a time divided by zero")
    return Time(
      wide: Int128(a.numerator) * Int128(b.denominator),
      over: Int128(a.denominator) * Int128(b.numerator))
  }

  /// The same without its sign.
  public var magnitude: Time { numerator < 0 ? -self : self }

  /// The largest whole number not above this.
  public var floor: Int64 {
    let (q, r) = numerator.quotientAndRemainder(dividingBy: denominator)
    return r < 0 ? q - 1 : q
  }

  /// The smallest whole number not below this.
  public var ceiling: Int64 {
    let (q, r) = numerator.quotientAndRemainder(dividingBy: denominator)
    return r > 0 ? q + 1 : q
  }

  /// The nearest whole number; a half goes up.
  public var rounded: Int64 { (self + Time(1, over: 2)).floor }

  /// The value as a binary fraction, for geometry, easing and messages only, never for timing.
  public var approximate: Double { Double(numerator) / Double(denominator) }
}

extension Time {
  /// Reads a plain decimal such as `12`, `-0.5` or `2.125`: at most 9 digits on either side of the point.
  public init?(decimal text: some StringProtocol) {
    var digits: Int64 = 0
    var scale: Int64 = 1
    var (whole, fraction) = (0, 0)
    var seenPoint = false
    var bytes = Array(text.utf8)[...]
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative { bytes = bytes.dropFirst() }
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "."):
        guard !seenPoint else { return nil }
        seenPoint = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if seenPoint { fraction += 1 } else { whole += 1 }
        guard whole <= 9, fraction <= 9 else { return nil }
        digits = digits * 10 + Int64(byte - UInt8(ascii: "0"))
        if seenPoint { scale *= 10 }
      default: return nil
      }
    }
    guard whole + fraction > 0, !(seenPoint && fraction == 0) else { return nil }
    self.init(isNegative ? -digits : digits, over: scale)
  }
}

extension Time: TextCodable {
  /// The shortest exact decimal (`2.5`) when one of at most 6 digits exists, else the fraction (`1001/30000`).
  public var description: String {
    if denominator == 1 { return "\(numerator)" }
    let parts = numerator.magnitude.multipliedReportingOverflow(
      by: 1_000_000 % denominator == 0 ? UInt64(1_000_000 / denominator) : 0)
    if 1_000_000 % denominator == 0, !parts.overflow {
      let scaled = parts.partialValue
      var fraction = String(scaled % 1_000_000)
      fraction = String(repeating: "0", count: 6 - fraction.count) + fraction
      while fraction.hasSuffix("0") { fraction.removeLast() }
      return "\(numerator < 0 ? "-" : "")\(scaled / 1_000_000).\(fraction)"
    }
    return "\(numerator)/\(denominator)"
  }

  /// Reads what `description` writes: a decimal or a fraction.
  public init?(parsing text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2, let n = Int64(parts[0]), let d = Int64(parts[1]), d > 0 {
      self.init(n, over: d)
      return
    }
    if parts.count == 1, let whole = Int64(parts[0]) {
      self.init(whole)
      return
    }
    self.init(decimal: text)
  }
}
