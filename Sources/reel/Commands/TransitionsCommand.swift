// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Basics
import Diagnostics
import Printing
import Properties

/// `reel transitions`: lists the transitions that a project may use.
struct TransitionsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "transitions", abstract: "Lists all transitions, or describes one.")

  @Argument(help: "The name of a transition.")
  var name: String?

  func validate() throws {
    guard let name, TransitionStyle(named: name) == nil else { return }
    let near = nearest(name, in: TransitionStyle.names.map(\.name)).map { "did you mean '\($0)'?" }
    throw ValidationError(
      "there is no transition named '\(name)'; \(near ?? "'reel transitions' lists them")")
  }

  func run() async throws {
    let lines = name.flatMap(TransitionStyle.init(named:)).map(TransitionsCommand.description)
    for line in lines ?? TransitionsCommand.list { Terminal.output.writeLine(line) }
  }

  /// A line for each transition: its name, what it looks like, and what can be set.
  private static var list: [String] {
    let width = TransitionStyle.all.map(\.name.count).max() ?? 0
    return TransitionStyle.all.map { style in
      let parameters = style.parameters.map(\.name).joined(separator: ", ")
      return TimelineTable.padded(style.name, to: width) + "  " + style.doc
        + (parameters.isEmpty ? "" : " With: \(parameters).")
    }
  }

  private static func description(_ style: TransitionStyle) -> [String] {
    var lines = [style.name, "  " + style.doc]
    if !style.aliases.isEmpty {
      lines.append("  also: " + style.aliases.joined(separator: ", "))
    }
    for parameter in style.parameters {
      let rest = parameter.writtenFallback.map { "by default \($0)" } ?? "it must be given"
      lines.append(
        "  with \(parameter.name): \(parameter.doc) It is \(parameter.range); \(rest).")
    }
    if let notice = style.notice {
      lines.append("  after an effect by \(notice.author), \(notice.license)")
    }
    let settings = style.parameters.map { "\($0.name): \($0.written($0.fallback))" }
      .joined(separator: ", ")
    let with = settings.isEmpty ? "" : ", with: {\(settings)}"
    return lines + ["  - {transition: \(style.name), duration: 1s\(with)}"]
  }
}
