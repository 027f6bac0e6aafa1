// SPDX-License-Identifier: Apache-2.0

import Catalog
import ProjectModel
package import RenderProtocol

/// A text whose parts come or go one after the other, each drawn for itself meanwhile.
package struct TextCascade {
  /// The entrance and exit, if they animate its parts.
  package let ends: [ResolvedEntrance]
  private let text: String

  /// The text of `layer`; nil where no parts of it come or go.
  package init?(_ layer: DrawnLayer) {
    guard case .text(let content) = layer.content else { return nil }
    ends = [layer.fade.enter, layer.fade.exit].compactMap(\.self)
      .filter { $0.parts != nil && $0.style.action != .letters }
    text = content.text.value
    if ends.isEmpty { return nil }
  }

  /// The parts that `end` moves, in order, of a text of so many lines.
  package func parts(of end: ResolvedEntrance, lines: Int) -> [TextPiece.Selection] {
    switch end.parts?.kind {
    case .line: (0..<lines).map { .line($0) }
    case .word, .character: end.parts?.kind.ranges(of: text).map { .bytes($0) } ?? []
    case nil: []
    }
  }

  /// The distance by which parts move beyond a text of the font size `size`.
  package func margin(size: Double) -> Int {
    ends.reduce(0) { most, end in
      let share =
        switch end.style.action {
        case .rise: ResolvedEntrance.rise + 0.1
        case .properties(let starts) where starts.contains { $0.property.stage == .geometry }:
          // What swings beyond its size does so by its own length.
          switch end.parts?.kind {
          case .character: 0.5
          case .word: 1.0
          case .line, nil: 2.0
          }
        case .properties, .slide, .wipe, .transition, .letters: 0.0
        }
      return max(most, Int(min(share * size, 32_767).rounded(.up)))
    }
  }
}

extension ResolvedEntrance {
  /// By how much of its font's size a part of a text rises.
  package static let rise = 0.6
}
