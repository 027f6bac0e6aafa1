// SPDX-License-Identifier: Apache-2.0

public import Basics
public import Digests
import FoundationEssentials

/// Small facts that were worked out once, one JSON file for each.
///
/// A cache is never needed: what cannot be read, or was written by another version, is not there.
public struct FactsCache<Facts: Codable & Sendable>: Sendable {
  /// The folder of the files.
  public let folder: String
  /// Facts of another format version are not there.
  public let version: Int

  /// The cache in `folder`, made when the first facts are saved.
  public init(folder: String, version: Int) {
    self.folder = folder
    self.version = version
  }

  private struct Page: Codable {
    var version: Int
    var facts: Facts
  }

  private struct Header: Codable {
    var version: Int
  }

  private static var sizeLimit: Int { 64 << 20 }

  /// The facts saved under `key`.
  public func load(_ key: Fingerprint) -> Facts? {
    guard let bytes = try? Disk.read(path(of: key), limit: Self.sizeLimit) else { return nil }
    let data = Data(bytes)
    guard let header = try? JSONDecoder().decode(Header.self, from: data),
      header.version == version
    else { return nil }
    return (try? JSONDecoder().decode(Page.self, from: data))?.facts
  }

  /// Saves `facts` under `key`, by way of the free path `scratch` on the same file system.
  ///
  /// Not synced: facts lost in a power cut are found out again.
  public func save(
    _ facts: Facts, for key: Fingerprint, scratch: String
  ) throws(SystemFailure) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // A value that has no JSON form (an infinite number) is worked out anew each time.
    guard let data = try? encoder.encode(Page(version: version, facts: facts)) else { return }
    try Disk.makeFolder(folder)
    try Disk.create(scratch, holding: Array(data), isDurable: false)
    try Disk.rename(scratch, to: path(of: key))
  }

  /// Forgets the facts under `key`.
  public func remove(_ key: Fingerprint) throws(SystemFailure) {
    try Disk.remove(path(of: key))
  }

  private func path(of key: Fingerprint) -> String { "\(folder)/\(key.hex).json" }
}
