// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Driver
import ReelKit

/// `reel params`: lists what can be set of a project.
struct ParamsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "params", abstract: "Lists the parameters of a project.",
    discussion: """
      Name, type, default, and what each is for. `--set name=value` gives one to any command, and \
      `reel build --data rows.csv` makes a film for each row.
      """)

  @Argument(help: "The project file.")
  var file: String

  @Flag(help: "Print one JSON array.")
  var json = false

  @OptionGroup var project: ProjectOptions

  func run() async throws {
    try await Interruption.guarding { interruption in
      guard
        let session = ProjectSession.asking(file, options: project, interruption: interruption)
      else { return .projectIsWrong }
      guard let parameters = try session.product(of: session.compilation().parameters()) else {
        return session.failureStatus
      }
      show(parameters)
      return .done
    }
  }

  private func show(_ parameters: [ParameterFacts]) {
    if json {
      Terminal.output.writeLine(Shown.json(parameters) ?? "[]")
      return
    }
    if parameters.isEmpty, !project.quiet {
      Terminal.output.writeLine(Terminal.printable("\(file) has no parameters"))
    }
    let rows = parameters.map { [$0.name, $0.type, $0.default ?? "(needed)", $0.details] }
    let widths = (0..<3).map { column in
      rows.map { TimelineTable.columns(of: $0[column]) }.max() ?? 0
    }
    for row in rows {
      let cells = zip(row, widths).map { TimelineTable.padded($0, to: $1) } + [row[3]]
      let line = cells.joined(separator: "  ")
      Terminal.output.writeLine(Terminal.printable(line.trimmingEnd))
    }
  }
}

extension ParameterFacts {
  /// The allowed values, and the description of the parameter.
  fileprivate var details: String {
    var words: [String] = []
    if let values { words.append("one of " + values.joined(separator: ", ")) }
    switch (min, max) {
    case (let min?, let max?): words.append("\(min) to \(max)")
    case (let min?, nil): words.append("at least \(min)")
    case (nil, let max?): words.append("at most \(max)")
    case (nil, nil): break
    }
    if let doc { words.append(doc) }
    return words.joined(separator: "; ")
  }
}

extension String {
  /// The text without blanks at its end.
  fileprivate var trimmingEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
