// SPDX-License-Identifier: Apache-2.0

package import Base
package import ProjectModel

/// One word of a value: of a scalar with several, or one item of a list.
package struct Word {
  /// The scalar that contains it.
  package let text: ScalarText
  /// Its bytes there.
  package let range: Range<Int>

  /// The bytes `range` of `text`.
  package init(text: ScalarText, range: Range<Int>) { (self.text, self.range) = (text, range) }

  /// The word itself.
  package var string: String { text.string(range) }

  /// The number and unit it is, if it is one.
  package var quantity: Quantity? { Quantity(text, in: range) }

  /// The problem of the word as a calculated number; nil if there is none, or if it is no such
  /// number.
  private var calculationProblem: ValueProblem? {
    guard Calculation.isWritten(text, in: range) else { return nil }
    do throws(ValueProblem) {
      _ = try Calculation.result(of: text, in: range)
      return nil
    } catch { return error }
  }

  /// True if the word is a duration.
  package var isTime: Bool { quantity.map { ["s", "ms", "f"].contains($0.unit) } ?? false }

  /// True if the word is a number with more digits behind its point than are read.
  var hasTooManyDigits: Bool { shortened != string }

  /// The same with at most three digits behind the point.
  var shortened: String {
    let parts = string.split(separator: ".", omittingEmptySubsequences: false)
    let isNumber = parts[0].drop(while: { $0 == "-" }).allSatisfy { $0.isASCII && $0.isNumber }
    guard parts.count == 2, isNumber else { return string }
    let digits = parts[1].prefix { $0.isASCII && $0.isNumber }
    return digits.count > 9
      ? "\(parts[0]).\(digits.prefix(3))\(parts[1].dropFirst(digits.count))" : string
  }

  /// A problem with the word; where it is calculated and that fails, this is the problem.
  package func problem(
    _ message: String, hint: String? = nil, isRange: Bool = false
  ) -> ValueProblem {
    if let problem = calculationProblem { return problem }
    return ValueProblem(
      code: isRange ? .outOfRange : .badValue, message: message, span: text.span(of: range),
      hint: hint)
  }
}

/// The meaning of a number without a unit.
package enum BareNumber: Sendable {
  /// One of pixels, where a share can be written, too.
  case pixels
  /// A factor, where a percentage can be written, too.
  case factor
  /// A factor of a sound, where decibels can be written, too.
  case gain
}

/// A reader of a value of one or more words.
package struct ValueReader<Value: Hashable & Sendable>: Sendable {
  /// The name of a value, with its article: `an opacity`.
  package let noun: String
  /// Examples of a value: `0.6 or 60%`.
  package let example: String
  /// The largest number of words of a value.
  package let maximumWords: Int
  /// The meaning of a number without a unit, where that is often mistaken for something else.
  package var bare: BareNumber?
  /// A share of the length of a path as a value; nil where values follow no path.
  package var shareOfPath: (@Sendable (Double) -> Value)?
  /// Reads one; at least one word and at most `maximumWords` are handed in.
  package let read: @Sendable ([Word]) throws(ValueProblem) -> Value

  /// Reads up to `maximumWords` words with `read`; the other parameters are those of the members.
  package init(
    noun: String, example: String, maximumWords: Int, bare: BareNumber? = nil,
    shareOfPath: (@Sendable (Double) -> Value)? = nil,
    read: @escaping @Sendable ([Word]) throws(ValueProblem) -> Value
  ) {
    (self.noun, self.example, self.maximumWords) = (noun, example, maximumWords)
    (self.bare, self.shareOfPath, self.read) = (bare, shareOfPath, read)
  }
}

extension ValueReader<Double> {
  /// An opacity, 0...1.
  package static let opacity = share("an opacity")

  /// A reader of a share, 0...1, called `noun` in messages.
  package static func share(_ noun: String) -> ValueReader {
    ValueReader(noun: noun, example: "0.6 or 60%", maximumWords: 1) {
      (words) throws(ValueProblem) in
      try number(words[0], noun: noun, example: "0.6 or 60%", in: 0...1, units: ["": 1, "%": 0.01])
    }
  }

  /// A factor, 0...100.
  package static let factor = ValueReader(
    noun: "a factor", example: "1.2 or 120%", maximumWords: 1, bare: .factor
  ) { (words) throws(ValueProblem) in
    try number(
      words[0], noun: "a factor", example: "1.2 or 120%", in: 0...100, units: ["": 1, "%": 0.01])
  }

