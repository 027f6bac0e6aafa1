// SPDX-License-Identifier: Apache-2.0

package import Base
import Explain
package import Host
package import Planning
import RenderProtocol

extension [Explanation] {
  /// Has a worker say how all intervals are made that are not copied; each key is asked once.
  ///
  /// Of a sound only the clips in `range` are described. An interval that the worker cannot read has
  /// no making: a build says what is wrong with it.
  package mutating func addMaking(
    of plan: BuildPlan, in range: TimeRange, asking pool: WorkerPool
  ) async throws {
    var known: [Fingerprint: Explanation.Making] = [:]
    for (index, output) in plan.outputs.enumerated() {
      for place in self[index].intervals.indices {
        let interval = self[index].intervals[place]
        guard let recipe = output.recipe(of: interval, in: range) else { continue }
        if known[interval.key] == nil {
          do {
            guard case .sketch(let sketch) = try await pool.perform(recipe.request) else {
              throw RenderFailure.wrongAnswer
            }
            known[interval.key] = Explanation.Making(
              sketch, encoder: recipe.encoder, isSound: interval.kind == .sound)
          } catch {
            try Task.checkCancellation()
          }
        }
        self[index].intervals[place].making = known[interval.key]
      }
    }
  }
}

extension OutputPlan {
  /// A request for the recipe of `interval`, and its encoder's options for the ffmpeg tool; nil
  /// where nothing is made.
  fileprivate func recipe(
    of interval: Explanation.Interval, in range: TimeRange
  ) -> (request: Request, encoder: [String])? {
    switch product {
    case .text: return nil
    case .still(let request, _): return (.sketch(request.program), ["-c:v", request.encoder])
    case .film(let film) where interval.kind == .sound:
      guard let sound = film.sound, !sound.isCopied else { return nil }
      var program = sound.program
      program.clips.removeAll { !sound.time(of: $0).overlaps(range) }
      program.underWay = 0
      return (.sketchSound(program), sound.encoding.ffmpegOptions)
    case .film(let film):
      guard let segment = film.segments.first(where: { $0.key == interval.key }),
        !segment.encoding.isCopy
      else { return nil }
      return (.sketch(segment.program), segment.encoding.ffmpegOptions)
    }
  }
}

extension PlannedAudio {
  /// The time in the film at which `clip` is heard.
  fileprivate func time(of clip: AudioClip) -> TimeRange {
    let first = firstSample + clip.start
    return TimeRange(first..<(first + clip.count), ticks: Time(Int64(sampleRate)))
  }
}
