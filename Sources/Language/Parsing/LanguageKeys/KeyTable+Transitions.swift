// SPDX-License-Identifier: Apache-2.0

package import Catalog

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
            default: parameter.writtenFallback ?? "none")
        }
        let styles = uses.map(\.style.name).joined(separator: ", ")
        return .key(name, kinds.shape, "Of \(styles).", default: "that of its kind")
      })
  }()

  /// The kinds that read a picture, by name.
  package static let pictureStyles = Dictionary(
    uniqueKeysWithValues: TransitionStyle.all.filter { $0.map != nil }.map { ($0.name, $0) })

  /// A kind with the picture that it reads, and its other parameters.
  package static let pictureTransition: ObjectShape = {
    let styles = TransitionStyle.all.filter { $0.map != nil }
    var parameters: [KeyShape] = []
    for parameter in styles.flatMap(\.parameters)
    where parameter.kind != .picture && !parameters.contains(where: { $0.name == parameter.name }) {
      parameters.append(
        .key(
          parameter.name, parameter.kind.shape, parameter.doc,
          default: parameter.written(parameter.fallback)))
    }
    return ObjectShape(
      name: "picture transition",
      doc: "A kind of transition, the picture that it reads, and its parameters.",
      keys: styles.map {
        .key($0.name, .media, "\($0.doc) The picture: an asset or a file.", default: "none")
      } + parameters
        + ["kind", "type", "name"].map {
          .elsewhere(
            $0, "the kind is the value: write transition: fade, and its other keys beside it")
        }
        + ["duration", "length", "easing", "reverse", "with", "audio"].map {
          .elsewhere($0, "write it beside 'transition', not in it")
        }, exclusive: [styles.map(\.name)])
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
          default: parameter.writtenFallback ?? "none")
      })
  }
}

extension TransitionParameter.Kind {
  fileprivate var shape: ValueShape {
    switch self {
    case .number(let range):
      // What is from 0 to 1 may be written as a percentage.
      range == 0...1 ? .value(.opacity) : .number(range)
    case .whole(let range): .integer(range)
    case .wholes(let range): .list(.integer(range))
    case .flag: .flag
    case .point(let range): .list(.either([.number(range), .text]))
    case .color: .color
    case .picture: .media
    }
  }

  /// The union of the values of both, which are of one type.
  fileprivate func union(_ other: Self) -> Self {
    switch (self, other) {
    case (.number(let a), .number(let b)): .number(a.union(b))
    case (.whole(let a), .whole(let b)): .whole(a.union(b))
    case (.wholes(let a), .wholes(let b)): .wholes(a.union(b))
    case (.point(let a), .point(let b)): .point(a.union(b))
    case (.flag, .flag), (.color, .color), (.picture, .picture): self
    case (.number, _), (.whole, _), (.wholes, _), (.point, _), (.flag, _), (.color, _),
      (.picture, _):
      preconditionFailure("two transitions have parameters of one name and two types")
    }
  }
}

extension ClosedRange {
  fileprivate func union(_ other: ClosedRange) -> ClosedRange {
    Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
  }
}
