// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import ProjectModel
import RenderProtocol
import Timeline

extension Timeline {
  /// Reports outputs of another shape than the canvas that do not say how it fits: the film has bars there.
  func warnOfBars(_ diagnostics: inout [Diagnostic]) {
    // What is clear around a film is no bar.
    for output in outputs.map(\.output) where output.fit == nil && !isClear {
      guard let size = output.size, output.format.isFilm || output.format.isStill else { continue }
      let (frame, canvas) = (size.value, self.canvas.size)
      // The film as wide as the output, or as high.
      let across = frame.width * canvas.height
      let down = frame.height * canvas.width
      let share = Time(Int64(min(across, down)), over: Int64(max(across, down)))
      // Sides are even numbers, so that the same shape may be a few pixels off.
      guard share <= Time(98, over: 100) else { continue }
      let bars = ((Time(1) - share) * Time(100)).rounded
      diagnostics.append(
        Diagnostic(
          code: .warning("bars"),
          message: "\(bars)% of this output are bars: it is \(frame), and the film \(canvas)",
          span: size.span,
          hint: "write canvas: \(frame) to compose for this frame, or say how the film fits:"
            + " fit: contain, cover or blur"))
    }
  }
}
