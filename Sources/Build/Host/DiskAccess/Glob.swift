// SPDX-License-Identifier: Apache-2.0

import BuildSystem
import Glibc
import Timeline

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
  private var misnamed: [String] = []
  private var visited = 0

  /// The files matching `pattern`, written relative to `folder` as the pattern is, in natural order; those among them that
  /// version control has not fetched.
  ///
  /// `visit` is given the path of each folder in which a new file might match too, and `ask` each
  /// path on the way that the pattern names in full, which may lead nowhere yet.
  static func matches(
    of pattern: String, from folder: String, policy: PathPolicy,
    visit: @escaping (String) -> Void = { _ in }, ask: @escaping (String) -> Void = { _ in }
  ) throws(FileProblem) -> FileMatches {
    _ = try policy.absolute(pattern, from: folder)
    var glob = Glob(policy: policy, visit: visit, ask: ask)
    let parts = pattern.split(separator: "/").map(String.init)
    if pattern.hasPrefix("/") {
      try glob.walk("/", written: "/", parts[...])
    } else {
      try glob.walk(folder + "/", written: "", parts[...])
    }
    // `**` twice may find a file along two ways.
    return FileMatches(Glob.inOrder(glob.found), misnamed: Glob.inOrder(glob.misnamed))
  }

  /// Each of `paths` once, in natural order.
  private static func inOrder(_ paths: [String]) -> [String] {
    let sorted = paths.sorted(by: NaturalOrder.precedes)
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
      let (names, others) = try names(in: path)
      for name in others where name.repaired.first != "." && name.kind(in: path)?.type == S_IFDIR {
        misnamed.append(written + name.shown)
      }
      for name in names where !name.hasPrefix(".") {
        var facts = stat()
        guard lstat(path + name, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else { continue }
        try walk(path + name + "/", written: written + name + "/", parts, isOpen: true)
      }
    } else if part.unicodeScalars.contains(where: { "*?[".unicodeScalars.contains($0) }) {
      let pattern = Array(part.unicodeScalars)
      let (names, others) = try names(in: path)
      let type = rest.isEmpty ? S_IFREG : S_IFDIR
      for name in others
      where name.repaired.first != "." && Glob.fits(name.repaired, pattern)
        && name.kind(in: path)?.type == type
      {
        misnamed.append(written + name.shown)
      }
      for name in names where !name.hasPrefix(".") {
        if Glob.fits(Array(name.unicodeScalars), pattern) {
          try take(path + name, written: written + name, rest, isOpen: true)
        }
        // What DVC has not fetched is not there at all.
        guard let kept = VersionControl.kept(by: name), PathPolicy.kind(of: path + kept) == nil,
          Glob.fits(Array(kept.unicodeScalars), pattern)
        else { continue }
        try take(path + kept, written: written + kept, rest, isOpen: true)
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
    let placeholder = kind == nil ? policy.placeholder(inPlaceOf: path) : nil
    if !rest.isEmpty {
      if let placeholder { throw .notFetched([placeholder]) }
      if kind == S_IFDIR { try walk(path + "/", written: written + "/", rest, isOpen: isOpen) }
    } else if kind == S_IFREG || placeholder != nil {
      guard placeholder != nil || PathPolicy.real(path).map({ policy.allows($0) }) ?? false else {
        throw .outside(root: policy.root)
      }
      guard found.count < Glob.matchLimit else { throw .limit("\(Glob.matchLimit) files") }
      found.append(written)
    }
  }

  /// The names in a folder, and those that are no UTF-8; none in one that cannot be listed.
  private mutating func names(
    in path: String
  ) throws(FileProblem) -> (names: [String], others: [RawName]) {
    guard let real = PathPolicy.real(path) else { return ([], []) }
    guard policy.allows(real) else { throw .outside(root: policy.root) }
    visit(path)
    guard let found = try? Disk.allNames(in: real) else { return ([], []) }
    visited += found.names.count + found.others.count
    guard visited <= Glob.visitLimit else { throw .limit("\(Glob.visitLimit) names to look at") }
    return found
  }

  /// Returns true if `name` fits `pattern`, in time proportional to the product of their lengths.
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
