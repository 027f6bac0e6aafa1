// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc

/// `reel`, a compiler for video projects.
struct Reel: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reel", abstract: "Makes films from project files.", version: reelVersion,
    subcommands: [
      BuildCommand.self, CheckCommand.self, GraphCommand.self, ProbeCommand.self,
      FrameCommand.self, CleanCommand.self,
    ])
}

@main
enum Main {
  static func main() async {
    exit(await run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }

  /// The command that `arguments` name.
  static func parse(_ arguments: [String]) throws -> any ParsableCommand {
    try Reel.parseAsRoot(arguments)
  }

  /// Does what `arguments` say and tells how it ended.
  static func run(_ arguments: [String]) async -> ToolStatus {
    do {
      var command = try parse(arguments)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      return .done
    } catch {
      let code = Reel.exitCode(for: error)
      let message = Reel.fullMessage(for: error)
      if !message.isEmpty {
        (code.isSuccess ? Terminal.output : Terminal.errors).writeLine(message)
      }
      // The parser's own code for bad usage is that of sysexits.h.
      if code == .validationFailure { return .badUsage }
      return ToolStatus(rawValue: code.rawValue) ?? .machineFailed
    }
  }
}
