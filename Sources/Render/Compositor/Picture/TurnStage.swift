// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import MediaIO
import RenderProtocol

/// Rotates composed frames into the orientation of the copied packets next to them.
///
/// Samples are moved unchanged, so that rotating back restores the composed frame exactly.
final class TurnStage {
  private let orientation: Orientation
  private let color: CanvasColor
  private var lastInput: ImageBuffer?
  private var lastOutput: ImageBuffer?

  /// A stage that rotates frames in `color`, of any size, by `orientation`.
  init(_ orientation: Orientation, color: CanvasColor) {
    self.orientation = orientation
    self.color = color
  }

  /// The rotated `input`; a repeated frame is rotated once.
  func apply(_ input: ImageBuffer) throws(AVError) -> ImageBuffer {
    if let lastInput, let lastOutput, lastInput === input { return lastOutput }
    let size = orientation.size(of: input.size)
    let output = try ImageBuffer(size: size, hasAlpha: false, in: color)
    output.orient(input, by: orientation)
    (lastInput, lastOutput) = (input, output)
    return output
  }
}
