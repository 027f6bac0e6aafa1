// SPDX-License-Identifier: Apache-2.0

public import Base
import FoundationEssentials
import Glibc

/// The record of an output file: its inputs, and its stamp when it was written.
public struct OutputRecord: Hashable, Sendable, Codable {
  /// The absolute path of the output.
  public var path: String
  /// The fingerprint of everything that decides its bytes.
  public var key: Fingerprint
  /// The file as it was left.
  public var stamp: FileStamp
  /// The project that made it, as `look` and `isMade` are given it.
  public var maker: String
  /// The facts that the maker stored, as text.
  public var facts: String
  /// Size and digest of the file as written, as passed to `OutputLog.hasMade`; nil in older records.
  public var content: String?
  /// The size of the other files of an output that is several; nil for one file.
  public var otherBytes: Int64?

  /// The path that its files beside the main one are recorded under; nil where that is its own.
  public var family: String?

  /// The size of all its files.
  public var bytes: Int64 { stamp.size + (otherBytes ?? 0) }

  /// A record of the file at `path`, made for `key`.
  public init(
    path: String, key: Fingerprint, stamp: FileStamp, maker: String, facts: String = "",
    content: String? = nil
  ) {
    self.path = path
    self.key = key
    self.stamp = stamp
    self.maker = maker
    self.facts = facts
    self.content = content
  }
}

/// A file of an output beside its main one, as it was left.
public struct OtherFile: Hashable, Sendable, Codable {
  /// Its name in the folder of the main file.
  public var name: String
  /// The file as it was left.
  public var stamp: FileStamp

  /// The source of a file that is a part of that alone, as text; nil for all others.
  public var source: String?
  /// True if it stood there before with the same bytes, and is not the project's; nil for a file
  /// that is.
  public var isForeign: Bool?

  /// The file `name`, as it stood with `stamp`.
  public init(name: String, stamp: FileStamp, source: String? = nil) {
    self.name = name
    self.stamp = stamp
    self.source = source
  }
}

/// The outputs that builds have written, so that up-to-date ones are left unchanged.
public struct OutputLog: Sendable {
  private let cache: FactsCache<OutputRecord>

  /// The records kept in `folder`.
  public init(folder: String) { cache = FactsCache(folder: folder, version: 2) }

  /// Why the output at `path` has to be made for `key`, or the record of the up-to-date file.
  public func look(for path: String, key: Fingerprint) -> Result<OutputRecord, RunReason> {
    guard let stamp = try? FileStamp(of: path) else { return .failure(.outputMissing) }
    guard let record = cache.load(Fingerprint(of: path)), record.path == path else {
      return .failure(.neverBuilt)
    }
    guard record.stamp == stamp else { return .failure(.outputChanged) }
    guard record.key == key else { return .failure(.inputsChanged) }
    if record.otherBytes != nil, let reason = changeOfOthers(of: record.family ?? path) {
      return .failure(reason)
    }
    return .success(record)
  }

  /// Why the other files of the output at `path` have to be made; nil where they are as they were left.
  private func changeOfOthers(of path: String) -> RunReason? {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    let others = others(of: path)
    // The main file alone is never the output.
    if others.isEmpty { return .neverBuilt }
    for other in others {
      guard let stamp = try? FileStamp(of: folder + other.name) else { return .outputMissing }
      if stamp != other.stamp { return .outputChanged }
    }
    return nil
  }

  /// The files of the output at `path` beside its main one, as the last build left them; none where it is one file.
  ///
  /// Of a build that died there may be two with one name: one as it stood before, and one as it was about to be written.
  ///
  /// - Parameter path: A path that stays the same while the output does: of numbered pictures, that of their pattern.
  public func others(of path: String) -> [OtherFile] {
    guard let file = try? StoreFiles.read(files(of: path), limit: OutputLog.sizeLimit),
      let bytes = Seal.open(file, as: "files \(path)")
    else { return [] }
    let files = (try? JSONDecoder().decode([OtherFile].self, from: Data(bytes))) ?? []
    // Nothing beyond the folder is looked at or removed, whatever the record says.
    return files.filter { !$0.name.contains("/") && ![".", "..", ""].contains($0.name) }
  }

  /// Records the files of the output at `path` beside its main one.
  public func record(
    _ path: String, others: [OtherFile], scratch: String
  ) throws(SystemFailure) {
    guard let data = try? JSONEncoder().encode(others) else {
      preconditionFailure("names and stamps can always be encoded")
    }
    try StoreFiles.replace(
      files(of: path), with: Seal.close([UInt8](data), as: "files \(path)"), scratch: scratch)
  }

  /// Returns true if the file at `path` is the one that `maker` put there, visibly unchanged.
  public func isMade(_ path: String, by maker: String) -> Bool {
    guard let stamp = try? FileStamp(of: path), let record = cache.load(Fingerprint(of: path)),
      record.path == path, record.maker == maker
    else { return false }
    return (record.stamp.device, record.stamp.inode, record.stamp.size, record.stamp.modified)
      == (stamp.device, stamp.inode, stamp.size, stamp.modified)
  }