  /// A share to either side, -1...1.
  package static let balance = ValueReader(
    noun: "a share", example: "20% or -100%", maximumWords: 1
  ) { (words) throws(ValueProblem) in
    try number(
      words[0], noun: "a share", example: "20% or -100%", in: -1...1, units: ["": 1, "%": 0.01])
  }

  /// A number that a counter shows, of up to twelve digits before the point.
  package static let amount = ValueReader(
    noun: "a number", example: "100", maximumWords: 1
  ) { (words) throws(ValueProblem) in
    let bounds = -999_999_999_999.0...999_999_999_999
    let word = words[0]
    // Amounts of money and people have more digits than any quantity with a unit.
    let isPlain = word.string.utf8.allSatisfy { $0.isDigit || "+-.".utf8.contains($0) }
    if isPlain, let value = Double(word.string), bounds.contains(value) { return value }
    return try number(
      word, noun: "a number", example: "100, or show millions: 8100 with format: \"%,d million\"",
      in: bounds, units: ["": 1])
  }

  /// A linear volume, 0...16.
  package static let volume = ValueReader(
    noun: "a volume", example: "0.25, 25% or -12dB", maximumWords: 1, bare: .gain
  ) { (words) throws(ValueProblem) in
    if let bare = words[0].quantity, bare.unit.isEmpty, bare.value < .zero {
      throw words[0].problem(
        "a volume must be between 0 and 16", hint: "write \(words[0].string)dB for decibels",
        isRange: true)
    }
    guard let quantity = words[0].quantity, quantity.unit.lowercased() == "db" else {
      return try number(
        words[0], noun: "a volume", example: "0.25, 25% or -12dB", in: 0...16,
        units: ["": 1, "%": 0.01])
    }
    let decibels = quantity.value.approximate
    guard decibels >= -120, decibels <= 24 else {
      throw words[0].problem("a volume must be between -120dB and 24dB", isRange: true)
    }
    return linearGain(decibels: decibels)
  }

  /// An angle in degrees, up to a thousand turns either way.
  package static let angle = ValueReader(
    noun: "an angle", example: "90deg or 0.25turn", maximumWords: 1
  ) { (words) throws(ValueProblem) in
    guard let quantity = words[0].quantity else {
      throw words[0].problem(
        "\(quoted(words[0].string)) is not an angle", hint: "write 90deg or 0.25turn")
    }
    let isTurns = quantity.unit == "turn"
    guard isTurns || quantity.unit == "deg" || quantity.value == .zero else {
      let isShare = quantity.value >= Time(-1) && quantity.value <= Time(1)
      throw words[0].problem(
        "an angle has the unit 'deg' or 'turn'",
        hint: quantity.unit.isEmpty
          ? "write \(words[0].string)\(isShare ? "turn" : "deg")" : "write 90deg or 0.25turn")
    }
    let degrees = quantity.value.approximate * (isTurns ? 360 : 1)
    guard abs(degrees) <= 360_000 else {
      throw words[0].problem("an angle is at most 1000 turns", isRange: true)
    }
    return degrees
  }

  /// A place on an axis of a variable font.
  package static let axis = ValueReader(
    noun: "a place on an axis", example: "350", maximumWords: 1
  ) { (words) throws(ValueProblem) in
    try number(
      words[0], noun: "a place on an axis", example: "350", in: -10_000...10_000, units: ["": 1])
  }

  /// A width in pixels, 0...100.
  package static let outline = ValueReader(
    noun: "a width", example: "2px or, with a colour, {width: 2px, color: black}", maximumWords: 1
  ) { (words) throws(ValueProblem) in
    try number(
      words[0], noun: "a width", example: "2 or 2px", in: 0...100, units: ["": 1, "px": 1])
  }

  /// A distance in pixels, 1...100000.
  package static let distance = ValueReader(
    noun: "a distance", example: "500px", maximumWords: 1
  ) { (words) throws(ValueProblem) in
    try number(
      words[0], noun: "a distance", example: "500px", in: 1...100_000, units: ["": 1, "px": 1])
  }

