// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Base
import Catalog
import Diagnostics

/// `reel help TOPIC`: prints a part of the reference; without a topic, the commands and the topics.
///
/// `reel help COMMAND` is left to the parser.
struct TopicCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "help", abstract: "Explains a command, or a topic of the reference.")

  @Argument(help: "The name of a topic.")
  var words: [String] = []

  func run() throws {
    let columns = min(100, Terminal.output.width)
    guard !words.isEmpty else {
      Terminal.output.write(Reel.helpMessage(columns: columns) + "\n\n" + TopicCommand.overview)
      return
    }
    let name = words.joined(separator: "-").lowercased()
    if let page = ReferencePage(rawValue: name) {
      Terminal.output.write(MarkdownText(page.overview).plain(columns: columns))
      return
    }
    let topics = Topic.named(name)
    guard topics.isEmpty else {
      Terminal.output.write(Topic.plainText(of: topics, columns: columns))
      return
    }
    let near = nearestFew(name, in: Topic.names, count: 3).map { "'\($0)'" }
    let hint = near.isEmpty ? "`reel help` lists topics" : "did you mean \(near.listed("or"))?"
    Terminal.errors.writeLine("Error: there is no topic '\(Terminal.printable(name))'; \(hint)")
    throw ExitCode(ToolStatus.badUsage.rawValue)
  }

  /// The list of topics, below that of commands.
  private static var overview: String {
    let pages = ReferencePage.allCases
    let width = pages.map(\.rawValue.count).max() ?? 0
    let lines = pages.map { "  \(TimelineTable.padded($0.rawValue, to: width))  \($0.summary)" }
    return """
      TOPICS:
      \(lines.joined(separator: "\n"))

        See 'reel help <topic>' for one of these, or for anything in them by its name.

      """
  }
}

extension ReferencePage {
  /// The page in short: what it is about, and the names of its topics, or the only one.
  fileprivate var overview: String {
    let names = topics.filter { $0.kind != Topic.key }.map(\.name)
    let rest = names == [rawValue] ? topics[0].text : names.joined(separator: ", ")
    return "\(introduction)\n\n\(rest)"
  }
}
