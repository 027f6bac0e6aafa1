// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Diagnostics
import Host
import ReelKit
import RenderProtocol

/// `reel codecs`: lists the codecs that outputs may have.
struct CodecsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "codecs", abstract: "Lists the codecs of outputs, or describes one.")

  @Argument(help: "The name of a codec.")
  var name: String?

  @Flag(help: "Tell all there is to know as JSON, one object a line.")
  var json = false

  func run() async throws {
    try await Interruption.guarding { interruption in
      let pool = WorkerPool(limit: 1)
      interruption.atEnd { pool.shutDown() }
      do {
        guard case .encoders(let encoders) = try await pool.perform(.encoders) else {
          throw RenderFailure.wrongAnswer
        }
        return show(CodecEntry.all(encoders))
      } catch {
        try Task.checkCancellation()
        let failure = RenderFailure(error)
        Terminal.errors.write(
          DiagnosticPrinter().render([.simple("no-renderer", failure.message)], in: SourceMap()))
        return ToolStatus(failure)
      }
    }
  }

  private func show(_ all: [CodecEntry]) -> ToolStatus {
    let entries = all.filter { name == nil || $0.name == name }
    guard !entries.isEmpty else {
      Terminal.errors.writeLine(
        "Error: there is no codec '\(Terminal.printable(name ?? ""))'; `reel codecs` lists them")
      return .badUsage
    }
    for entry in entries {
      if json {
        if let line = Shown.json(entry) { Terminal.output.writeLine(line) }
      } else if name != nil {
        for line in entry.lines { Terminal.output.writeLine(line) }
      } else {
        Terminal.output.writeLine(TimelineTable.padded(entry.name, to: 6) + "  " + entry.line)
      }
    }
    return .done
  }
}
