// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics

/// Gathers parts into programs of one segment each.
///
/// A part shorter than a second goes along with what follows it (the last ones with what comes
/// before): tiny closed GOPs cost size. Who goes with whom depends on the neighbours alone, so that an edit
/// elsewhere moves no border.
func segments(of parts: [Part], canvas: CanvasFormat, finish: Finish?) -> [PictureProgram] {
  let enough = canvas.rate.frames(covering: Time(1))
  let tooMuch = 8 * enough
  var programs: [PictureProgram] = []
  var gathered: [Part] = []
  var count = 0
  func flush() {
    if gathered.isEmpty { return }
    programs.append(PictureProgram(canvas: canvas, parts: gathered, finish: finish))
    gathered = []
    count = 0
  }
  for part in parts {
    if count > 0, count + part.frameCount > tooMuch { flush() }
    gathered.append(part)
    count += part.frameCount
    if part.frameCount >= enough || count >= tooMuch / 2 { flush() }
  }
  if count > 0, count < enough, let last = programs.last,
    last.frameCount + count <= tooMuch
  {
    programs[programs.count - 1].parts += gathered
    gathered = []
  }
  flush()
  return programs
}
