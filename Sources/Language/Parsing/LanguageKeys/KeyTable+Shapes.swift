// SPDX-License-Identifier: Apache-2.0

import Base
package import Catalog
import ProjectModel

/// Drawn content: fills, and lines along the edges of shapes.
extension KeyTable {
  /// The values of a fill: a colour, which may be animated, or a gradient.
  package static let fills = ValueShape.either(
    [.animated(.value(.color))] + gradients.map { .object($0) })

  /// The kinds of gradients; the first key of each has its colours.
  package static let gradients = [linear, radial, conic]

  private static let linear = ObjectShape(
    name: "linear gradient", doc: "Colours along a line through the centre, as in CSS.",
    keys: [
      colors("linear"),
      .key(
        "angle", .animated(.value(.angle)), "Its direction: 0deg is up, 90deg to the right.",
        default: "180deg"),
    ])

  private static let radial = ObjectShape(
    name: "radial gradient", doc: "Colours outwards from a point, as in CSS.",
    keys: [
      colors("radial"), centre,
      .key(
        "radius", .animated(.value(.radii)),
        "The radius of a circle, a percentage of the shorter side; or [across, down] of an ellipse.",
        default: "an ellipse through the farthest corner"),
    ])

  private static let conic = ObjectShape(
    name: "conic gradient", doc: "Colours around a point, clockwise, as in CSS.",
    keys: [
      colors("conic"), centre,
      .key(
        "angle", .animated(.value(.angle)), "Where it begins: 0deg is up.", default: "0deg"),
    ])

  private static let centre = KeyShape.key(
    "at", .animated(.value(.centre)), "Its centre in the box.", default: "center")

  private static func colors(_ key: String) -> KeyShape {
    .required(
      key, .list(.animated(.value(.stop))),
      "Its colours, perhaps with places: [red, gold 30%, blue].")
  }

  /// A line while its keys are read; what changes of it are properties of its layer.
  struct StrokeDraft {
    var fill: FillSettings?
    var stroke = StrokeSettings(.color(.white))
    var values: LayerValues
    var isValid = true
  }

  static let stroke = ObjectKeys<StrokeDraft>("stroke", "A line along the edge of a shape.") {
    Key("color", .fill, "Its colour or gradient.", isRequired: true) {
      $2.fill = $0.fill($1.value, .stroke, &$2.values)
    }
    for property in Property.stroke { Key.property(property).at(\StrokeDraft.values) }
    Key(
      "dash", .list(.value(.thickness)), "Lengths of dashes and gaps in turn.",
      default: "a whole line"
    ) { parser, field, draft in
      let dash = parser.value(field.value, ValueReader<[Double]>.dash)
      draft.isValid = dash != nil
      draft.stroke.dash = dash ?? []
    }
    Key(
      "cap", .choice("an end of a line"), \.stroke.cap, "Its ends, and those of dashes.",
      default: "butt")
    Key(
      "join", .choice("a corner of a line"), \.stroke.join,
      "Its corners; a miter of more than four widths is cut.", default: "miter")
  }

  /// The key of a parameter of drawn content.
  package static func parameter(_ parameter: GraphicStyle.Parameter) -> KeyShape {
    let value: ValueShape =
      switch parameter.value {
      case .fill: .fill
      case .stroke: .object(stroke.shape)
      case .points: .list(.value(.position))
      case .pathData: .text
      case .pathOrigin: .choice(GraphicContent.PathOrigin.allCases.map(\.rawValue))
      case .count(let range): .integer(range)
      case .share: .value(.opacity)
      }
    return .key(parameter.name, value, parameter.doc, default: parameter.fallback)
  }

  /// The keys of drawn content that ask for no content themselves.
  package static let parameters = GraphicStyle.all.flatMap(\.parameters)
    .filter { ContentKind(key: $0.name) == nil }
}
