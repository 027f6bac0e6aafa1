// SPDX-License-Identifier: Apache-2.0

package import Base
import Glibc
package import RenderProtocol

/// A failure to read or write a file.
public struct RenderingFileError: Error, Hashable, Sendable {
  /// The operation that failed, such as `open`.
  public var call: String
  /// The path of the file.
  public var path: String
  /// The system's message.
  public var reason: String

  package init(call: String, path: String, reason: String) {
    self.call = call
    self.path = path
    self.reason = reason
  }

  /// The failure of the system call that has just returned.
  static func last(_ call: String, _ path: String) -> RenderingFileError {
    RenderingFileError(call: call, path: path, reason: String(cString: strerror(errno)))
  }
}

/// Reading and writing whole files.
package enum WholeFile {
  /// The bytes of the file at `path`, at most `limit`.
  package static func read(_ path: String, limit: Int) throws(RenderingFileError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .last("open", path) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .last("stat", path) }
    guard status.st_size <= limit else {
      throw RenderingFileError(call: "read", path: path, reason: "larger than allowed")
    }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeMutableBytes { raw in
        systemRead(file, raw.baseAddress.map { $0 + done }, raw.count - done)
      }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw .last("read", path) }
      guard count > 0 else {
        throw RenderingFileError(call: "read", path: path, reason: "shorter than it was")
      }
      done += count
    }
    return bytes
  }

  /// The same for a file that a project names; `noun` is what messages call it.
  package static func read(
    _ path: String, limit: Int, of noun: String
  ) throws(RenderFailure) -> [UInt8] {
    do throws(RenderingFileError) { return try read(path, limit: limit) } catch {
      throw RenderFailure(
        kind: .media, message: "\(noun) cannot be read: \(error.reason)", log: [error.call])
    }
  }

  /// Writes `bytes` to a temporary file in `folder`, then renames it to `name`, so that it never exists incomplete.
  ///
  /// If it `isDurable`, it is synced to disk before this returns.
  package static func write(
    _ bytes: [UInt8], folder: String, name: String, isDurable: Bool = true
  ) throws(RenderingFileError) {
    let path = folder + "/" + name
    let temporary = path + ".\(getpid()).partial"
    let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw .last("open", temporary) }
    do throws(RenderingFileError) {
      defer { close(file) }
      var done = 0
      while done < bytes.count {
        let count = bytes.withUnsafeBytes { raw in
          systemWrite(file, raw.baseAddress.map { $0 + done }, raw.count - done)
        }
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { throw .last("write", temporary) }
        done += count
      }
      if isDurable {
        guard fsync(file) == 0 else { throw .last("fsync", temporary) }
      }
    } catch {
      unlink(temporary)
      throw error
    }
    guard rename(temporary, path) == 0 else {
      let error = RenderingFileError.last("rename", path)
      unlink(temporary)
      throw error
    }
  }

  /// The digest of the file at `path`, of any size.
  package static func digest(_ path: String) throws(RenderingFileError) -> Fingerprint {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .last("open", path) }
    defer { close(file) }
    var digester = Digester()
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = buffer.withUnsafeMutableBytes { systemRead(file, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw .last("read", path) }
      if count == 0 { return digester.fingerprint() }
      buffer.withUnsafeBytes { digester.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
  }
}

/// `read(2)`, which a method of the same name hides.
private let systemRead = read

/// `write(2)`, which a method of the same name hides.
private let systemWrite = write
