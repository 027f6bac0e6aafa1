// SPDX-License-Identifier: Apache-2.0

package import Base
import Diagnostics
package import ProjectModel
package import YAML

/// The frame and the changes that some outputs of a project have in common.
package struct OutputVariant {
  /// More different ones are refused: for each the film is compiled anew.
  package static let limit = 64

  /// The names of these outputs, in the order of the project.
  package private(set) var outputs: [String]
  /// The canvas of the first of them; nil if it sets none.
  let canvas: YAMLNode?
  /// The changes of named things in the first of them; nil if there are none.
  let change: YAMLNode?

  /// The outputs called `names`, which are as the project says.
  package static func plain(_ names: [String]) -> OutputVariant {
    OutputVariant(outputs: names, canvas: nil, change: nil)
  }

  /// Adds outputs that turned out to be the same.
  package mutating func add(_ names: [String]) { outputs += names }

  /// True if they set no canvas and no changes.
  package var isPlain: Bool { canvas == nil && change == nil }

  /// The variants of the outputs called `names`, in the order of their first outputs; one without outputs for a project
  /// that names none.
  ///
  /// Outputs that say the same have one variant.
  package static func all(of tree: YAMLTree, outputs names: [String]) -> [OutputVariant] {
    if names.isEmpty { return [.plain([])] }
    var nodes: [String: YAMLNode] = [:]
    if let outputs = tree.root?["outputs"] {
      for entry in outputs.entries { nodes[entry.key.text ?? ""] = entry.value }
    }
    var variants: [OutputVariant] = []
    var places: [String: Int] = [:]
    for name in names {
      let output = nodes[name]
      let canvas = output?["canvas"]
      let change = output?["change"].flatMap { $0.count == 0 ? nil : $0 }
      let content = (canvas?.content ?? "") + "\n" + (change?.content ?? "")
      if let place = places[content] {
        variants[place].outputs.append(name)
      } else {
        places[content] = variants.count
        variants.append(OutputVariant(outputs: [name], canvas: canvas, change: change))
      }
    }
    return variants
  }

  /// Returns true if these outputs have the canvas of the project itself, which is `settings` with
  /// the resolved `size` and `rate`, and no changes.
  ///
  /// - Parameter own: The settings of the variant, as they are read from its tree.
  package func isSame(
    _ own: CanvasSettings, as settings: CanvasSettings, of size: PixelSize, at rate: FrameRate
  ) -> Bool {
    guard change == nil else { return false }
    return (own.size.map { $0.value == size } ?? (settings.size == nil))
      && (own.rate.map { $0.value == rate } ?? (settings.rate == nil))
      && own.background == settings.background && own.fit == settings.fit
      && own.orientation.value == settings.orientation.value
      && own.depth?.value == settings.depth?.value && own.color?.value == settings.color?.value
      && own.channels?.value == settings.channels?.value
  }
}

extension YAMLNode {
  /// All that the node says as text; equal texts are equal nodes, wherever they are written.
  var content: String {
    switch kind {
    case .null: return "~"
    case .scalar:
      let text = text ?? ""
      return "\(isQuoted ? "q" : "p")\(text.utf8.count):\(text)"
    case .sequence: return "[" + items.map(\.content).joined(separator: ",") + "]"
    case .mapping:
      return "{" + entries.map { $0.key.content + ":" + $0.value.content }.joined(separator: ",")
        + "}"
    }
  }
}
