// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A call to the operating system that failed: which, on what, and why.
public struct SystemFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The failed call, as a verb: `open`, `write`, `rename`.
  public var call: String
  /// The file or folder it was tried on.
  public var path: String
  /// The value of `errno`.
  public var code: Int32

  /// `call` on `path` failed with `code`.
  public init(call: String, path: String, code: Int32) {
    self.call = call
    self.path = path
    self.code = code
  }

  /// The last call on this thread failed: `call` on `path`.
  public static func last(_ call: String, _ path: String) -> SystemFailure {
    SystemFailure(call: call, path: path, code: errno)
  }

  /// The system's words for `code`, such as `No space left on device`.
  ///
  /// Where there is no room for more files, which the system calls the same, this is said.
  public var reason: String {
    code == ENOSPC && SystemFailure.lacksInodes(at: path)
      ? SystemFailure.noInodes : String(cString: strerror(code))
  }

  /// The message for a file system that has no free inodes, whatever its free space.
  public static let noInodes = "its file system has no room for more files (df -i)"

  /// Returns true if the file system of `path`, or of the folder that is to hold it, has space but
  /// no free inodes.
  public static func lacksInodes(at path: String) -> Bool {
    var path = path
    var facts = statvfs()
    while statvfs(path, &facts) != 0 {
      guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return false }
      path = String(path[..<slash])
    }
    // Some file systems count no files.
    return facts.f_files > 0 && facts.f_favail == 0 && facts.f_bavail > 0
  }

  /// True if the error concerns the machine or access rights, not the kind of file.
  public var isOfMachine: Bool {
    [EIO, EACCES, EPERM, EMFILE, ENFILE, ENOMEM, ESTALE, ETIMEDOUT].contains(code)
  }

  /// One sentence, such as `cannot open '/a/b': Permission denied`.
  public var description: String { "cannot \(call) '\(path)': \(reason)" }
}
