// SPDX-License-Identifier: Apache-2.0

import BuildEngine
import Glibc
import SourceMedia

/// Finds the files that a pattern names: `*`, `?`, `[a-z]`, `[!a]`, and `**` for any folders.
///
/// Wildcards never match a leading dot or a slash, and `**` does not follow links, so it ends.
struct Glob {
  /// No more matches than this are given.
  static let matchLimit = 10_000
  /// No more names than this are looked at.
  static let visitLimit = 200_000

  private let policy: PathPolicy
  private let visit: (String) -> Void
  private let ask: (String) -> Void
  private var found: [String] = []
  private var visited = 0

  /// The files matching `pattern`, written relative to `folder` as the pattern is, in natural order.
  ///
  /// `visit` is given the path of each folder in which a new file might match too, and `ask` each
  /// path on the way that the pattern names in full, which may lead nowhere yet.
  static func matches(
    of pattern: String, from folder: String, policy: PathPolicy,
    visit: @escaping (String) -> Void = { _ in }, ask: @escaping (String) -> Void = { _ in }
  ) throws(FileProblem) -> [String] {
    _ = try policy.absolute(pattern, from: folder)
    var glob = Glob(policy: policy, visit: visit, ask: ask)
    let parts = pattern.split(separator: "/").map(String.init)
    if pattern.hasPrefix("/") {
      try glob.walk("/", written: "/", parts[...])
    } else {
      try glob.walk(folder + "/", written: "", parts[...])
    }
    // `**` twice may find a file along two ways.
    let sorted = glob.found.sorted(by: NaturalOrder.precedes)
    return sorted.enumerated().filter { $0 == 0 || sorted[$0 - 1] != $1 }.map(\.element)
  }

  private init(
    policy: PathPolicy, visit: @escaping (String) -> Void, ask: @escaping (String) -> Void
  ) {
    self.policy = policy
    self.visit = visit
    self.ask = ask
  }

  /// Looks for `parts` in the folder at `path`; both `path` and `written` end in a slash or are empty.
  ///
  /// `isOpen` says whether a wildcard led here, so that other files could match, too.
  private mutating func walk(
    _ path: String, written: String, _ parts: ArraySlice<String>, isOpen: Bool = false
  ) throws(FileProblem) {
    guard let part = parts.first else { return }
    let rest = parts.dropFirst()
    if part == "**" {
      try walk(path, written: written, rest.isEmpty ? ["*"] : rest, isOpen: true)
      for name in try names(in: path) where !name.hasPrefix(".") {
        var facts = stat()
        guard lstat(path + name, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else { continue }
        try walk(path + name + "/", written: written + name + "/", parts, isOpen: true)
      }
    } else if part.unicodeScalars.contains(where: { "*?[".unicodeScalars.contains($0) }) {
      let pattern = Array(part.unicodeScalars)
      for name in try names(in: path) where !name.hasPrefix(".") {
        if Glob.fits(Array(name.unicodeScalars), pattern) {
          try take(path + name, written: written + name, rest, isOpen: true)
        }
      }
    } else {
      if isOpen { visit(path) }
      ask(path + part)
      try take(path + part, written: written + part, rest, isOpen: isOpen)
    }
  }

  private mutating func take(
    _ path: String, written: String, _ rest: ArraySlice<String>, isOpen: Bool
  ) throws(FileProblem) {
    let kind = PathPolicy.kind(of: path)
    if !rest.isEmpty {
      if kind == S_IFDIR { try walk(path + "/", written: written + "/", rest, isOpen: isOpen) }
    } else if kind == S_IFREG {
      guard let real = PathPolicy.real(path), policy.allows(real) else {
        throw .outside(root: policy.root)
      }
      guard found.count < Glob.matchLimit else { throw .limit("\(Glob.matchLimit) files") }
      found.append(written)
    }
  }

  /// The names in a folder; none in one that cannot be listed or that is not allowed.
  private mutating func names(in path: String) throws(FileProblem) -> [String] {
    guard let real = PathPolicy.real(path) else { return [] }
    guard policy.allows(real) else { throw .outside(root: policy.root) }
    visit(path)
    guard let names = try? Disk.names(in: real) else { return [] }
    visited += names.count
    guard visited <= Glob.visitLimit else { throw .limit("\(Glob.visitLimit) names to look at") }
    return names
  }

  /// Whether `name` fits `pattern`, in time proportional to the product of their lengths.
  static func fits(_ name: [Unicode.Scalar], _ pattern: [Unicode.Scalar]) -> Bool {
    var (i, j) = (0, 0)
    var retry: (name: Int, pattern: Int)?
    while i < name.count {
      if j < pattern.count, pattern[j] == "*" {
        j += 1
        retry = (i, j)
      } else if let next = step(name[i], pattern, j) {
        i += 1
        j = next
      } else if let last = retry {
        i = last.name + 1
        j = last.pattern
        retry = (i, j)
      } else {
        return false
      }
    }
    return pattern[j...].allSatisfy { $0 == "*" }
  }

  /// The place in the pattern after the one thing at `index`, if that fits `scalar`.
  private static func step(
    _ scalar: Unicode.Scalar, _ pattern: [Unicode.Scalar], _ index: Int
  ) -> Int? {
    guard index < pattern.count else { return nil }
    if pattern[index] == "?" { return index + 1 }
    if pattern[index] == "[" {
      var start = index + 1
      let isNegated = start < pattern.count && (pattern[start] == "!" || pattern[start] == "^")
      if isNegated { start += 1 }
      // A bracket that comes first is one of the characters.
      let search = min(start + 1, pattern.count)
      if let end = pattern[search...].firstIndex(of: "]") {
        return contains(pattern[start..<end], scalar) != isNegated ? end + 1 : nil
      }
    }
    return pattern[index] == scalar ? index + 1 : nil
  }

  private static func contains(_ set: ArraySlice<Unicode.Scalar>, _ scalar: Unicode.Scalar) -> Bool
  {
    var index = set.startIndex
    while index < set.endIndex {
      if index + 2 < set.endIndex, set[index + 1] == "-" {
        if set[index] <= scalar, scalar <= set[index + 2] { return true }
        index += 3
      } else {
        if set[index] == scalar { return true }
        index += 1
      }
    }
    return false
  }
}
