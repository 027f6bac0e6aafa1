// SPDX-License-Identifier: Apache-2.0

public import Base
import FoundationEssentials

/// Small facts that were worked out once, one JSON file for each.
///
/// A cache is never needed: what cannot be read, was damaged or put under another key, or was written
/// by another version, is not there.
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

  /// The contents of a file; facts of another version are ignored.
  private struct Page: Codable {
    enum CodingKeys: CodingKey { case version, facts }

    var version: Int
    var facts: Facts?

    init(version: Int, facts: Facts) {
      self.version = version
      self.facts = facts
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      version = try container.decode(Int.self, forKey: .version)
      let wanted = decoder.userInfo[FactsCache.wantedVersion] as? Int
      facts = version == wanted ? try container.decode(Facts.self, forKey: .facts) : nil
    }
  }

  private static var wantedVersion: CodingUserInfoKey {
    guard let key = CodingUserInfoKey(rawValue: "wantedVersion") else {
      preconditionFailure("any text is the name of a key")
    }
    return key
  }

  private static var sizeLimit: Int { 64 << 20 }

  /// The facts saved under `key`, which are of use by that.
  public func load(_ key: Fingerprint) -> Facts? {
    load(key, isUse: true)
  }

  /// All facts with the paths of their files, for inspection.
  func all() -> [(path: String, facts: Facts)] {
    let names = (try? StoreFiles.names(in: folder)) ?? []
    return names.filter { $0.hasSuffix(".json") }.compactMap { name in
      guard let key = Fingerprint(hex: String(name.dropLast(5))) else { return nil }
      return load(key, isUse: false).map { (path(of: key), $0) }
    }
  }

  private func load(_ key: Fingerprint, isUse: Bool) -> Facts? {
    guard let file = try? LastUse.read(path(of: key), limit: Self.sizeLimit, isUse: isUse),
      let bytes = Seal.open(file, as: name(of: key))
    else { return nil }
    let decoder = JSONDecoder()
    decoder.userInfo[Self.wantedVersion] = version
    return (try? decoder.decode(Page.self, from: Data(bytes)))?.facts
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
    try StoreFiles.replace(
      path(of: key), with: Seal.close(Array(data), as: name(of: key)), scratch: scratch)
  }

  /// The name of the facts under `key`, distinct for each folder.
  private func name(of key: Fingerprint) -> String {
    "\(folder.split(separator: "/").last ?? "") \(key.hex)"
  }

  private func path(of key: Fingerprint) -> String { "\(folder)/\(key.hex).json" }
}
