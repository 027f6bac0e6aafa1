// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import Builder
import Driver
import Glibc
package import Host
package import Planning
package import ReelKit

/// The outputs and inputs of one command, as a rule that make and ninja read.
///
///     out/film.mp4 out/film.jpg: \
///       film.reel.yaml \
///       media/intro.mp4
///
///     media/intro.mp4:
///
/// The rules without prerequisites keep make from giving up when an input is gone: it then runs the
/// command again, and the project no longer names the file. Of projects within projects that holds, too.
package struct DependencyFile: Sendable {
  private struct Prerequisite {
    /// Its name as it is written.
    var word: String
    var input: Input
  }

  /// The names of the targets as they are written.
  private var targets: [String] = []
  private var seenTargets: Set<String> = []
  private var prerequisites: [Prerequisite] = []
  private var seen: Set<String> = []
  /// The projects that are built; others are within them.
  private var projects: Set<String> = []
  /// The folders the outputs are in.
  private var folders: Set<String> = []

  /// A rule without targets.
  package init() {}

  /// Says that the outputs of `plan` are made from `inputs`.
  ///
  /// - Parameters:
  ///   - style: the style of the project's paths.
  ///   - output: the single output as the command line names it, if it does.
  package mutating func add(
    _ plan: BuildPlan, output: String?, inputs: [Input], style: PathStyle
  ) throws(UnwritableName) {
    for made in plan.outputs {
      let shown = made.displayPath
      let name = output ?? (shown.hasPrefix("/") ? shown : style.name(of: style.root + "/" + shown))
      for name in DependencyFile.names(of: made, named: name) {
        let word = try DependencyFile.escaped(name, isTarget: true)
        if seenTargets.insert(word).inserted { targets.append(word) }
      }
      folders.insert(PathStyle.folder(of: made.path))
    }
    let project = inputs.first { $0.kind == .project }
    for input in inputs {
      let word = try DependencyFile.escaped(style.name(of: input.path), isTarget: false)
      if input == project { projects.insert(word) }
      guard seen.insert(word).inserted else { continue }
      prerequisites.append(Prerequisite(word: word, input: input))
    }
  }

  /// The files of `output`, which is named `name`: of several those that are called the same whatever is in them.
  private static func names(of output: OutputPlan, named name: String) -> [String] {
    guard case .film(let film) = output.product, film.delivery != nil else { return [name] }
    let folder = name.lastIndex(of: "/").map { name[...$0] } ?? ""
    return film.targetNames.isEmpty ? [name] : film.targetNames.map { folder + $0 }
  }

  /// The text of the file at the absolute `path`.
  ///
  /// A folder into which the command itself writes is newer than what it has written, and so is
  /// left out.
  package func text(at path: String) -> String {
    let written = folders.union([PathStyle.folder(of: path)].compactMap(PathPolicy.real))
    let wanted = prerequisites.filter { prerequisite in
      guard prerequisite.input.kind == .folder else { return true }
      return PathPolicy.real(prerequisite.input.path).map { !written.contains($0) } ?? false
    }
    var text = targets.joined(separator: " ") + ":"
    for prerequisite in wanted { text += " \\\n  " + prerequisite.word }
    text += "\n"
    for prerequisite in wanted
    where !projects.contains(prerequisite.word) && !prerequisite.word.contains("%") {
      text += "\n" + prerequisite.word + ":\n"
    }
    return text
  }

  /// Returns true if the file at the absolute `path`, if there is one, is empty or has such text.
  package static func isOwn(_ path: String) -> Bool {
    guard PathPolicy.kind(of: path) == S_IFREG else { return true }
    guard let bytes = try? Disk.read(path, limit: 64 << 20) else { return false }
    return bytes.isEmpty || isOwn(text: bytes)
  }

  /// Returns true if `text(at:)` could have written `text`: one rule with prerequisites, each on a
  /// line of its own, then rules for some of these.
  ///
  /// The grammar is exact, as any other file belongs to the user: in YAML, too, lines end with a colon.
  package static func isOwn(text: [UInt8]) -> Bool {
    guard text.last == UInt8(ascii: "\n") else { return false }
    var lines = text.dropLast().split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
    func isWord(_ bytes: ArraySlice<UInt8>) -> Bool { words(bytes) == 1 }
    guard let first = lines.popFirst(), first.ends(with: ": \\"), words(first.dropLast(3)) != nil
    else { return false }
    var prerequisites: Set<ArraySlice<UInt8>> = []
    var continues = true
    while continues {
      guard let line = lines.popFirst(), line.starts(with: "  ".utf8) else { return false }
      continues = line.ends(with: " \\")
      let word = line.dropFirst(2).dropLast(continues ? 2 : 0)
      guard isWord(word) else { return false }
      prerequisites.insert(word)
    }
    while let blank = lines.popFirst() {
      guard blank.isEmpty, let rule = lines.popFirst(), rule.ends(with: ":"),
        prerequisites.contains(rule.dropLast())
      else { return false }
    }
    return true
  }

  /// The number of names in `text`, as `escaped` writes them, with one space between them; nil for
  /// other text.
  private static func words(_ text: ArraySlice<UInt8>) -> Int? {
    var count = 1
    var backslashes = 0
    var isInWord = false
    for byte in text {
      switch byte {
      case UInt8(ascii: " ") where backslashes % 2 == 0:
        guard isInWord else { return nil }
        count += 1
        isInWord = false
      case UInt8(ascii: ":") where backslashes == 0, UInt8(ascii: "#") where backslashes == 0,
        UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "="), UInt8(ascii: ";"),
        UInt8(ascii: "|"):
        return nil
      default: isInWord = true
      }
      backslashes = byte == UInt8(ascii: "\\") ? backslashes + 1 : 0
    }
    return isInWord ? count : nil
  }

  /// Puts the text into the file at the absolute `path`; the same text leaves it alone.
  package func write(to path: String) throws {
    let file = try OutputFile(path: path)
    do {
      try file.fill(Array(text(at: path).utf8))
      _ = try file.publish()
    } catch {
      file.discard()
      throw error
    }
  }

  /// A name that cannot be written.
  package struct UnwritableName: Error, Hashable {
    package var name: String
    /// The character or text that stands in the way, such as `'='`.
    package var reason: String

    package init(name: String, reason: String) { (self.name, self.reason) = (name, reason) }
  }

  /// `name` as make and ninja read it.
  ///
  /// Both take `$$`, a backslash before `#` and `:`, and one before a blank, where the backslashes
  /// of the name are doubled. For everything else that make gives a meaning there is no form that
  /// both read.
  package static func escaped(_ name: String, isTarget: Bool) throws(UnwritableName) -> String {
    func refuse(_ reason: String) -> UnwritableName { UnwritableName(name: name, reason: reason) }
    var text = ""
    var backslashes = 0
    for scalar in name.unicodeScalars {
      switch scalar {
      case "\n", "\r": throw refuse("a line break")
      case "\t": throw refuse("a tab")
      case "=", ";", "|": throw refuse("'\(scalar)'")
      case "%" where isTarget: throw refuse("'%'")
      case " ": text += String(repeating: "\\", count: backslashes) + "\\ "
      case "#", ":":
        guard backslashes == 0 else { throw refuse("a backslash before '\(scalar)'") }
        text += "\\\(scalar)"
      case "$": text += "$$"
      default: text.unicodeScalars.append(scalar)
      }
      backslashes = scalar == "\\" ? backslashes + 1 : 0
    }
    if backslashes > 0 { throw refuse("a backslash at the end") }
    if name.hasSuffix(" ") { throw refuse("a blank at the end") }
    if name.hasSuffix(")"), name.contains("(") { throw refuse("parentheses at the end") }
    if name.contains("["), isPatternForOthers(name) { throw refuse("'['") }
    // Make expands a tilde at the start of a name to a home folder.
    return name.hasPrefix("~") ? "./" + text : text
  }

  /// Returns true if make, which takes brackets for a pattern, would find other files than this
  /// one.
  private static func isPatternForOthers(_ name: String) -> Bool {
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(name, 0, nil, &found) == 0 else { return false }
    for index in 0..<Int(found.gl_pathc) {
      if let path = found.gl_pathv[index], String(cString: path) == name { return false }
    }
    return found.gl_pathc > 0
  }
}

extension Sequence<UInt8> where Self: BidirectionalCollection {
  fileprivate func ends(with text: String) -> Bool {
    reversed().starts(with: text.utf8.reversed())
  }
}
