// SPDX-License-Identifier: Apache-2.0

public import Base
import Glibc

/// Rendered files, stored under the fingerprint of their inputs.
///
/// An entry is two files: `ab/<key>`, the bytes, and `ab/<key>.sum`, their size, digest and last bytes, and a few bytes
/// of the maker's, after a digest that covers the key. Both are written elsewhere, synced and renamed, and never
/// changed afterwards; an entry whose parts do not agree, or that lies under another key than its own, counts as
/// absent. So a build that dies at any instant leaves complete entries and leftovers that do not count as entries. The
/// modification time of the second file is the last use of the entry, to the hour.
public struct ArtifactStore: Sendable {
  /// The folder of the entries.
  public let folder: String

  /// The result of a look-up of a key.
  public enum Lookup: Hashable, Sendable {
    /// A whole entry.
    case hit(Entry)
    /// Nothing.
    case missing
    /// An entry whose bytes are not those that were stored.
    case damaged
    /// The machine cannot read it now, which says nothing about its bytes.
    case unreadable(SystemFailure)
  }

  /// A whole entry.
  public struct Entry: Hashable, Sendable {
    /// The absolute path of the bytes.
    public var path: String
    /// The number of bytes.
    public var size: Int64
    /// The digest of the bytes.
    public var digest: Fingerprint
    /// The facts about them that the maker stored.
    public var facts: [UInt8]
    /// The maker's label of this kind, such as `segments`.
    public var label: String
  }

  /// Bytes of facts that an entry may have.
  public static let factsLimit = EntrySum.sizeLimit - 4096

  /// The store in `folder`, which is made when the first entry is.
  public init(folder: String) { self.folder = folder }

  /// The path at which the bytes under `key` are or would be.
  public func path(of key: Fingerprint) -> String {
    "\(folder)/\(key.hex.prefix(2))/\(key.hex)"
  }

  /// The entry under `key`, found by its size and last bytes: cheap enough for every reuse, and
  /// counted as one.
  public func look(for key: Fingerprint) -> Lookup { look(for: key, isUse: true) }

  /// The entry under `key`, for inspection: its time of last use stays the same.
  func inspect(_ key: Fingerprint) -> Lookup { look(for: key, isUse: false) }

  private func look(for key: Fingerprint, isUse: Bool) -> Lookup {
    let path = path(of: key)
    do throws(SystemFailure) {
      let bytes = try LastUse.read(path + ".sum", limit: EntrySum.sizeLimit, isUse: isUse)
      guard let sum = EntrySum(bytes, of: key),
        try EntrySum.outside(of: path) == (sum.size, sum.tail)
      else { return .damaged }
      return .hit(
        Entry(
          path: path, size: sum.size, digest: sum.digest, facts: sum.facts, label: sum.label))
    } catch {
      if error.isOfMachine { return .unreadable(error) }
      // Bytes without a sum are what a build leaves that dies between the two renames.
      return (try? StoreFiles.facts(of: path)) == nil
        && (try? StoreFiles.facts(of: path + ".sum")) == nil
        ? .missing : .damaged
    }
  }

  /// Returns true if the bytes of an entry are those that were stored, all of them read.
  ///
  /// Throws if the machine cannot read them now.
  public func isIntact(_ entry: Entry) throws(SystemFailure) -> Bool {
    do throws(SystemFailure) {
      let file = try StoreFiles.open(entry.path)
      defer { close(file) }
      return try Fingerprint(ofOpen: file, at: entry.path) == entry.digest
    } catch {
      if error.isOfMachine { throw error }
      return false
    }
  }

