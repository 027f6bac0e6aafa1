// SPDX-License-Identifier: Apache-2.0

import Base
package import Catalog
import FoundationEssentials

extension FilmReport {
  /// The findings, line by line.
  package var lines: [String] {
    if let missing = findings.first(where: { $0.code == "missing" }) {
      return ["\(file) (output '\(output)'): \(missing.message)"]
        + (missing.hint.map { ["  hint: \($0)"] } ?? [])
    }
    var lines = [
      "\(file) (output '\(output)'): "
        + (agrees ? "agrees with the project" : "does not agree with the project")
    ]
    let times = findings.map { finding -> String in
      guard let start = finding.start else { return "" }
      let end = finding.end.map { " .. \(ProofSheet.clock($0))" } ?? ""
      return ProofSheet.clock(start) + end
    }
    let width = times.map(\.count).max() ?? 0
    for (finding, time) in zip(findings, times) {
      let kind = finding.kind == .error ? "error" : "note "
      let place = width == 0 ? "" : time + String(repeating: " ", count: width - time.count) + "  "
      lines.append("  \(kind)  \(place)\(finding.message)")
      if let hint = finding.hint, hint != FilmReport.again {
        lines.append("         hint: \(hint)")
      }
    }
    if findings.contains(where: { $0.hint == FilmReport.again }) {
      lines.append("  hint: \(FilmReport.again)")
    }
    let names = figures.map(\.name.count).max() ?? 0
    for (name, words) in figures {
      lines.append("  \(name)\(String(repeating: " ", count: names - name.count))  \(words)")
    }
    return lines
  }

  /// The same as one line of JSON.
  package var json: String {
    struct Line: Encodable {
      var output: String
      var file: String
      var agrees: Bool
      var findings: [FilmFinding]
      var figures: [String: String]
    }
    return line(
      of: Line(
        output: output, file: file, agrees: agrees, findings: findings,
        figures: Dictionary(figures.map { ($0.name, $0.words) }) { first, _ in first }))
  }
}

/// The check of a file against the players of a profile.
package struct ProfileReport: Sendable {
  /// The name of the file, for people.
  package var file: String
  /// The profile.
  package var profile: PlayerProfile
  /// The rules.
  package var verdicts: [RuleVerdict]

  /// A report of `verdicts`.
  package init(file: String, profile: PlayerProfile, verdicts: [RuleVerdict]) {
    (self.file, self.profile, self.verdicts) = (file, profile, verdicts)
  }

  /// True if no rule fails.
  package var isKept: Bool { !verdicts.contains { $0.outcome == .fails } }

  /// The rules, line by line.
  package var lines: [String] {
    let failing = verdicts.count { $0.outcome == .fails }
    let players = profile.rules.players
    var lines = [
      "\(file): "
        + (failing == 0
          ? "is for profile '\(profile.rawValue)' (\(players)), it keeps all \(verdicts.count) rules"
          : "is not for profile '\(profile.rawValue)' (\(players)), it breaks \(counted(failing, "rule")) of \(verdicts.count)")
    ]
    let width = verdicts.map(\.rule.rawValue.count).max() ?? 0
    for verdict in verdicts {
      let word =
        switch verdict.outcome {
        case .holds: "ok    "
        case .fails: "FAILS "
        case .advice: "advice"
        }
      let name = verdict.rule.rawValue
      let found =
        verdict.outcome == .holds
        ? verdict.found : "\(verdict.found); accepted: \(verdict.accepted)"
      lines.append(
        "  \(word)  \(name)\(String(repeating: " ", count: width - name.count))  \(found)")
      if let remedy = verdict.remedy {
        lines.append("  \(String(repeating: " ", count: width + 10))hint: \(remedy)")
      }
    }
    return lines
  }

  /// The same as one line of JSON.
  package var json: String {
    struct Rule: Encodable {
      var rule, outcome, found, accepted: String
      var remedy: String?
    }
    struct Line: Encodable {
      var file, profile: String
      var isKept: Bool
      var rules: [Rule]
    }
    return line(
      of: Line(
        file: file, profile: profile.rawValue, isKept: isKept,
        rules: verdicts.map {
          Rule(
            rule: $0.rule.rawValue, outcome: $0.outcome.rawValue, found: $0.found,
            accepted: $0.accepted, remedy: $0.remedy)
        }))
  }
}

/// `value` as one line, keys in order.
private func line(of value: some Encodable) -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  guard let data = try? encoder.encode(value) else { preconditionFailure("texts can be encoded") }
  return String(decoding: data, as: UTF8.self)
}
