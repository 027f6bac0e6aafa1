// SPDX-License-Identifier: Apache-2.0

import AV
import Actions
import Basics
import Kernels
import MediaFiles

/// Does one kind of treatment.
protocol Treating: AnyObject {
  /// `picture` after the treatment with `numbers`, which are not the identity.
  func treated(_ picture: SharedFrame, _ numbers: [Double]) throws(AVError) -> SharedFrame
}

/// Treats the picture of a layer stack, frame by frame.
final class TreatmentNode {
  private let treatment: Treatment
  private let run: RenderRun
  private let worker: any Treating
  /// The last input, its numbers, and the result.
  private var last: (picture: SharedFrame, numbers: [Double], result: SharedFrame)?

  init(_ treatment: Treatment, run: RenderRun) {
    self.treatment = treatment
    self.run = run
    worker =
      switch treatment.kind {
      case .adjust: Adjusting(run)
      case .key: Keying(run)
      case .border: Bordering(run)
      case .blur: Blurring(run)
      case .shadow: Shadowing(run)
      }
  }

  /// `picture` after the treatment of frame `index`.
  func frame(_ picture: SharedFrame, _ index: Int) throws(RenderFailure) -> SharedFrame {
    let numbers = treatment.numbers[index]
    if treatment.kind.isIdentity(numbers) { return picture }
    if let last, last.picture === picture, last.numbers == numbers { return last.result }
    do throws(AVError) {
      let result = try worker.treated(picture, numbers)
      last = (picture, numbers, result)
      return result
    } catch { throw RenderFailure(reading: error, frame: run.frameBase + index) }
  }

  /// Releases the frames it holds.
  func close() { last = nil }
}
