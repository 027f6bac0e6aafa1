// SPDX-License-Identifier: Apache-2.0

import Base
package import Catalog
import Diagnostics
package import ProjectModel
package import YAML

/// Drawn content.
extension ProjectParser {
  /// A drawing whose key has the value `named`; what changes of it is added to `values`.
  package mutating func graphic(
    _ style: GraphicStyle, _ named: YAMLNode, _ fields: [Field], _ values: inout LayerValues
  ) -> GraphicContent? {
    guard !style.forms.isEmpty else {
      return fill(named, .fill, &values).map { GraphicContent(style, .rect, fill: $0) }
    }
    let name = word(
      named, of: style.forms.map(\.rawValue), "a \(style.key)", synonyms: KeySynonym.forms)
    let form = name.flatMap { GraphicForm(rawValue: $0) }
    var known: [String: YAMLNode] = [:]
    for field in fields {
      guard let parameter = style.parameters.first(where: { $0.name == field.name }) else {
        continue
      }
      known[field.name] = field.value
      guard let form, !parameter.forms.contains(form) else { continue }
      let takers = parameter.forms.map(\.rawValue).joined(separator: ", ")
      let isOfStar = form == .star && ["points", "sides"].contains(field.name)
      report(
        .exclusiveKeys(
          form.rawValue, field.name, at: field.key.span, firstSpan: named.span,
          hint: "'\(field.name)' is for \(takers)"
            + (isOfStar ? "; the number of a star's points is 'tips', such as tips: 5" : "")))
    }
    // All values are read whatever becomes of the others.
    let fill = known["fill"].flatMap { self.fill($0, .fill, &values) }
    let stroke = known["stroke"].flatMap { self.stroke($0, &values) }
    let outline = form.flatMap { self.outline($0, named, known) }
    if let form, known["stroke"] == nil, known["fill"] == nil || !form.hasInside {
      return refused(
        .missingKey, "the shape needs \(form.hasInside ? "'fill' or 'stroke'" : "'stroke'")",
        at: named.span,
        hint: "write \(form.hasInside ? "fill: red or " : "")stroke: {color: white, width: 4px}")
    }
    guard let outline, (fill == nil) == (known["fill"] == nil),
      (stroke == nil) == (known["stroke"] == nil)
    else { return nil }
    return GraphicContent(style, outline, fill: fill, stroke: stroke)
  }

  private mutating func outline(
    _ form: GraphicForm, _ named: YAMLNode, _ known: [String: YAMLNode]
  ) -> GraphicContent.Outline? {
    switch form {
    case .rect: return .rect
    case .ellipse: return .ellipse
    case .line, .arrow:
      let middles = [0.0, 1].map { CanvasPoint(x: .share($0), y: .share(0.5)) }
      guard let node = known["points"] else {
        return .points(middles, isClosed: false, hasHead: form == .arrow)
      }
      return points(node, atLeast: 2).map {
        .points($0, isClosed: false, hasHead: form == .arrow)
      }
    case .polygon:
      if let node = known["points"] {
        if let sides = known["sides"] {
          report(
            .exclusiveKeys("points", "sides", at: sides.span, firstSpan: firstPlace(in: node)))
        }
        return points(node, atLeast: 3).map { .points($0, isClosed: true, hasHead: false) }
      }
      guard let node = known["sides"] else { return .star(6, inner: nil) }
      return integer(node, "a number of sides", in: 3...100).map { .star($0.value, inner: nil) }
    case .star:
      let tips = known["tips"].map { integer($0, "a number of tips", in: 3...100) }
      let inner = known["inner"].map { value($0, ValueReader<Double>.inner) }
      if case .some(nil) = tips { return nil }
      if case .some(nil) = inner { return nil }
      // At 38.2% the edges of five tips lie on common lines.
      return .star(tips??.value ?? 5, inner: (inner ?? nil) ?? 0.381966)
    case .path:
      guard let node = known["path"] else {
        return refused(
          .missingKey, "the shape needs 'path'", at: named.span,
          hint: "write path: M0 0 L100 0 L50 80 Z")
      }
      let origin: GraphicContent.PathOrigin? = known["path-origin"].flatMap {
        choice($0, "an origin of a path")
      }
      return path(node, example: "path: M0 0 L100 0 L50 80 Z").map {
        .path($0, origin: origin ?? .shape)
      }
    }
  }

  private mutating func points(_ node: YAMLNode, atLeast least: Int) -> [CanvasPoint]? {
    guard node.kind == .sequence else {
      return refused(node, "a list of points", hint: "write [[0%, 100%], [50%, 0%], [100%, 100%]]")
    }
    guard (least...1000).contains(node.count) else {
      return refused(
        .outOfRange, "the shape has between \(least) and 1000 points", at: firstPlace(in: node),
        hint: "write [[0%, 100%], [50%, 0%], [100%, 100%]]")
    }
    let points = node.items.compactMap { value($0, .position) }
    return points.count == node.count ? points : nil
  }

  // MARK: Strokes

  private mutating func stroke(
    _ node: YAMLNode, _ values: inout LayerValues
  ) -> StrokeSettings? {
    guard node.kind == .mapping else {
      let word = Word(text: ScalarText(node), range: ScalarText(node).trimmed)
      var color = (try? Color.read(word)) == nil ? "white" : word.string
      if color.hasPrefix("#") { color = "\"\(color)\"" }
      return refused(node, "a mapping", hint: "write stroke: {color: \(color), width: 4px}")
    }
    var draft = KeyTable.StrokeDraft(values: values)
    read(node, KeyTable.stroke, into: &draft)
    values = draft.values
    guard draft.isValid, let fill = draft.fill else { return nil }
    draft.stroke.fill = fill
    return draft.stroke
  }
}