  /// Stores the finished file `temporary` under `key`; the file is moved, whatever was there before
  /// is replaced, and all of it is on the disk when this returns.
  ///
  /// `temporary` must be on the same file system; `scratch` is a path beside it that is free. `label`
  /// is a word for things of this kind. Where the bytes are known to have a `digest`, others are
  /// refused with `EBADMSG`. An entry whose bytes are read before every use need not be `isDurable`:
  /// the disk is then not waited for.
  @discardableResult
  public func commit(
    _ temporary: String, scratch: String, as key: Fingerprint, label: String, facts: [UInt8] = [],
    digest expected: Fingerprint? = nil, isDurable: Bool = true
  ) throws(SystemFailure) -> Entry {
    precondition(!label.isEmpty && !label.contains { $0 == " " || $0 == "\n" }, "not one word")
    precondition(facts.count <= ArtifactStore.factsLimit, "more facts than are read again")
    let path = path(of: key)
    let parent = "\(folder)/\(key.hex.prefix(2))"
    let (size, tail) = try EntrySum.outside(of: temporary)
    let digest = try Fingerprint(ofFile: temporary)
    guard expected == nil || digest == expected else {
      throw SystemFailure(call: "store", path: temporary, code: EBADMSG)
    }
    let sum = EntrySum(size: size, digest: digest, tail: tail, label: label, facts: facts)
    if isDurable { try StoreFiles.sync(temporary) }
    try StoreFiles.create(scratch, holding: sum.bytes(of: key), isDurable: isDurable)
    try StoreFiles.makeFolder(parent, replacing: true)
    try StoreFiles.rename(temporary, to: path)
    try StoreFiles.rename(scratch, to: path + ".sum")
    if isDurable { try StoreFiles.sync(parent) }
    return Entry(path: path, size: size, digest: digest, facts: facts, label: label)
  }

  /// The keys of all entries, whole or not, in order.
  public func keys() throws(SystemFailure) -> [Fingerprint] {
    var keys: [Fingerprint] = []
    for part in try parts() {
      for name in try StoreFiles.names(in: "\(folder)/\(part)") {
        guard let key = Fingerprint(hex: String(name.prefix(64))), key != keys.last,
          key.hex.hasPrefix(part), ["", ".sum"].contains(name.dropFirst(64))
        else { continue }
        keys.append(key)
      }
    }
    return keys
  }

  /// The names of the folders within the store.
  func parts() throws(SystemFailure) -> [String] {
    try StoreFiles.names(in: folder).filter {
      $0.utf8.count == 2 && $0.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }
  }

  /// Removes the entry under `key` and returns the number of bytes freed.
  ///
  /// The sum is removed first: an entry without a sum counts as absent.
  @discardableResult
  public func remove(_ key: Fingerprint) throws(SystemFailure) -> Int64 {
    let path = path(of: key)
    let size = try StoreFiles.size(of: path)
    try StoreFiles.remove(path + ".sum")
    try StoreFiles.remove(path)
    return size
  }
}

/// The file beside an entry's bytes: one line about them, then the maker's facts.
struct EntrySum: Hashable {
  static let tailBytes = 16
  static let sizeLimit = 1 << 20

  var size: Int64
  var digest: Fingerprint
  var tail: [UInt8]
  var label: String
  var facts: [UInt8]

  init(size: Int64, digest: Fingerprint, tail: [UInt8], label: String, facts: [UInt8]) {
    self.size = size
    self.digest = digest
    self.tail = tail
    self.label = label
    self.facts = facts
  }

  /// The sum of the entry under `key` and the facts, under a seal that binds both to the key.
  func bytes(of key: Fingerprint) -> [UInt8] {
    let last = tail.map { String($0) }.joined(separator: ",")
    let line = ["\(size)", digest.hex, last, label].joined(separator: " ") + "\n"
    return Seal.close(Array(line.utf8) + facts, as: EntrySum.name(key))
  }

  /// Reads what `bytes(of:)` wrote for `key`; nil for anything else.
  init?(_ file: [UInt8], of key: Fingerprint) {
    guard let bytes = Seal.open(file, as: EntrySum.name(key)),
      let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    let words = String(decoding: bytes[..<end], as: UTF8.self)
      .split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 4, let size = Int64(words[0]),
      let digest = Fingerprint(hex: String(words[1]))
    else { return nil }
    let facts = Array(bytes[(end + 1)...])
    let tail = words[2].split(separator: ",").compactMap { UInt8($0) }
    self.init(size: size, digest: digest, tail: tail, label: String(words[3]), facts: facts)
  }

  private static func name(_ key: Fingerprint) -> String { "entry \(key.hex)" }

  /// The size and the last bytes of a regular file, at the cost of a `stat` and a small read.
  static func outside(of path: String) throws(SystemFailure) -> (Int64, [UInt8]) {
    let descriptor = try StoreFiles.open(path)
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw .last("look at", path) }
    guard facts.st_mode & S_IFMT == S_IFREG else {
      throw SystemFailure(call: "open", path: path, code: EINVAL)
    }
    let size = Int64(facts.st_size)
    var tail = [UInt8](repeating: 0, count: Int(min(size, Int64(tailBytes))))
    let count = pread(descriptor, &tail, tail.count, off_t(size) - off_t(tail.count))
    guard count == tail.count else { throw .last("read", path) }
    return (size, tail)
  }
}
