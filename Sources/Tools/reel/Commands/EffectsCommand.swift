// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Base
import Diagnostics
import Host
import ReelKit
import RenderProtocol

/// `reel effects`: lists the filters of libavfilter that a project may use.
struct EffectsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "effects", abstract: "Lists the filters for 'effects', or describes one.")

  @Argument(help: "The name of a filter.")
  var name: String?

  @Flag(help: "Tell all there is to know as JSON, one object a line.")
  var json = false

  @Flag(help: "List the filters that cannot be used, too, and why.")
  var all = false

  func run() async throws {
    try await Interruption.guarding { interruption in
      let pool = WorkerPool(limit: 1)
      interruption.atEnd { pool.shutDown() }
      let catalogue: EffectCatalogue
      do throws(RenderFailure) {
        catalogue = EffectCatalogue(try await EffectsCommand.filters(pool))
      } catch {
        Terminal.errors.write(
          DiagnosticPrinter().render([.simple("no-renderer", error.message)], in: SourceMap()))
        return ToolStatus(error)
      }
      try Task.checkCancellation()
      return show(catalogue)
    }
  }

  private static func filters(
    _ pool: WorkerPool
  ) async throws(RenderFailure) -> FilterCatalogue {
    do {
      guard case .filters(let filters) = try await pool.perform(.filters) else {
        throw RenderFailure.wrongAnswer
      }
      return filters
    } catch { throw RenderFailure(error) }
  }

  private func show(_ catalogue: EffectCatalogue) -> ToolStatus {
    guard let name else {
      let entries = (catalogue.filters.filters + catalogue.filters.soundFilters).map {
        EffectEntry($0, in: catalogue)
      }
      .filter { $0.allowed || all }
      if json {
        for entry in entries { write(entry) }
      } else {
        let width = entries.map(\.name.count).max() ?? 0
        for entry in entries {
          Terminal.output.writeLine(
            TimelineTable.padded(entry.name, to: width) + "  " + entry.line)
        }
      }
      return .done
    }
    guard let filter = catalogue.filters.filter(name) ?? catalogue.filters.soundFilter(name)
    else {
      let near = nearest(name, in: catalogue.names).map { "; did you mean '\($0)'?" } ?? ""
      let words = Terminal.printable(name)
      Terminal.errors.writeLine("Error: there is no filter '\(words)'\(near)")
      return .badUsage
    }
    let entry = EffectEntry(filter, in: catalogue)
    if json {
      write(entry)
    } else {
      for line in entry.lines { Terminal.output.writeLine(line) }
    }
    return .done
  }

  private func write(_ entry: EffectEntry) {
    if let line = Shown.json(entry) { Terminal.output.writeLine(line) }
  }
}
