// SPDX-License-Identifier: Apache-2.0

import BuildSystem
import Builder
import Diagnostics
import Driver
import Planning
import Synchronization

extension Project {
  /// An event of a build, while it runs.
  public enum BuildEvent: Hashable, Sendable {
    /// Another build in the same folder runs; this one waits for it.
    case waiting
    /// The work to be done is known; comes again where an output has to fit into a size.
    case planned(Work)
    /// So many steps of `total` are done.
    case progress(done: Int, total: Int)
    /// A segment, or some seconds of sound, is rendered and kept under this name.
    case stored(String)
    /// The output of this name is put together from what is rendered.
    case linking(String)
    /// An output is up to date.
    case finished(Output)
  }

  /// The amount of work of a build.
  public struct Work: Hashable, Sendable {
    /// The frames to be rendered.
    public var frames: Int
    /// The frames that are kept from earlier builds.
    public var reusedFrames: Int
    /// The frames whose packets are copied from their source.
    public var copiedFrames: Int
    /// The segments to be rendered.
    public var segments: Int
    /// The segments that are kept from earlier builds.
    public var reusedSegments: Int
  }

  /// An up-to-date output.
  public struct Output: Hashable, Sendable {
    /// Its name in the project.
    public var name: String
    /// The file as the project writes it.
    public var file: String
    /// The size of the file in bytes.
    public var bytes: Int64
    /// The number of frames; 0 for sound alone, 1 for a still.
    public var frames: Int
    /// The cause for which it was made; nil where the file was as it should be.
    public var cause: Cause?
    /// True if the file was written; one that is made anew with the same bytes is left alone.
    public var isWritten: Bool
  }

  /// The cause for which the file of an output is made.
  public enum Cause: Hashable, Sendable {
    /// No build has made it here.
    case neverBuilt
    /// Something that it is made of has changed.
    case inputsChanged
    /// The file is gone.
    case outputMissing
    /// The file is not as the last build left it.
    case outputChanged
    /// Something that was kept for it is damaged.
    case entryDamaged
  }

  /// A finished build.
  public struct BuildResult: Sendable {
    /// The outputs, all of them up to date, in the order of the project.
    public var outputs: [Output]
    /// The warnings of the project and of the build.
    public var warnings: [Diagnostic]
  }

  /// Makes the outputs that are not up to date.
  ///
  /// Pieces that earlier builds have kept are reused; where nothing has changed, nothing is done.
  /// Files are put in their places when they are complete.
  ///
  /// - Parameter report: Called with each event; several threads may call it at the same time.
  /// - Throws: ``ReelError`` where an output cannot be made: the project has mistakes, media are
  ///   broken, or a file that the project did not make is in the way. Finished outputs stand.
  public func build(
    events report: @escaping @Sendable (BuildEvent) -> Void = { _ in }
  ) async throws(ReelError) -> BuildResult {
    try await opened { session in
      let compiled = await session.compilation(settings.compilation).plan()
      let (plan, found) = try Project.product(of: compiled, in: session)
      let total = Mutex(0)
      var build = session.build(
        plan, of: compiled.sources, jobs: workers.count, keepsGoing: settings.keepsGoing,
        overwrites: settings.overwrites
      ) { event in
        if case .planned(let amount) = event { total.withLock { $0 = amount.total } }
        if let event = BuildEvent(event, total: total.withLock(\.self)) { report(event) }
      }
      build.naming = session.naming
      let result = try await build.run()
      let problems = result.problems(in: plan).diagnostics.map {
        Diagnostic($0, in: compiled.sources)
      }
      if let fault = result.fault { throw ReelError(fault, found + problems) }
      return BuildResult(outputs: result.outputs.map { Output($0) }, warnings: found + problems)
    }
  }
}

extension Project.BuildEvent {
  /// The public event; nil for those of shared stores and of verification, which are not asked for.
  fileprivate init?(_ event: Builder.BuildEvent, total: Int) {
    switch event {
    case .waiting: self = .waiting
    case .planned(let amount): self = .planned(Project.Work(amount))
    case .progress(let done): self = .progress(done: done, total: total)
    case .stored(let name, _): self = .stored(name)
    case .linking(let output): self = .linking(output)
    case .finished(let output): self = .finished(Project.Output(output))
    case .fetched, .verified: return nil
    }
  }
}

extension Project.Work {
  init(_ amount: BuildAmount) {
    (frames, reusedFrames) = (amount.frames, amount.reusedFrames)
    copiedFrames = amount.copiedFrames
    (segments, reusedSegments) = (amount.segments, amount.reusedSegments)
  }
}

extension Project.Output {
  fileprivate init(_ output: OutputSummary) {
    (name, file, bytes, frames) = (output.name, output.file, output.bytes, output.frames)
    (cause, isWritten) = (output.reason.map { Project.Cause($0) }, output.isWritten)
  }
}

extension Project.Cause {
  init(_ reason: RunReason) {
    self =
      switch reason {
      case .neverBuilt: .neverBuilt
      case .inputsChanged: .inputsChanged
      case .outputMissing: .outputMissing
      case .outputChanged: .outputChanged
      case .entryDamaged: .entryDamaged
      }
  }
}
