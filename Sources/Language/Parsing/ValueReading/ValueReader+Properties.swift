// SPDX-License-Identifier: Apache-2.0

package import Base
package import Catalog
import ProjectModel

extension ValueReader<PropertyValue> {
  /// A reader of the values of `property`.
  package init(_ property: Property) {
    switch property.unit {
    case .opacity:
      let noun = property == .opacity ? "an opacity" : "'\(property.name)'"
      self = ValueReader<Double>.share(noun).map { PropertyValue($0) }
    case .volume: self = ValueReader<Double>.volume.map { PropertyValue($0) }
    case .angle: self = ValueReader<Double>.angle.map { PropertyValue($0) }
    case .slant: self = .slant
    case .scale: self = ValueReader<ScaleFactors>.scale.map { PropertyValue($0.x, $0.y) }
    case .position:
      self = ValueReader<CanvasPoint>.position.map { PropertyValue($0) }
      shareOfPath = { PropertyValue($0) }
    case .anchor: self = ValueReader<CanvasPoint>.anchor.map { PropertyValue($0) }
    case .box: self = ValueReader<BoxSize>.boxSize.map { PropertyValue($0) }
    case .matrix: self = ValueReader<SpaceMatrix>.matrix.map { PropertyValue($0) }
    case .distance: self = ValueReader<Double>.distance.map { PropertyValue(distance: $0) }
    case .crop: self = ValueReader<[Length]>.crop.map { PropertyValue($0.map(\.amount)) }
    case .corners: self = ValueReader<[Length]>.corners.map { PropertyValue($0.map(\.amount)) }
    case .thickness: self = ValueReader<Double>.thickness.map { PropertyValue([.pixels($0)]) }
    case .stretch: self = .stretch
    case .factor: self = ValueReader<Double>.factor.map { PropertyValue($0) }
    case .balance: self = ValueReader<Double>.balance.map { PropertyValue($0) }
    case .offset: self = .offset
    case .color: self = ValueReader<Color>.color.map { PropertyValue($0) }
    case .centre: self = ValueReader<CanvasPoint>.position.map { PropertyValue($0) }
    case .radii:
      self = ValueReader<[Length]>.gradientRadius.map { PropertyValue($0.map(\.amount)) }
    case .stop: self = ValueReader<GradientStop>.stop.map(\.value)
    case .number: self = ValueReader<Double>.amount.map { PropertyValue($0) }
    case .side: self = .side
    case .edges: self = .edges
    case .deviation: self = ValueReader<Length>.deviation.map { PropertyValue([$0.amount]) }
    }
  }
}

extension ValueReader<Color> {
  /// A colour.
  package static let color = ValueReader(
    noun: "a colour", example: "white or black@50%", maximumWords: 1
  ) { (words) throws(ValueProblem) in try Color.read(words[0]) }
}

extension ValueReader<PropertyValue> {
  /// The side of a square in pixels.
  fileprivate static let side = ValueReader(
    noun: "a block's side", example: "12px", maximumWords: 1
  ) { (words) throws(ValueProblem) in
    PropertyValue([
      .pixels(
        try ValueReader<Double>.number(
          words[0], noun: "a block's side", example: "12px", in: 0...1000,
          units: ["": 1, "px": 1]))
    ])
  }

  /// A reader of the edge mode of a blur.
  fileprivate static let edges = ValueReader(
    noun: "'blur-edges'", example: "kept or soft", maximumWords: 1
  ) { (words) throws(ValueProblem) in
    switch words[0].string {
    case "kept": return PropertyValue(0)
    case "soft": return PropertyValue(1)
    default:
      throw words[0].problem(
        "\(quoted(words[0].string)) is nothing that edges can be", hint: "write kept or soft")
    }
  }

  /// Two lengths in pixels.
  fileprivate static let offset = ValueReader(
    noun: "an offset", example: "[0, 8px]", maximumWords: 2
  ) { (words) throws(ValueProblem) in
    guard words.count == 2 else {
      throw words[0].problem("an offset has two lengths", hint: "write [0, 8px]")
    }
    var amounts: [PropertyValue.Amount] = []
    for word in words {
      amounts.append(
        .pixels(
          try ValueReader<Double>.number(
            word, noun: "an offset", example: "[0, 8px]", in: -10_000...10_000,
            units: ["": 1, "px": 1])))
    }
    return PropertyValue(amounts)
  }

  /// One angle, which columns lean by, or another for rows, too.
  fileprivate static let slant = ValueReader(
    noun: "a skew", example: "20deg or [20deg, 5deg]", maximumWords: 2
  ) { (words) throws(ValueProblem) in
    var angles: [Double] = []
    for word in words {
      let angle = try ValueReader<Double>.angle.read([word])
      // At a quarter turn nothing is left to be seen.
      guard abs(angle) <= 89 else {
        throw word.problem("a skew is from -89deg to 89deg", isRange: true)
      }
      angles.append(angle)
    }
    return PropertyValue(angles[0], angles.count > 1 ? angles[1] : 0)
  }
}

extension ValueReader {
  /// The same text read as something that follows from the value.
  package func map<Other>(
    _ transform: @escaping @Sendable (Value) -> Other
  ) -> ValueReader<Other> {
    let read = self.read
    return ValueReader<Other>(
      noun: noun, example: example, maximumWords: maximumWords, bare: bare
    ) { (words) throws(ValueProblem) in transform(try read(words)) }
  }
}
