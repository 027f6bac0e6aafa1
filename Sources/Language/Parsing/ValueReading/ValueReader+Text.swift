// SPDX-License-Identifier: Apache-2.0

package import Base
package import ProjectModel

// Lengths within a text, whose shares are of its font's size.

extension ValueReader<Length> {
  /// A reader of the spacing between characters; a number is of pixels.
  package static let spacing = ValueReader(
    noun: "a spacing", example: "2px or 5%", maximumWords: 1
  ) { (words) throws(ValueProblem) in
    guard let quantity = words[0].quantity, ["", "px", "%"].contains(quantity.unit) else {
      throw words[0].problem(
        "\(quoted(words[0].string)) is not a spacing", hint: "write 2px or 5%")
    }
    let isShare = quantity.unit == "%"
    let most = Time(isShare ? 500 : 1000)
    guard quantity.value >= Time(0) - most, quantity.value <= most else {
      throw words[0].problem(
        "a spacing is between -\(isShare ? "500%" : "1000px") and \(isShare ? "500%" : "1000px")",
        isRange: true)
    }
    let amount = quantity.value.approximate
    return isShare ? .share(amount / 100) : .pixels(amount)
  }

  /// The height of a line; a number is a factor, as in CSS.
  package static let lineHeight = ValueReader(
    noun: "a line height", example: "1.2, 120% or 60px", maximumWords: 1
  ) { (words) throws(ValueProblem) in
    guard let quantity = words[0].quantity, ["", "px", "%"].contains(quantity.unit) else {
      throw words[0].problem(
        "\(quoted(words[0].string)) is not a line height", hint: "write 1.2, 120% or 60px")
    }
    let amount = quantity.value.approximate
    if quantity.unit == "px" {
      guard (1...4096).contains(amount) else {
        throw words[0].problem("a line height is from 1 to 4096 pixels", isRange: true)
      }
      return .pixels(amount)
    }
    let share = quantity.unit == "%" ? amount / 100 : amount
    guard (0.8...10).contains(share) else {
      throw words[0].problem(
        "a line height is from 0.8 to 10 times the size of the font",
        hint: share > 10 ? "write \(words[0].string)px for pixels" : nil, isRange: true)
    }
    return .share(share)
  }
}

extension ValueReader<PixelPoint> {
  /// A reader of the margins of texts in the frame, in shares: at the sides, and above and below.
  package static let safeArea = ValueReader(
    noun: "a safe area", example: "10% or [5%, 10%]", maximumWords: 2
  ) { (words) throws(ValueProblem) in
    var shares: [Double] = []
    for word in words {
      guard case .share(let share) = try ValueReader<Length>.length(word, isPosition: false),
        (0...0.45).contains(share)
      else {
        throw word.problem(
          "a safe area leaves 0% to 45% free at an edge", hint: "write 10% or [5%, 10%]",
          isRange: true)
      }
      shares.append(share)
    }
    return PixelPoint(shares[0], shares[shares.count - 1])
  }
}

extension ValueReader<[Length]> {
  /// A padding as CSS has it: of all sides, of the upright and the level ones, or of all four from the top on, clockwise.
  package static let padding = ValueReader(
    noun: "a padding", example: "12px or [8px, 16px]", maximumWords: 4, bare: .pixels
  ) { (words) throws(ValueProblem) in
    var sides: [Length] = []
    for word in words { sides.append(try ValueReader<Length>.length(word, isPosition: false)) }
    for (word, side) in zip(words, sides) {
      let isFar =
        switch side {
        case .share(let share): share > 10
        case .pixels(let pixels): pixels > 4096
        }
      if isFar {
        throw word.problem(
          "a padding is at most 4096px, or 1000% of the font's size", isRange: true)
      }
    }
    let right = sides.count > 1 ? sides[1] : sides[0]
    let bottom = sides.count > 2 ? sides[2] : sides[0]
    return [sides[0], right, bottom, sides.count > 3 ? sides[3] : right]
  }
}
