// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Host
import RenderProtocol

/// The options of every command that makes outputs.
struct BuildOptions: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("Another file for the project's single output.", valueName: "file"))
  var output: String?

  @Option(help: ArgumentHelp("Make only this output; may be repeated.", valueName: "name"))
  var only: [String] = []

  @OptionGroup var trial: TrialOptions

  @Flag(name: .customLong("O0", withSingleDash: true), help: "Do not optimize.")
  var isPlain = false

  @Flag(help: "Go on when media break: hold the last good frame, and make what else can be made.")
  var keepGoing = false

  @Flag(help: "Overwrite files that no build of the project made.")
  var force = false

  @Flag(help: "Tell what happens as JSON, one object a line.")
  var json = false

  @Flag(help: "Tell for each segment whether it is rendered or reused, and why.")
  var explain = false

  @OptionGroup var jobs: JobOptions
  @OptionGroup var sharing: StoreOptions
  @OptionGroup var project: ProjectOptions

  /// The display style of a build.
  var style: ProgressView.Style {
    if json { return .json }
    if project.quiet { return .quiet }
    return Terminal.output.isInteractive ? .line : .plain
  }

  /// The output of the command line, as an absolute path.
  func target() throws(RenderFailure) -> String? {
    guard let output else { return nil }
    return try PathPolicy.fromWorkingFolder(output)
  }

  /// Refuses one output for several `files`.
  func validate(_ files: [String]) throws {
    if output != nil, files.count > 1 {
      throw ValidationError("--output is for one project, not \(files.count)")
    }
  }
}
