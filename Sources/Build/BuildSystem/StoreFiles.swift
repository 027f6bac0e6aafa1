// SPDX-License-Identifier: Apache-2.0

import Base
import Glibc

/// Operations on the files of a store, none of which follows a symbolic link in any component of a
/// path.
///
/// A repository can hold a `.reel` with links in it. Their targets are neither read, written
/// nor removed: where there is a link, an operation fails or replaces the link itself. The paths are
/// absolute and those of resolved folders, so that no link in them is wanted.
enum StoreFiles {
  /// The file at `path`, opened for reading.
  static func open(_ path: String) throws(SystemFailure) -> Int32 {
    let parent = try StoreParent(of: path)
    let descriptor = openat(
      parent.descriptor, parent.name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    guard descriptor >= 0 else { throw .last("open", path) }
    return descriptor
  }

  /// The facts of `path` itself, links not followed; nil for nothing.
  static func facts(of path: String) throws(SystemFailure) -> stat? {
    let parent: StoreParent
    do { parent = try StoreParent(of: path) } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
    return try parent.facts()
  }

  /// The bytes of the file at `path`; `onOpen` is given the open file and its facts.
  static func read(
    _ path: String, limit: Int, onOpen: (Int32, stat) -> Void = { _, _ in }
  ) throws(SystemFailure) -> [UInt8] {
    let descriptor = try open(path)
    defer { close(descriptor) }
    return try Disk.read(descriptor, of: path, limit: limit, onOpen: onOpen)
  }

  /// Writes a new file at `path`, which must not be there yet; when `isDurable`, it is on the disk
  /// when this returns.
  static func create(
    _ path: String, holding bytes: [UInt8], isDurable: Bool
  ) throws(SystemFailure) {
    let parent = try StoreParent(of: path)
    let descriptor = openat(
      parent.descriptor, parent.name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard descriptor >= 0 else { throw .last("create", path) }
    defer { close(descriptor) }
    try Disk.write(bytes, to: descriptor, of: path)
    guard !isDurable || fsync(descriptor) == 0 else { throw .last("write", path) }
  }

  /// Makes the folder at `path` and those above it; with `replacing`, in place of a file or a link
  /// that has the name.
  static func makeFolder(_ path: String, replacing: Bool = false) throws(SystemFailure) {
    do { try makeLastFolder(path, replacing) } catch {
      let isBlocked = replacing && error.code == ENOTDIR
      guard error.code == ENOENT || isBlocked, let slash = path.lastIndex(of: "/"),
        slash != path.startIndex
      else { throw error }
      try makeFolder(String(path[..<slash]), replacing: isBlocked)
      try makeLastFolder(path, replacing)
    }
  }

  private static func makeLastFolder(_ path: String, _ replacing: Bool) throws(SystemFailure) {
    let parent = try StoreParent(of: path)
    while mkdirat(parent.descriptor, parent.name, 0o777) != 0 {
      guard errno == EEXIST else { throw .last("make the folder", path) }
      guard let facts = try parent.facts() else { continue }
      switch facts.st_mode & S_IFMT {
      case S_IFDIR: return
      case S_IFLNK where !replacing:
        throw SystemFailure(call: "make the folder", path: path, code: ELOOP)
      case _ where !replacing:
        throw SystemFailure(call: "make the folder", path: path, code: ENOTDIR)
      default: try parent.remove()
      }
    }
  }

  /// Renames the file at `source` to `target`, and replaces a file that exists there; a folder is set aside.
  static func rename(_ source: String, to target: String) throws(SystemFailure) {
    let old = try StoreParent(of: source)
    let new = try StoreParent(of: target)
    if renameat(old.descriptor, old.name, new.descriptor, new.name) == 0 { return }
    guard errno == EISDIR else { throw .last("rename", target) }
    try new.setAside()
    guard renameat(old.descriptor, old.name, new.descriptor, new.name) == 0 else {
      throw .last("rename", target)
    }
  }

  /// Makes the file at `path` hold `bytes`, whole or not at all.
  ///
  /// It is written at the free path `scratch` on the same file system first; a folder that is missing
  /// is made. Not synced.
  static func replace(
    _ path: String, with bytes: [UInt8], scratch: String
  ) throws(SystemFailure) {
    if let slash = path.lastIndex(of: "/") {
      try makeFolder(String(path[..<slash]), replacing: true)
    }
    try create(scratch, holding: bytes, isDurable: false)
    try rename(scratch, to: path)
  }

  /// Waits until the file or folder at `path` is on the disk.
  static func sync(_ path: String) throws(SystemFailure) {
    let descriptor = try open(path)
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw .last("write", path) }
  }

  /// Removes what is at `path`, with everything in it if it is a folder; nothing there is fine.
  static func remove(_ path: String) throws(SystemFailure) {
    do { try StoreParent(of: path).removeTree() } catch {
      if error.code != ENOENT { throw error }
    }
  }

  /// Frees the name `path` for a file: a link or file is removed, a folder set aside.
  static func clear(_ path: String) throws(SystemFailure) {
    let parent = try StoreParent(of: path)
    guard let facts = try parent.facts() else { return }
    if facts.st_mode & S_IFMT == S_IFDIR { try parent.setAside() } else { try parent.remove() }
  }

  /// Removes the folder at `path` if it is empty.
  static func removeIfEmpty(_ path: String) {
    guard let parent = try? StoreParent(of: path) else { return }
    _ = unlinkat(parent.descriptor, parent.name, AT_REMOVEDIR)
  }

  /// The names in the folder at `path`, sorted by their bytes; none where there is no folder.
  static func names(in path: String) throws(SystemFailure) -> [String] {
    do {
      guard let facts = try facts(of: path), facts.st_mode & S_IFMT == S_IFDIR else { return [] }
      return try StoreParent(of: path).names()
    } catch {
      if error.code == ENOENT || error.code == ENOTDIR { return [] }
      throw error
    }
  }

  /// Builds make no folders below this depth; what others put there is not counted.
  private static let deepestCounted = 16

  /// The size in bytes of everything under `path`; 0 for nothing there.
  static func size(of path: String) throws(SystemFailure) -> Int64 {
    guard let facts = try facts(of: path) else { return 0 }
    guard facts.st_mode & S_IFMT == S_IFDIR else { return Int64(facts.st_size) }
    var total: Int64 = 0
    var folders = [(path: path, depth: 0)]
    while let folder = folders.popLast() {
      for name in try names(in: folder.path) {
        let path = folder.path + "/" + name
        guard let facts = try StoreFiles.facts(of: path) else { continue }
        if facts.st_mode & S_IFMT != S_IFDIR {
          total += Int64(facts.st_size)
        } else if folder.depth < deepestCounted {
          folders.append((path, folder.depth + 1))
        }
      }
    }
    return total
  }
}
