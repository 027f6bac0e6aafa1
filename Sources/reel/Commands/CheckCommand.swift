// SPDX-License-Identifier: Apache-2.0

import Actions
import ArgumentParser
import Basics
import Compiler

/// `reel check`: finds everything that is wrong with projects.
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Finds what is wrong with projects, without rendering.")

  @Argument(help: "Project files.")
  var files: [String]

  @Flag(name: .shortAndLong, help: "Also tell when each clip is seen and which files are made.")
  var verbose = false

  @OptionGroup var jobs: JobOptions
  @OptionGroup var project: ProjectOptions

  func run() async throws {
    try await Interruption.guarding { interruption in
      let pool = jobs.pool()
      interruption.atEnd { pool.shutDown() }
      var status = ToolStatus.done
      for file in files { status = max(status, try await check(file, pool, interruption)) }
      return status
    }
  }

  private func check(
    _ file: String, _ pool: WorkerPool, _ interruption: Interruption
  ) async throws -> ToolStatus {
    guard
      let session = ProjectSession(
        file, pool: pool, options: project, interruption: interruption)
    else { return .projectIsWrong }
    guard let summary = try session.product(of: await session.compilation().check()) else {
      return session.failureStatus
    }
    if !project.quiet { show(summary, of: file) }
    return .done
  }

  private func show(_ summary: ProjectSummary, of file: String) {
    let canvas = summary.canvas
    let clips = summary.clipCount == 1 ? "1 clip" : "\(summary.clipCount) clips"
    var text =
      "\(file): \(clips), \(Shown.seconds(summary.duration)), \(summary.frameCount) frames, "
      + "\(canvas.size.width)x\(canvas.size.height) at \(canvas.rate)\n"
    if verbose {
      for clip in summary.clips {
        let times = "\(Shown.seconds(clip.time.start)) .. \(Shown.seconds(clip.time.end))"
        text += "  \(clip.track)  \(clip.name)  \(times)\n"
      }
      for output in summary.outputs { text += "  output \(output.name)  \(output.file)\n" }
    }
    for line in text.split(separator: "\n") {
      Terminal.output.writeLine(Terminal.printable(String(line)))
    }
  }
}
