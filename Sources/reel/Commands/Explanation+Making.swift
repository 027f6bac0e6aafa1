// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import DiskAccess
import Explain
import Planning
import Workers

extension [Explanation] {
  /// Has a worker say how the pictures of all stretches are made that are not copied; each key is asked once.
  ///
  /// What it cannot read has no making: a build says what is wrong with it.
  mutating func addMaking(of plan: BuildPlan, asking pool: WorkerPool) async throws {
    var known: [Fingerprint: Explanation.Making] = [:]
    for (index, output) in plan.outputs.enumerated() {
      for place in self[index].stretches.indices {
        let stretch = self[index].stretches[place]
        guard let (program, encoder) = output.making(of: stretch) else { continue }
        if known[stretch.key] == nil {
          do {
            guard case .sketch(let sketch) = try await pool.perform(.sketch(program)) else {
              throw RenderFailure.wrongAnswer
            }
            known[stretch.key] = Explanation.Making(sketch, encoder: encoder)
          } catch {
            try Task.checkCancellation()
          }
        }
        self[index].stretches[place].making = known[stretch.key]
      }
    }
  }
}

extension OutputPlan {
  /// The program that draws `stretch`, and its encoder's options for the ffmpeg tool; nil where nothing is drawn.
  fileprivate func making(of stretch: Explanation.Stretch) -> (PictureProgram, [String])? {
    switch product {
    case .still(let request, _): return (request.program, ["-c:v", request.encoder])
    case .film(let film):
      guard stretch.kind == .picture,
        let segment = film.segments.first(where: { $0.key == stretch.key }),
        !segment.encoding.isCopy
      else { return nil }
      return (segment.program, segment.encoding.ffmpegOptions)
    }
  }
}

extension VideoEncoding {
  fileprivate var ffmpegOptions: [String] {
    ["-c:v", encoder, "-pix_fmt", pixelFormat] + options.flatMap { ["-" + $0.name, $0.value] }
  }
}
