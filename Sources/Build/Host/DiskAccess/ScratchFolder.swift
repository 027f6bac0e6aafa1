// SPDX-License-Identifier: Apache-2.0

package import Base
import BuildSystem
import Glibc
import Synchronization

/// A folder among the system's temporary files, for a project that lies where nothing can be written.
///
/// It is made when it is first asked for.
package final class ScratchFolder: Sendable {
  private let state = Mutex<(folder: String?, count: Int)>((nil, 0))

  package init() {}

  deinit { remove() }

  /// A path at which nothing is yet.
  package func makePath() throws(SystemFailure) -> String {
    try state.withLock { (state) throws(SystemFailure) -> String in
      state.count += 1
      if let folder = state.folder { return "\(folder)/\(state.count)" }
      let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
      var name = Array("\(parent)/reel-XXXXXX".utf8CString)
      guard mkdtemp(&name) != nil else { throw .last("make a folder in", parent) }
      // Paths go to workers, which take absolute ones alone.
      let made = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
      guard let folder = PathPolicy.real(made) else { throw .last("make the folder", made) }
      state.folder = folder
      return "\(folder)/\(state.count)"
    }
  }

  /// Removes it with everything in it.
  package func remove() {
    state.withLock {
      // If removal fails, the folder is left to the system's cleaning of temporary files.
      if let folder = $0.folder { try? Disk.removeTree(folder) }
      $0.folder = nil
    }
  }
}
