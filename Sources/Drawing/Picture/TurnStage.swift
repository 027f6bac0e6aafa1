// SPDX-License-Identifier: Apache-2.0

import AV
import Actions
import Basics

/// Turns composed frames to where the pixels lie in the packets that they stand beside.
///
/// Samples are moved as they are: turned upright again, a frame is the one that was composed.
final class TurnStage {
  private let orientation: Orientation
  private let color: CanvasColor
  private var lastInput: SharedFrame?
  private var lastOutput: SharedFrame?

  /// Turns frames in `color`, of whatever size, by `orientation`.
  init(_ orientation: Orientation, color: CanvasColor) {
    self.orientation = orientation
    self.color = color
  }

  /// `input`, turned; the same frame twice is turned once.
  func apply(_ input: SharedFrame) throws(AVError) -> SharedFrame {
    if let lastInput, let lastOutput, lastInput === input { return lastOutput }
    let size = orientation.size(of: input.size)
    let output = try SharedFrame(size: size, hasAlpha: false, in: color)
    output.orient(input, by: orientation)
    (lastInput, lastOutput) = (input, output)
    return output
  }
}
