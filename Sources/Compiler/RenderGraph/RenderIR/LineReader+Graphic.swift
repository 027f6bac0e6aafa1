// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol

extension LineReader {
  /// Reads the output of `Graphic.description` after its first word.
  mutating func drawing() throws(GraphSyntaxError) -> Graphic {
    var area = Graphic.Area.everything
    if accept("box=") {
      let n = try numbers(8)
      guard n[2] >= 0, n[3] >= 0 else { throw fail("a box of negative size") }
      area = .box(
        RoundedBox(x: n[0], y: n[1], width: n[2], height: n[3], radii: Array(n[4...])))
    } else if accept("path=") {
      let text = try string()
      guard let path = VectorPath(parsing: text[...]) else { throw fail("'\(text)' is no path") }
      area = .path(path)
    } else if accept("particles=") {
      area = .particles(try emitter())
    }
    let fill = accept("fill=") ? try fill() : nil
    let stroke = accept("stroke=") ? try stroke() : nil
    return Graphic(area, fill: fill, stroke: stroke, size: accept("of=") ? try size() : nil)
  }

  private mutating func emitter() throws(GraphSyntaxError) -> Emitter {
    let text = try string()
    guard let shape = VectorPath(parsing: text[...]) else { throw fail("'\(text)' is no path") }
    try expect("colors=")
    let names = try string().split(separator: " ")
    let colors = names.compactMap { Color(parsing: $0) }
    try expect("numbers=")
    guard colors.count == names.count,
      let emitter = Emitter(shape: shape, colors: colors, numbers: try numbers())
    else { throw fail("these are no particles") }
    return emitter
  }

  private mutating func fill() throws(GraphSyntaxError) -> Fill {
    let text = try string()
    guard let fill = Fill(parsing: text[...]) else { throw fail("'\(text)' is no fill") }
    return fill
  }

  private mutating func stroke() throws(GraphSyntaxError) -> Stroke {
    let fill = try fill()
    try expect("width=")
    var stroke = Stroke(fill, width: try number())
    if accept("trim=") { stroke.trim = try numbers(2) }
    if accept("dash=") { stroke.dash = try numbers() }
    stroke.cap = try value("end of a line") { StrokeCap(rawValue: String($0)) }
    stroke.join = try value("corner of a line") { StrokeJoin(rawValue: String($0)) }
    stroke.hasHead = accept("arrow")
    return stroke
  }
}
