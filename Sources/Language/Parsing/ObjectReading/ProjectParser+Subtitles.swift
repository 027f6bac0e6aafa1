// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
package import ProjectModel
import Subtitles
package import YAML

/// Subtitles that are burnt in.
extension ProjectParser {
  /// A file of subtitles, or one with what is said of it, or what is said in a clip; `fields` are the keys of the overlay.
  package mutating func subtitles(
    _ node: YAMLNode, _ look: TextLook, _ fields: [Field]
  ) -> LayerContent? {
    let hasOwnEdge = hasOwnEdge(look, fields)
    guard node.kind == .mapping else {
      return textFile(node, hint: Self.clipHint).map {
        var subtitles = SubtitlesContent(file: $0, look: look, hasOwnEdge: hasOwnEdge)
        subtitles.lookKey = lookKey(of: fields)
        return .subtitles(subtitles)
      }
    }
    let unread = Located("", at: node.span)
    var draft = KeyTable.TextFile(
      content: SubtitlesContent(file: unread, look: look, hasOwnEdge: hasOwnEdge))
    draft.content.lookKey = lookKey(of: fields)
    let inner = read(node, KeyTable.subtitles, into: &draft)
    if inner.count == node.count, node["file"] == nil, node["clip"] == nil {
      report(
        .missingKey, "subtitles need 'file' or 'clip'", at: firstPlace(in: node),
        hint: "write {file: media/rome.srt}, or {clip: talk} for what is said in a clip")
    }
    guard let file = draft.clip ?? draft.path else { return nil }
    if draft.clip == nil, let field = inner.first(where: { $0.name == "stream" }) {
      report(
        .missingKey, "'stream' is one of a clip", at: field.key.span,
        hint: "write {clip: talk, stream: 0}, or leave it out")
    }
    draft.content.file = file
    draft.content.clip = draft.clip.map { name in
      var clip = ClipTexts(name: name)
      clip.stream = draft.stream
      return clip
    }
    return .subtitles(draft.content)
  }

  /// The hint for the texts of an asset.
  static func clipHint(_ asset: String) -> String {
    "write subtitles: {clip: \(asset)} for the captions or the text stream of its clips"
  }

  /// A file of words, or one with what is said of it; `fields` are the keys of the overlay.
  package mutating func words(
    _ node: YAMLNode, _ look: TextLook, _ fields: [Field]
  ) -> LayerContent? {
    let unread = Located("", at: node.span)
    let hasOwnEdge = hasOwnEdge(look, fields)
    var draft = KeyTable.TextFile(
      content: SubtitlesContent(file: unread, look: look, hasOwnEdge: hasOwnEdge))
    draft.content.highlight = .usual
    if node.kind == .mapping {
      read(node, KeyTable.spokenWords, into: &draft)
    } else {
      draft.path = textFile(node, example: "media/talk.json")
    }
    guard let path = draft.path else { return nil }
    draft.content.file = path
    return .subtitles(draft.content)
  }

  /// Reads the margins of texts: at the sides, and above and below.
  mutating func safeArea(_ node: YAMLNode) -> PixelPoint? {
    let isNone = node.text == "none"
    guard node.kind == .mapping || isNone else { return value(node, .safeArea) }
    return refused(
      isNone ? .badValue : .wrongKind,
      isNone ? "'none' is not a safe area" : "a safe area is one share, or two",
      at: isNone ? node.span : firstPlace(in: node),
      hint: isNone ? "write 0%" : "write 10%, or [5%, 10%] at the sides and above and below")
  }

  mutating func highlight(_ node: YAMLNode) -> WordHighlight {
    guard node.kind == .mapping else {
      return color(node).map { WordHighlight(color: $0) } ?? .usual
    }
    if node.count == 0 {
      report(
        .badValue, "the highlight has nothing", at: node.span,
        hint: "write highlight: gold, or {color: white, background: crimson}")
    }
    var highlight = WordHighlight()
    read(node, KeyTable.highlight, into: &highlight)
    return highlight
  }

  /// Returns true if the project sets an outline or a background of the letters.
  private func hasOwnEdge(_ look: TextLook, _ fields: [Field]) -> Bool {
    !look.outlines.isEmpty || look.background != nil
      || fields.contains { $0.name == "outline" || $0.name == "background" }
  }

  /// The first of the keys of an overlay that a file with styles of its own leaves no room for.
  private func lookKey(of fields: [Field]) -> Located<String>? {
    let names = KeyTable.textKeys.map(\.shape.name) + ["position", "anchor"]
    return fields.first { names.contains($0.name) }.map { Located($0.name, at: $0.key.span) }
  }

  /// Reports keys of an overlay that have no meaning for its subtitles, whose texts come and go in one place.
  package mutating func checkSubtitles(_ fields: [Field], _ layer: inout LayerSettings) {
    let key = fields.first { $0.name == "subtitles" || $0.name == "words" }
    let first = key?.key.span
    func refuse(_ name: String, _ hint: String) {
      guard let first, let field = fields.first(where: { $0.name == name }) else { return }
      report(
        .exclusiveKeys(
          key?.name ?? "subtitles", name, at: field.key.span, firstSpan: first, hint: hint))
    }
    for name in ["crop", "radius", "border"] {
      refuse(name, "write background: black@50% for a box behind each text")
    }
    for property in [Property.position, .anchor] {
      guard let value = layer.properties[property], layer.constant(property) == nil else {
        continue
      }
      layer.properties[property] = nil
      report(
        .badValue, "subtitles stay where they are: '\(property.name)' cannot change",
        at: value.span, hint: "write position: [50%, 95%]")
    }
    if layer.properties[.anchor] != nil {
      refuse("anchor", "write the name of an anchor, such as bottom")
      layer.properties[.anchor] = nil
    }
    // What is said of a position is where the lower edge of texts is, unless it has a name.
    let isNamed = fields.contains {
      $0.name == "anchor"
        || $0.name == "position" && $0.value.text.flatMap { Anchor(rawValue: $0) } != nil
    }
    if !isNamed { layer.anchor = .bottom }
  }
}
