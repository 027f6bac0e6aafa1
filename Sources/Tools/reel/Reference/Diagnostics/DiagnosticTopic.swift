// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// The explanation of a code of diagnostics.
///
/// A test finds codes without one, explanations without a code, and examples that give another
/// diagnostic.
struct DiagnosticTopic: Sendable {
  /// The code, with the severity of most diagnostics that have it.
  let code: DiagnosticCode
  /// The meaning, in a sentence or two.
  let meaning: String
  /// The ways to mend it.
  let remedy: String
  /// The example.
  let example: Example

  /// An example of a diagnostic.
  enum Example: Sendable {
    /// A project that has it and no other.
    case project(String)
    /// A command that reports it, given files or a machine that are wrong.
    case command(String)
    /// A cause that no project or command shows: a file of another kind, or a machine.
    case cause(String)
  }

  init(_ code: DiagnosticCode, _ meaning: String, remedy: String, _ example: Example) {
    (self.code, self.meaning, self.remedy, self.example) = (code, meaning, remedy, example)
  }
}

extension ReferencePage {
  static let diagnosticSections: [Section] = [
    Section(title: "The text of a file", topics: DiagnosticTopic.syntax.map(Topic.init)),
    Section(title: "Keys and values", topics: DiagnosticTopic.keys.map(Topic.init)),
    Section(title: "Parameters and rows", topics: DiagnosticTopic.parameters.map(Topic.init)),
    Section(title: "Files", topics: DiagnosticTopic.files.map(Topic.init)),
    Section(title: "Media", topics: DiagnosticTopic.media.map(Topic.init)),
    Section(title: "Times", topics: DiagnosticTopic.times.map(Topic.init)),
    Section(title: "Clips and transitions", topics: DiagnosticTopic.clips.map(Topic.init)),
    Section(title: "Speed", topics: DiagnosticTopic.speed.map(Topic.init)),
    Section(title: "Layers, motion and text", topics: DiagnosticTopic.layers.map(Topic.init)),
    Section(title: "Sound", topics: DiagnosticTopic.sound.map(Topic.init)),
    Section(
      title: "Captions, subtitles and chapters", topics: DiagnosticTopic.captions.map(Topic.init)),
    Section(title: "Outputs", topics: DiagnosticTopic.outputs.map(Topic.init)),
    Section(title: "Commands", topics: DiagnosticTopic.commands.map(Topic.init)),
    Section(title: "Building", topics: DiagnosticTopic.building.map(Topic.init)),
  ]
}

extension Topic {
  fileprivate init(_ diagnostic: DiagnosticTopic) {
    let severity =
      switch diagnostic.code.severity {
      case .error: "Error"
      case .warning: "Warning"
      }
    let example =
      switch diagnostic.example {
      case .project(let text): "```yaml mistake\n\(text)\n```"
      case .command(let line): "```sh\n\(line)\n```"
      case .cause(let words): "*Example:* \(words)"
      }
    self.init(
      name: diagnostic.code.name, kind: "diagnostic",
      text: """
        \(severity). \(diagnostic.meaning)

        \(example)

        *Remedy:* \(diagnostic.remedy)
        """)
  }
}
