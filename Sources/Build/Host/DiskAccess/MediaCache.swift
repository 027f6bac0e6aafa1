// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import Glibc
import RenderProtocol
import Timeline

/// The cached facts about media files: digests by path and stamp, facts by digest.
///
/// So a file that was copied or renamed is hashed, not probed, and an unchanged file is neither.
struct MediaCache: Sendable {
  private let digests: DigestCache
  private let facts: FactsCache<MediaFacts>
  private let texts: FactsCache<TextStreamFacts>
  private let levels: FactsCache<AudioLevels>
  private let subjects: FactsCache<PictureSubjects>
  private let folder: BuildFolder
  private let pool: WorkerPool
  private let worker: WorkerFactsCache
  private let watch: SourceWatch

  /// The cache in `folder`; every file that is read is put under `watch`.
  init(folder: BuildFolder, pool: WorkerPool, worker: WorkerFactsCache, watch: SourceWatch) {
    digests = DigestCache(folder: folder.folder(.media))
    facts = FactsCache(folder: folder.folder(.media), version: renderingVersion)
    texts = FactsCache(folder: folder.folder(.media), version: renderingVersion)
    levels = FactsCache(folder: folder.folder(.media), version: renderingVersion)
    subjects = FactsCache(folder: folder.folder(.media), version: renderingVersion)
    self.folder = folder
    self.pool = pool
    self.worker = worker
    self.watch = watch
  }

  /// The digest of the file at the resolved absolute `path`.
  func digest(of path: String) throws(SystemFailure) -> Fingerprint {
    let found = try digests.digest(
      of: path, scratch: { try? folder.temporaryPath() }, isCancelled: { Task.isCancelled })
    watch.add(path, found)
    return found.digest
  }

  /// The file at the resolved absolute `path` and what is in it.
  func media(at path: String) async -> Result<Media, RenderFailure> {
    do {
      let digest = try digest(of: path)
      let file = MediaFile(path: path, digest: digest)
      // Other libraries may see other things in the same bytes, and other versions of the probe do.
      let identity = try await worker.identity()
      let key = Fingerprint(
        of: (["probe \(MediaFacts.version)", digest.hex] + identity.libraries)
          .joined(separator: "\n"))
      if let known = facts.load(key) {
        return .success(Media(file: await withFonts(file, known, identity), facts: known))
      }
      guard case .probed(let found) = try await pool.perform(.probe(ProbeRequest(path: path)))
      else { throw RenderFailure.wrongAnswer }
      guard watch.stands(path, as: digest) else { throw RenderFailure.isBeingWritten }
      if let scratch = try? folder.temporaryPath() {
        // What cannot be kept is found out again next time.
        try? facts.save(found, for: key, scratch: scratch)
      }
      return .success(Media(file: await withFonts(file, found, identity), facts: found))
    } catch let failure as SystemFailure where failure.code == EBUSY {
      return .failure(.isBeingWritten)
    } catch {
      return .failure(RenderFailure(error))
    }
  }

  /// The texts of a text stream, read once for each content of a file.
  func texts(of question: TextStreamQuestion) async -> Result<TextStreamFacts, RenderFailure> {
    do {
      let (file, identity) = (question.file, try await worker.identity())
      let words = ["texts 1", file.digest.hex, "\(question.stream)", "\(question.start)"]
      let key = Fingerprint(of: (words + identity.libraries).joined(separator: "\n"))
      if let known = texts.load(key) { return .success(known) }
      let request = TextStreamRequest(
        path: file.path, stream: question.stream, start: question.start)
      guard case .texts(let found) = try await pool.perform(.texts(request)) else {
        throw RenderFailure.wrongAnswer
      }
      guard watch.stands(file.path, as: file.digest) else { throw RenderFailure.isBeingWritten }
      if let scratch = try? folder.temporaryPath() {
        // What cannot be kept is read again next time.
        try? texts.save(found, for: key, scratch: scratch)
      }
      return .success(found)
    } catch {
      return .failure(RenderFailure(error))
    }
  }

  /// The levels of the mix of `program`, measured once for each content of its files.
  func levels(of program: AudioProgram) async -> Result<AudioLevels, RenderFailure> {
    do {
      let identity = try await worker.identity()
      let words = ["levels 1", Fingerprint(ofCanonical: program).hex]
      let key = Fingerprint(of: (words + identity.libraries).joined(separator: "\n"))
      if let known = levels.load(key) { return .success(known) }
      guard case .levels(let found) = try await pool.perform(.levels(program)) else {
        throw RenderFailure.wrongAnswer
      }
      guard program.leaves.allSatisfy({ watch.stands($0.file.path, as: $0.file.digest) }) else {
        throw RenderFailure.isBeingWritten
      }
      if let scratch = try? folder.temporaryPath() {
        // What cannot be kept is measured again next time.
        try? levels.save(found, for: key, scratch: scratch)
      }
      return .success(found)
    } catch {
      return .failure(RenderFailure(error))
    }
  }

  /// Salient subjects of an interval of frames, detected once for each content of a file.
  func subjects(of question: SubjectQuestion) async -> Result<PictureSubjects, RenderFailure> {
    do {
      let (file, identity) = (question.file, try await worker.identity())
      var request = question.request
      // Its place does not matter, only what is in it.
      request.path = ""
      let words = [
        "subjects \(PictureSubjects.version)", file.digest.hex,
        Fingerprint(ofCanonical: request).hex,
      ]
      // Other cascades, and other versions of OpenCV, find other faces in the same pictures.
      let marks = identity.libraries + (try await worker.faces()).marks
      let key = Fingerprint(of: (words + marks).joined(separator: "\n"))
      if let known = subjects.load(key) { return .success(known) }
      let answer = try await pool.perform(.subjects(question.request), memory: question.memory)
      guard case .subjects(let found) = answer else { throw RenderFailure.wrongAnswer }
      guard watch.stands(file.path, as: file.digest) else { throw RenderFailure.isBeingWritten }
      if let scratch = try? folder.temporaryPath() {
        // What cannot be kept is looked for again next time.
        try? subjects.save(found, for: key, scratch: scratch)
      }
      return .success(found)
    } catch {
      return .failure(RenderFailure(error))
    }
  }

  /// `file`, with the fonts that there are if it is a drawing in which there may be text.
  private func withFonts(
    _ file: MediaFile, _ facts: MediaFacts, _ identity: WorkerIdentity
  ) async -> MediaFile {
    guard facts.isSVG, DrawingFonts.matter(to: file.path) else { return file }
    return MediaFile(
      path: file.path, digest: file.digest, fonts: await worker.drawingFonts(of: identity))
  }
}

extension RenderFailure {
  /// A file changes faster than it can be read: a recording or a download that has not ended.
  fileprivate static let isBeingWritten = RenderFailure(
    kind: .media, message: "the file is being written; build when it is finished")
}
