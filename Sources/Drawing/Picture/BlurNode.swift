// SPDX-License-Identifier: Apache-2.0

import AV
import Actions
import Basics
import Kernels
import MediaFiles

/// Blurs what a stack draws, frame by frame.
final class BlurNode {
  private let deviations: Sampled<Double>
  private let run: RenderRun
  /// What was blurred last, how much, and what came out.
  private var last: (sharp: SharedFrame, deviation: Double, result: SharedFrame)?

  init(_ deviations: Sampled<Double>, run: RenderRun) {
    self.deviations = deviations
    self.run = run
  }

  /// `sharp` as it is seen in frame `index`.
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

  /// Gives back what it holds.
  func close() { last = nil }
}
