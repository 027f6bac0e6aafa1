// SPDX-License-Identifier: Apache-2.0

public import Base
import Glibc

/// Something that a build folder keeps and that could be removed.
public struct CacheItem: Hashable, Sendable {
  /// Why it should or should not be removed, the first to be removed first.
  public enum Use: Int, Hashable, Sendable, Comparable, CaseIterable {
    /// It cannot be used: its bytes are not those that were stored, or the process writing it is
    /// dead.
    case broken
    /// No film that still exists as written was made from it.
    case unneeded
    /// A film that still exists as written was made from it, or it is the record of such a film.
    case needed
    /// A process is writing it now.
    case held

    /// Returns true if `a` should be removed before `b`.
    public static func < (a: Use, b: Use) -> Bool { a.rawValue < b.rawValue }
  }

  /// The label of its kind, such as `segments`.
  public var label: String
  /// Its files or folders, in the order in which they have to be removed.
  public var paths: [String]
  /// Bytes on the disk, as files count them.
  public var size: Int64
  /// The time of its last use, in nanoseconds since 1970; up to an hour early.
  public var lastUse: Int64
  /// The use of the item, from broken to held.
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
  /// Taking the inventory does not count as use.
  public func inventory() throws(SystemFailure) -> [CacheItem] {
    let standing = outputs.standing()
    var items = try entries(of: artifacts, label: "pieces", standing.keys)
    items += try entries(of: rasters, label: "texts", standing.keys)
    items += try files(in: .films, label: "films") {
      standing.files.contains($0) ? .needed : .unneeded
    }
    for subfolder in [Subfolder.media, .texts, .worker] {
      items += try files(in: subfolder, label: "facts") { _ in .unneeded }
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
      switch store.inspect(key) {
      case .hit(let entry):
        item.label = entry.label
        item.use = needed.contains(key) ? .needed : .unneeded
      case .unreadable: item.use = needed.contains(key) ? .needed : .unneeded
      case .missing, .damaged: break
      }
      items.append(item)
    }
    return items
  }

  private func files(
    in subfolder: Subfolder, label: String, use: (String) -> CacheItem.Use
  ) throws(SystemFailure) -> [CacheItem] {
    let place = folder(subfolder)
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

  /// Returns true if builds give this name to a file of facts or to a record of an output.
  private static func isRecord(_ name: String) -> Bool {
    let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    return parts.count == 2 && Fingerprint(hex: String(parts[0])) != nil
      && ["json", "needs", "story"].contains(parts[1])
  }
}

/// The limits of a build folder.
public struct CacheLimits: Hashable, Sendable {
  /// Bytes that may stay, what is held included; nil for any number.
  public var size: Int64?
  /// Items unused for this many nanoseconds are removed, unless an existing film needs them.
  public var age: Int64?

  /// Limits of `size` bytes and `age` nanoseconds.
  public init(size: Int64? = nil, age: Int64? = nil) {
    self.size = size
    self.age = age
  }

  /// The `items` to remove at the time `now`, in the order of removal.
  ///
  /// Broken items are always removed, first; then the least recently used; items needed by
  /// existing films come last. Held items stay.
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
  /// True if it is the record of a film, without which no items are known to be needed.
  fileprivate var isRecord: Bool { label == "films" }
}
