// SPDX-License-Identifier: Apache-2.0

package import Base
import BuildSystem
import CLinux
import Dispatch
import Glibc

/// An output file while it is written: under a hidden name beside its own, until it is whole.
///
/// The hidden name belongs to one living process, which holds a `flock` on the file: builds of different projects may
/// make one output at the same time, and the unlocked file that a killed build leaves is removed by the next build that
/// writes into the folder.
package struct OutputFile: Sendable {
  /// The absolute path it will have.
  package let path: String
  /// The path it is written at.
  package let temporary: String
  private let folder: String
  /// Nil where the file system knows no locks; then the process's number alone keeps others off.
  private let lock: FileLock?

  /// Prepares the folder of the output at the absolute `path`.
  ///
  /// - Parameter isClean: True if `removeAbandoned(in:)` was called for the folder: if it has ten
  ///   thousand outputs, once is enough.
  package init(path: String, isClean: Bool = false) throws(SystemFailure) {
    self.path = path
    let slash = path.lastIndex(of: "/") ?? path.startIndex
    folder = slash == path.startIndex ? "" : String(path[..<slash])
    try Disk.makeFolder(folder.isEmpty ? "/" : folder)
    if !isClean { OutputFile.removeAbandoned(in: folder) }
    let mark = Fingerprint(of: path).short
    var number = 0
    while true {
      let candidate = "\(folder)/.reel-\(mark)-\(getpid())-\(number).tmp"
      do {
        if let lock = try FileLock.tryAcquire(candidate) {
          self.lock = lock
          temporary = candidate
          return
        }
      } catch {
        guard [ENOLCK, ENOSYS, EOPNOTSUPP, EINVAL].contains(error.code) else { throw error }
        lock = nil
        temporary = candidate
        return
      }
      number += 1
    }
  }

  /// The folder beside the unfinished file, for an output that is several.
  private var files: String { temporary + OutputFile.folderEnding }
  private static let folderEnding = ".d"

  /// Makes an empty folder for the files of an output that is several; it goes when this is published or discarded.
  package func makeFolder() throws(SystemFailure) -> String {
    try Disk.removeTree(files)
    try Disk.makeFolder(files)
    return files
  }

  /// The state of a published file.
  package struct Published: Sendable {
    /// The file under its own name.
    package var stamp: FileStamp
    /// True if it was written, because the file was missing or had other bytes.
    package var isWritten: Bool
    /// The digest by which a later build recognises it; nil if the file could not be marked.
    package var content: String?
  }

  /// Makes `bytes` the whole of the unfinished file.
  package func fill(_ bytes: [UInt8]) throws(SystemFailure) {
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard descriptor >= 0 else { throw .last("open", temporary) }
    defer { close(descriptor) }
    try Disk.write(bytes, to: descriptor, of: temporary)
  }

  /// Makes the bytes of the file at `path` the whole of the unfinished file, and removes that.
  package func fill(from path: String) throws {
    let source = open(path, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { throw SystemFailure.last("open", path) }
    defer { close(source) }
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard descriptor >= 0 else { throw SystemFailure.last("open", temporary) }
    defer { close(descriptor) }
    var block = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = read(source, &block, block.count)
      if count == 0 { break }
      guard count > 0 else {
        if errno == EINTR { continue }
        throw SystemFailure.last("read", path)
      }
      try Disk.write(Array(block[..<count]), to: descriptor, of: temporary)
    }
    try Disk.remove(path)
  }

  /// Something stands at the path that must not be replaced.
  package struct Occupied: Error {}

  /// Gives the finished file its name, once it is on the disk, unless the same bytes stand there
  /// already; it is known by `mark` then.
  ///
  /// Throws `Occupied` where `isForeign` says so immediately before: rendering may take hours, in which another program
  /// can write a file of that name.
  package func publish(
    mark: String? = nil, unless isForeign: () -> Bool = { false }
  ) throws -> Published {
    defer {
      try? Disk.removeTree(files)
      lock?.release()
    }
    let content = try mark.map { mark throws(SystemFailure) in
      try OutputMaker.put(mark, on: temporary)
    }
    let mine = try FileStamp(of: temporary)
    if let old = Disk.plainFile(path), mine.size == old.size,
      (try? Disk.haveSameBytes(path, temporary)) == true, Disk.plainFile(path) == old
    {
      try Disk.remove(temporary)
      return Published(stamp: old, isWritten: false, content: content)
    }
    try Disk.sync(temporary)
    // Freeing a large file takes as long as writing a part of it; that can be done while others go on.
    let replaced = open(path, Int32(REEL_O_PATH) | O_CLOEXEC)
    defer { if replaced >= 0 { DispatchQueue.global().async { close(replaced) } } }
    guard !isForeign() else { throw Occupied() }
    try Disk.rename(temporary, to: path)
    try Disk.sync(folder.isEmpty ? "/" : folder)
    let stamp = try FileStamp(of: path)
    // Another build may have put its own there since; this one must not be remembered as that.
    guard (stamp.device, stamp.inode) == (mine.device, mine.inode) else {
      throw SystemFailure(call: "keep", path: path, code: EBUSY)
    }
    return Published(stamp: stamp, isWritten: true, content: content)
  }

  /// Removes the unfinished file.
  package func discard() {
    // If that fails too, a later build removes it.
    try? Disk.removeTree(files)
    try? Disk.remove(temporary)
    lock?.release()
  }

  /// Removes the unfinished files in `folder` (empty for the root) of builds that are dead.
  package static func removeAbandoned(in folder: String) {
    // A folder that cannot be listed may still be written into.
    for name in (try? Disk.names(in: folder.isEmpty ? "/" : folder)) ?? [] {
      let isFolder = name.hasSuffix(folderEnding)
      let file = folder + "/" + (isFolder ? String(name.dropLast(folderEnding.count)) : name)
      guard let process = owner(of: name), kill(process, 0) != 0, errno == ESRCH,
        let lock = try? FileLock.tryAcquire(file)
      else { continue }
      if isFolder { try? Disk.removeTree("\(folder)/\(name)") }
      try? Disk.remove(file)
      lock.release()
    }
  }

  /// The process in the name of an unfinished file, which may have an ending of the renderer's.
  static func owner(of name: String) -> pid_t? {
    let words = name.split(separator: ".", omittingEmptySubsequences: false)
    guard words.count > 2, words[0].isEmpty, words[2] == "tmp" else { return nil }
    let parts = words[1].split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] == "reel", !parts[1].isEmpty,
      parts[1].allSatisfy({ $0.isHexDigit }),
      let process = pid_t(parts[2]), process > 0, Int(parts[3]) != nil
    else { return nil }
    return process
  }
}
