// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import Glibc
import Timeline

/// The paths outside its folder that a project may ask for itself.
///
/// Beside `--trust` it is a list the user keeps, `$XDG_CONFIG_HOME/reel/trusted` (`~/.config` unless
/// set, XDG Base Directory Specification): a path a line, absolute or beginning with `~/`; lines that
/// begin with `#` are remarks. What lies below a path of the list is trusted, too.
package struct Trust: Sendable {
  /// True if all paths are trusted.
  let isFull: Bool
  /// The absolute path of the user's list; nil where neither variable says where it would be.
  let list: String?
  private let home: String?

  /// A list of more bytes is refused.
  private static let limit = 1 << 20

  /// Trust in all paths, or in those of the user's list, as far as `environment` says where it is.
  package init(
    isFull: Bool = false,
    environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) {
    self.isFull = isFull
    home = environment("HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    // A relative path in the variable is to be ignored, the specification says.
    let folder =
      environment("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? home.map { $0 + "/.config" }
    list = folder.map { $0 + "/reel/trusted" }
  }

  /// The path of the list in messages.
  var shownList: String { list ?? "~/.config/reel/trusted" }

  /// Returns true if the resolved absolute `path` is trusted; the list is read for every question.
  func covers(_ path: String) throws(FileProblem) -> Bool {
    if isFull { return true }
    guard let list, PathPolicy.kind(of: list) != nil else { return false }
    let bytes: [UInt8]
    do { bytes = try Disk.read(list, limit: Trust.limit) } catch {
      throw .system("cannot read '\(list)': \(error.reason)")
    }
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).contains {
      entry($0).map { PathPolicy.isInside(path, $0) } ?? false
    }
  }

  /// The resolved path that a line names; nil for remarks and for what is not there.
  private func entry(_ line: Substring) -> String? {
    let blank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    var text = line.drop(while: blank)
    while let last = text.last, blank(last) { text.removeLast() }
    if text == "~" || text.hasPrefix("~/") {
      return home.flatMap { PathPolicy.real($0 + text.dropFirst()) }
    }
    return text.hasPrefix("/") ? PathPolicy.real(String(text)) : nil
  }
}
