// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Diagnostics
import Driver
import Glibc
import Host
import ReelKit
import RenderProtocol

/// The format of diagnostics.
enum DiagnosticsFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json
}

/// The use of colour in text.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never
}

/// The options of every command that reads a project.
struct ProjectOptions: ParsableArguments {
  @Option(
    name: .customLong("allow"),
    help: ArgumentHelp(
      "A folder or file outside the project's folder that it may use; may be repeated.",
      valueName: "path"))
  var allowed: [String] = []

  @Flag(
    name: .customLong("trust"),
    help: "Let the project read the folders outside its own that it lists under 'allow'.")
  var trusts = false

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "The value of a parameter of the project; may be repeated.", valueName: "name=value"))
  var values: [String] = []

  @Option(help: "Format of diagnostics: text or json.")
  var diagnostics = DiagnosticsFormat.text

  @Option(help: "Whether text is coloured: auto, always or never.")
  var color = ColorChoice.auto

  @Flag(help: "Print only errors.")
  var quiet = false

  @OptionGroup var cache: CacheOptions

  func validate() throws {
    for value in values where !value.dropFirst().contains("=") {
      throw ValidationError(
        "--set \(Terminal.printable(value)) gives no value; write --set name=value")
    }
  }

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
      Terminal.errors.write(DiagnosticPrinter(isColoured: isColoured).render(shown, in: sources))
    }
  }

  /// Writes one problem that has no place in a project.
  func show(_ diagnostic: Diagnostic) { show([diagnostic], in: SourceMap()) }
}

/// The number of renderers that work side by side, and their memory.
struct JobOptions: ParsableArguments {
  @Option(
    name: [.customShort("j", allowingJoined: true), .customLong("jobs")],
    help: "Number of renderers that run at once (default: the number of cores).")
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      """
      Memory for all renderers, such as 2G or 800M: fewer work side by side where they would take \
      more. By default three quarters of the free memory.
      """, valueName: "size"), transform: ArgumentQuantity.bytes)
  var maxMemory: Int64?

  /// The number wanted, or that of the cores.
  var count: Int { jobs ?? WorkerPool.usualCount }

  func validate() throws {
    if let jobs, !(1...1024).contains(jobs) {
      throw ValidationError("-j takes a number from 1 to 1024")
    }
    if maxMemory == 0 { throw ValidationError("--max-memory takes more than nothing") }
  }

  /// The renderers of one run; `more` beside those that render, for questions in between.
  func pool(more: Int = 0) -> WorkerPool {
    .sharing(maxMemory, among: count + more)
  }
}
