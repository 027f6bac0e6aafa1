// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Driver
import Host

/// `reel watch`: makes the outputs of projects again whenever something changes.
struct WatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Makes the outputs of projects again whenever something changes.",
    discussion: """
      Project files, media, images, fonts, and the folders that patterns look into are watched, also \
      those that are not there yet. A moment after the last change the projects it matters to are \
      built; a build that it makes useless is given up, and what that has finished is used. While \
      a project is wrong its last films stay. It goes on until it is interrupted (ctrl-c).
      """)

  @Argument(help: "Project files.")
  var files: [String]

  @Option(
    name: .customLong("data"), help: .hidden)
  var table: String?

  @OptionGroup var options: BuildOptions

  func validate() throws {
    try options.validate(files)
    if table != nil {
      throw ValidationError(
        "watch makes the film of one row at a time: give its values with --set, or run build --data"
      )
    }
  }

  func run() async throws {
    try await Interruption.guarding { interruption in
      // One more than build, to look at what has changed during a build.
      let pool = options.jobs.pool(more: 1)
      interruption.atEnd { pool.shutDown() }
      if let shared = SharedOutput.find(among: files, options, pool, interruption) {
        options.project.show(shared.diagnostic)
        return .projectIsWrong
      }
      let view = WatchView(options.style)
      interruption.onCome { view.leave() }
      defer { view.clear() }
      var loop = WatchLoop(
        files, options: options, pool: pool, view: view, interruption: interruption)
      return try await loop.run()
    }
  }
}
