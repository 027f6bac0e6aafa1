// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Diagnostics
import Driver
import Host
import ReelKit
import RenderProtocol

/// `reel inputs`: lists what projects are made of.
struct InputsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inputs", abstract: "Lists every file that a build of projects reads.",
    discussion: """
      Project files, media, images and fonts, one a line, as seen from the working folder. With \
      --json each has a kind: project, media, font, or folder for those that a pattern looks into. \
      Files that are not there are listed behind those that are, with a warning; fonts are known \
      only when nothing is missing.
      """)

  @Argument(help: "Project files.")
  var files: [String]

  @Flag(
    name: [.customLong("null"), .customShort("0")], help: "End each name with a null character.")
  var isNullTerminated = false

  @Flag(help: "List only files that are named and not there.")
  var missing = false

  @Flag(help: "Print one JSON array.")
  var json = false

  @OptionGroup var jobs: JobOptions
  @OptionGroup var project: ProjectOptions

  func validate() throws {
    if json, isNullTerminated { throw ValidationError("--json and --null exclude each other") }
  }

  private struct Entry: Encodable {
    var path: String
    var kind: Input.Kind
    var missing: Bool?
  }

  func run() async throws {
    try await Interruption.guarding { interruption in
      let pool = jobs.pool()
      interruption.atEnd { pool.shutDown() }
      var entries: [Entry] = []
      var seen: Set<String> = []
      for file in files {
        guard
          let session = ProjectSession(
            file, pool: pool, options: project, interruption: interruption)
        else { return .projectIsWrong }
        let (inputs, absent) = try await self.inputs(of: session)
        guard let inputs else { return session.failureStatus }
        for input in missing ? absent : inputs + absent {
          let name = session.style.name(of: input.path)
          guard seen.insert(name).inserted else { continue }
          entries.append(
            Entry(path: name, kind: input.kind, missing: absent.contains(input) ? true : nil))
        }
      }
      return show(entries)
    }
  }

  /// The inputs of the project of `session`, and those that are missing; nil where something else
  /// is wrong with it.
  private func inputs(of session: ProjectSession) async throws -> ([Input]?, [Input]) {
    var result = await session.compilation().check()
    let absent = session.world.inputs.missing
    let code = "missing-media"
    let isOtherwiseRight = result.diagnostics.allSatisfy {
      $0.severity != .error || $0.code.name == code
    }
    guard result.product == nil, isOtherwiseRight, !absent.isEmpty else {
      let product = try session.product(of: result)
      return (product.map { _ in session.world.inputs.inputs }, [])
    }
    result.diagnostics = result.diagnostics.map {
      $0.code.name == code
        ? Diagnostic(
          code: .warning(code), message: $0.message, span: $0.span, notes: $0.notes, hint: $0.hint)
        : $0
    }
    _ = try session.product(of: result)
    return (session.world.inputs.inputs, absent)
  }

  private func show(_ entries: [Entry]) -> ToolStatus {
    if json {
      Terminal.output.writeLine(Shown.json(entries) ?? "[]")
      return .done
    }
    let names = entries.filter { $0.kind != .folder }.map(\.path)
    if isNullTerminated {
      Terminal.output.write(names.map { $0 + "\0" }.joined())
      return .done
    }
    if let name = names.first(where: { $0.contains("\n") }) {
      project.show(
        .simple("line-break", "'\(name)' has a line break in it; list the files with --null"))
      return .badUsage
    }
    Terminal.output.write(names.map { $0 + "\n" }.joined())
    return .done
  }
}
