// SPDX-License-Identifier: Apache-2.0

extension FilterOption.Kind {
  /// The word for a value of this kind in messages.
  public var word: String {
    switch self {
    case .integer: "whole number"
    case .number: "number"
    case .flag: "true or false"
    case .flags: "flags"
    case .text: "text"
    case .duration: "duration"
    case .color: "colour"
    case .rational: "fraction"
    case .size: "size"
    case .rate: "rate"
    case .pixelFormat: "pixel format"
    case .other: "other"
    }
  }

  /// True if values are numbers with a range.
  public var isNumber: Bool {
    switch self {
    case .integer, .number, .rational: true
    case .flag, .flags, .text, .duration, .color, .size, .rate, .pixelFormat, .other: false
    }
  }
}

extension FilterOption {
  /// A range of numbers in words; the greatest numbers that there are count as no bound.
  public static func words(_ range: ClosedRange<Double>) -> String {
    func isBound(_ number: Double) -> Bool { abs(number) < 2_147_483_647 }
    func shown(_ number: Double) -> String {
      Int(exactly: number).map { "\($0)" } ?? "\(Double("\(Float(number))") ?? number)"
    }
    return switch (isBound(range.lowerBound), isBound(range.upperBound)) {
    case (true, true): "from \(shown(range.lowerBound)) to \(shown(range.upperBound))"
    case (true, false): "at least \(shown(range.lowerBound))"
    case (false, true): "at most \(shown(range.upperBound))"
    case (false, false): "any"
    }
  }
}
