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
  public var reason: String { String(cString: strerror(code)) }

  /// Whether it says something of the machine or of rights, and nothing of what the file is.
  public var isOfMachine: Bool {
    [EIO, EACCES, EPERM, EMFILE, ENFILE, ENOMEM, ESTALE, ETIMEDOUT].contains(code)
  }

  /// One sentence, such as `cannot open '/a/b': Permission denied`.
  public var description: String { "cannot \(call) '\(path)': \(reason)" }
}
