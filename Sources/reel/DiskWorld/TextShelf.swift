// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import BuildEngine
import Compiler
import Digests

/// Rasterised texts: the rasters by digest, and what they were made from.
///
/// A text is valid while the fonts it used and the folders in which fonts are looked for stand.
struct TextShelf: Sendable {
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
  private let worker: WorkerShelf
  private let watch: SourceWatch

  init(folder: BuildFolder, pool: WorkerPool, worker: WorkerShelf, watch: SourceWatch) {
    cache = FactsCache(folder: folder.folder(.texts), version: renderingVersion)
    rasters = folder.rasters
    self.folder = folder
    self.pool = pool
    self.worker = worker
    self.watch = watch
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
        case .hit(let entry) = rasters.look(for: record.facts.raster), rasters.isIntact(entry)
      {
        return .success(try kept(entry, record.facts))
      }
      return .success(try await draw(block, under: key, folders: folders))
    } catch {
      return .failure(RenderFailure(error))
    }
  }

  private func draw(
    _ block: TextBlock, under key: Fingerprint, folders: Fingerprint
  ) async throws -> Raster {
    let place = try folder.temporaryPath(".text")
    try Disk.makeFolder(place)
    guard
      case .text(let facts) = try await pool.perform(
        .text(TextRequest(block: block, folder: place)))
    else { throw RenderFailure.wrongAnswer }
    guard let name = try Disk.names(in: place).first(where: { $0.hasPrefix(facts.raster.hex) }),
      try Fingerprint(ofFile: "\(place)/\(name)") == facts.raster
    else { throw RenderFailure.wrongAnswer }
    let entry = try rasters.commit(
      "\(place)/\(name)", scratch: try folder.temporaryPath(), as: facts.raster,
      label: "texts")
    try Disk.removeTree(place)
    let fonts = facts.fonts.map { try? FileStamp(of: $0.path) }
    let now = FileStamp.now()
    // A font that was just written may have been read before and stamped after that.
    if fonts.allSatisfy({ $0?.isSettled(at: now) ?? false }) {
      let record = Record(facts: facts, folders: folders, fonts: fonts)
      // What cannot be kept is drawn again next time.
      try? cache.save(record, for: key, scratch: try folder.temporaryPath())
    }
    return try kept(entry, facts)
  }

  /// The raster in `entry`, whose bytes are read before what is rendered with them is kept.
  private func kept(_ entry: ArtifactStore.Entry, _ facts: TextFacts) throws -> Raster {
    let stamp = try FileStamp(of: entry.path)
    watch.add(
      entry.path, StampedDigest(digest: facts.raster, stamp: stamp, isSettled: false))
    return Raster(file: MediaFile(path: entry.path, digest: facts.raster), facts: facts)
  }
}
