// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A folder that is removed when it is no longer used.
public final class TemporaryFolder: Sendable {
  /// Its absolute path with links resolved.
  public let path: String

  /// Makes an empty folder.
  public init() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "reel-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.resolvingSymlinksInPath().path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of `name` in the folder.
  public static func / (folder: TemporaryFolder, name: String) -> String {
    folder.path + "/" + name
  }

  /// Writes `text` to the file `name` and returns its path.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    let file = self / name
    try Data(text.utf8).write(to: URL(filePath: file))
    return file
  }
}
