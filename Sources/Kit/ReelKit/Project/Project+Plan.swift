// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import Builder
import Diagnostics
import Driver
import Explain
import Planning

extension Project {
  /// The work of the next build, found out without doing any of it.
  public struct Plan: Sendable {
    /// The outputs, in the order of the project.
    public var outputs: [PlannedOutput]
    /// The amount of work.
    public var work: Work
    /// The estimated running time; nil where nothing like it was measured here.
    public var estimate: Duration?
    /// The warnings of the project.
    public var warnings: [Diagnostic]

    /// True if no work is expected.
    public var isUpToDate: Bool { outputs.allSatisfy { $0.cause == nil } }
  }

  /// An output of the next build.
  public struct PlannedOutput: Sendable {
    /// Its name in the project.
    public var name: String
    /// The file as the project writes it.
    public var file: String
    /// The absolute path of the file.
    public var path: String
    /// The cause for which it is made; nil where the file is as it should be.
    public var cause: Cause?
    /// The estimated size of the file in bytes; nil where that is not known.
    public var estimatedBytes: Int64?
    /// The pieces that it is made of, in the order of the film, the sound last.
    public var pieces: [Piece]
  }

  /// A part of an output that is rendered, or reused, as one.
  public struct Piece: Sendable {
    /// The kind of piece.
    public enum Kind: Hashable, Sendable {
      /// A segment: some seconds of frames.
      case picture
      /// The sound of the output.
      case sound
      /// A single frame in a file of its own.
      case still
    }

    /// The way in which a piece is made.
    public enum Making: Hashable, Sendable {
      /// It is rendered, for these reasons.
      case rendered([Reason])
      /// Its packets are copied from the source.
      case copied
      /// It is kept from the last build of the output.
      case reused
      /// It is kept from another build.
      case found
      /// It is rendered for the output of this name, and is the same for both.
      case shared(String)
    }

    /// The kind of piece.
    public var kind: Kind
    /// The fingerprint of everything that decides its bytes, as hexadecimal digits.
    public var key: String
    /// The time of the film that it covers.
    public var time: Range<FilmTime>
    /// The way in which it is made.
    public var making: Making
    /// The clips and overlays in it; empty unless a range is explained.
    public var contents: [Content]
  }

  /// A clip or an overlay that is seen or heard in a piece.
  public struct Content: Hashable, Sendable {
    /// Its title, such as `clip 'beach'`.
    public var title: String
    /// The file as the project writes it; empty for a text.
    public var file: String
    /// The time of the file that is seen or heard; nil for stills and texts.
    public var source: Range<FilmTime>?
    /// The location in the project.
    public var location: Location?
  }

  /// A reason for which a piece is rendered.
  public struct Reason: Hashable, Sendable {
    /// The kind of reason, such as `never-built` or `text`, which other programs may rely on.
    public var code: String
    /// The reason in words, such as `text of overlay 'headline' changed`.
    public var text: String
    /// The subject of the reason where the words do not name it, such as `clip 'beach'`.
    public var subject: String?
    /// The location in the project.
    public var location: Location?
  }

  /// Works out what the next build would do, and how long that would take.
  public func plan() async throws(ReelError) -> Plan { try await plan(explaining: nil) }

  /// Explains which pieces the next build would render and reuse, and why.
  ///
  /// The next build is compared with the last one of each output.
  ///
  /// - Parameter range: The time of the film whose pieces are explained, with their contents; nil
  ///   for all pieces, without.
  public func explain(
    _ range: Range<FilmTime>? = nil
  ) async throws(ReelError) -> [PlannedOutput] {
    try await plan(explaining: range).outputs
  }

  private func plan(
    explaining range: Range<FilmTime>?
  ) async throws(ReelError) -> Plan {
    try await opened { session in
      let compiled = await session.compilation(settings.compilation).plan()
      var (plan, found) = try Project.product(of: compiled, in: session)
      var naming = session.naming
      naming.name(&plan)
      let report = session.report(
        on: plan, of: compiled.sources, jobs: workers.count, in: range?.range)
      return Plan(report, of: plan, in: compiled.sources, warnings: found)
    }
  }
}

extension Project.Plan {
  fileprivate init(
    _ report: DryRunReport, of plan: BuildPlan, in sources: SourceMap,
    warnings: [Project.Diagnostic]
  ) {
    outputs = plan.outputs.indices.map { index in
      let explanation = report.explanations[index]
      return Project.PlannedOutput(
        name: explanation.output, file: explanation.file, path: plan.outputs[index].path,
        cause: report.reasons[index].map { Project.Cause($0) },
        estimatedBytes: report.estimates[index].bytes,
        pieces: explanation.intervals.map { Project.Piece($0, in: sources) })
    }
    work = Project.Work(report.amount)
    estimate = report.seconds.map { .milliseconds(Int64(($0 * 1000).rounded())) }
    self.warnings = warnings
  }
}

extension Project.Piece {
  fileprivate init(_ interval: Explanation.Interval, in sources: SourceMap) {
    kind =
      switch interval.kind {
      case .picture: .picture
      case .sound: .sound
      case .still: .still
      }
    (key, time) = (interval.key.hex, Range(interval.time))
    making =
      switch (interval.coding, interval.status) {
      case (.copied, _): .copied
      case (_, .rendered(let reasons)):
        .rendered(reasons.map { Project.Reason($0, in: sources) })
      case (_, .reused): .reused
      case (_, .found): .found
      case (_, .shared(let output)): .shared(output)
      }
    contents = interval.contents.map { content in
      Project.Content(
        title: content.name, file: content.asset, source: content.source.map { Range($0) },
        location: Project.Location(content.span, in: sources))
    }
  }
}

extension Project.Reason {
  fileprivate init(_ reason: Explain.Reason, in sources: SourceMap) {
    (code, text, subject) = (reason.code.rawValue, reason.text, reason.subject)
    location = Project.Location(reason.span, in: sources)
  }
}
