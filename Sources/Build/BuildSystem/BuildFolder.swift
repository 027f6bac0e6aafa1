// SPDX-License-Identifier: Apache-2.0

public import Base
import Glibc
import Synchronization

/// The folder of everything a build may reuse, all of it expendable: `.reel` beside a project, or
/// another that the user names.
///
///     lock       held by the one build that writes outputs
///     use        held by all that read here, or by the one that removes
///     store/     segments, chunks and sounds, by key
///     texts/     rasters by digest, and the facts that lead to them
///     media/     digests of sources by path, facts by digest
///     worker/    identities of the workers
///     films/     records of the outputs written
///     tmp/       unfinished files, a folder for each living process
///
/// Nothing in it is reached through a symbolic link.
public final class BuildFolder: Sendable {
  /// The kinds of things that lie in folders of their own.
  public enum Subfolder: String, Sendable, CaseIterable {
    case store, texts, media, worker, films
    case temporaries = "tmp"
  }

  /// The absolute path, with links resolved as far as the user may have intended them.
  public let path: String
  private let temporary = Mutex<TemporaryFolder?>(nil)
  /// Protects the folder's contents against removal.
  private let held = Mutex<FileLock?>(nil)

  /// The build folder at `path`; nothing is made until something is written.
  public init(path: String) { self.path = path }

  /// The folder of one kind of thing.
  public func folder(_ subfolder: Subfolder) -> String { "\(path)/\(subfolder.rawValue)" }

  /// Text rasters by digest.
  public var rasters: ArtifactStore { ArtifactStore(folder: folder(.texts) + "/rasters") }

  /// Segments and sounds by key.
  public var artifacts: ArtifactStore { ArtifactStore(folder: folder(.store)) }

  /// The outputs written so far.
  public var outputs: OutputLog { OutputLog(folder: folder(.films)) }

  /// A path for an unfinished file that ends in `suffix`; nothing is there yet.
  public func temporaryPath(_ suffix: String = "") throws(SystemFailure) -> String {
    try temporary.withLock { (folder) throws(SystemFailure) -> String in
      if let folder { return folder.makePath(suffix) }
      try makeFolder()
      hold()
      _ = try? TemporaryFolder.removeAbandoned(in: self.folder(.temporaries))
      let made = try TemporaryFolder(in: self.folder(.temporaries))
      folder = made
      return made.makePath(suffix)
    }
  }

  /// Takes the lock that lets one build at a time write outputs; `onWait` is called if another has it.
  public func lock(onWait: @Sendable () -> Void) async throws(SystemFailure) -> FileLock {
    try makeFolder()
    return try await FileLock.acquire(inStore: lockPath, onWait: onWait)
  }

  /// Takes the same lock where it is free; nil where another has it.
  public func tryLock() throws(SystemFailure) -> FileLock? {
    try makeFolder()
    return try FileLock.tryAcquire(inStore: lockPath)
  }

  private var lockPath: String { path + "/lock" }
  private var usePath: String { path + "/use" }
  private var tagPath: String { path + "/CACHEDIR.TAG" }
  private var ignorePath: String { path + "/.gitignore" }

  /// Protects the folder's contents against removal for as long as the lock is held.
  ///
  /// Waits while another process removes things. Nil where the folder does not exist yet, or cannot be locked.
  public func use() -> FileLock? {
    guard access(path, F_OK) == 0 else { return nil }
    return try? FileLock.wait(inStore: usePath, isShared: true)
  }

  /// Protects the folder's contents against removal for as long as this value lives, or until `letGo`; if the folder
  /// does not exist yet, from the first write on.
  public func hold() {
    held.withLock { if $0 == nil { $0 = use() } }
  }

  /// Ends the protection that `hold` began.
  public func letGo() {
    held.withLock {
      $0?.release()
      $0 = nil
    }
  }

  // MARK: - Whose it is

  /// Why a folder cannot be used.
  public enum Obstacle: Error, Hashable, Sendable {
    /// There is a symbolic link at this path.
    case link(String)
    /// There is something other than a folder at the path.
    case notAFolder
    /// It contains files, and no build made it.
    case foreign
    /// It cannot be examined.
    case system(SystemFailure)
  }

