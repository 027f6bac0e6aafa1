// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol

/// Gathers parts into programs of one segment each, and divides those that are long.
///
///     parts       [ take, 20 s ][ .5 s ][ .5 s ][ 4 s ]
///     segments    [  10 s  |  10 s  ][ .5 s   .5 s   4 s ]
///
/// Where segments begin follows from what lies near by (`BorderRule`), so that an edit elsewhere moves no border.
func segments(
  of parts: [LayerInterval], canvas: CanvasFormat, finish: OutputScaling?,
  _ divisions: inout DivisionTable
) -> [RenderProgram] {
  let frames = parts.reduce(0) { $0 + $1.frameCount }
  let candidates = IntervalBorders(parts, at: canvas.rate, &divisions)
  let borders = BorderRule(canvas.rate).borders(candidates, in: frames)
  var programs: [RenderProgram] = []
  // The part that the next segment begins in, how far into it, and at which frame.
  var (index, offset, start) = (0, 0, 0)
  for border in borders + [frames] where border > start {
    var own: [LayerInterval] = []
    while start < border {
      let part = parts[index]
      let count = min(part.frameCount - offset, border - start)
      own.append(part.slice(offset..<offset + count, at: canvas.rate))
      (offset, start) = (offset + count, start + count)
      if offset == part.frameCount { (index, offset) = (index + 1, 0) }
    }
    programs.append(RenderProgram(canvas: canvas, parts: own, finish: finish))
  }
  return programs
}
