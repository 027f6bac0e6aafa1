// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The names in folders that decide the answers to questions about the disk.
///
/// The answer to what is at `/films/media/beach.mov` changes with the name `films` in `/`, the name
/// `media` in `/films` and the name `beach.mov` in `/films/media`; where one of them is a link, with
/// all names on the way to what it leads to as well; where one of them is missing, with that and no
/// more. So a folder that comes back, or a link that is turned, is noticed like a file.
struct Looks {
  /// A name that matters.
  struct Name: Hashable, Sendable {
    /// The absolute path of its folder, links resolved.
    var folder: String
    var name: String
    /// True if the named entry itself is asked about, not only passed on the way to another: then
    /// its bytes matter too.
    var isEnd: Bool
  }

  /// Adds a watch for a name, before it is looked up.
  private let watch: @Sendable (Name) -> Void
  /// Adds a watch for all names in a folder, given by a path with links resolved.
  private let watchAll: @Sendable (String) -> Void
  /// The targets of folders that have been walked to, by their path as written; nil for nowhere.
  private var walked: [String: String?] = [:]

  init(
    watch: @escaping @Sendable (Name) -> Void, watchAll: @escaping @Sendable (String) -> Void
  ) {
    self.watch = watch
    self.watchAll = watchAll
  }

  /// Watches what decides the answer to `question`.
  mutating func add(_ question: InputLog.Question) {
    switch question {
    case .what(let path): lead(path)
    case .names(in: let path):
      if let folder = walk(path) { watchAll(folder) }
    }
  }

  /// Watches the way to the end of `path`.
  private mutating func lead(_ path: String, links: Int = 0) {
    let (parent, name) = Looks.split(path)
    guard let name, name != ".", name != ".." else {
      _ = walk(path)
      return
    }
    guard let folder = walk(parent) else { return }
    watch(Name(folder: folder, name: name, isEnd: true))
    // More links in a row than the kernel follows lead nowhere.
    guard links < 40, let target = Looks.target(Looks.join(folder, name)) else { return }
    lead(target.hasPrefix("/") ? target : Looks.join(folder, target), links: links + 1)
  }

  /// The folder at `path` with links resolved, watching all names on the way; nil if there is none.
  private mutating func walk(_ path: String) -> String? {
    let (parent, name) = Looks.split(path)
    guard let name else { return "/" }
    if let known = walked[path] { return known }
    // What is asked for on the way to itself is a circle of links.
    walked[path] = .some(nil)
    let found = step(parent, name)
    walked[path] = .some(found)
    return found
  }

  private mutating func step(_ parent: String, _ name: String) -> String? {
    guard let folder = walk(parent) else { return nil }
    if name == "." { return folder }
    if name == ".." { return Looks.split(folder).parent }
    watch(Name(folder: folder, name: name, isEnd: false))
    let path = Looks.join(folder, name)
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return nil }
    switch facts.st_mode & S_IFMT {
    case S_IFDIR: return path
    case S_IFLNK:
      guard let target = Looks.target(path) else { return nil }
      return walk(target.hasPrefix("/") ? target : Looks.join(folder, target))
    default: return nil
    }
  }

  /// The folder part and the last name of an absolute path; no name for the root.
  static func split(_ path: String) -> (parent: String, name: String?) {
    var path = path[...]
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    guard let slash = path.lastIndex(of: "/") else { return ("/", nil) }
    let name = path[path.index(after: slash)...]
    let parent = slash == path.startIndex ? "/" : String(path[..<slash])
    return (parent, name.isEmpty ? nil : String(name))
  }

  static func join(_ folder: String, _ name: String) -> String {
    folder == "/" ? "/" + name : folder + "/" + name
  }

  /// The target of the link at `path`; nil for anything else.
  private static func target(_ path: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = bytes.withUnsafeMutableBytes { buffer in
      buffer.withMemoryRebound(to: CChar.self) { text in
        text.baseAddress.map { readlink(path, $0, text.count) } ?? 0
      }
    }
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }
}
