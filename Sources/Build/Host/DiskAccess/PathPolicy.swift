// SPDX-License-Identifier: Apache-2.0

import BuildSystem
import Diagnostics
import Glibc
package import RenderProtocol
package import Timeline

/// The files that a project may read and write: those in its folder and in folders the user allowed.
///
/// Paths are judged by where they lead with all links resolved, never by how they are written.
package struct PathPolicy: Sendable {
  /// The project's folder, links resolved.
  let root: String
  /// All folders from which may be read, the root among them, links resolved.
  private(set) var allowed: [String]
  /// Those of them into which outputs may be written.
  private let writable: [String]
  /// An absolute path that the user named for an output; it may lie in any folder.
  let output: String?
  /// The absolute path of the build folder, links resolved.
  let store: String

  /// A project in the folder `root`, with the further folders or files `allowing`, which must exist,
  /// and the file `output`, which need not; what builds keep lies in `store`, or in `.reel`.
  package init(
    root: String, allowing: [String] = [], output: String? = nil, store: String? = nil
  ) throws(FileProblem) {
    self.output = output
    self.root = try PathPolicy.resolve(root)
    self.store = store ?? self.root + "/.reel"
    var allowed = [self.root]
    for path in allowing { allowed.append(try PathPolicy.resolve(path)) }
    self.allowed = allowed
    writable = allowed
  }

  /// Returns true if the resolved absolute path is one of the allowed folders or in one.
  func allows(_ path: String) -> Bool {
    allowed.contains { PathPolicy.isInside(path, $0) }
  }

  /// Allows to read the folder or file at a resolved absolute path, too.
  mutating func allow(_ path: String) { allowed.append(path) }

  /// The resolved absolute path of the regular file that is written `path` in a project in `folder`.
  func locate(_ path: String, from folder: String) throws(FileProblem) -> String {
    let written = try absolute(path, from: folder)
    guard let real = PathPolicy.real(written) else {
      let code = errno
      if let placeholder = placeholder(inPlaceOf: written) { throw .notFetched([placeholder]) }
      if let name = misnamed(written) {
        throw .system("its name is not UTF-8 on the disk, where it is '\(name)'")
      }
      // Whether a file exists, what it is, and which names are similar, is revealed for allowed folders only.
      guard let target = try? self.target(path, from: folder), allows(target) else {
        throw outside(path, from: folder)
      }
      guard code == ENOENT || code == ENOTDIR else { throw .system(PathPolicy.words(code)) }
      let near = nearest(to: path, written) ?? namesake(of: path, in: folder)
      throw .missing(
        nearest: near, around: near == nil ? surroundings(of: path, from: folder) : nil)
    }
    guard allows(real) else { throw outside(path, from: folder) }
    guard PathPolicy.kind(of: real) == S_IFREG else { throw .notAFile }
    if let pointer = PathPolicy.pointer(at: real) { throw .notFetched([pointer]) }
    return real
  }

  /// Says that `path` leads out of the allowed folders; where it leads, if that is not how it is written.
  ///
  /// That is the same for what exists there and for what does not.
  private func outside(_ path: String, from folder: String) -> FileProblem {
    let isWrittenInside = !path.hasPrefix("/") && !path.split(separator: "/").contains("..")
    return .outside(
      root: root, leading: isWrittenInside ? try? target(path, from: folder) : nil)
  }

  /// The absolute path of the file that an output written `path` in a project in `folder` will have.
  ///
  /// Existing entries are resolved; folders that do not exist yet are taken as written. A file that
  /// the user named may lie in any folder, but is no link out of that.
  func destination(_ path: String, from folder: String) throws(FileProblem) -> String {
    let target = try self.target(path, from: folder)
    if !writable.contains(where: { PathPolicy.isInside(target, $0) }) {
      guard path == output else { throw outside(path, from: folder) }
      _ = try PathPolicy.place(ofNamed: path)
    }
    guard !PathPolicy.isInside(target, root + "/.reel") else {
      throw .system("the folder '.reel' is for the build's own files")
    }
    guard !PathPolicy.isInside(target, store) else {
      throw .system("the folder '\(store)' is for the build's own files")
    }
    let kind = PathPolicy.kind(of: target)
    guard kind == nil || kind == S_IFREG, !path.hasSuffix("/") else { throw .notAFile }
    return target
  }

  /// `path` as an absolute path, links and dots left in.
  func absolute(_ path: String, from folder: String) throws(FileProblem) -> String {
    if PathPolicy.isURL(path) { throw .url }
    guard !path.utf8.contains(0) else { throw .system("a path cannot hold a null character") }
    guard !path.isEmpty else { throw .notAFile }
    guard path.utf8.count < 4096 else { throw .limit("4095 bytes in a path") }
    return path.hasPrefix("/") ? path : folder + "/" + path
  }

  /// The place at which a file of the command line is written, at the absolute `path`: in the folder that this says, whose links
  /// are followed.
  ///
  /// A link that the file itself is may only lead to another file there: whoever can put a link into a folder must not
  /// decide which file of the user's is overwritten.
  package static func place(ofNamed path: String) throws(FileProblem) -> String {
    guard !path.hasSuffix("/") else { throw .notAFile }
    let target = try target(path)
    let slash = path.lastIndex(of: "/") ?? path.startIndex
    let folder = try PathPolicy.target(String(path[..<slash]))
    guard isInside(target, folder) else { throw .outside(root: folder, leading: target) }
    let kind = kind(of: target)
    guard kind == nil || kind == S_IFREG else { throw .notAFile }
    return target
  }

  /// The target of `path`: links and dots resolved as far as there is something.
  func target(_ path: String, from folder: String) throws(FileProblem) -> String {
    try PathPolicy.target(try absolute(path, from: folder))
  }

  private static func target(_ absolute: String) throws(FileProblem) -> String {
    var current = ""
    for part in absolute.split(separator: "/") {
      switch part {
      case ".": continue
      case "..": current = String(current[..<(current.lastIndex(of: "/") ?? current.startIndex)])
      default:
        current += "/" + part
        var facts = stat()
        guard lstat(current, &facts) == 0, facts.st_mode & S_IFMT == S_IFLNK else { continue }
        guard let real = PathPolicy.real(current) else {
          throw .system("'\(current)' is a link to nothing")
        }
        current = real == "/" ? "" : real
      }
    }
    return current.isEmpty ? "/" : current
  }

  /// The name in the folder of a missing file that is the same but for bytes that are no UTF-8.
  private func misnamed(_ written: String) -> String? {
    let slash = written.lastIndex(of: "/") ?? written.startIndex
    guard
      let folder = PathPolicy.real(slash == written.startIndex ? "/" : String(written[..<slash])),
      allows(folder), let others = try? Disk.allNames(in: folder).others
    else { return nil }
    let name = Array(written[slash...].dropFirst().unicodeScalars)
    return others.first { other in
      other.repaired.count == name.count
        && zip(other.repaired, name).allSatisfy { $0 == "\u{FFFD}" || $0 == $1 }
    }?.shown
  }

  /// The likely correction of the path of a missing file: the same in other case, else a similar
  /// name beside it, with the folder as `path` writes it.
  private func nearest(to path: String, _ written: String) -> String? {
    if let found = otherCase(of: path, written) { return found }
    let slash = written.lastIndex(of: "/") ?? written.startIndex
    guard let folder = PathPolicy.real(String(written[..<slash])), allows(folder),
      let names = try? Disk.names(in: folder)
    else { return nil }
    let name = String(written[written.index(after: slash)...])
    let candidates = names.filter { !$0.hasPrefix(".") }
    let extended = candidates.filter { PathPolicy.stem(of: $0) == name.lowercased() }
    guard
      let found = extended.count == 1
        ? extended[0] : Diagnostics.nearest(name, in: candidates)
    else { return nil }
    guard let end = path.lastIndex(of: "/") else { return found }
    return path[...end] + found
  }

  /// `path` with the case of the one file or folder that there is of each name; nil where there is none,
  /// or more than one.
  private func otherCase(of path: String, _ written: String) -> String? {
    var parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    var current = String(written.dropLast(path.utf8.count))
    for (index, part) in parts.enumerated() {
      let next = current + part
      if part.isEmpty || PathPolicy.real(next) != nil {
        current = next + "/"
        continue
      }
      guard let folder = PathPolicy.real(current.isEmpty ? "/" : current), allows(folder),
        let names = try? Disk.names(in: folder)
      else { return nil }
      let found = names.filter { $0.lowercased() == part.lowercased() }
      guard found.count == 1 else { return nil }
      parts[index] = found[0]
      current += found[0] + "/"
    }
    return parts.joined(separator: "/")
  }

  /// The one file of the same name in `folder` or a folder in it; nil where there is none, or more than one.
  private func namesake(of path: String, in folder: String) -> String? {
    let name = PathPolicy.name(of: path)
    guard let root = PathPolicy.real(folder), allows(root), let names = try? Disk.names(in: root)
    else { return nil }
    let places = [""] + names.filter { !$0.hasPrefix(".") }.sorted().prefix(1000).map { $0 + "/" }
    let found = places.map { $0 + name }.filter {
      guard let real = PathPolicy.real(root + "/" + $0) else { return false }
      return allows(real) && PathPolicy.kind(of: real) == S_IFREG
    }
    return found.count == 1 ? found[0] : nil
  }

  /// The files that are in the place of `path`: those of the same kind before others.
  private func surroundings(of path: String, from folder: String) -> FileProblem.Surroundings? {
    var place = path.hasPrefix("/") ? "/" : ""
    var written = path.hasPrefix("/") ? "/" : folder
    for part in path.split(separator: "/").dropLast() {
      let parent = written
      place += (place.isEmpty || place == "/" ? "" : "/") + part
      written += "/" + part
      if let real = PathPolicy.real(written), PathPolicy.kind(of: real) == S_IFDIR { continue }
      return PathPolicy.real(parent).map(allows) == true ? .noFolder(place) : nil
    }
    guard let real = PathPolicy.real(written), allows(real), let names = try? Disk.names(in: real)
    else { return nil }
    let ending = PathPolicy.ending(of: path)
    let files = names.filter { !$0.hasPrefix(".") }.sorted().prefix(1000)
      .filter { PathPolicy.kind(of: real + "/" + $0) == S_IFREG }
    let alike = files.filter { PathPolicy.ending(of: $0) == ending }
    let listed = alike.isEmpty ? files : alike
    return .files(Array(listed.prefix(4)), more: max(0, listed.count - 4), in: place)
  }

  private static func name(of path: String) -> String {
    String(path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...])
  }

  /// The extension of a file in lower case, with its dot.
  private static func ending(of path: String) -> String {
    let name = name(of: path)
    return name.lastIndex(of: ".").map { name[$0...].lowercased() } ?? ""
  }

  /// A name in lower case, without its extension.
  private static func stem(of name: String) -> String? {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    return name[..<dot].lowercased()
  }

  package static func isInside(_ path: String, _ folder: String) -> Bool {
    path == folder || folder == "/" || path.hasPrefix(folder + "/")
  }

  /// Returns true if it starts with a scheme and `://`; a colon alone is part of a name.
  static func isURL(_ path: String) -> Bool {
    guard let colon = path.utf8.firstIndex(of: UInt8(ascii: ":")),
      path.utf8[colon...].starts(with: "://".utf8), let first = path.utf8.first,
      first | 0x20 >= 97, first | 0x20 <= 122
    else { return false }
    return path.utf8[..<colon].allSatisfy { byte in
      switch byte {
      case 48...57, 65...90, 97...122, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): true
      default: false
      }
    }
  }

  /// The type bits (`S_IFMT`) of the file at `path`; nil where there is none.
  package static func kind(of path: String) -> UInt32? {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    return facts.st_mode & S_IFMT
  }

  /// The absolute path with all links resolved; nil with `errno` set, to `EILSEQ` where the path is no UTF-8.
  package static func real(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    let text = String(validatingCString: resolved)
    if text == nil { errno = EILSEQ }
    return text
  }

  /// Why `real` found nothing.
  package static var lastReason: String { words(errno) }

  /// Why `real` found nothing for `path`, which the command line names.
  package static func reason(ofMissing path: String) -> String {
    let code = errno
    guard let placeholder = placeholder(inPlaceOf: path) else { return words(code) }
    return "it \([placeholder].words): \([placeholder].hint)"
  }

  /// Why the file at `real`, links resolved, cannot be read if it is a pointer of version control; nil for any other.
  package static func reason(ofPointer real: String) -> String? {
    pointer(at: real).map { "\([$0].words): \([$0].hint)" }
  }

  /// Returns true if there is a regular file at `path`.
  package static func isRegularFile(_ path: String) -> Bool { kind(of: path) == S_IFREG }

  /// A path of the command line as an absolute one.
  package static func fromWorkingFolder(_ path: String) throws(RenderFailure) -> String {
    if path.hasPrefix("/") { return path }
    guard let folder = real(".") else {
      throw RenderFailure(kind: .disk, message: "the working folder is gone")
    }
    return (folder == "/" ? "" : folder) + "/" + path
  }

  /// The path at which the file is written that the command line calls `path`.
  package static func destination(ofArgument path: String) throws(RenderFailure) -> String {
    let absolute = try fromWorkingFolder(path)
    do throws(FileProblem) { return try place(ofNamed: absolute) } catch {
      throw RenderFailure(
        kind: .disk, message: "cannot write '\(path)': \(error.reasonOfWriting)")
    }
  }

  package static func words(_ code: Int32) -> String {
    code == EILSEQ
      ? "a name in its path, links followed, is not UTF-8" : String(cString: strerror(code))
  }

  private static func resolve(_ path: String) throws(FileProblem) -> String {
    guard let real = real(path) else {
      if errno == ENOENT { throw .missing(nearest: nil) }
      throw .system(words(errno))
    }
    return real
  }
}
