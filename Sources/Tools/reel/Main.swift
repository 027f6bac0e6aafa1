// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLinux
import Diagnostics
import Dispatch
import Glibc
import ReelKit

/// `reel`, a compiler for video projects.
struct Reel: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reel", abstract: "Makes films from project files.", version: reelVersion,
    subcommands: [
      BuildCommand.self, WatchCommand.self, CheckCommand.self, GraphCommand.self, ProbeCommand.self,
      FrameCommand.self, ExplainCommand.self, InputsCommand.self, CacheCommand.self,
      CleanCommand.self, NewCommand.self, ParamsCommand.self, TransitionsCommand.self,
      EffectsCommand.self, CodecsCommand.self, FontsCommand.self, SoundCommand.self,
      VerifyCommand.self,
    ])

  /// The names of all commands; the parser brings one of its own.
  fileprivate static var names: [String] {
    configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
  }
}

@main
enum ReelMain {
  static func main() {
    Terminal.openStreams()
    // A build mostly waits for its workers: what is freed goes back to the system, as memory is theirs.
    mallopt(M_ARENA_MAX, 1)
    mallopt(M_MMAP_THRESHOLD, 256 << 10)
    mallopt(M_TRIM_THRESHOLD, 128 << 10)
    // A file that grows beyond `ulimit -f` is an error of writing, as a full disk is.
    signal(SIGXFSZ, SIG_IGN)
    if let shortage = Shortage.found() { end(.machineFailed, saying: shortage) }
    let arguments = Array(CommandLine.arguments.dropFirst())
    // The parser's table of all commands takes longer to make than all else there is to do.
    if arguments == ["--version"] {
      Terminal.output.writeLine(reelVersion)
      end(.done)
    }
    // Made here and used in the task alone.
    nonisolated(unsafe) let command: any ParsableCommand
    // What the parser answers itself, such as `--version`, comes before any thread is started.
    do { command = try parse(arguments) } catch { end(status(of: error)) }
    Task { end(await run(command)) }
    dispatchMain()
  }

  /// Ends this process; results that could not be written are a failure of the machine.
  private static func end(_ status: ToolStatus, saying words: String? = nil) -> Never {
    let lost = Terminal.failure.map { "cannot write to the standard output: \($0)" }
    for words in [words, lost].compactMap(\.self) {
      Terminal.errors.write(
        DiagnosticPrinter().render([.simple("machine", words)], in: SourceMap()))
    }
    exit((lost == nil ? status : max(status, .machineFailed)).rawValue)
  }

  /// The command that `arguments` name.
  static func parse(_ arguments: [String]) throws -> any ParsableCommand {
    // The parser takes a name that it does not know for a file too many.
    if let name = arguments.first, !name.hasPrefix("-"), !Reel.names.contains(name) {
      var hint = nearest(name, in: Reel.names).map { "; did you mean '\($0)'?" } ?? ""
      if name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
        hint = "; write reel build \(Terminal.printable(name))"
      }
      throw ValidationError("there is no command '\(Terminal.printable(name))'\(hint)")
    }
    // The parser knows commands alone.
    if arguments.first == "help", arguments.dropFirst().first.map(isTopic) ?? true {
      return try TopicCommand.parse(Array(arguments.dropFirst()))
    }
    return try Reel.parseAsRoot(arguments)
  }

  private static func isTopic(_ word: String) -> Bool {
    !word.hasPrefix("-") && !Reel.names.contains(word)
  }

  /// Runs the command that `arguments` give and returns its status.
  static func run(_ arguments: [String]) async -> ToolStatus {
    do { return await run(try parse(arguments)) } catch { return status(of: error) }
  }

  private static func run(_ command: any ParsableCommand) async -> ToolStatus {
    do {
      var command = command
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
      return .done
    } catch {
      return status(of: error)
    }
  }

  /// Says what `error` is about, if it is about anything, and what it means for the shell.
  private static func status(of error: any Error) -> ToolStatus {
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
