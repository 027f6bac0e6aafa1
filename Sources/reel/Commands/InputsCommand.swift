// SPDX-License-Identifier: Apache-2.0

import Actions
import ArgumentParser
import Compiler
import DiskAccess
import Printing
import Workers

/// `reel inputs`: lists what projects are made of.
struct InputsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inputs", abstract: "Lists every file that a build of projects reads.",
    discussion: """
      Project files, media, images and fonts, one a line, as seen from the working folder. With \
      --json each has a kind: project, media, font, or folder for those that a pattern looks into.
      """)

  @Argument(help: "Project files.")
  var files: [String]

  @Flag(
    name: [.customLong("null"), .customShort("0")], help: "End each name with a null character.")
  var isNullTerminated = false

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
        guard try session.product(of: await session.compilation().check()) != nil else {
          return session.failureStatus
        }
        for input in session.world.inputs.inputs {
          let name = session.style.name(of: input.path)
          if seen.insert(name).inserted { entries.append(Entry(path: name, kind: input.kind)) }
        }
      }
      return show(entries)
    }
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
