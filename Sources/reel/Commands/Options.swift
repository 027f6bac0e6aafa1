// SPDX-License-Identifier: Apache-2.0

import Actions
import ArgumentParser
import BuildEngine
import Compiler
import Diagnostics
import FoundationEssentials
import Glibc

/// How diagnostics look.
enum DiagnosticsFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json
}

/// Whether text is coloured.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never
}

/// What every command that reads a project can be told.
struct ProjectOptions: ParsableArguments {
  @Option(
    name: .customLong("allow"),
    help: ArgumentHelp(
      "A folder or file outside the project's folder that it may use; may be repeated.",
      valueName: "path"))
  var allowed: [String] = []

  @Option(help: "How problems are told: text or json.")
  var diagnostics = DiagnosticsFormat.text

  @Option(help: "Whether text is coloured: auto, always or never.")
  var color = ColorChoice.auto

  @Flag(help: "Say nothing but what is wrong.")
  var quiet = false

  /// Writes `diagnostics` to the standard error stream.
  func show(_ diagnostics: [Diagnostic], in sources: SourceMap) {
    let shown = quiet ? diagnostics.filter { $0.severity == .error } : diagnostics
    guard !shown.isEmpty else { return }
    switch self.diagnostics {
    case .json:
      Terminal.errors.write(JSONRenderer().render(shown, in: sources))
    case .text:
      let isColoured =
        switch color {
        case .always: true
        case .never: false
        case .auto: Terminal.errors.isInteractive && getenv("NO_COLOR") == nil
        }
      Terminal.errors.write(TextRenderer(isColoured: isColoured).render(shown, in: sources))
    }
  }

  /// Writes one problem that has no place in a project.
  func show(_ diagnostic: Diagnostic) { show([diagnostic], in: SourceMap()) }
}

/// How many renderers work side by side.
struct JobOptions: ParsableArguments {
  @Option(
    name: [.customShort("j", allowingJoined: true), .customLong("jobs")],
    help: "Renderers working side by side; as many as there are cores unless given.")
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      """
      Memory for all renderers, such as 2G or 800M: fewer work side by side where they would take \
      more. Three quarters of what is free unless given.
      """, valueName: "size"))
  var maxMemory: ByteCount?

  /// The number wanted, or that of the cores.
  var count: Int { jobs ?? max(1, ProcessInfo.processInfo.activeProcessorCount) }

  func validate() throws {
    if let jobs, !(1...1024).contains(jobs) {
      throw ValidationError("-j takes a number from 1 to 1024")
    }
  }

  /// The renderers of one run; `more` beside those that render, for questions in between.
  func pool(more: Int = 0) -> WorkerPool {
    let limit = maxMemory?.bytes ?? MachineMemory().share ?? .max
    return WorkerPool(limit: count + more, budget: MemoryBudget(limit: limit)) {
      () throws(RenderFailure) in try WorkerCommand.find()
    }
  }
}

/// A number of bytes on the command line, such as `2G`, `800M` or `1.5 GiB`.
struct ByteCount: ExpressibleByArgument, Hashable, Sendable {
  /// At least one.
  var bytes: Int64

  init?(argument: String) {
    let units: [(String, Int64)] = [
      ("k", 1 << 10), ("m", 1 << 20), ("g", 1 << 30), ("t", 1 << 40), ("", 1),
    ]
    var text = argument.lowercased().filter { $0 != " " }
    for ending in ["ib", "b"] where text.hasSuffix(ending) {
      text.removeLast(ending.count)
      break
    }
    guard let (unit, factor) = units.first(where: { text.hasSuffix($0.0) }) else { return nil }
    let parts = text.dropLast(unit.count).split(
      separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let digits = parts.joined()
    let decimals = parts.count > 1 ? parts[1].count : 0
    guard !digits.isEmpty, decimals <= 3, digits.utf8.count <= 15,
      digits.utf8.allSatisfy({ (48...57).contains($0) }), let value = Int64(digits)
    else { return nil }
    let scale: Int64 = [1, 10, 100, 1000][decimals]
    let (product, isTooLarge) = value.multipliedReportingOverflow(by: factor)
    guard !isTooLarge, product >= scale else { return nil }
    bytes = product / scale
  }
}
