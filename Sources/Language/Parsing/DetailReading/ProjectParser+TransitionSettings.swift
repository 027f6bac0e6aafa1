// SPDX-License-Identifier: Apache-2.0

package import Catalog
package import Diagnostics
package import ProjectModel
package import YAML

/// The settings of transitions under `with`.
extension ProjectParser {
  /// The settings of a style whose name is written at `span`: those in `node`, and the defaults of
  /// the rest.
  package mutating func transitionSettings(
    of style: TransitionStyle, _ node: YAMLNode? = nil, at span: Span
  ) -> TransitionSettings {
    let settings = settings(style.parameters, of: style.name, node)
    if let parameter = style.map, node?[parameter.name] == nil {
      report(
        .missingKey, "transition '\(style.name)' needs a picture", at: span,
        hint: "write {transition: \(style.name), with: {\(parameter.name): "
          + "\(parameter.written([]))}}")
    }
    return settings
  }

  /// The settings of `parameters` of a style called `name`: those in `node`, and the defaults of
  /// the rest.
  package mutating func settings(
    _ parameters: [TransitionParameter], of name: String, _ node: YAMLNode?
  ) -> TransitionSettings {
    var values = parameters.map(\.fallback)
    var map: Int?
    guard let node else { return TransitionSettings(values.flatMap(\.self)) }
    guard !parameters.isEmpty else {
      report(
        .unknownKey, "transition '\(name)' has no parameters", at: firstPlace(in: node),
        hint: "leave 'with' out")
      return TransitionSettings([])
    }
    set(fields(of: node, KeyTable.settings(parameters, of: name)), parameters, &values, &map)
    return TransitionSettings(values.flatMap(\.self), map: map)
  }

  /// A mapping of a kind to the picture that it reads, and of its parameters: `{luma: wipe.png, softness: 0.1}`.
  package mutating func pictureTransition(
    _ node: YAMLNode
  ) -> (style: TransitionStyle, settings: TransitionSettings, span: Span)? {
    let fields = fields(of: node, KeyTable.pictureTransition)
    guard let named = fields.first(where: { KeyTable.pictureStyles[$0.name] != nil }),
      let style = KeyTable.pictureStyles[named.name]
    else {
      if !fields.isEmpty || node.count == 0 {
        report(
          .missingKey, "the mapping names no transition that reads a picture",
          at: firstPlace(in: node), hint: "write transition: {luma: wipe.png}")
      }
      return nil
    }
    var values = style.parameters.map(\.fallback)
    var map: Int?
    for field in fields where field.name != named.name {
      guard !style.parameters.contains(where: { $0.name == field.name }) else { continue }
      report(
        .unknownKey, "'\(field.name)' is no parameter of '\(style.name)'", at: field.key.span,
        hint: "`reel transitions \(style.name)` lists them")
    }
    set(fields, style.parameters, &values, &map)
    map = media(named.value).map { place(ofMap: $0) }
    return (style, TransitionSettings(values.flatMap(\.self), map: map), named.key.span)
  }

  /// Takes those of `fields` that are parameters.
  private mutating func set(
    _ fields: [Field], _ parameters: [TransitionParameter], _ values: inout [[Double]],
    _ map: inout Int?
  ) {
    for field in fields {
      guard let index = parameters.firstIndex(where: { $0.name == field.name }) else { continue }
      if parameters[index].kind == .picture {
        map = media(field.value).map { place(ofMap: $0) }
      } else {
        let reader = ValueReader(parameters[index])
        values[index] = value(field.value, reader) ?? values[index]
      }
    }
  }

  /// The place of a picture in the project's list of those that transitions read, from 1.
  private mutating func place(ofMap reference: MediaReference) -> Int {
    if let index = maps.firstIndex(where: { $0.text == reference.text }) { return index + 1 }
    maps.append(reference)
    return maps.count
  }
}

extension Diagnostic {
  /// Parameters under `with`, of a kind that is written with its picture and parameters.
  package static func settingsBesideKind(_ name: String, at span: Span) -> Diagnostic {
    Diagnostic(
      code: .exclusiveKeys, message: "the parameters of '\(name)' stand beside it", span: span,
      hint: "write transition: {\(name): …, softness: 0.1}")
  }
}
