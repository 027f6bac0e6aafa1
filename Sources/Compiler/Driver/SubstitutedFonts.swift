// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import ProjectModel
import RenderProtocol
import Timeline

// Fonts that write what the ones lack that are asked for. A hint names one of them only where it has all of the text: else
// the next check would name another one.

extension Compilation {
  /// Reports what other fonts write of `text`, which is laid out as `block` with `facts`.
  func report(
    _ facts: TextFacts, of text: TextContent, _ block: TextBlock, _ sink: inout DiagnosticSink
  ) async {
    var known: [Int?: String?] = [:]
    for substitute in facts.substitutes {
      let part = substitute.span
      if known[part] == nil {
        let families = facts.substitutes.filter { $0.span == part }.map(\.family)
        known.updateValue(await family(of: families, for: part, of: block, facts), forKey: part)
      }
      sink.report(
        .substitutedFont(
          text, substitute, whole: known[part] ?? nil,
          inParts: part == nil && text.counter == nil))
    }
  }

  /// The first of `families` with every character of span `part` of `block`; nil if there is none.
  ///
  /// Without a part, of the text outside spans that name a font.
  private func family(
    of families: [String], for part: Int?, of block: TextBlock, _ facts: TextFacts
  ) async -> String? {
    let blocks = families.map { family in
      var other = block
      var font = part.map { block.spans[$0].font } ?? block.font
      (font.family, font.file, font.features, font.variations) = (family, nil, "", "")
      if let part {
        other.spans[part].font = font
      } else {
        // Parts that have the font of the text have the other one, too.
        for index in other.spans.indices
        where other.spans[index].font.family == block.font.family
          && other.spans[index].font.file == block.font.file
        {
          other.spans[index].font.family = family
          other.spans[index].font.file = nil
        }
        other.font = font
      }
      return other
    }
    for (family, answer) in zip(families, await world.rasters(of: blocks)) {
      guard case .success(let raster) = answer else { continue }
      let isWhole = !raster.facts.substitutes.contains { $0.span == part }
      if isWhole, raster.facts.missing == facts.missing { return family }
    }
    return nil
  }
}