  /// The maker of the last output at `path`, which may have been replaced since; nil if none was made.
  public func maker(of path: String) -> String? {
    cache.load(Fingerprint(of: path)).flatMap { $0.path == path ? $0.maker : nil }
  }

  /// Returns true if `maker` last wrote `content` under the name that `path` has, in any folder.
  ///
  /// A file that was restored from a backup, perhaps with all of its folder and at another place,
  /// has another stamp than the one that was written.
  public func hasMade(_ path: String, by maker: String, content: String) -> Bool {
    let name = path.split(separator: "/").last
    return cache.all().contains { _, record in
      record.maker == maker && record.content == content
        && record.path.split(separator: "/").last == name
    }
  }

  /// Remembers that `maker` made the output at `path`, as it stood with `stamp` and `content`, for `key`.
  public func record(
    _ path: String, stamp: FileStamp, key: Fingerprint, maker: String, facts: String = "",
    content: String? = nil, otherBytes: Int64? = nil, family: String? = nil, scratch: String
  ) throws(SystemFailure) {
    var record = OutputRecord(
      path: path, key: key, stamp: stamp, maker: maker, facts: facts, content: content)
    (record.otherBytes, record.family) = (otherBytes, family)
    try cache.save(record, for: Fingerprint(of: path), scratch: scratch)
  }

  /// Records the keys that the output at `path` is made from, in a file of their own that only the inventory of the
  /// cache reads.
  public func record(
    _ path: String, needs keys: [Fingerprint], scratch: String
  ) throws(SystemFailure) {
    let text = Array(keys.map { $0.hex + "\n" }.joined().utf8)
    try StoreFiles.replace(
      needs(of: path), with: Seal.close(text, as: "needs \(path)"), scratch: scratch)
  }

  /// Records the contents of the output at `path`, so that later builds can explain what changed.
  public func record(
    _ path: String, filmRecord bytes: [UInt8], scratch: String
  ) throws(SystemFailure) {
    try StoreFiles.replace(
      filmRecord(of: path), with: Seal.close(bytes, as: "story \(path)"), scratch: scratch)
  }

  /// The recorded contents of the output at `path`.
  public func filmRecord(for path: String) -> [UInt8]? {
    guard let file = try? StoreFiles.read(filmRecord(of: path), limit: OutputLog.sizeLimit) else {
      return nil
    }
    return Seal.open(file, as: "story \(path)").map { Array($0) }
  }

  /// Marks outputs made from the entry under `key` as out of date, so that the next build makes
  /// them again; returns the keys of everything they were made from.
  public func forget(
    madeFrom key: Fingerprint, scratch: () throws(SystemFailure) -> String
  ) throws(SystemFailure) -> [Fingerprint] {
    var others: [Fingerprint] = []
    for (_, record) in cache.all() {
      let needs = needs(of: record)
      guard needs.contains(key) else { continue }
      others += needs
      // Who made the output stays known.
      var record = record
      record.key = Fingerprint(of: "nothing")
      try cache.save(record, for: Fingerprint(of: record.path), scratch: scratch())
    }
    return others
  }

  /// The keys that existing outputs are made from, and the files that record them.
  func standing() -> (keys: Set<Fingerprint>, files: Set<String>) {
    var keys: Set<Fingerprint> = []
    var files: Set<String> = []
    for (file, record) in cache.all() where access(record.path, F_OK) == 0 {
      files.formUnion([
        file, needs(of: record.path), filmRecord(of: record.path),
        self.files(of: record.family ?? record.path),
      ])
      keys.formUnion(needs(of: record))
    }
    return (keys, files)
  }

  /// The keys that an output was made from.
  private func needs(of record: OutputRecord) -> [Fingerprint] {
    guard
      let file = try? StoreFiles.read(needs(of: record.path), limit: OutputLog.sizeLimit),
      let bytes = Seal.open(file, as: "needs \(record.path)")
    else { return [] }
    return bytes.split(separator: UInt8(ascii: "\n")).compactMap {
      Fingerprint(hex: String(decoding: $0, as: UTF8.self))
    }
  }

  private static let sizeLimit = 64 << 20

  private func filmRecord(of path: String) -> String {
    "\(cache.folder)/\(Fingerprint(of: path).hex).story"
  }

  private func files(of path: String) -> String {
    "\(cache.folder)/\(Fingerprint(of: path).hex).files"
  }

  private func needs(of path: String) -> String {
    "\(cache.folder)/\(Fingerprint(of: path).hex).needs"
  }
}

/// Why something is made rather than reused.
public enum RunReason: String, Error, Hashable, Sendable, Codable {
  /// No build has made it here.
  case neverBuilt = "never-built"
  /// Its inputs have changed.
  case inputsChanged = "inputs-changed"
  /// The file is gone.
  case outputMissing = "output-missing"
  /// The file is not as the last build left it.
  case outputChanged = "output-changed"
  /// The stored bytes are not those that were stored.
  case entryDamaged = "entry-damaged"
}
