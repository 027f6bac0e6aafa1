// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A call to the operating system that failed: which, on what, and why.
public struct SystemFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was tried, as a verb: `open`, `write`, `rename`.
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

  /// What is said where no file can be added to a file system, whatever its size.
  public static let noInodes = "its file system has no room for more files (df -i)"

  /// Whether no file can be added to the file system of `path`, or of the folder that is to hold it, though there is space.
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

  /// Whether it says something of the machine or of rights, and nothing of what the file is.
  public var isOfMachine: Bool {
    [EIO, EACCES, EPERM, EMFILE, ENFILE, ENOMEM, ESTALE, ETIMEDOUT].contains(code)
  }

  /// One sentence, such as `cannot open '/a/b': Permission denied`.
  public var description: String { "cannot \(call) '\(path)': \(reason)" }
}
