// SPDX-License-Identifier: Apache-2.0

import Base
import Glibc

/// The time at which something stored was last of use: the time of change of a file that is read whenever it is.
///
/// The time is set at most once an hour, so that builds in which nothing changes write nothing.
enum LastUse {
  /// The largest error of the time, in nanoseconds.
  static let tolerance: Int64 = 3_600_000_000_000

  /// The bytes of the file at `path`; the file is of use by this when `isUse`.
  static func read(_ path: String, limit: Int, isUse: Bool) throws(SystemFailure) -> [UInt8] {
    try StoreFiles.read(path, limit: limit) { descriptor, facts in
      guard isUse, FileStamp.now() &- FileStamp(facts).modified > tolerance else { return }
      // Where it cannot be set (others' files, a disk that is read only), it looks older than it is.
      futimens(descriptor, nil)
    }
  }
}
