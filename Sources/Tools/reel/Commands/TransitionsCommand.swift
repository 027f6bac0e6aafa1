// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Base
import BuildSystem
import Builder
import Catalog
import Diagnostics
import Host
import ReelKit
import RenderProtocol

/// `reel transitions`: lists the transitions that a project may use, or draws them.
struct TransitionsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "transitions", abstract: "Lists all transitions, describes or draws some.",
    discussion: """
      reel transitions --sheet all.png
      reel transitions cube swap doorway --sheet doors.png
      """)

  @Argument(help: "The names of transitions; all unless given.")
  var names: [String] = []

  @Option(
    help: ArgumentHelp(
      "Draw each at five moments beside its name, into a .png picture.", valueName: "file"),
    completion: .file())
  var sheet: String?

  @Flag(help: "Overwrite the file of --sheet.")
  var force = false

  func validate() throws {
    if let sheet, !sheet.lowercased().hasSuffix(".png") {
      throw ValidationError("the sheet must end in .png")
    }
    if force, sheet == nil { throw ValidationError("--force is for --sheet") }
    guard let name = names.first(where: { TransitionStyle(named: $0) == nil }) else { return }
    let near = didYouMean(name, in: TransitionStyle.names.map(\.name))
    throw ValidationError(
      "there is no transition named '\(name)'; \(near ?? "'reel transitions' lists them")")
  }

  func run() async throws {
    let styles = names.compactMap(TransitionStyle.init(named:))
    guard let sheet else {
      let lines =
        styles.isEmpty
        ? TransitionsCommand.list : Array(styles.map(TransitionsCommand.description).joined())
      for line in lines { Terminal.output.writeLine(line) }
      return
    }
    let (force, drawn) = (force, styles.isEmpty ? TransitionStyle.all : styles)
    try await Interruption.guarding { interruption in
      let pool = WorkerPool(limit: 1)
      interruption.atEnd { pool.shutDown() }
      do {
        let path = try PathPolicy.destination(ofArgument: sheet)
        if !force, Disk.hasEntry(path) { return refuse(.taken(sheet)) }
        try await drawSheet(
          of: drawn, into: path, named: sheet, overwrites: force, by: pool)
        return .done
      } catch {
        try Task.checkCancellation()
        let failure = RenderFailure(error)
        return refuse(.simple("no-sheet", failure.message), as: ToolStatus(failure))
      }
    }
  }

  /// A line for each transition: its name, what it looks like, and what can be set.
  private static var list: [String] {
    let width = TransitionStyle.all.map(\.name.count).max() ?? 0
    return TransitionStyle.all.map { style in
      let parameters = style.parameters.map(\.name).joined(separator: ", ")
      return TimelineTable.padded(style.name, to: width) + "  " + style.doc
        + (parameters.isEmpty ? "" : " With: \(parameters).")
    }
  }

  private static func description(_ style: TransitionStyle) -> [String] {
    var lines = [style.name, "  " + style.doc]
    if !style.aliases.isEmpty {
      lines.append("  also: " + style.aliases.joined(separator: ", "))
    }
    for parameter in style.parameters {
      let rest = parameter.writtenFallback.map { "by default \($0)" } ?? "it must be given"
      lines.append(
        "  with \(parameter.name): \(parameter.doc) It is \(parameter.range); \(rest).")
    }
    if let notice = style.notice {
      lines.append("  after an effect by \(notice.author), \(notice.license)")
    }
    let settings = style.parameters.map { "\($0.name): \($0.written($0.fallback))" }
      .joined(separator: ", ")
    let with = settings.isEmpty ? "" : ", with: {\(settings)}"
    return lines + ["  - {transition: \(style.name), duration: 1s\(with)}"]
  }
}

/// Shows what keeps a sheet from being drawn.
private func refuse(_ problem: Diagnostic, as status: ToolStatus = .projectIsWrong) -> ToolStatus {
  Terminal.errors.write(DiagnosticPrinter().render([problem], in: SourceMap()))
  return status
}

extension Diagnostic {
  /// A sheet is not written over the file at `path`.
  fileprivate static func taken(_ path: String) -> Diagnostic {
    Diagnostic(
      code: .error("output-exists"), message: "'\(path)' is there already, and is not overwritten",
      span: nil, hint: "name another, or overwrite it with `--force`")
  }
}
