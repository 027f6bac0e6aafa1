// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import ProjectModel
import YAML

/// Checks of the changes that outputs make to the canvas and to named things; they are applied to
/// the tree of the project.
extension ProjectParser {
  /// A size or a ratio, or keys of a canvas.
  mutating func canvasOfOutput(_ node: YAMLNode) {
    if node.kind == .mapping {
      canvas(node, KeyTable.canvasOfOutput)
    } else {
      frameSize(node)
    }
  }

  /// A size in pixels; of a ratio nil, as it depends on the canvas of the project.
  @discardableResult
  mutating func frameSize(_ node: YAMLNode) -> Located<PixelSize>? {
    if let text = node.text, AspectRatio(text) != nil { return nil }
    guard let ratio = node.text.flatMap(Self.meantRatio) else { return pixelSize(node) }
    return refused(
      .badValue, "\(quoted(node.text ?? "this")) is not a size or a ratio", at: node.span,
      hint: "write \(ratio)")
  }

  /// The ratio that `text` is for other tools; nil for none.
  private static func meantRatio(_ text: String) -> String? {
    switch text.lowercased() {
    case "vertical", "portrait", "story", "reels", "shorts": return "9:16"
    case "square": return "1:1"
    case "landscape", "widescreen", "horizontal": return "16:9"
    default:
      let ratio = text.replacing("/", with: ":").replacing(" ", with: "")
      return ratio != text && AspectRatio(ratio) != nil ? ratio : nil
    }
  }

  /// Keys of named things; what they are of these things is known only where they are put in place.
  mutating func changesOfThings(_ node: YAMLNode) {
    let example = "headline: {position: top}"
    guard node.kind == .mapping else {
      wrongKind(node, "a mapping of names to keys", hint: "write change: {\(example)}")
      return
    }
    for entry in node.entries where entry.value.kind != .mapping {
      let name = entry.key.text ?? ""
      if entry.value.kind == .null {
        if !entry.value.isUnreadable {
          report(.missingValue(name, at: entry.key.span, hint: "write \(example)"))
        }
      } else {
        wrongKind(entry.value, "a mapping of keys", hint: "write \(example)")
      }
    }
  }
}
