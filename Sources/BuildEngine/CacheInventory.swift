// SPDX-License-Identifier: Apache-2.0

import Basics
public import Digests
import Glibc

/// Something that a build folder keeps and that could be removed.
public struct CacheItem: Hashable, Sendable {
  /// Why it should or should not be removed, the first to be removed first.
  public enum Use: Int, Hashable, Sendable, Comparable, CaseIterable {
    /// Nobody can use it: its bytes are not those that were stored, or who was writing it is dead.
    case broken
    /// None of the films that stand was made from it.
    case unneeded
    /// A film that stands was made from it, or tells that it stands.
    case needed
    /// Somebody is writing it now.
    case held

    /// Whether `a` is of less use.
    public static func < (a: Use, b: Use) -> Bool { a.rawValue < b.rawValue }
  }

  /// What its maker calls things of this kind, such as `segments`.
  public var label: String
  /// Its files or folders, in the order in which they have to be removed.
  public var paths: [String]
  /// Bytes on the disk, as files count them.
  public var size: Int64
  /// When it was last of use, in nanoseconds since 1970; up to an hour early.
  public var lastUse: Int64
  /// Who needs it.
  public var use: Use

  /// Something stored in `paths`.
  public init(label: String, paths: [String], size: Int64, lastUse: Int64, use: Use) {
    self.label = label
    self.paths = paths
    self.size = size
    self.lastUse = lastUse
    self.use = use
  }

  /// Removes it.
  public func remove() throws(SystemFailure) {
    for path in paths { try StoreFiles.remove(path) }
  }
}

extension BuildFolder {
  /// Everything in the folder that builds made and that could be removed, in the order of kinds and
  /// names.
  ///
  /// Nothing is of use by this.
  public func inventory() throws(SystemFailure) -> [CacheItem] {
    let standing = outputs.standing()
    var items = try entries(of: artifacts, label: "pieces", standing.keys)
    items += try entries(of: rasters, label: "texts", standing.keys)
    items += try files(in: .films, label: "films") {
      standing.files.contains($0) ? .needed : .unneeded
    }
    for part in [Part.media, .texts, .worker] {
      items += try files(in: part, label: "facts") { _ in .unneeded }
    }
    for (path, isAbandoned) in try TemporaryFolder.abandonment(in: folder(.temporaries)) {
      let time = try StoreFiles.facts(of: path).map { FileStamp($0).modified } ?? 0
      items.append(
        CacheItem(
          label: "unfinished", paths: [path, path + ".lock"], size: try StoreFiles.size(of: path),
          lastUse: time, use: isAbandoned ? .broken : .held))
    }
    return items
  }

  private func entries(
    of store: ArtifactStore, label: String, _ needed: Set<Fingerprint>
  ) throws(SystemFailure) -> [CacheItem] {
    var items: [CacheItem] = []
    for key in try store.keys() {
      let path = store.path(of: key)
      let sum = try StoreFiles.facts(of: path + ".sum").map { FileStamp($0) }
      let bytes = try StoreFiles.facts(of: path).map { FileStamp($0) }
      var item = CacheItem(
        label: label, paths: [path + ".sum", path], size: (sum?.size ?? 0) + (bytes?.size ?? 0),
        lastUse: sum?.modified ?? bytes?.modified ?? 0, use: .broken)
      if case .hit(let entry) = store.inspect(key) {
        item.label = entry.label
        item.use = needed.contains(key) ? .needed : .unneeded
      }
      items.append(item)
    }
    return items
  }

  private func files(
    in part: Part, label: String, use: (String) -> CacheItem.Use
  ) throws(SystemFailure) -> [CacheItem] {
    let place = folder(part)
    var items: [CacheItem] = []
    for name in try StoreFiles.names(in: place) where BuildFolder.isRecord(name) {
      let path = place + "/" + name
      guard let facts = try StoreFiles.facts(of: path) else { continue }
      let stamp = FileStamp(facts)
      let isFile = facts.st_mode & S_IFMT == S_IFREG
      items.append(
        CacheItem(
          label: label, paths: [path], size: try StoreFiles.size(of: path),
          lastUse: stamp.modified, use: isFile ? use(path) : .broken))
    }
    return items
  }

  /// Whether builds give this name to a file of facts or to what is remembered of an output.
  private static func isRecord(_ name: String) -> Bool {
    let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    return parts.count == 2 && Fingerprint(hex: String(parts[0])) != nil
      && ["json", "needs", "story"].contains(parts[1])
  }
}

/// How much a build folder may keep.
public struct CacheLimits: Hashable, Sendable {
  /// Bytes that may stay, what is held included; nil for any number.
  public var size: Int64?
  /// What has been of no use for so many nanoseconds goes, unless a film that stands needs it.
  public var age: Int64?

  /// Limits of `size` bytes and `age` nanoseconds.
  public init(size: Int64? = nil, age: Int64? = nil) {
    self.size = size
    self.age = age
  }

  /// Which of `items` have to go at the time `now`, in the order in which they do.
  ///
  /// What is broken goes first, always; then what was of use longest ago, and what films that stand
  /// need after everything else. What is held stays.
  public func excess(of items: [CacheItem], now: Int64) -> [CacheItem] {
    var left = items.reduce(0) { $0 + $1.size }
    let order = items.filter { $0.use != .held }.sorted {
      ($0.use, $0.isRecord ? 1 : 0, $0.lastUse, $0.paths.first ?? "")
        < ($1.use, $1.isRecord ? 1 : 0, $1.lastUse, $1.paths.first ?? "")
    }
    return order.filter { item in
      let isOld = age.map { item.lastUse &+ LastUse.tolerance < now &- $0 } ?? false
      let isTooMuch = size.map { left > $0 } ?? false
      guard item.use == .broken || isTooMuch || (isOld && item.use == .unneeded) else {
        return false
      }
      left -= item.size
      return true
    }
  }
}

extension CacheItem {
  /// Whether it is what tells that a film stands, without which nothing is known to be needed.
  fileprivate var isRecord: Bool { label == "films" }
}
