// SPDX-License-Identifier: Apache-2.0

import CLinux
import Digests
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

  /// What has the name, be it a link; nil for nothing.
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

  /// Removes what has the name, with everything in it if it is a folder; nothing there is fine.
  func removeTree() throws(SystemFailure) {
    try StoreParent.removeTree(Array(name.utf8CString), in: descriptor, path)
  }

  /// Removes what is called `name` in the open folder `parent`.
  ///
  /// Names are the bytes that the system gives: one that is not UTF-8 has no `String` that leads back to
  /// the file.
  private static func removeTree(
    _ name: [CChar], in parent: Int32, _ path: String
  ) throws(SystemFailure) {
    var facts = stat()
    guard fstatat(parent, name, &facts, AT_SYMLINK_NOFOLLOW) == 0 else {
      if errno == ENOENT { return }
      throw .last("look at", path)
    }
    let isFolder = facts.st_mode & S_IFMT == S_IFDIR
    if isFolder {
      let inner = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard inner >= 0 else { throw .last("list", path) }
      guard let folder = fdopendir(inner) else {
        close(inner)
        throw .last("list", path)
      }
      defer { closedir(folder) }
      for name in Disk.rawNames(in: folder) {
        let shown = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        try removeTree(name, in: inner, path + "/" + shown)
      }
    }
    guard unlinkat(parent, name, isFolder ? AT_REMOVEDIR : 0) == 0 || errno == ENOENT else {
      throw .last("remove", path)
    }
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
