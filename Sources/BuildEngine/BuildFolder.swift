// SPDX-License-Identifier: Apache-2.0

public import Digests
import Glibc
import Synchronization

/// The `.reel` folder beside a project: everything a build may reuse, all of it expendable.
///
///     .reel/lock       held by the one build that writes outputs
///     .reel/use        held by all that read here, or by the one that removes
///     .reel/store/     segments, chunks and sounds, by key
///     .reel/texts/     rasters by digest, and the facts that lead to them
///     .reel/media/     digests of sources by path, facts by digest
///     .reel/films/     what was written to which output
///     .reel/tmp/       unfinished files, a folder for each living process
public final class BuildFolder: Sendable {
  /// The absolute path.
  public let path: String
  private let temporary = Mutex<TemporaryFolder?>(nil)
  /// Keeps what is here from being removed.
  private let held = Mutex<FileLock?>(nil)

  /// The build folder at `path`; nothing is made until something is written.
  public init(path: String) { self.path = path }

  /// The folder of one kind of thing, such as `media`.
  public func folder(_ name: String) -> String { "\(path)/\(name)" }

  /// Text rasters by digest.
  public var rasters: ArtifactStore { ArtifactStore(folder: folder("texts/rasters")) }

  /// Segments and sounds by key.
  public var artifacts: ArtifactStore { ArtifactStore(folder: folder("store")) }

  /// The outputs written so far.
  public var outputs: OutputLog { OutputLog(folder: folder("films")) }

  /// A path for an unfinished file that ends in `suffix`; nothing is there yet.
  public func temporaryPath(_ suffix: String = "") throws(SystemFailure) -> String {
    try temporary.withLock { (folder) throws(SystemFailure) -> String in
      if let folder { return folder.makePath(suffix) }
      try makeFolder()
      hold()
      _ = try? TemporaryFolder.removeAbandoned(in: self.folder("tmp"))
      let made = try TemporaryFolder(in: self.folder("tmp"))
      folder = made
      return made.makePath(suffix)
    }
  }

  /// Takes the lock that lets one build at a time write outputs; `onWait` is called if another has it.
  public func lock(onWait: @Sendable () -> Void) async throws(SystemFailure) -> FileLock {
    try makeFolder()
    return try await FileLock.acquire(folder("lock"), onWait: onWait)
  }

  /// Keeps what is here from being removed for as long as the lock is held.
  ///
  /// Waits while something is being removed. Nil where there is nothing yet, or no way to lock it.
  public func use() -> FileLock? {
    guard access(path, F_OK) == 0 else { return nil }
    return try? FileLock.wait(folder("use"), isShared: true)
  }

  /// Keeps what is here from being removed for as long as this value lives, or until `letGo`;
  /// where there is nothing yet, from when something is written.
  public func hold() {
    held.withLock { if $0 == nil { $0 = use() } }
  }

  /// Ends what `hold` began.
  public func letGo() {
    held.withLock {
      $0?.release()
      $0 = nil
    }
  }

  /// Whether builds made what is here: a link that stands in its place may lead anywhere.
  public var isOwn: Bool {
    (try? Disk.read(folder("CACHEDIR.TAG"), limit: 1024)) == BuildFolder.tag
  }

  /// Takes both locks, so that nobody else reads or writes here and things can be removed; `onWait`
  /// is called if somebody does.
  public func lockForRemoval(
    onWait: @Sendable () -> Void
  ) async throws(SystemFailure) -> [FileLock] {
    try makeFolder()
    // A build takes them in this order too; the other way round each would wait for the other.
    let use = try await FileLock.acquire(folder("use"), onWait: onWait)
    return [use, try await FileLock.acquire(folder("lock"), onWait: onWait)]
  }

  /// Removes everything but the locks, which the caller holds.
  public func removeContents() throws(SystemFailure) {
    for name in try Disk.names(in: path) where !["lock", "use", "tmp"].contains(name) {
      try Disk.removeTree(folder(name))
    }
    _ = try TemporaryFolder.removeAbandoned(in: folder("tmp"))
  }

  /// Removes this process's unfinished files.
  public func removeTemporaries() {
    temporary.withLock {
      // What stays is nobody's as soon as this process ends, and the next build removes it.
      try? $0?.remove()
      $0 = nil
    }
  }

  private func makeFolder() throws(SystemFailure) {
    try Disk.makeFolder(path)
    // Version control and backups should pass it over; if these cannot be written, nothing is lost.
    try? Disk.create(folder(".gitignore"), holding: Array("*\n".utf8), isDurable: false)
    try? Disk.create(folder("CACHEDIR.TAG"), holding: BuildFolder.tag, isDurable: false)
  }

  private static let tag = Array(
    "Signature: 8a477f597d28d172789f06886806bc55\n# Made by reel; may be deleted.\n".utf8)
}
