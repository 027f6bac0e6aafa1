// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The built tool, run in its own folder.
public struct Reel: Sendable {
  /// The folder with the project, its media links and its films.
  public let folder: TemporaryFolder
  private let command: Command

  /// The tool, for projects in a new folder, with additional variables in its `environment`.
  public init(environment: [String: String] = [:]) throws {
    guard let path = Places.reel else {
      throw Command.Failure("there is no 'reel' beside the tests; set REEL")
    }
    folder = try TemporaryFolder()
    command = Command(path, in: folder.path, environment: environment)
  }

  /// Runs `reel` with `arguments`, and with other variables in its environment for this run.
  public func run(
    _ arguments: [String], environment: [String: String] = [:], seconds: Int = 120
  ) async throws -> Command.Outcome {
    try await command.with(environment).outcome(arguments, seconds: seconds)
  }

  /// Builds the project `text` with further `options`; media may be in the folders `allowing`.
  public func build(
    _ text: String, options: [String] = [], allowing: [String] = [], seconds: Int = 120
  ) async throws -> Command.Outcome {
    try folder.write(text, to: "project.reel.yaml")
    let allowed = allowing.flatMap { ["--allow", $0] }
    return try await run(
      ["build", "project.reel.yaml", "--quiet"] + allowed + options, seconds: seconds)
  }
}
