// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Base
import BuildSystem
import Diagnostics
import Glibc
import Host
import ReelKit

/// `reel clean`: removes everything that builds keep for reuse.
struct CleanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clean", abstract: "Removes what builds keep for reuse, never an output.",
    discussion: """
      That is the folder '.reel' beside the project, shared by all projects beside it, or the one that \
      --cache names, shared by all projects that name it. Files that no build made stay.
      """)

  @Argument(help: "The project file.")
  var file: String

  @Flag(help: "Print how much would be removed, without removing it.")
  var dryRun = false

  @Flag(help: "Print only errors.")
  var quiet = false

  @OptionGroup var cache: CacheOptions

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
    guard let folder = BuildFolder.ofProject(file, cache) else { return .projectIsWrong }
    guard access(folder.path, F_OK) == 0 else {
      if !quiet { Terminal.output.writeLine("there is nothing to remove") }
      return .done
    }
    guard folder.isOwn else {
      Terminal.errors.writeLine("error: '\(folder.path)' was not made by reel; nothing is removed")
      return .machineFailed
    }
    if dryRun {
      let items = try folder.inventory().filter { $0.use != .held }
      let size = items.reduce(0) { $0 + $1.size }
      Terminal.output.writeLine("would remove \(ProgressView.size(size))")
      return .done
    }
    let locks = try await folder.lockForRemoval(onWait: {
      if !quiet { Terminal.output.writeLine("waiting for others who use this folder") }
    })
    defer { for lock in locks { lock.release() } }
    let size = try folder.removeContents()
    if !quiet { Terminal.output.writeLine("removed \(ProgressView.size(size))") }
    return .done
  }
}

extension BuildFolder {
  /// The build folder of the project `file`; nil after having said why it cannot be used.
  static func ofProject(_ file: String, _ cache: CacheOptions) -> BuildFolder? {
    func refuse(_ diagnostic: Diagnostic) -> BuildFolder? {
      Terminal.errors.write(DiagnosticPrinter().render(diagnostic, in: SourceMap()))
      return nil
    }
    guard let path = PathPolicy.real(file), let slash = path.lastIndex(of: "/") else {
      let reason = PathPolicy.lastReason
      return refuse(.simple("project-file", "cannot open the project '\(file)': \(reason)"))
    }
    do throws(CachePlace.Refused) {
      return try cache.place.folder(of: String(path[..<slash]))
    } catch {
      return refuse(error.diagnostic)
    }
  }
}
