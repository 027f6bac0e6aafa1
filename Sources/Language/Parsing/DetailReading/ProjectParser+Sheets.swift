// SPDX-License-Identifier: Apache-2.0

package import Base
import Diagnostics
package import ProjectModel
package import YAML

// Outputs that show pictures of the film side by side.

extension ProjectParser {
  /// Reads `sheet` or `thumbnails`, whose keys `shape` has and which `usual` is where nothing else is written.
  package mutating func sheet(
    _ node: YAMLNode, _ shape: ObjectShape, _ usual: SheetSettings, of output: inout Output
  ) {
    var sheet = usual
    guard node.kind == .mapping else {
      if flag(node) == true { output.sheet = sheet }
      return
    }
    for field in fields(of: node, shape) {
      switch field.name {
      case "every": output.step = step(field.value)
      case "grid": sheet.grid = grid(field.value)
      case "width":
        guard let width = integer(field.value, "the width of pictures", in: 16...1920) else {
          continue
        }
        if width.value % 2 != 0 {
          report(
            .outOfRange, "the width of pictures must be even", at: width.span,
            hint: "write width: \(width.value + 1)")
        }
        sheet.width = width.value
      case "gap":
        sheet.gap = integer(field.value, "a gap", in: 0...200)?.value ?? sheet.gap
      case "background":
        guard let color = color(field.value) else { continue }
        if color.alpha < 255 {
          report(.outOfRange, "the background of a sheet is opaque", at: field.value.span)
        }
        sheet.background = color
      case "timestamps": sheet.hasTimestamps = flag(field.value) ?? false
      default: break
      }
    }
    output.sheet = sheet
  }

  /// The time from one picture to the next.
  package mutating func step(_ node: YAMLNode) -> Located<Time>? {
    guard let time = positiveTime(node, "the time between pictures", orZero: false) else {
      return nil
    }
    guard let constant = constant(time, "the time between pictures", hint: "write every: 10s")
    else { return nil }
    guard constant <= Time(86_400) else {
      return refused(
        .outOfRange, "pictures are at most a day apart", at: time.span, hint: "write every: 10s")
    }
    return Located(constant, at: node.span)
  }

  /// The seconds of `time`, where it has a number of them for whatever film; else that is reported.
  mutating func constant(_ time: TimeExpression, _ noun: String, hint: String) -> Time? {
    if let constant = time.constant { return constant }
    return refused(.badValue, "\(noun) is written in seconds", at: time.span, hint: hint)
  }

  /// `5x4`: columns and rows.
  private mutating func grid(_ node: YAMLNode) -> SheetSettings.Grid? {
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
