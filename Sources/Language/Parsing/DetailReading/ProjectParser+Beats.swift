// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
package import ProjectModel
import YAML

/// The beats of a project.
extension ProjectParser {
  /// Reads `beats`: an interval between two beats, a file, or a mapping.
  package mutating func beats(_ field: Field) -> Beats? {
    let node = field.value
    guard node.kind == .mapping else {
      guard let text = text(node, "beats", example: "0.5s") else { return nil }
      var parser = TimeParser(ScalarText(node))
      let isTime = (try? parser.time()) != nil
      // A name that looks like a time is written as file: NAME.
      let isNumber = text.value.utf8.first.map { (48...57).contains($0) } ?? false
      let isPath = text.value.contains("/") || text.value.hasSuffix(".txt")
      guard isTime || isNumber && !isPath else {
        return checkPath(text) ? Beats(.file(text), at: text.span) : nil
      }
      let time = positiveTime(node, "the time between two beats", orZero: false)
      if time != nil, let number = node.text.flatMap(Int.init), number >= 20 {
        report(
          .bareSeconds, "a beat every \(number) without a unit lasts \(number) seconds",
          at: node.span,
          hint: "write beats: {bpm: \(number)} for beats in a minute, or beats: \(number)s")
      }
      return time.map { Beats(.every($0), at: node.span) }
    }
    var draft = KeyTable.BeatsDraft()
    let fields = read(node, KeyTable.beats, into: &draft)
    // A misspelt key was reported.
    if draft.source == nil, fields.count == node.count,
      !["every", "bpm", "file"].contains(where: { node[$0] != nil })
    {
      report(
        .missingKey, "beats need 'every', 'bpm' or 'file'", at: field.key.span,
        hint: "write beats: {every: 0.5s}, {bpm: 120} or {file: song.beats.txt}")
    }
    return draft.source.map { Beats($0, from: draft.from, at: field.key.span) }
  }

  mutating func beatsPerMinute(_ node: YAMLNode) -> Time? {
    if node.kind == .scalar {
      let text = ScalarText(node)
      if let number = Quantity(text, in: text.trimmed), number.unit.isEmpty,
        number.value >= Time(1), number.value <= Time(1000)
      {
        return number.value
      }
    }
    return refused(
      .badValue, "beats in a minute are a number from 1 to 1000", at: node.span,
      hint: "write bpm: 120")
  }
}
