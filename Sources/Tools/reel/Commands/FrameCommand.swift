// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Diagnostics
import Driver
import Host
import ReelKit
import RenderProtocol

/// `reel frame`: renders one frame of a film into a picture file.
struct FrameCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "frame", abstract: "Renders one frame of a film into a picture.")

  @Argument(help: "The project file.")
  var file: String

  // A time may begin with a minus sign: that it lies before the film is for the compiler to say.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "When, as a project writes it, such as `2.5s` or `beach.end`.", valueName: "time"))
  var at: String

  @Option(
    name: .customShort("o"), help: ArgumentHelp("The picture: .png or .jpg.", valueName: "file"))
  var picture: String

  @Option(
    help: ArgumentHelp("The output whose frame it is; the first unless given.", valueName: "name"))
  var output: String?

  @Flag(help: "When media break, hold the last good frame.")
  var keepGoing = false

  @Flag(help: "Overwrite a file that is no picture of the project.")
  var force = false

  @Flag(help: "Leave the renderer running for five minutes, for the next call with this flag.")
  var keepWarm = false

  @OptionGroup var project: ProjectOptions

  func validate() throws {
    guard encoder != nil else { throw ValidationError("the picture must end in .png or .jpg") }
  }

  private var encoder: String? {
    let name = picture.lowercased()
    if name.hasSuffix(".png") { return "png" }
    return name.hasSuffix(".jpg") || name.hasSuffix(".jpeg") ? "mjpeg" : nil
  }

  func run() async throws {
    try await Interruption.guarding { interruption in
      let pool = WorkerPool(limit: 1, keepsWarm: keepWarm)
      interruption.atEnd { pool.shutDown() }
      let path = try PathPolicy.fromWorkingFolder(picture)
      guard
        let session = ProjectSession(
          file, output: path, pool: pool, options: project, interruption: interruption)
      else { return .projectIsWrong }
      let settings = CompilationOptions(keepGoing: keepGoing, only: output.map { [$0] } ?? [])
      let compiled = await session.compilation(settings).frame(at: at)
      guard let plan = try session.product(of: compiled) else {
        return compiled.isQuestionWrong ? .badUsage : session.failureStatus
      }
      guard plan.hasPicture else {
        project.show(session.hasNoPicture)
        return .projectIsWrong
      }
      let target = PictureFile(picture, at: path, force: force, session)
      if let problem = target.problem {
        project.show(problem)
        return .projectIsWrong
      }
      do {
        let notes = try await target.make { path in
          try await session.draw(
            plan, with: encoder ?? "png", to: path, keepsGoing: keepGoing)
        }
        project.show(plan.warnings(notes), in: compiled.sources)
        return .done
      } catch {
        try Task.checkCancellation()
        let failure = RenderFailure(error)
        project.show([plan.error(failure, of: output ?? picture)], in: compiled.sources)
        return ToolStatus(failure)
      }
    }
  }
}
