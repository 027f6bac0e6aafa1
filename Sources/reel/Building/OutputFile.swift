// SPDX-License-Identifier: Apache-2.0

import Basics
import BuildEngine
import Digests

/// An output file while it is written: under a hidden name beside its own, until it is whole.
///
/// The hidden name is the same each time, so what a killed build leaves is overwritten by the next.
struct OutputFile: Sendable {
  /// The absolute path it will have.
  let path: String
  /// The path it is written at.
  let temporary: String
  private let folder: String

  /// Prepares the folder of the output at the absolute `path`.
  init(path: String) throws(SystemFailure) {
    self.path = path
    let slash = path.lastIndex(of: "/") ?? path.startIndex
    folder = slash == path.startIndex ? "/" : String(path[..<slash])
    let mark = Fingerprint(of: path).short
    temporary = "\(folder)/.reel-\(mark).tmp"
    try Disk.makeFolder(folder)
    try Disk.remove(temporary)
  }

  /// Gives the finished file its name, unless the same bytes stand there already; tells whether it did.
  func publish() throws(SystemFailure) -> Bool {
    if let old = try? FileStamp(of: path), try FileStamp(of: temporary).size == old.size,
      let digest = try? Fingerprint(ofFile: path), try Fingerprint(ofFile: temporary) == digest
    {
      try Disk.remove(temporary)
      return false
    }
    try Disk.sync(temporary)
    try Disk.rename(temporary, to: path)
    try Disk.sync(folder)
    return true
  }

  /// Removes the unfinished file.
  func discard() {
    // If that fails too, the next build overwrites it.
    try? Disk.remove(temporary)
  }
}
