// SPDX-License-Identifier: Apache-2.0

package import Basics
package import Diagnostics
import ProjectModel

extension PlacedOutput {
  /// What is wrong with the numbers of its pictures in a film of `rate`: they are closer together than frames, or there are
  /// more than numbers.
  package func problems(at rate: FrameRate) -> [Diagnostic] {
    guard let name = output.numberedName else { return [] }
    if let step = output.step, step.value < rate.frameDuration {
      return [
        .simple(
          "close-pictures", "the film has \(rate) frames a second, and no pictures between them",
          at: step.span)
      ]
    }
    let count = output.kept(of: frames.count, at: rate).count
    let last = (output.startNumber ?? 1) + count - 1
    let digits = String(last).utf8.count
    guard name.digits > 0, digits > name.digits else { return [] }
    return [
      .simple(
        "many-pictures",
        "the last of \(count) pictures has the number \(last), which has more than \(name.digits) digits",
        at: output.file.span, hint: "write %0\(digits)d")
    ]
  }
}
