// SPDX-License-Identifier: Apache-2.0

package import Base
package import BuildSystem
import CLinux
import Glibc

/// The project that makes outputs, and the mark that identifies files it has made.
///
/// A build does not overwrite a file that was there before, or that has replaced an output. An output has the mark in
/// an extended attribute, with its size and a digest of its ends, so that it is recognized when the store is gone or
/// the folder was moved, and no longer counts as the build's own once it has been changed. The store records the same,
/// for file systems without extended attributes and for files that lost them in a backup.
package struct OutputMaker: Sendable {
  /// The absolute path of the project file.
  var project: String

  /// The maker of outputs of `project`.
  package init(project: String) { self.project = project }

  private static let attribute = "user.reel.project"
  /// Bytes at either end that are looked at.
  private static let endBytes: Int64 = 64 << 10

  /// The mark of an output at the absolute `path`: the way from there to the project.
  package func mark(of path: String) -> String {
    let from = path.split(separator: "/").dropLast()
    let to = project.split(separator: "/")
    let shared = zip(from, to).prefix { $0 == $1 }.count
    let way =
      Array(repeating: "..", count: from.count - shared) + to.dropFirst(shared).map(String.init)
    return Fingerprint(of: way.joined(separator: "/")).hex
  }

  /// Returns true if an entry at the absolute `path` was not made for this project there.
  package func isStranger(_ path: String, to log: OutputLog) -> Bool {
    guard Disk.hasEntry(path) else { return false }
    // Builds make files alone, and what is behind a link or a pipe is not to be opened.
    guard Disk.plainFile(path) != nil else { return true }
    let mark = mark(of: path)
    if log.isMade(path, by: mark) { return false }
    guard let content = try? OutputMaker.content(of: path) else { return true }
    if OutputMaker.readMark(path) == "\(mark) \(content)" { return false }
    return !log.hasMade(path, by: mark, content: content)
  }

  /// Returns true if the file at the absolute `path` was made for this project there, as its mark
  /// or `log` says, even if it was changed since.
  package func made(_ path: String, as log: OutputLog) -> Bool {
    let mark = mark(of: path)
    return log.maker(of: path) == mark || OutputMaker.readMark(path)?.hasPrefix(mark + " ") == true
  }

  /// Puts `mark` on the finished file at `path`, where the file system can hold it; gives its content.
  static func put(_ mark: String, on path: String) throws(SystemFailure) -> String {
    let content = try content(of: path)
    let bytes = Array("\(mark) \(content)".utf8)
    _ = setxattr(path, attribute, bytes, bytes.count, 0)
    return content
  }

  /// The size of the file at `path` and a digest of its ends, by which it is known again.
  package static func content(of path: String) throws(SystemFailure) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    guard descriptor >= 0 else { throw .last("open", path) }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw .last("look at", path) }
    let size = Int64(facts.st_size)
    var digester = Digester()
    for start in [0, max(0, size - endBytes)] {
      var bytes = [UInt8](repeating: 0, count: Int(min(size, endBytes)))
      guard pread(descriptor, &bytes, bytes.count, off_t(start)) == bytes.count else {
        throw .last("read", path)
      }
      bytes.withUnsafeBytes { digester.update($0) }
    }
    return "\(size) \(digester.fingerprint().hex)"
  }

  private static func readMark(_ path: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = lgetxattr(path, attribute, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }
}
