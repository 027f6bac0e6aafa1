// SPDX-License-Identifier: Apache-2.0

package import Base
import BuildSystem
package import Builder
package import Diagnostics
package import Driver
package import Explain
import Host
package import Planning
package import RenderProtocol

// The way from a plan to films, frames and explanations.

extension ProjectSession {
  /// A build of `plan` by itself, without a shared store, of outputs that have their names.
  ///
  /// - Parameters:
  ///   - jobs: The number of workers at a time.
  ///   - overwrites: True if files that the project did not make are overwritten.
  package func build(
    _ plan: BuildPlan, of sources: SourceMap, jobs: Int, keepsGoing: Bool, overwrites: Bool,
    report: @escaping @Sendable (BuildEvent) -> Void
  ) -> Build {
    Build(
      plan: plan, folder: folder, pool: pool, sources: world.watch, jobs: jobs,
      memory: PieceMemory(
        facts: { [world] in world.pictures(of: $0) },
        rasters: { [world] in world.size(ofRaster: $0) }),
      keepsGoing: keepsGoing, overwrites: overwrites, maker: OutputMaker(project: path),
      text: sources.projectText, report: report)
  }

  /// The expected work of a build of `plan`, whose outputs are named, shared by `jobs` workers.
  ///
  /// - Parameters:
  ///   - range: The interval of film time whose pieces are explained, with their contents; nil for
  ///     all, without.
  ///   - sample: The units that were made to be measured.
  ///   - costs: The costs measured for other projects.
  package func report(
    on plan: BuildPlan, of sources: SourceMap, jobs: Int, in range: TimeRange? = nil,
    sample: PieceSample = PieceSample(), costs: CostTable = CostTable()
  ) -> DryRunReport {
    DryRunReport(
      plan, folder: folder, text: sources.projectText, jobs: jobs, in: range, sample: sample,
      costs: costs)
  }

  /// The warnings of files that a build of the project would not overwrite: no errors, as a build
  /// may be meant to be forced.
  package func warnings(of summary: ProjectSummary) -> [Diagnostic] {
    let maker = OutputMaker(project: path)
    return summary.outputs.filter { maker.isStranger($0.path, to: folder.outputs) }.map {
      .occupied(
        $0.file, span: $0.span, isRefused: false,
        isChanged: maker.made($0.path, as: folder.outputs))
    }
  }

  /// Has a worker write the frame of `plan` to the file at `path`; its reply.
  ///
  /// - Parameter encoder: The encoder of libavcodec: `png` or `mjpeg`.
  package func draw(
    _ plan: FramePlan, with encoder: String, to path: String, keepsGoing: Bool
  ) async throws -> Reply {
    let request = FrameRequest(
      program: plan.program, encoder: encoder, output: path, keepsGoing: keepsGoing)
    return try await world.watch.reading(plan.program.files) {
      try await pool.perform(.frame(request))
    }
  }

  /// The error of a frame of a film that has sound only.
  package var hasNoPicture: Diagnostic {
    .simple("no-picture", "'\(file)' has sound only: there is no frame to show")
  }
}

extension FramePlan {
  /// True if there is a frame to be drawn.
  package var hasPicture: Bool { !program.parts.isEmpty }

  /// The time in the film at which the frame is seen.
  package var time: Time { program.canvas.rate.time(of: frame) }

  /// The warnings in what a worker has noted.
  package func warnings(_ notes: [RenderNote]) -> [Diagnostic] {
    notes.map { .carriedOn(BuildNote(note: $0, filmTime: time), in: origins) }
  }

  /// The error in a `failure` to draw the frame of an output.
  package func error(_ failure: RenderFailure, of output: String) -> Diagnostic {
    let broken = BuildFailure(
      failure: failure, output: output, filmTime: time,
      suspects: failure.origin == .none ? program.origins : [])
    return .broken(broken, in: origins)
  }
}

extension [BuildProblem] {
  /// The diagnostics of the problems, each once.
  package var diagnostics: [Diagnostic] {
    var sink = DiagnosticSink()
    for problem in self { sink.report(problem.diagnostic) }
    return sink.diagnostics
  }
}

extension SourceMap {
  /// The text of the project file.
  package var projectText: [UInt8] { files.first?.text ?? [] }
}
