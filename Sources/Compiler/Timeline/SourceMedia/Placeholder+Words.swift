// SPDX-License-Identifier: Apache-2.0

extension [Placeholder] {
  /// The description of their file, or pattern of files; it follows the name.
  package var words: String {
    guard let first else { return "" }
    if count == 1 { return "is \(first.system.noun), and its content has not been fetched" }
    return "matches \(count) files whose content has not been fetched, each \(first.system.noun)"
  }

  /// The hint with the command that fetches them.
  package var hint: String { "run `\(command)`" }

  /// The command that fetches those that are of the first one's kind, or everything where they are many.
  private var command: String {
    guard let first else { return "" }
    let same = filter { ($0.system, $0.folder) == (first.system, first.folder) }
    let names = same.count > 4 ? [] : same.map(\.name)
    let place = first.folder.map { " -C \(Self.quoted($0))" } ?? ""
    switch first.system {
    case .lfs:
      // Commas separate patterns, and a question mark matches any character.
      let patterns = names.map { String($0.map { ",*?[]{}!\\".contains($0) ? "?" : $0 }) }
      let choice =
        patterns.isEmpty ? "" : " --include \(Self.quoted(patterns.joined(separator: ",")))"
      return "git\(place) lfs pull\(choice)"
    case .annex:
      let files = names.isEmpty ? ["."] : names.map(Self.quoted)
      return "git\(place) annex get \(files.joined(separator: " "))"
    case .dvc: return (["dvc pull"] + names.map(Self.quoted)).joined(separator: " ")
    case .fat: return "git\(place) fat pull"
    }
  }

  /// `name` as a shell reads it.
  private static func quoted(_ name: String) -> String {
    let isPlain = name.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || "0123456789/._-+,@%:=".unicodeScalars.contains($0)
    }
    if isPlain, !name.hasPrefix("-") { return name }
    let inner = name.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''")
    return "'\(inner)'"
  }
}

extension Placeholder.System {
  fileprivate var noun: String {
    switch self {
    case .lfs: "a pointer of Git LFS"
    case .annex: "a file of git-annex"
    case .dvc: "a file of DVC"
    case .fat: "a placeholder of git-fat"
    }
  }
}
