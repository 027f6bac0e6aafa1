// SPDX-License-Identifier: Apache-2.0

import Base
import Driver
import Host
import RenderProtocol

/// The frames of a film, each laid beside what the project shows there, which is composed anew from its sources.
struct ComparedFrames {
  /// Those that could be compared, by their numbers.
  private(set) var frames: [FrameComparison] = []
  /// Frames of which the project's cannot be composed, which builds report.
  private(set) var unknown: [Range<Int>] = []

  /// About so many frames are one request.
  private static let stretch = 160
  /// So many requests are prepared at once.
  private static let batch = 8

  /// Compares the film at the absolute `path`, of which `facts` are known.
  init(
    of path: String, _ facts: MediaFacts, _ expected: ExpectedOutput, by pool: WorkerPool,
    progress: @escaping @Sendable (Int) -> Void
  ) async throws {
    guard let video = facts.video else { return }
    let (count, rate) = (expected.frameCount, expected.rate)
    let keys = video.keyFrames.map { rate.frame(nearest: $0 - video.firstFrame) }
    let stretches = stride(from: 0, to: count, by: ComparedFrames.stretch).map {
      $0..<min(count, $0 + ComparedFrames.stretch)
    }
    var expected = expected
    for first in stride(from: 0, to: stretches.count, by: ComparedFrames.batch) {
      let batch = stretches[first..<min(first + ComparedFrames.batch, stretches.count)]
      let requests = batch.map { frames in
        let drawn = max(0, frames.lowerBound - 1)..<min(count, frames.upperBound + 1)
        let entry = keys.lastIndex { $0 <= drawn.lowerBound }
        return FrameComparisonRequest(
          path: path, stream: video.stream, program: expected.program(of: drawn),
          programStart: drawn.lowerBound, frames: frames,
          start: facts.start + video.firstFrame,
          interval: rate.frameDuration,
          entry: facts.start + (entry.map { video.keyFrames[$0] } ?? video.firstFrame),
          hasAlpha: video.hasAlpha)
      }
      let parts = try await withThrowingTaskGroup(of: (Int, [FrameComparison]?).self) { group in
        for (index, request) in requests.enumerated() {
          group.addTask { (index, try await compared(request, by: pool, progress)) }
        }
        var parts = [[FrameComparison]?](repeating: nil, count: requests.count)
        for try await (index, part) in group { parts[index] = part }
        return parts
      }
      for (request, part) in zip(requests, parts) {
        if let part { frames += part } else { unknown.append(request.frames) }
      }
    }
  }
}

/// Frames of a film beside those of the program of `request`; nil where that cannot be rendered.
private func compared(
  _ request: FrameComparisonRequest, by pool: WorkerPool,
  _ progress: @escaping @Sendable (Int) -> Void
) async throws -> [FrameComparison]? {
  do {
    guard
      case .framesCompared(let frames) = try await pool.perform(
        .compareFrames(request), progress: progress)
    else { throw RenderFailure.wrongAnswer }
    return frames
  } catch let failure as RenderFailure {
    if failure.kind.isOfTheProject { return nil }
    throw failure
  }
}
