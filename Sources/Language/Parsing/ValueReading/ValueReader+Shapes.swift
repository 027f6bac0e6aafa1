// SPDX-License-Identifier: Apache-2.0

package import Base
package import Catalog
package import ProjectModel

/// Values of drawn content.
extension ValueReader<Double> {
  /// The place of a colour in a gradient, which may lie beyond its ends.
  package static let stop = ValueReader(noun: "a place", example: "30%", maximumWords: 1) {
    (words) throws(ValueProblem) in
    guard let quantity = words[0].quantity, quantity.unit == "%" || quantity.value == .zero else {
      throw words[0].problem("\(quoted(words[0].string)) is not a place", hint: "write 30%")
    }
    return try number(
      words[0], noun: "a place", example: "30%", in: -100...100, units: ["": 1, "%": 0.01])
  }

  /// The radius of a star's inner corners.
  package static let inner = ValueReader(noun: "a share", example: "40%", maximumWords: 1) {
    (words) throws(ValueProblem) in
    try number(words[0], noun: "a share", example: "40%", in: 0...1, units: ["": 1, "%": 0.01])
  }

  /// A number of pixels, 0...1000.
  package static let thickness = ValueReader(noun: "a width", example: "4px", maximumWords: 1) {
    (words) throws(ValueProblem) in
    try number(
      words[0], noun: "a width", example: "4px", in: 0...1000, units: ["": 1, "px": 1])
  }
}

/// A colour of a gradient, as it is written.
package struct GradientStop: Hashable, Sendable {
  /// The colour.
  package var color: Color
  /// Its place; nil where it lies evenly between its neighbours.
  package var place: Double?

  /// `color`, at `place` if that is not nil.
  package init(color: Color, place: Double?) { (self.color, self.place) = (color, place) }
}

extension GradientStop {
  /// Four numbers of its colour, and its place where that is written.
  package var value: PropertyValue {
    var value = PropertyValue(color)
    if let place { value.amounts.append(.number(place)) }
    return value
  }
}

extension ValueReader<GradientStop> {
  /// A colour, perhaps with its place in a gradient.
  package static let stop = ValueReader(
    noun: "a colour", example: "red or red 30%", maximumWords: 3
  ) { (words) throws(ValueProblem) in
    let color = try Color.read(words[0])
    guard words.count <= 2 else {
      throw words[2].problem(
        "a colour of a gradient has one place", hint: "write it twice: [red 30%, red 50%]")
    }
    return GradientStop(
      color: color, place: words.count == 2 ? try ValueReader<Double>.stop.read([words[1]]) : nil)
  }
}

extension ValueReader<[Double]> {
  /// Lengths of dashes and gaps.
  package static let dash = ValueReader(
    noun: "a pattern of dashes", example: "[8px, 4px]", maximumWords: 16
  ) { (words) throws(ValueProblem) in
    var lengths: [Double] = []
    for word in words {
      lengths.append(
        try ValueReader<Double>.number(
          word, noun: "a length of a dash", example: "[8px, 4px]", in: 0...10_000,
          units: ["": 1, "px": 1]))
    }
    guard lengths.reduce(0, +) >= 1 else {
      throw words[0].problem(
        "dashes and gaps together are at least 1 pixel", hint: "write [8px, 4px]", isRange: true)
    }
    return lengths
  }
}

extension ValueReader<[Length]> {
  /// The radius of a circle, or those of an ellipse.
  package static let gradientRadius = ValueReader(
    noun: "a radius", example: "50% or [50%, 120px]", maximumWords: 2, bare: .pixels
  ) { (words) throws(ValueProblem) in
    var radii: [Length] = []
    for word in words {
      let radius = try ValueReader<Length>.length(word, isPosition: false)
      guard radius != .share(0), radius != .pixels(0) else {
        throw word.problem("a radius must be larger than 0", isRange: true)
      }
      radii.append(radius)
    }
    return radii
  }
}

extension ValueReader<PropertyValue> {
  /// Where a line ends, or begins and ends, as shares of its length.
  package static let stretch = ValueReader(
    noun: "a part of a line", example: "50% or [25%, 75%]", maximumWords: 2
  ) { (words) throws(ValueProblem) in
    var shares: [Double] = []
    for word in words {
      shares.append(
        try ValueReader<Double>.number(
          word, noun: "a part of a line", example: "50% or [25%, 75%]", in: 0...1,
          units: ["": 1, "%": 0.01]))
    }
    return shares.count == 1 ? PropertyValue(0, shares[0]) : PropertyValue(shares[0], shares[1])
  }
}
