// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Base
import BuildSystem
import FoundationEssentials
import Glibc

/// `reel cache`: shows what builds keep for reuse, and keeps it small.
struct CacheCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache", abstract: "Shows what builds keep for reuse, or makes it smaller.",
    discussion: """
      That is the folder '.reel' beside the project, shared by all projects beside it, or the one \
      that --cache names, shared by all that name it. What is damaged or abandoned goes first, then what was of use longest ago; what films that stand \
      were made from goes last, and only to keep within --max-size.
      """)

  @Argument(help: "The project file.")
  var file: String

  @Flag(help: "Print counts and sizes by kind (default).")
  var stats = false

  @Flag(help: "Remove what is damaged or abandoned, and what is beyond the limits.")
  var gc = false

  @Option(
    help: ArgumentHelp("Keep no more than this, such as 500M or 20G.", valueName: "size"),
    transform: ArgumentQuantity.bytes)
  var maxSize: Int64?

  @Option(
    help: ArgumentHelp(
      "Remove what has been of no use for so long, such as 12h or 30d.", valueName: "age"),
    transform: ArgumentQuantity.age)
  var older: Int64?

  @Flag(help: "Print what would be removed, without removing it.")
  var dryRun = false

  @Flag(help: "Print one JSON object.")
  var json = false

  @Flag(help: "Print only errors.")
  var quiet = false

  @OptionGroup var cache: CacheOptions

  func validate() throws {
    if stats, gc { throw ValidationError("--stats and --gc exclude each other") }
    if !gc, maxSize != nil || older != nil || dryRun {
      throw ValidationError("--max-size, --older and --dry-run are for --gc")
    }
  }

  func run() async throws {
    try await Interruption.guarding { _ in
      do {
        guard let folder = BuildFolder.ofProject(file, cache) else { return .projectIsWrong }
        return try gc && !dryRun ? await collect(folder) : show(folder)
      } catch {
        try Task.checkCancellation()
        Terminal.errors.writeLine("error: \(error)")
        return .machineFailed
      }
    }
  }

  /// Shows the contents of the cache, or what would be removed.
  private func show(_ folder: BuildFolder) throws(SystemFailure) -> ToolStatus {
    let use = folder.use()
    defer { use?.release() }
    let items = try folder.inventory()
    if gc {
      let excess = excess(of: items)
      show(CacheReport(removed: excess, of: items, isDryRun: true))
    } else {
      show(CacheReport(items: items))
    }
    return .done
  }

  private func collect(_ folder: BuildFolder) async throws(SystemFailure) -> ToolStatus {
    guard access(folder.path, F_OK) == 0 else {
      show(CacheReport(removed: [], of: [], isDryRun: false))
      return .done
    }
    let locks = try await folder.lockForRemoval(onWait: {
      if !quiet, !json { Terminal.output.writeLine("waiting for others who use this folder") }
    })
    defer { for lock in locks { lock.release() } }
    let items = try folder.inventory()
    let excess = excess(of: items)
    for item in excess {
      try item.remove()
      // What is gone is gone for good; the rest can wait.
      if Task.isCancelled { return .interrupted }
    }
    show(CacheReport(removed: excess, of: items, isDryRun: false))
    return .done
  }

  private func excess(of items: [CacheItem]) -> [CacheItem] {
    CacheLimits(size: maxSize, age: older).excess(of: items, now: FileStamp.now())
  }

  private func show(_ report: CacheReport) {
    if json {
      Terminal.output.writeLine(report.json)
    } else if !quiet {
      Terminal.output.write(report.text)
    }
  }
}
