// SPDX-License-Identifier: Apache-2.0

public import Base
import Glibc

/// The file operations that the build engine needs, each of which fails in one way.
///
/// They follow no policy: the callers decide which files may be touched.
public enum Disk {
  /// Makes the folder at `path` and those above it; one that is there already is fine.
  public static func makeFolder(_ path: String) throws(SystemFailure) {
    if mkdir(path, 0o777) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
      throw .last("make the folder", path)
    }
    try makeFolder(String(path[..<slash]))
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw .last("make the folder", path) }
  }

  /// The bytes of the file at `path`; a file of more than `limit` bytes fails with `EFBIG`.
  public static func read(_ path: String, limit: Int) throws(SystemFailure) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .last("open", path) }
    defer { close(descriptor) }
    return try read(descriptor, of: path, limit: limit) { _, _ in }
  }

  /// The first bytes of the file at `path`, `count` at most; fewer where it is shorter.
  public static func head(of path: String, count: Int) throws(SystemFailure) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .last("open", path) }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: count)
    let found = pread(descriptor, &bytes, count, 0)
    guard found >= 0 else { throw .last("read", path) }
    return Array(bytes.prefix(found))
  }

  /// The bytes of an open file, which is called `path` when that fails; `onOpen` is given the file's
  /// facts first.
  static func read(
    _ descriptor: Int32, of path: String, limit: Int, onOpen: (Int32, stat) -> Void
  ) throws(SystemFailure) -> [UInt8] {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw .last("read", path) }
    onOpen(descriptor, facts)
    guard facts.st_mode & S_IFMT != S_IFDIR else {
      throw SystemFailure(call: "read", path: path, code: EISDIR)
    }
    let capacity = min(max(Int(facts.st_size), 0), limit) + 1
    var bytes = [UInt8](repeating: 0, count: capacity)
    var filled = 0
    while true {
      if filled == bytes.count {
        guard filled <= limit else {
          throw SystemFailure(call: "read", path: path, code: EFBIG)
        }
        bytes.append(contentsOf: repeatElement(0, count: min(bytes.count, limit + 1 - filled)))
      }
      let count = bytes.withUnsafeMutableBytes {
        Glibc.read(descriptor, $0.baseAddress?.advanced(by: filled), $0.count - filled)
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw .last("read", path)
      }
      if count == 0 { break }
      filled += count
    }
    guard filled <= limit else { throw SystemFailure(call: "read", path: path, code: EFBIG) }
    bytes.removeLast(bytes.count - filled)
    return bytes
  }

  /// Writes a new file at `path`, which must not be there yet; when `isDurable`, it is on the disk
  /// when this returns.
  public static func create(
    _ path: String, holding bytes: [UInt8], isDurable: Bool
  ) throws(SystemFailure) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .last("create", path) }
    defer { close(descriptor) }
    try write(bytes, to: descriptor, of: path)
    if isDurable {
      guard fsync(descriptor) == 0 else { throw .last("write", path) }
    }
  }

  /// Writes all of `bytes` to an open file, which is called `path` when that fails.
  public static func write(
    _ bytes: [UInt8], to descriptor: Int32, of path: String
  ) throws(SystemFailure) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress?.advanced(by: written), $0.count - written)
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw .last("write", path)
      }
      written += count
    }
  }

  /// Returns true if the files at the two paths hold the same bytes; reads no further than to the
  /// first difference.
  public static func haveSameBytes(_ one: String, _ other: String) throws(SystemFailure) -> Bool {
    let paths = [one, other]
    var files: [Int32] = []
    defer { for file in files { close(file) } }
    for path in paths {
      let file = open(path, O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { throw .last("open", path) }
      files.append(file)
    }
    let part = 1 << 18
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 2 * part, alignment: 64)
    defer { memory.deallocate() }
    while true {
      let count = try fill(memory, part, from: files[0], one)
      guard try fill(memory + part, part, from: files[1], other) == count,
        memcmp(memory, memory + part, count) == 0
      else { return false }
      if count < part { return true }
    }
  }

  /// Reads `count` bytes, or as many as the file still has; gives their number.
  private static func fill(
    _ memory: UnsafeMutableRawPointer, _ count: Int, from file: Int32, _ path: String
  ) throws(SystemFailure) -> Int {
    var filled = 0
    while filled < count {
      let got = Glibc.read(file, memory + filled, count - filled)
      if got < 0 {
        if errno == EINTR { continue }
        throw .last("read", path)
      }
      if got == 0 { break }
      filled += got
    }
    return filled
  }

  /// Returns true if there is anything at `path`, including a broken link.
  public static func hasEntry(_ path: String) -> Bool {
    var facts = stat()
    return lstat(path, &facts) == 0
  }

  /// The stamp of the regular file at `path`; nil for a link, wherever it leads, and for anything else.
  public static func plainFile(_ path: String) -> FileStamp? {
    var facts = stat()
    guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    return FileStamp(facts)
  }

  /// Waits until the file or folder at `path` is on the disk.
  public static func sync(_ path: String) throws(SystemFailure) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last("open", path) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw .last("write", path) }
  }

  /// Renames the file at `source` to `target`, and replaces a file that exists there.
  public static func rename(_ source: String, to target: String) throws(SystemFailure) {
    guard Glibc.rename(source, target) == 0 else { throw .last("rename", target) }
  }

  /// Removes the file at `path`, or the empty folder; nothing there is fine.
  public static func remove(_ path: String) throws(SystemFailure) {
    guard Glibc.remove(path) == 0 || errno == ENOENT else { throw .last("remove", path) }
  }

  /// Removes `path` and everything in it, without following links.
  public static func removeTree(_ path: String) throws(SystemFailure) {
    var facts = stat()
    guard lstat(path, &facts) == 0 else {
      if errno == ENOENT { return }
      throw .last("remove", path)
    }
    if facts.st_mode & S_IFMT == S_IFDIR {
      for name in try names(in: path) { try removeTree(path + "/" + name) }
    }
    try remove(path)
  }

  /// The names in the folder at `path`, sorted by their bytes; names that are no UTF-8 are left out.
  public static func names(in path: String) throws(SystemFailure) -> [String] {
    try allNames(in: path).names
  }

  /// The names in the folder at `path`, sorted by their bytes, and those that are no UTF-8.
  public static func allNames(
    in path: String
  ) throws(SystemFailure) -> (names: [String], others: [RawName]) {
    guard let folder = opendir(path) else { throw .last("list", path) }
    defer { closedir(folder) }
    return allNames(in: folder)
  }

  /// The names in an open folder, sorted by their bytes; names that are no UTF-8 are left out.
  static func names(in folder: OpaquePointer) -> [String] { allNames(in: folder).names }

  private static func allNames(
    in folder: OpaquePointer
  ) -> (names: [String], others: [RawName]) {
    var names: [String] = []
    var others: [RawName] = []
    for raw in rawNames(in: folder) {
      let bytes = raw.dropLast().map(UInt8.init(bitPattern:))
      if let name = String(validating: bytes, as: UTF8.self) {
        names.append(name)
      } else {
        others.append(RawName(bytes: bytes))
      }
    }
    return (
      names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) },
      others.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    )
  }

  /// All names in an open folder but `.` and `..`, as zero-terminated bytes.
  static func rawNames(in folder: OpaquePointer) -> [[CChar]] {
    var names: [[CChar]] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) {
          Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1))
        }
      }
      if name != Array(".".utf8CString), name != Array("..".utf8CString) { names.append(name) }
    }
    return names
  }
}
