// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics

/// Gathers parts into programs of one segment each.
///
/// A part shorter than two seconds goes along with a neighbour, because tiny closed GOPs cost size:
/// with what follows it, or with what comes before it where that is the shorter, so that a change of
/// either renders little. Who goes with whom depends on the neighbours alone, so that an edit
/// elsewhere moves no border.
func segments(of parts: [Part], canvas: CanvasFormat, finish: Finish?) -> [PictureProgram] {
  let enough = canvas.rate.frames(covering: Time(2))
  let tooMuch = 4 * enough
  var gathered: [[Part]] = []
  /// What is too short to stand alone so far.
  var short: [Part] = []
  func joinsLast(beside next: Int) -> Bool {
    guard let last = gathered.last?.frameCount else { return false }
    return last <= next && last + short.frameCount <= tooMuch
  }
  for part in parts {
    let count = short.frameCount
    if count > 0, part.frameCount >= enough, joinsLast(beside: part.frameCount) {
      gathered[gathered.count - 1] += short
      short = []
    } else if count > 0, count + part.frameCount > tooMuch {
      gathered.append(short)
      short = []
    }
    short.append(part)
    if short.frameCount >= enough {
      gathered.append(short)
      short = []
    }
  }
  if !short.isEmpty {
    if joinsLast(beside: .max) {
      gathered[gathered.count - 1] += short
    } else {
      gathered.append(short)
    }
  }
  return gathered.map { PictureProgram(canvas: canvas, parts: $0, finish: finish) }
}

extension [Part] {
  fileprivate var frameCount: Int { reduce(0) { $0 + $1.frameCount } }
}
