// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import ProjectModel
import YAML

// Outputs that show pictures of the film side by side.

extension ProjectParser {
  /// Reads `sheet` or `thumbnails`, whose keys are those of `object` and which `usual` is where nothing else is written.
  mutating func sheet(
    _ node: YAMLNode, _ object: ObjectKeys<KeyTable.SheetDraft>, _ usual: SheetSettings,
    of output: inout Output
  ) {
    guard node.kind == .mapping else {
      if flag(node) == true { output.sheet = usual }
      return
    }
    var draft = KeyTable.SheetDraft(sheet: usual)
    read(node, object, into: &draft)
    (output.sheet, output.step) = (draft.sheet, draft.step ?? output.step)
  }

  /// The seconds of `time`, where it has a number of them for whatever film; else that is reported.
  mutating func constant(_ time: TimeExpression, _ noun: String, hint: String) -> Time? {
    if let constant = time.constant { return constant }
    return refused(.badValue, "\(noun) is written in seconds", at: time.span, hint: hint)
  }

  /// `5x4`: columns and rows.
  mutating func grid(_ node: YAMLNode) -> SheetSettings.Grid? {
    guard let text = node.text else {
      return refused(node, "columns and rows", hint: "write 5x4")
    }
    let numbers = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let columns = numbers[0], let rows = numbers[1] else {
      return refused(
        .badValue, "\(quoted(text)) is not columns and rows", at: node.span, hint: "write 5x4")
    }
    guard (1...50).contains(columns), (1...50).contains(rows) else {
      return refused(
        .outOfRange, "a grid has between 1 and 50 columns and rows", at: node.span,
        hint: "write 5x4")
    }
    return SheetSettings.Grid(columns, rows)
  }
}
