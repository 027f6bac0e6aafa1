// SPDX-License-Identifier: Apache-2.0

// Topics of the command line.

extension Topic {
  /// The exit codes.
  static let exitCodes = Topic(
    name: ReferencePage.exitCodes.rawValue, kind: "topic",
    text: ToolStatus.allCases.map { "- `\($0.rawValue)`: \($0.meaning)." }
      .joined(separator: "\n"))

  /// The events of `--json`.
  static let events = Topic(
    name: ReferencePage.events.rawValue, kind: "topic",
    text: EventKind.allCases.map { "- `\($0.rawValue)`: \($0.meaning)." }
      .joined(separator: "\n"))
}
