// SPDX-License-Identifier: Apache-2.0

package import Properties

extension KeyTable {
  /// The parameters of all kinds of transitions: of a key that several have, what any of them takes.
  package static let transitionSettings: ObjectShape = {
    var names: [String] = []
    var uses: [String: [(style: TransitionStyle, parameter: TransitionParameter)]] = [:]
    for style in TransitionStyle.all {
      for parameter in style.parameters {
        if uses[parameter.name] == nil { names.append(parameter.name) }
        uses[parameter.name, default: []].append((style, parameter))
      }
    }
    return ObjectShape(
      name: "transition settings", doc: "Parameters of kinds of transitions.",
      keys: names.map { name in
        let uses = uses[name] ?? []
        let kinds = uses.dropFirst().reduce(uses[0].parameter.kind) {
          $0.union($1.parameter.kind)
        }
        guard uses.count > 1 else {
          let (style, parameter) = uses[0]
          return .key(
            name, kinds.shape, "\(style.name): \(parameter.doc)",
            default: parameter.written(parameter.fallback))
        }
        let styles = uses.map(\.style.name).joined(separator: ", ")
        return .key(name, kinds.shape, "Of \(styles).", default: "that of its kind")
      })
  }()

  /// Parameters of one kind of transition, `style`.
  package static func settings(
    _ parameters: [TransitionParameter], of style: String
  ) -> ObjectShape {
    ObjectShape(
      name: style, doc: "Parameters of \(style).",
      keys: parameters.map { parameter in
        .key(
          parameter.name, parameter.kind.shape, "\(style): \(parameter.doc)",
          default: parameter.written(parameter.fallback))
      })
  }
}

extension TransitionParameter.Kind {
  fileprivate var shape: ValueShape {
    switch self {
    case .number(let range): .number(range)
    case .whole(let range): .integer(range)
    case .wholes(let range): .list(.integer(range))
    case .flag: .flag
    case .point(let range): .list(.either([.number(range), .text]))
    case .color: .color
    }
  }

  /// What takes the values of both, which are of one type.
  fileprivate func union(_ other: Self) -> Self {
    switch (self, other) {
    case (.number(let a), .number(let b)): .number(a.union(b))
    case (.whole(let a), .whole(let b)): .whole(a.union(b))
    case (.wholes(let a), .wholes(let b)): .wholes(a.union(b))
    case (.point(let a), .point(let b)): .point(a.union(b))
    case (.flag, .flag), (.color, .color): self
    case (.number, _), (.whole, _), (.wholes, _), (.point, _), (.flag, _), (.color, _):
      preconditionFailure("two transitions have parameters of one name and two types")
    }
  }
}

extension ClosedRange {
  fileprivate func union(_ other: ClosedRange) -> ClosedRange {
    Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
  }
}
