// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import Glibc
import RenderProtocol

/// The identity of the workers, asked only when their files have changed, and the fonts they find.
///
/// The fonts are examined once, so that all requests of one compilation get the same answer.
actor WorkerFactsCache {
  /// An identity, and the stamps of the files that it is of.
  private struct Record<Identity: Codable & Sendable>: Codable, Sendable {
    var identity: Identity
    var stamps: [FileStamp?]
  }

  /// The result of a trial of an encoder.
  private struct TrialRecord: Codable, Sendable {
    var refusal: EncoderRefusal?
  }

  private let cache: FactsCache<Record<WorkerIdentity>>
  private let faceCache: FactsCache<Record<FaceFinderIdentity>>
  private let filterCache: FactsCache<FilterCatalogue>
  private let encoderCache: FactsCache<EncoderCatalogue>
  private let trialCache: FactsCache<TrialRecord>
  private let folder: BuildFolder
  private let pool: WorkerPool
  private var answer: Task<WorkerIdentity, any Error>?
  private var catalogue: Task<FilterCatalogue, any Error>?
  private var encoderTask: Task<EncoderCatalogue, any Error>?
  private var faceTask: Task<FaceFinderIdentity, any Error>?
  private var places: Fingerprint?
  private var fonts: Fingerprint?

  init(folder: BuildFolder, pool: WorkerPool) {
    cache = FactsCache(folder: folder.folder(.worker), version: renderingVersion)
    faceCache = FactsCache(folder: folder.folder(.worker), version: renderingVersion)
    filterCache = FactsCache(folder: folder.folder(.worker), version: renderingVersion)
    encoderCache = FactsCache(folder: folder.folder(.worker), version: renderingVersion)
    trialCache = FactsCache(folder: folder.folder(.worker), version: renderingVersion)
    self.folder = folder
    self.pool = pool
  }

  /// The identity of the workers.
  func identity() async throws(RenderFailure) -> WorkerIdentity {
    let asked = answer ?? Task { try await find() }
    answer = asked
    return try await shared(asked)
  }

  /// The filters of the workers' libraries.
  func filters() async throws(RenderFailure) -> FilterCatalogue {
    let asked = catalogue ?? Task { try await findFilters() }
    catalogue = asked
    return try await shared(asked)
  }

  /// The encoders of the workers' libraries.
  func encoders() async throws(RenderFailure) -> EncoderCatalogue {
    let asked = encoderTask ?? Task { try await findEncoders() }
    encoderTask = asked
    return try await shared(asked)
  }

  /// Why an encoder does not take its options, found out once for each set of them; nil where it does.
  func refusal(of trial: EncoderTrial) async throws(RenderFailure) -> EncoderRefusal? {
    // Where nothing can be written, nothing can be tried.
    guard let output = try? folder.temporaryPath() else { return nil }
    do {
      let name = Fingerprint(ofCanonical: trial).hex
      return try await kept("trial " + name, in: trialCache) {
        defer { try? Disk.remove(output) }
        do {
          _ = try await pool.perform(trial.request(output: output))
          return TrialRecord()
        } catch let failure as RenderFailure
          where failure.kind == .encoder || failure.kind == .unsupported
        {
          return TrialRecord(refusal: EncoderRefusal(message: failure.message, log: failure.log))
        }
      }.refusal
    } catch {
      throw RenderFailure(error)
    }
  }

  /// The identity of the workers' face detector, asked for only when its files have changed.
  func faces() async throws(RenderFailure) -> FaceFinderIdentity {
    let asked = faceTask ?? Task { try await findFaces() }
    faceTask = asked
    return try await shared(asked)
  }

  /// The result of a task that several callers wait for; cancelling one of them cancels it.
  private func shared<Value: Sendable>(
    _ task: Task<Value, any Error>
  ) async throws(RenderFailure) -> Value {
    do {
      return try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    } catch {
      throw RenderFailure(error)
    }
  }

  /// The fingerprint of the state of the folders in which the workers of `identity` look for fonts.
  func fontPlaces(of identity: WorkerIdentity) -> Fingerprint {
    let known = places ?? Fingerprint(ofCanonical: stamps(of: identity.fontFolders))
    places = known
    return known
  }

  /// The fonts that text in drawings may be set in.
  func drawingFonts(of identity: WorkerIdentity) -> Fingerprint {
    let known = fonts ?? DrawingFonts.state(of: identity.fontFolders)
    fonts = known
    return known
  }

  private func find() async throws -> WorkerIdentity {
    let command = try pool.command()
    let key = Fingerprint(
      of: ([command.path] + WorkerFactsCache.surroundings()).joined(separator: "\n"))
    if let record = cache.load(key), record.stamps == stamps(of: record.identity, command) {
      return record.identity
    }
    guard case .hello(let identity) = try await pool.perform(.hello) else {
      throw RenderFailure.wrongAnswer
    }
    guard identity.version == renderingVersion else {
      throw RenderFailure(
        kind: .crash,
        message: "the renderer '\(command.path)' speaks version \(identity.version), "
          + "not \(renderingVersion)")
    }
    let stamps = stamps(of: identity, command)
    let files = stamps.prefix(1 + identity.files.count)
    if files.allSatisfy({ $0 != nil }), let scratch = try? folder.temporaryPath() {
      // What cannot be kept is asked again next time.
      try? cache.save(Record(identity: identity, stamps: stamps), for: key, scratch: scratch)
    }
    return identity
  }

  private func findFaces() async throws -> FaceFinderIdentity {
    let key = Fingerprint(ofCanonical: ["faces", try pool.command().path])
    if let record = faceCache.load(key), record.stamps == stamps(of: record.identity.files) {
      return record.identity
    }
    guard case .faces(let identity) = try await pool.perform(.faces) else {
      throw RenderFailure.wrongAnswer
    }
    if let scratch = try? folder.temporaryPath() {
      let record = Record(identity: identity, stamps: stamps(of: identity.files))
      // What cannot be kept is asked again next time.
      try? faceCache.save(record, for: key, scratch: scratch)
    }
    return identity
  }

  private func findFilters() async throws -> FilterCatalogue {
    try await kept("filters", in: filterCache) {
      guard case .filters(let found) = try await pool.perform(.filters) else {
        throw RenderFailure.wrongAnswer
      }
      return found
    }
  }

  private func findEncoders() async throws -> EncoderCatalogue {
    try await kept("encoders", in: encoderCache) {
      guard case .encoders(let found) = try await pool.perform(.encoders) else {
        throw RenderFailure.wrongAnswer
      }
      return found
    }
  }

  /// The entry of `cache` for these libraries, or their answer.
  private func kept<Value: Codable>(
    _ name: String, in cache: FactsCache<Value>, ask: () async throws -> Value
  ) async throws -> Value {
    // A library that was exchanged is another one, as its build id is among the names.
    let key = Fingerprint(ofCanonical: [name] + (try await identity()).libraries)
    if let known = cache.load(key) { return known }
    let found = try await ask()
    if let scratch = try? folder.temporaryPath() {
      // What cannot be kept is asked again next time.
      try? cache.save(found, for: key, scratch: scratch)
    }
    return found
  }

  /// The stamps of the worker's files, then of the folders that fonts are looked for in, which need
  /// not be there: a folder within one of them is a new place to look.
  private func stamps(of identity: WorkerIdentity, _ command: WorkerCommand) -> [FileStamp?] {
    stamps(of: [command.path] + identity.files + identity.fontFolders)
  }

  private func stamps(of paths: [String]) -> [FileStamp?] {
    paths.map { try? FileStamp(of: $0) }
  }

  /// The variables that decide where fontconfig looks.
  private static func surroundings() -> [String] {
    [
      "FONTCONFIG_FILE", "FONTCONFIG_PATH", "FONTCONFIG_SYSROOT", "HOME", "XDG_CONFIG_HOME",
      "XDG_DATA_HOME", "XDG_DATA_DIRS",
    ].map { name in "\(name)=\(getenv(name).map { String(cString: $0) } ?? "")" }
  }
}
