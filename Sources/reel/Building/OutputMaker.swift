// SPDX-License-Identifier: Apache-2.0

import Basics
import BuildEngine
import CLinux
import Digests
import Glibc

/// The project that makes outputs, and the mark by which the files it has made are known.
///
/// An output that is replaced by another file, or was there before, is not the build's to overwrite.
/// Its file has the mark in an extended attribute, with its size and the time of its last change, so that it
/// is known when the store is gone or the folder was moved, and is none of the build's any more once
/// something else was written into it; where the file system knows none, only the store remembers.
struct OutputMaker: Sendable {
  /// The absolute path of the project file.
  var project: String

  private static let attribute = "user.reel.project"

  /// The mark of an output at the absolute `path`: the way from there to the project.
  func mark(of path: String) -> String {
    let from = path.split(separator: "/").dropLast()
    let to = project.split(separator: "/")
    let shared = zip(from, to).prefix { $0 == $1 }.count
    let way =
      Array(repeating: "..", count: from.count - shared) + to.dropFirst(shared).map(String.init)
    return Fingerprint(of: way.joined(separator: "/")).hex
  }

  /// Whether something is at the absolute `path` that was not made for this project there.
  func isStranger(_ path: String, to log: OutputLog) -> Bool {
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return false }
    let mark = mark(of: path)
    return OutputMaker.readMark(path) != OutputMaker.value(mark, FileStamp(facts))
      && !log.isMade(path, by: mark)
  }

  /// Puts `mark` on the finished file at `path`, where the file system can hold it.
  static func put(_ mark: String, on path: String) throws(SystemFailure) {
    let bytes = Array(value(mark, try FileStamp(of: path)).utf8)
    _ = setxattr(path, attribute, bytes, bytes.count, 0)
  }

  /// What the attribute of a file holds that has `mark` and stands as `stamp` says.
  private static func value(_ mark: String, _ stamp: FileStamp) -> String {
    "\(mark) \(stamp.size) \(stamp.modified)"
  }

  private static func readMark(_ path: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = getxattr(path, attribute, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }
}
