// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BuildEngine
import Digests
import Glibc

/// `reel clean`: removes everything that builds keep for reuse.
struct CleanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clean", abstract: "Removes what builds keep for reuse, never an output.",
    discussion: "That is the folder '.reel' beside the project, shared by all projects beside it.")

  @Argument(help: "The project file.")
  var file: String

  @Flag(help: "Only tell how much would be removed.")
  var dryRun = false

  @Flag(help: "Say nothing but what is wrong.")
  var quiet = false

  func run() async throws {
    try await Interruption.guarding { _ in
      do { return try await clean() } catch {
        try Task.checkCancellation()
        Terminal.errors.writeLine("error: \(error)")
        return .machineFailed
      }
    }
  }

  private func clean() async throws(SystemFailure) -> ToolStatus {
    guard let path = PathPolicy.real(file), let slash = path.lastIndex(of: "/") else {
      Terminal.errors.writeLine(
        "error: cannot open the project '\(file)': \(PathPolicy.lastReason)")
      return .projectIsWrong
    }
    let folder = BuildFolder(path: path[..<slash] + "/.reel")
    guard access(folder.path, F_OK) == 0 else {
      if !quiet { Terminal.output.writeLine("there is nothing to remove") }
      return .done
    }
    let size = ProgressView.size(try Disk.size(ofTree: folder.path))
    if dryRun {
      Terminal.output.writeLine("would remove \(size)")
      return .done
    }
    let lock = try await folder.lock(onWait: {
      if !quiet { Terminal.output.writeLine("waiting for a build of this folder") }
    })
    defer { lock.release() }
    try folder.removeContents()
    if !quiet { Terminal.output.writeLine("removed \(size)") }
    return .done
  }
}
