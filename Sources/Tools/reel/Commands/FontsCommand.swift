// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Diagnostics
import Host
import ReelKit
import RenderProtocol

/// `reel fonts`: lists the families of fonts that a project may use, or says which of them write a text.
struct FontsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fonts", abstract: "Lists the families of fonts, or says which write a text.")

  @Argument(help: "A text; characters that a family has not are listed.")
  var text: String?

  @Option(
    name: .customLong("file"),
    help: "A font file to be looked at in place of this machine's fonts.",
    completion: .file())
  var files: [String] = []

  @Flag(help: "Tell all there is to know as JSON, one object a line.")
  var json = false

  func run() async throws {
    try await Interruption.guarding { interruption in
      let pool = WorkerPool(limit: 1)
      interruption.atEnd { pool.shutDown() }
      do {
        for file in files {
          guard let real = PathPolicy.real(file), let reason = PathPolicy.reason(ofPointer: real)
          else { continue }
          throw RenderFailure(kind: .media, message: "'\(file)' \(reason)")
        }
        let paths = try files.map { try PathPolicy.fromWorkingFolder($0) }
        let request = FontsRequest(text: text, files: paths)
        guard case .fonts(let families) = try await pool.perform(.fonts(request)) else {
          throw RenderFailure.wrongAnswer
        }
        show(FontEntry.list(families, hasText: text != nil))
        return .done
      } catch {
        try Task.checkCancellation()
        let failure = RenderFailure(error)
        Terminal.errors.write(
          DiagnosticPrinter().render([.simple("no-fonts", failure.message)], in: SourceMap()))
        return ToolStatus(failure)
      }
    }
  }

  private func show(_ entries: [FontEntry]) {
    let width = entries.map { Terminal.printable($0.family).count }.max() ?? 0
    for entry in entries {
      let line =
        json
        ? Shown.json(entry)
        : TimelineTable.padded(Terminal.printable(entry.family), to: width) + "  "
          + Terminal.printable(entry.line)
      if let line { Terminal.output.writeLine(line) }
    }
  }
}
