// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import Glibc
import RenderProtocol
import Synchronization
import Timeline

/// Rasterised texts: the rasters by digest, and what they were made from.
///
/// A text is valid while its fonts and the folders of fonts are unchanged.
struct TextCache: Sendable {
  private struct Record: Codable {
    var facts: TextFacts
    /// The stamps of the folders in which fonts are looked for.
    var folders: Fingerprint
    var fonts: [FileStamp?]
  }

  private let cache: FactsCache<Record>
  private let rasters: ArtifactStore
  private let folder: BuildFolder
  private let pool: WorkerPool
  private let worker: WorkerFactsCache
  private let watch: SourceWatch
  private let scratch: ScratchFolder
  private let places = EmptyFolders()

  init(
    folder: BuildFolder, pool: WorkerPool, worker: WorkerFactsCache, watch: SourceWatch,
    scratch: ScratchFolder
  ) {
    cache = FactsCache(folder: folder.folder(.texts), version: renderingVersion)
    rasters = folder.rasters
    self.folder = folder
    self.pool = pool
    self.worker = worker
    self.watch = watch
    self.scratch = scratch
  }

  /// The raster of `block`.
  func raster(of block: TextBlock) async -> Result<Raster, RenderFailure> {
    do {
      let identity = try await worker.identity()
      let folders = await worker.fontPlaces(of: identity)
      let key = Fingerprint(
        of: (["text", Fingerprint(ofCanonical: block).hex] + identity.libraries)
          .joined(separator: "\n"))
      if let record = cache.load(key), record.folders == folders,
        record.fonts == record.facts.fonts.map({ try? FileStamp(of: $0.path) }),
        case .hit(let entry) = rasters.look(for: record.facts.raster),
        try rasters.isIntact(entry)
      {
        return .success(await complete(try watched(entry.path, record.facts), of: block, identity))
      }
      let raster = try await draw(block, under: key, folders: folders)
      return .success(await complete(raster, of: block, identity))
    } catch {
      return .failure(RenderFailure(error))
    }
  }

  /// `raster`, whose fonts know all fonts of the machine where libass takes several for `block`: it looks for characters
  /// that the first one lacks in those that it took for other characters, and these differ from text to text.
  private func complete(
    _ raster: Raster, of block: TextBlock, _ identity: WorkerIdentity
  ) async -> Raster {
    var raster = raster
    let own = block.script?.file == nil ? 1 : 0
    guard block.script != nil, raster.facts.fonts.count > own else { return raster }
    let fonts = await worker.drawingFonts(of: identity)
    for index in raster.facts.fonts.indices { raster.facts.fonts[index].fonts = fonts }
    return raster
  }

  private func draw(
    _ block: TextBlock, under key: Fingerprint, folders: Fingerprint
  ) async throws -> Raster {
    let (place, isKept) = try self.place()
    guard
      case .text(let facts) = try await pool.perform(
        .text(TextRequest(block: block, folder: place)))
    else { throw RenderFailure.wrongAnswer }
    guard let name = try Disk.names(in: place).first(where: { $0.hasPrefix(facts.raster.hex) }),
      try Fingerprint(ofFile: "\(place)/\(name)") == facts.raster
    else { throw RenderFailure.wrongAnswer }
    guard isKept else { return try watched("\(place)/\(name)", facts) }
    let path = try store("\(place)/\(name)", as: facts.raster)
    places.put(back: place)
    let fonts = facts.fonts.map { try? FileStamp(of: $0.path) }
    let now = FileStamp.now()
    // A font that was just written may have been read before and stamped after that.
    if fonts.allSatisfy({ $0?.isSettled(at: now) ?? false }) {
      let record = Record(facts: facts, folders: folders, fonts: fonts)
      // What cannot be kept is drawn again next time.
      try? cache.save(record, for: key, scratch: try folder.temporaryPath())
    }
    return try watched(path, facts)
  }

  /// An empty folder in which a text is drawn, and whether what comes of it can be stored.
  private func place() throws(SystemFailure) -> (path: String, isKept: Bool) {
    do {
      return (
        try places.take { () throws(SystemFailure) in try folder.temporaryPath(".text") }, true
      )
    } catch {
      // To look at a project that lies where nothing can be written, nothing has to be stored.
      guard [EROFS, EACCES, EPERM].contains(error.code) else { throw error }
      let path = try scratch.makePath()
      try Disk.makeFolder(path)
      return (path, false)
    }
  }

  /// Stores the raster at `path` and gives where it is from then on.
  ///
  /// One that is stored already is left as it is: another command may be reading it.
  private func store(_ path: String, as digest: Fingerprint) throws -> String {
    if case .hit(let entry) = rasters.look(for: digest), try rasters.isIntact(entry) {
      try Disk.remove(path)
      return entry.path
    }
    return try rasters.commit(
      path, scratch: try folder.temporaryPath(), as: digest, label: "texts", isDurable: false
    ).path
  }

  /// The raster at `path`, whose bytes are read before what is rendered with them is kept.
  private func watched(_ path: String, _ facts: TextFacts) throws -> Raster {
    try watch.add(stored: path, facts.raster)
    return Raster(file: MediaFile(path: path, digest: facts.raster), facts: facts)
  }
}

/// Empty folders, reused for one text after the other.
///
/// A new folder for each text would slow file systems down: ext4 searches linearly through recently freed inodes.
private final class EmptyFolders: Sendable {
  private let free = Mutex<[String]>([])

  /// A folder that nothing else uses; where all are in use, one is made at the path `make` gives.
  func take(_ make: () throws(SystemFailure) -> String) throws(SystemFailure) -> String {
    if let path = free.withLock({ $0.popLast() }) { return path }
    let path = try make()
    try Disk.makeFolder(path)
    return path
  }

  /// Gives back a folder that is empty again.
  func put(back path: String) { free.withLock { $0.append(path) } }
}