  package static func number(
    _ word: Word, noun: String, example: String, in bounds: ClosedRange<Double>,
    units: KeyValuePairs<String, Double>
  ) throws(ValueProblem) -> Double {
    func outside() -> ValueProblem {
      word.problem(
        "\(noun) must be between \(plain(bounds.lowerBound)) and \(plain(bounds.upperBound))",
        hint: "write \(example)", isRange: true)
    }
    guard let quantity = word.quantity, let unit = units.first(where: { $0.key == quantity.unit })
    else {
      // More digits than any quantity has are a number all the same.
      if let value = Double(word.string), value.isFinite, !bounds.contains(value) {
        throw outside()
      }
      throw word.problem("\(quoted(word.string)) is not \(noun)", hint: "write \(example)")
    }
    // 60 % is 60 / 100, which is nearer to 0.6 than 60 × 0.01.
    let value =
      unit.key == "%"
      ? (quantity.value / Time(100)).approximate : quantity.value.approximate * unit.value
    guard bounds.contains(value) else { throw outside() }
    return value
  }
}

/// A whole number without its `.0`.
package func plain(_ value: Double) -> String {
  Int(exactly: value).map { "\($0)" } ?? "\(value)"
}

extension ValueReader<ScaleFactors> {
  /// One factor for both axes, or one for each; 0...100.
  package static let scale = ValueReader(
    noun: "a scale", example: "120% or [120%, 100%]", maximumWords: 2, bare: .factor
  ) { (words) throws(ValueProblem) in
    var factors: [Double] = []
    for word in words {
      factors.append(
        try ValueReader<Double>.number(
          word, noun: "a scale", example: "120% or [120%, 100%]", in: 0...100,
          units: ["": 1, "%": 0.01]))
    }
    return ScaleFactors(x: factors[0], y: factors[factors.count - 1])
  }
}

extension ValueReader<SpaceMatrix> {
  /// Six numbers as in CGAffineTransform, or 16 as in CSS's `matrix3d()`.
  package static let matrix = ValueReader(
    noun: "a transform", example: "[1, 0, 0, 1, 0, 0] (a b c d tx ty)", maximumWords: 16
  ) { (words) throws(ValueProblem) in
    guard words.count == 6 || words.count == 16 else {
      throw words[0].problem(
        "a transform has 6 or 16 numbers, found \(words.count)",
        hint: "write [1, 0, 0, 1, 0, 0] (a b c d tx ty)")
    }
    var n: [Double] = []
    for word in words {
      n.append(
        try ValueReader<Double>.number(
          word, noun: "a number of a transform", example: "[1, 0, 0, 1, 0, 0] (a b c d tx ty)",
          in: -1_000_000...1_000_000, units: ["": 1]))
    }
    return n.count == 16
      ? SpaceMatrix(n) : SpaceMatrix(Affine(n[0], n[1], n[2], n[3], n[4], n[5]))
  }
}

extension ValueReader<Length> {
  /// A length of the canvas, 0 and up.
  package static let length = ValueReader(
    noun: "a length", example: "25% or 100px", maximumWords: 1, bare: .pixels
  ) { (words) throws(ValueProblem) in
    try length(words[0], isPosition: false)
  }

  /// A number of pixels.
  package static let deviation = ValueReader(
    noun: "a blur", example: "8px", maximumWords: 1
  ) { (words) throws(ValueProblem) in
    guard let quantity = words[0].quantity, ["", "px"].contains(quantity.unit) else {
      throw words[0].problem("a blur is in pixels", hint: "write 8px")
    }
    guard quantity.value >= .zero, quantity.value <= Time(500) else {
      throw words[0].problem("a blur is from 0 to 500 pixels", hint: "write 8px", isRange: true)
    }
    return .pixels(quantity.value.approximate)
  }

  package static func length(
    _ word: Word, isPosition: Bool
  ) throws(ValueProblem) -> Length {
    guard let quantity = word.quantity, ["", "px", "%"].contains(quantity.unit) else {
      let share = ["center": 50, "middle": 50, "left": 0, "top": 0, "right": 100, "bottom": 100]
      if word.hasTooManyDigits {
        throw word.problem(
          "\(quoted(word.string)) has more than 9 digits behind its point",
          hint: "write \(word.shortened)")
      }
      throw word.problem(
        "\(quoted(word.string)) is not a length",
        hint: "write " + (share[word.string].map { "\($0)%" } ?? "25% or 100px"))
    }
    let lowest = isPosition ? Time(-100_000) : .zero
    guard quantity.value >= lowest, quantity.value <= Time(100_000) else {
      throw word.problem(
        isPosition
          ? "a position must be between -100000 and 100000"
          : "a length must be between 0 and 100000",
        hint: isPosition || quantity.value > .zero
          ? nil : "write 0 or more, such as \(word.string.drop { $0 == "-" })", isRange: true)
    }
    return quantity.unit == "%"
      ? .share((quantity.value / Time(100)).approximate) : .pixels(quantity.value.approximate)
  }
}

