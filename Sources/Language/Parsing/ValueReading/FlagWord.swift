// SPDX-License-Identifier: Apache-2.0

/// The words that versions of YAML read as true or false.
package enum FlagWord {
  /// All of them, with what they mean.
  package static let all: [(word: String, value: Bool)] =
    ["true", "on", "yes"].flatMap(cases).map {
      ($0, true)
    } + ["false", "off", "no"].flatMap(cases).map { ($0, false) }

  /// A word in the three ways that YAML 1.1 knows it: `yes`, `Yes`, `YES`.
  private static func cases(_ word: String) -> [String] {
    [word, word.prefix(1).uppercased() + word.dropFirst(), word.uppercased()]
  }

  /// The flag that `text` means; nil if it is none of those words.
  package static func value(of text: String?) -> Bool? { all.first { $0.word == text }?.value }
}
