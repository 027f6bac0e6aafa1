// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Base
import Diagnostics
import Host
import ReelKit
import RenderProtocol

/// `reel probe`: prints the contents of media files.
struct ProbeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "probe", abstract: "Prints the contents of media files.")

  @Argument(help: "Media files.")
  var files: [String]

  @Flag(help: "Print all facts as JSON, one object a line.")
  var json = false

  @OptionGroup var jobs: JobOptions

  func run() async throws {
    try await Interruption.guarding { interruption in
      let pool = jobs.pool()
      interruption.atEnd { pool.shutDown() }
      let found = await Side.bySide(files) { await ProbeCommand.probe($0, pool) }
      try Task.checkCancellation()
      var status = ToolStatus.done
      for (file, result) in zip(files, found) {
        switch result {
        case .success(let facts): show(facts, of: file)
        case .failure(let failure):
          status = max(status, ToolStatus(failure))
          let text = DiagnosticPrinter().render(.failure(failure, of: file), in: SourceMap())
          Terminal.errors.write(text)
        }
      }
      return status
    }
  }

  /// The facts about the file that the command line calls `file`.
  static func probe(
    _ file: String, _ pool: WorkerPool
  ) async -> Result<MediaFacts, RenderFailure> {
    guard let path = PathPolicy.real(file) else {
      return .failure(RenderFailure(kind: .media, message: PathPolicy.reason(ofMissing: file)))
    }
    guard PathPolicy.isRegularFile(path) else {
      return .failure(RenderFailure(kind: .media, message: "not a regular file"))
    }
    if let reason = PathPolicy.reason(ofPointer: path) {
      return .failure(RenderFailure(kind: .media, message: reason))
    }
    do {
      guard case .probed(let facts) = try await pool.perform(.probe(ProbeRequest(path: path)))
      else { throw RenderFailure.wrongAnswer }
      return .success(facts)
    } catch {
      return .failure(RenderFailure(error))
    }
  }

  private struct Line: Encodable {
    var file: String
    var facts: MediaFacts
  }

  private func show(_ facts: MediaFacts, of file: String) {
    if json {
      if let line = Shown.json(Line(file: file, facts: facts)) { Terminal.output.writeLine(line) }
      return
    }
    let rows = MediaListing.rows(facts).map { row in row.map(Terminal.printable) }
    Terminal.output.write(Terminal.printable(file) + "\n" + Shown.table(rows))
  }
}
