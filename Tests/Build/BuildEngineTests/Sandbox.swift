// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import FoundationEssentials

/// A test's own folder, removed with it.
final class Sandbox {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/reel-engine-\(UUID().uuidString)"
    try Disk.makeFolder(path)
  }

  deinit { try? Disk.removeTree(path) }

  /// Writes `text` to the file `name`, replacing it.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    let file = path + "/" + name
    try Disk.remove(file)
    try Disk.create(file, holding: Array(text.utf8), isDurable: false)
    return file
  }
}
