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
    guard let folder = BuildFolder(ofProject: file) else { return .projectIsWrong }
    guard access(folder.path, F_OK) == 0 else {
      if !quiet { Terminal.output.writeLine("there is nothing to remove") }
      return .done
    }
    guard folder.isOwn else {
      Terminal.errors.writeLine("error: '\(folder.path)' was not made by reel; nothing is removed")
      return .machineFailed
    }
    let size = ProgressView.size(try Disk.size(ofTree: folder.path))
    if dryRun {
      Terminal.output.writeLine("would remove \(size)")
      return .done
    }
    let locks = try await folder.lockForRemoval(onWait: {
      if !quiet { Terminal.output.writeLine("waiting for others who use this folder") }
    })
    defer { for lock in locks { lock.release() } }
    try folder.removeContents()
    if !quiet { Terminal.output.writeLine("removed \(size)") }
    return .done
  }
}

extension BuildFolder {
  /// The build folder beside the project `file`; nil after having said why it cannot be told.
  convenience init?(ofProject file: String) {
    guard let path = PathPolicy.real(file), let slash = path.lastIndex(of: "/") else {
      Terminal.errors.writeLine(
        "error: cannot open the project '\(file)': \(PathPolicy.lastReason)")
      return nil
    }
    self.init(path: path[..<slash] + "/.reel")
  }
}
