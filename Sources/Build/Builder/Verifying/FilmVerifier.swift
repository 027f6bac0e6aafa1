// SPDX-License-Identifier: Apache-2.0

import Base
package import Driver
package import Host
import RenderProtocol

/// Lays a film beside the project that it should have been made of.
///
/// The film is decoded by workers, as a stranger's file is. What the project asks for is composed anew from its sources, and
/// each frame and each sample is laid beside it: the project's own picture decides, whatever makes it black or still.
package struct FilmVerifier {
  private let expected: ExpectedOutput
  private let path: String
  private let file: String
  private let pool: WorkerPool

  /// The film at the absolute `path`, called `file`, beside `expected`.
  package init(_ expected: ExpectedOutput, path: String, file: String, pool: WorkerPool) {
    (self.expected, self.path, self.file, self.pool) = (expected, path, file, pool)
  }

  /// The report of the comparison.
  ///
  /// - Parameters:
  ///   - showsClips: True if pictures of clips are wanted for a proof sheet.
  ///   - progress: Called with the amount of finished work, in frames and hundredths of a second of
  ///     audio.
  package func report(
    showingClips showsClips: Bool, progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> FilmReport {
    var report = FilmReport(output: expected.name, file: file)
    (report.duration, report.rate) = (expected.duration, expected.rate)
    let points = Checkpoints(expected)
    let shown = showsClips ? Set(points.clips.flatMap(\.frames)).sorted() : []
    if (try? FileStamp(of: path)) == nil {
      report.add(
        .error("missing", "is not there", hint: "build the project first: `reel build`"))
      return report
    }
    let exam: FilmExam
    do {
      exam = try await FilmExam.of(
        path, shown: shown, planned: expected.sound, level: expected.level, by: pool,
        progress: progress)
    } catch let failure as RenderFailure where failure.kind.isOfTheProject {
      report.add(
        .error("unreadable", "it cannot be read: \(failure.message)", hint: FilmReport.again))
      return report
    }
    report.checkStreams(exam, expected)
    if let found = exam.examination.pictures, expected.frameCount > 0 {
      try await check(found, exam, points, showsClips, &report)
    }
    if let sound = exam.sound, expected.sound != nil { report.checkSound(sound, expected) }
    report.findings.sort {
      ($0.kind == .note ? 1 : 0, $0.start ?? .zero) < ($1.kind == .note ? 1 : 0, $1.start ?? .zero)
    }
    return report
  }

  private func check(
    _ found: ExaminedPictures, _ exam: FilmExam, _ points: Checkpoints, _ showsClips: Bool,
    _ report: inout FilmReport
  ) async throws {
    guard exam.facts.video?.orientation == .upright else {
      report.add(
        .note(
          "turned", "its pictures are stored turned, as its source has them, and were not compared")
      )
      return
    }
    let compared = try await ComparedFrames(
      of: path, exam.facts, expected, by: pool, progress: { _ in })
    let judge = FrameJudge(compared.frames)
    report.checkFrames(judge, compared.unknown, expected)
    report.checkBlack(found, judge, expected)
    report.checkStill(found, judge, expected)
    if found.hasMoreStretches {
      report.add(
        .note(
          "still",
          "there are more than \(ExaminedPictures.mostStretches) stretches that stand still or are black; the rest is not said"
        ))
    }
    guard showsClips else { return }
    let differences = Dictionary(compared.frames.map { ($0.frame, $0.mean) }) { first, _ in first }
    let film = Dictionary(found.proofs.map { ($0.frame, $0) }) { first, _ in first }
    report.clipsLeftOut = points.clipsLeftOut
    for (clip, frames) in points.clips {
      var proof = ClipProof(name: clip.name, source: clip.source, moments: [])
      for (place, frame) in zip(["first", "middle", "last"], frames) {
        var moment = ClipProof.Moment(
          place: place, frame: frame, time: expected.rate.time(of: frame),
          sourceTime: clip.sourceTime(ofFrame: frame))
        moment.film = film[frame]?.jpeg
        moment.difference = differences[frame]
        if let program = clip.program(ofFrame: frame, within: PixelSize(640, 640)) {
          moment.source = try await rendered(program, 320, by: pool)?.jpeg
        }
        proof.moments.append(moment)
      }
      report.proofs.append(proof)
    }
  }
}
