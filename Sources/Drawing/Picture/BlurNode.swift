// SPDX-License-Identifier: Apache-2.0

import AV
import Actions
import Basics
import Kernels
import MediaFiles

/// Blurs the picture of a layer stack, frame by frame.
final class BlurNode {
  private let deviations: Sampled<Double>
  private let run: RenderRun
  /// The last input, its standard deviation, and the result.
  private var last: (sharp: SharedFrame, deviation: Double, result: SharedFrame)?

  init(_ deviations: Sampled<Double>, run: RenderRun) {
    self.deviations = deviations
    self.run = run
  }

  /// `sharp` with the blur of frame `index`.
  func frame(_ sharp: SharedFrame, _ index: Int) throws(RenderFailure) -> SharedFrame {
    let deviation = deviations[index]
    guard deviation > 0 else { return sharp }
    if let last, last.sharp === sharp, last.deviation == deviation { return last.result }
    do throws(AVError) {
      let result = try SharedFrame(size: sharp.size, hasAlpha: true, in: run.canvas.color)
      result.blur(sharp, deviation: deviation, run.context.scratch)
      last = (sharp, deviation, result)
      return result
    } catch { throw RenderFailure(reading: error, frame: run.frameBase + index) }
  }

  /// Releases the frames it holds.
  func close() { last = nil }
}