  /// Checks that the folder can be used, before anything in it is read or written.
  ///
  /// A symbolic link in place of the folder, or of an item in it that has a fixed name, is refused: its target may
  /// belong to another user. With `mustBeOwn`, a folder with other contents is refused too.
  public func examine(mustBeOwn: Bool = false) throws(Obstacle) {
    let found: Obstacle?
    do throws(SystemFailure) { found = try obstacle(mustBeOwn) } catch {
      throw error.code == ELOOP ? Obstacle.link(error.path) : Obstacle.system(error)
    }
    if let found { throw found }
  }

  private func obstacle(_ mustBeOwn: Bool) throws(SystemFailure) -> Obstacle? {
    guard let facts = try StoreFiles.facts(of: path) else { return nil }
    if facts.st_mode & S_IFMT == S_IFLNK { return .link(path) }
    guard facts.st_mode & S_IFMT == S_IFDIR else { return .notAFolder }
    let files = [lockPath, usePath, tagPath, ignorePath]
    for place in files + Subfolder.allCases.map({ folder($0) }) {
      if let facts = try StoreFiles.facts(of: place), facts.st_mode & S_IFMT == S_IFLNK {
        return .link(place)
      }
    }
    // Only now these can be reached.
    for place in [rasters.folder, folder(.temporaries) + "/door"] {
      if let facts = try? StoreFiles.facts(of: place), facts.st_mode & S_IFMT == S_IFLNK {
        return .link(place)
      }
    }
    let hasFiles = try !StoreFiles.names(in: path).isEmpty
    return mustBeOwn && !isOwn && hasFiles ? .foreign : nil
  }

  /// True if builds made the folder.
  public var isOwn: Bool { (try? StoreFiles.read(tagPath, limit: 1024)) == BuildFolder.tag }

  private func makeFolder() throws(SystemFailure) {
    try StoreFiles.makeFolder(path)
    // Version control and backups should ignore it; failing to write these files is harmless.
    for (file, bytes) in [(ignorePath, Array("*\n".utf8)), (tagPath, BuildFolder.tag)] {
      guard let facts = try? StoreFiles.facts(of: file) else {
        try? StoreFiles.create(file, holding: bytes, isDurable: false)
        continue
      }
      if facts.st_mode & S_IFMT == S_IFREG { continue }
      try? StoreFiles.clear(file)
      try? StoreFiles.create(file, holding: bytes, isDurable: false)
    }
  }

  private static let tag = Array(
    "Signature: 8a477f597d28d172789f06886806bc55\n# Made by reel; may be deleted.\n".utf8)

  // MARK: - Removing

  /// Takes both locks, so that no other process reads or writes here and things can be removed; `onWait` is called if
  /// another process holds one of them.
  public func lockForRemoval(
    onWait: @Sendable () -> Void
  ) async throws(SystemFailure) -> [FileLock] {
    try makeFolder()
    // A build takes them in this order too; the other way round each would wait for the other.
    let use = try await FileLock.acquire(inStore: usePath, onWait: onWait)
    return [use, try await FileLock.acquire(inStore: lockPath, onWait: onWait)]
  }

  /// Removes everything that builds made except the locks, which the caller holds; returns the number of bytes freed.
  ///
  /// Files with names that builds do not use stay.
  public func removeContents() throws(SystemFailure) -> Int64 {
    var freed: Int64 = 0
    for item in try inventory() where item.use != .held {
      try item.remove()
      freed += item.size
    }
    for store in [artifacts, rasters] {
      for part in try store.parts() { StoreFiles.removeIfEmpty("\(store.folder)/\(part)") }
      StoreFiles.removeIfEmpty(store.folder)
    }
    for subfolder in Subfolder.allCases where subfolder != .temporaries {
      StoreFiles.removeIfEmpty(folder(subfolder))
    }
    _ = try TemporaryFolder.removeAbandoned(in: folder(.temporaries))
    return freed
  }

  /// Removes this process's unfinished files.
  public func removeTemporaries() {
    temporary.withLock {
      // Leftovers are unowned as soon as this process ends, and the next build removes them.
      try? $0?.remove()
      $0 = nil
    }
  }
}
