// SPDX-License-Identifier: Apache-2.0

import Base
import CLinux
import Glibc

/// The open folder in which something of a store lies, and its name there.
///
/// The folder is reached component by component, and fails with `ELOOP` where one is a symbolic link;
/// what is done with the name is done relative to the open folder. So it does not matter what becomes
/// of the path meanwhile.
struct StoreParent: ~Copyable {
  let descriptor: Int32
  let name: String
  private let path: String

  /// The folder need not be readable, only passable.
  private static let flags = Int32(REEL_O_PATH) | O_DIRECTORY | O_CLOEXEC

  /// Opens the folder of the absolute `path`.
  init(of path: String) throws(SystemFailure) {
    precondition(path.hasPrefix("/"), "a path of a store is not absolute")
    let parts = path.split(separator: "/")
    guard let last = parts.last else { throw SystemFailure(call: "open", path: path, code: EISDIR) }
    let folder = "/" + parts.dropLast().joined(separator: "/")
    let opened = reel_open_without_links(folder, StoreParent.flags)
    let descriptor = try opened >= 0 ? opened : StoreParent.walk(parts.dropLast())
    self.init(descriptor: descriptor, name: String(last), path: path)
  }

  /// Opens the folder with the names `parts`, one by one: for systems that cannot do it at once, and to
  /// find out which of them cannot be passed.
  private static func walk(_ parts: ArraySlice<Substring>) throws(SystemFailure) -> Int32 {
    var current = Glibc.open("/", flags)
    guard current >= 0 else { throw .last("open", "/") }
    var passed = ""
    for part in parts {
      passed += "/" + part
      let next = openat(current, String(part), flags | O_NOFOLLOW)
      guard next >= 0 else {
        var code = errno
        var facts = stat()
        if code == ENOTDIR, fstatat(current, String(part), &facts, AT_SYMLINK_NOFOLLOW) == 0,
          facts.st_mode & S_IFMT == S_IFLNK
        {
          code = ELOOP
        }
        close(current)
        throw SystemFailure(call: "open", path: passed, code: code)
      }
      close(current)
      current = next
    }
    return current
  }

  private init(descriptor: Int32, name: String, path: String) {
    (self.descriptor, self.name, self.path) = (descriptor, name, path)
  }

  deinit { close(descriptor) }

  /// The facts of the entry itself, links not followed; nil for nothing.
  func facts() throws(SystemFailure) -> stat? {
    var facts = stat()
    if fstatat(descriptor, name, &facts, AT_SYMLINK_NOFOLLOW) == 0 { return facts }
    if errno == ENOENT { return nil }
    throw .last("look at", path)
  }

  /// Removes the file or the link; nothing there is fine.
  func remove() throws(SystemFailure) {
    guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else { throw .last("remove", path) }
  }

  /// Renames the folder that has the name, so that a file can have it: to `NAME.aside-1` or with the next free number.
  ///
  /// Builds make files of such names, never folders; so what is in it may be the user's.
  func setAside() throws(SystemFailure) {
    for number in 1... {
      let free = "\(name).aside-\(number)"
      // A folder takes the place of nothing but an empty one.
      if renameat(descriptor, name, descriptor, free) == 0 || errno == ENOENT { return }
      guard [ENOTEMPTY, EEXIST, ENOTDIR].contains(errno) else { throw .last("rename", path) }
    }
  }

  /// Removes what has the name, with everything in it if it is a folder; nothing there is fine.
  ///
  /// Folders in the folder are moved up into it before they are removed, so that any depth takes three open files.
  /// Names are the bytes that the system gives: one that is not UTF-8 has no `String` that leads back to the file.
  func removeTree() throws(SystemFailure) {
    if unlinkat(descriptor, name, 0) == 0 || errno == ENOENT { return }
    guard errno == EISDIR else { throw .last("remove", path) }
    let top = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard top >= 0 else { throw .last("list", path) }
    defer { close(top) }
    var moved = 0
    while true {
      let names = try rawNames(in: top)
      if names.isEmpty { break }
      for name in names where try !unlink(name, in: top) {
        let inner = openat(top, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard inner >= 0 else { throw .last("list", path) }
        defer { close(inner) }
        for deeper in try rawNames(in: inner) where try !unlink(deeper, in: inner) {
          while renameat(inner, deeper, top, "reel-\(moved)") != 0 {
            guard [ENOTEMPTY, EEXIST, ENOTDIR].contains(errno) else { throw .last("remove", path) }
            moved += 1
          }
        }
        guard unlinkat(top, name, AT_REMOVEDIR) == 0 || errno == ENOENT else {
          throw .last("remove", path)
        }
      }
    }
    guard unlinkat(descriptor, name, AT_REMOVEDIR) == 0 || errno == ENOENT else {
      throw .last("remove", path)
    }
  }

  /// Removes the file or link called `name` in the open `folder`; false for a folder.
  private func unlink(_ name: [CChar], in folder: Int32) throws(SystemFailure) -> Bool {
    if unlinkat(folder, name, 0) == 0 || errno == ENOENT { return true }
    guard errno == EISDIR else { throw .last("remove", path) }
    return false
  }

  private func rawNames(in folder: Int32) throws(SystemFailure) -> [[CChar]] {
    // The stream closes its descriptor, and reads on where another with the same position has stopped.
    let own = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard own >= 0 else { throw .last("list", path) }
    guard let stream = fdopendir(own) else {
      close(own)
      throw .last("list", path)
    }
    defer { closedir(stream) }
    return Disk.rawNames(in: stream)
  }

  /// The names in the folder that has the name, sorted by their bytes; those that are no UTF-8 are
  /// left out.
  func names() throws(SystemFailure) -> [String] {
    let inner = try open()
    guard let folder = fdopendir(inner) else {
      close(inner)
      throw .last("list", path)
    }
    defer { closedir(folder) }
    return Disk.names(in: folder)
  }

  private func open() throws(SystemFailure) -> Int32 {
    let inner = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard inner >= 0 else { throw .last("list", path) }
    return inner
  }
}