extension ValueReader<[Length]> {
  /// Left, top, width and height of a part of a picture.
  package static let crop = ValueReader(
    noun: "a crop", example: "[10%, 10%, 80%, 80%] (left, top, width, height)", maximumWords: 4,
    bare: .pixels
  ) { (words) throws(ValueProblem) in
    guard words.count == 4 else {
      throw words[0].problem(
        "a crop has four lengths, found \(words.count)",
        hint: "write [10%, 10%, 80%, 80%] (left, top, width, height)")
    }
    var lengths: [Length] = []
    for word in words { lengths.append(try ValueReader<Length>.length(word, isPosition: false)) }
    for index in [2, 3] where [.share(0), .pixels(0)].contains(lengths[index]) {
      throw words[index].problem("width and height of a crop must be larger than 0", isRange: true)
    }
    for (start, length) in [(0, 2), (1, 3)] {
      guard case .share(let a) = lengths[start], case .share(let b) = lengths[length] else {
        continue
      }
      if a + b > 1.000_001 {
        throw words[length].problem(
          "the crop extends beyond the picture",
          hint: a < 1
            ? "from \(words[start].string) on, \(plain((100 - a * 100).rounded()))% is left"
            : "it starts within the picture: write [10%, 10%, 80%, 80%] (left, top, width, height)",
          isRange: true)
      }
    }
    return lengths
  }

  /// The radius of all corners, or radii as CSS's `border-radius` has them: from the top left on, clockwise.
  package static let corners = ValueReader(
    noun: "a radius", example: "24px, 50% or [24px, 0, 24px, 0]", maximumWords: 4,
    bare: .pixels
  ) { (words) throws(ValueProblem) in
    var radii: [Length] = []
    for word in words { radii.append(try ValueReader<Length>.length(word, isPosition: false)) }
    let right = radii.count > 1 ? radii[1] : radii[0]
    let bottom = radii.count > 2 ? radii[2] : radii[0]
    return [radii[0], right, bottom, radii.count > 3 ? radii[3] : right]
  }
}

extension ValueReader<BoxSize> {
  /// A width, or a width and a height; `auto` keeps the shape.
  package static let boxSize = ValueReader(
    noun: "a size", example: "25%, 320px or [50%, 25%]", maximumWords: 2, bare: .pixels
  ) { (words) throws(ValueProblem) in
    var sides: [Length?] = []
    for word in words {
      if let quantity = word.quantity, quantity.value < .zero {
        throw word.problem(
          "a size cannot be negative", hint: "write 0 for nothing, or more", isRange: true)
      }
      sides.append(
        word.string == "auto" ? nil : try ValueReader<Length>.length(word, isPosition: false))
    }
    let height = sides.count == 2 ? sides[1] : nil
    guard sides[0] != nil || height != nil else {
      throw words[0].problem("a width or a height is needed", hint: "write 25% or [50%, auto]")
    }
    return BoxSize(width: sides[0], height: height)
  }
}

extension ValueReader<CanvasPoint> {
  /// Two lengths, or the name of one of nine places.
  package static let position = place("a position", example: "[50%, 90%]")
  /// The same, in a box.
  package static let anchor = place("an anchor", example: "[30%, 70%]")

  private static func place(_ noun: String, example: String) -> ValueReader {
    ValueReader(
      noun: noun, example: "center, top-right or \(example)", maximumWords: 2, bare: .pixels
    ) { (words) throws(ValueProblem) in
      if words.count == 2,
        let anchor = Anchor(rawValue: words.map(\.string).joined(separator: "-"))
      {
        throw words[0].problem("\(noun) is one word", hint: "write \(anchor.rawValue)")
      }
      if words.count == 1 {
        guard let anchor = Anchor(rawValue: words[0].string) else {
          if words[0].quantity != nil {
            throw words[0].problem("\(noun) has two lengths", hint: "write \(example)")
          }
          throw words[0].unknownName(noun, in: Anchor.allCases.map(\.rawValue))
        }
        return anchor.point
      }
      return CanvasPoint(
        x: try ValueReader<Length>.length(words[0], isPosition: true),
        y: try ValueReader<Length>.length(words[1], isPosition: true))
    }
  }
}

extension Anchor {
  /// The same place of the canvas.
  package var point: CanvasPoint { CanvasPoint(x: .share(x), y: .share(y)) }
}
