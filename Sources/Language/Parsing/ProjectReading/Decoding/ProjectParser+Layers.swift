// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import ProjectModel
import YAML

/// The keys that all layers share.
extension ProjectParser {
  /// A blend mode, or `normal`.
  mutating func blending(_ node: YAMLNode) -> Blending? {
    let synonyms = [
      KeySynonym(
        ["plus-lighter", "plus", "linear-dodge", "linear dodge", "addition"], "blend: add")
    ]
    return word(node, of: KeyTable.blendModes, "a blend mode", synonyms: synonyms).map { name in
      BlendMode(rawValue: name).map { .mode($0) } ?? .normal
    }
  }

  /// Warns of a position in few pixels.
  mutating func checkPlace(_ fields: [Field]) {
    // Close to the top left corner pixels are meant as they are, and in a small group anywhere.
    if !isInSizedGroup, fields.first(where: { $0.name == "anchor" })?.value.text != "top-left",
      let position = fields.first(where: { $0.name == "position" })
    {
      warnOfFewPixels(place: position.value, in: "canvas")
    }
  }

  /// `1s` for both ends, or `{in: 1s, out: 2s}`.
  mutating func fade(_ node: YAMLNode) -> Fade? {
    guard node.kind == .mapping else {
      if let words = words(node), words.count == 2, ["in", "out"].contains(words[0].string) {
        report(
          words[0].problem(
            "a fade of one end is written in braces",
            hint: "write fade: {\(words[0].string): \(words[1].string)}"), at: node)
        return nil
      }
      guard let time = shortTime(node, "a fade", orZero: true) else { return nil }
      return Fade(fadeIn: time, fadeOut: time, span: node.span)
    }
    var fade = Fade(fadeIn: nil, fadeOut: nil, span: firstPlace(in: node))
    read(node, KeyTable.fade, into: &fade)
    return fade
  }
}
