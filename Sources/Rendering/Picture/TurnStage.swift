// SPDX-License-Identifier: Apache-2.0

import AV
import Actions
import Basics
import Kernels

/// Turns composed frames to where the pixels lie in the packets that they stand beside.
///
/// Samples are moved as they are: turned upright again, a frame is the one that was composed.
final class TurnStage {
  private let orientation: Orientation
  private let canvas: CanvasFormat
  private var lastInput: SharedFrame?
  private var lastOutput: SharedFrame?

  /// Turns frames of the format of `canvas`, of whatever size, by `orientation`.
  init(_ orientation: Orientation, canvas: CanvasFormat) {
    self.orientation = orientation
    self.canvas = canvas
  }

  /// `input`, turned; the same frame twice is turned once.
  func apply(_ input: SharedFrame) throws(AVError) -> SharedFrame {
    if let lastInput, let lastOutput, lastInput === input { return lastOutput }
    var format = canvas
    format.size = orientation.size(of: input.size)
    let output = try SharedFrame(canvas: format, hasAlpha: false)
    orient(input.view, by: orientation, into: output.view)
    (lastInput, lastOutput) = (input, output)
    return output
  }
}
