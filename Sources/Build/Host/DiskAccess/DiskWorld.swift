// SPDX-License-Identifier: Apache-2.0

package import Base
package import BuildSystem
import Glibc
package import RenderProtocol
import Synchronization
import Timeline

/// The compiler's world over the disk, a cache in `.reel` and a pool of workers.
///
/// Media that are known, and have not changed, cost a `stat` and a small read each; a worker is
/// started only for what is new.
package final class DiskWorld: World {
  /// A project file of more bytes is refused.
  static let projectLimit = 64 << 20

  /// The files that the project may use, which its own `allow` can extend.
  var policy: PathPolicy { reach.withLock { $0 } }
  let folder: BuildFolder
  /// The sources that were read.
  package let watch = SourceWatch()
  /// Everything a build depends on.
  package let inputs: InputLog
  private let reach: Mutex<PathPolicy>
  private let trust: Trust
  private let pool: WorkerPool
  private let facts: MediaCache
  private let texts: TextCache
  private let worker: WorkerFactsCache
  private let scratch = ScratchFolder()
  private let failed = Mutex(false)
  private let pictures = Mutex<[Fingerprint: VideoFacts]>([:])
  private let rasterSizes = Mutex<[Fingerprint: PixelSize]>([:])

  /// The world of the project whose files `policy` allows, and those that the project asks for as far
  /// as `trust` says so.
  package init(
    policy: PathPolicy, trust: Trust = Trust(), folder: BuildFolder, pool: WorkerPool,
    inputs: InputLog = InputLog()
  ) {
    self.inputs = inputs
    self.trust = trust
    reach = Mutex(policy)
    self.folder = folder
    self.pool = pool
    worker = WorkerFactsCache(folder: folder, pool: pool)
    facts = MediaCache(folder: folder, pool: pool, worker: worker, watch: watch)
    texts = TextCache(
      folder: folder, pool: pool, worker: worker, watch: watch, scratch: scratch)
  }

  /// Removes this process's unfinished files.
  package func removeTemporaries() {
    folder.removeTemporaries()
    scratch.remove()
  }

  /// Returns true if the file at the resolved absolute `path` was read as a source.
  package func isSource(_ path: String) -> Bool { inputs.contains(path) }

  /// True if a question remained unanswered for reasons that are none of the project's.
  package var hasMachineFailed: Bool { failed.withLock { $0 } }

  func contents(of path: String) throws(FileProblem) -> [UInt8] {
    inputs.ask(.what(path))
    guard let real = PathPolicy.real(path) else {
      let code = errno
      if let placeholder = policy.placeholder(inPlaceOf: path) { throw .notFetched([placeholder]) }
      if code == ENOENT { throw .missing(nearest: nil) }
      throw .system(PathPolicy.words(code))
    }
    guard policy.allows(real) else { throw .outside(root: policy.root) }
    guard PathPolicy.kind(of: real) == S_IFREG else { throw .notAFile }
    if let pointer = PathPolicy.pointer(at: real) { throw .notFetched([pointer]) }
    inputs.add(path, real, .project)
    return try DiskWorld.read(real, as: "a project file")
  }

  func project(
    _ path: String, from folder: String
  ) throws(FileProblem) -> (path: String, text: [UInt8]) {
    let real = try find(path, from: folder, .project)
    return (real, try DiskWorld.read(real, as: "a project file"))
  }

  func data(_ path: String, from folder: String) throws(FileProblem) -> [UInt8] {
    try DiskWorld.read(try find(path, from: folder, .data), as: "a file of data")
  }

  /// The resolved absolute path of a file that a project in `folder` names, which is read.
  private func find(
    _ path: String, from folder: String, _ kind: Input.Kind
  ) throws(FileProblem) -> String {
    let written = try policy.absolute(path, from: folder)
    inputs.ask(.what(written))
    do throws(FileProblem) {
      let real = try policy.locate(path, from: folder)
      inputs.add(written, real, kind)
      return real
    } catch {
      if case .missing = error { inputs.addMissing(written, kind) }
      throw error
    }
  }

  private static func read(_ real: String, as noun: String) throws(FileProblem) -> [UInt8] {
    do throws(SystemFailure) { return try readData(real) } catch {
      if error.code == EFBIG { throw .limit("\(noun) has at most 64 MiB") }
      throw .system(error.reason)
    }
  }

  /// The bytes of the file at `real`, at most 64 MiB; of a larger one `EFBIG` is thrown.
  package static func readData(_ real: String) throws(SystemFailure) -> [UInt8] {
    try Disk.read(real, limit: projectLimit)
  }

  /// Notes that the table at the absolute `path`, links resolved `real`, decides what is made.
  package func noteTable(_ path: String, _ real: String) {
    inputs.ask(.what(path))
    inputs.add(path, real, .data)
  }

  func admit(_ path: String, from folder: String) throws(FileProblem) -> Admission {
    let written = try policy.absolute(path, from: folder)
    inputs.ask(.what(written))
    if let list = trust.list { inputs.ask(.what(list)) }
    guard let real = PathPolicy.real(written) else {
      let code = errno
      // Whether a file exists is revealed for trusted folders only.
      guard let target = try? policy.target(path, from: folder), try trust.covers(target) else {
        return .untrusted(written, list: trust.shownList)
      }
      if code == ENOENT { throw .missing(nearest: nil) }
      throw .system(PathPolicy.words(code))
    }
    if policy.allows(real) { return .needless }
    guard try trust.covers(real) else { return .untrusted(real, list: trust.shownList) }
    reach.withLock { $0.allow(real) }
    return .admitted(real)
  }

  func locate(_ path: String, from folder: String) throws(FileProblem) -> String {
    try find(path, from: folder, .media)
  }

  func matches(of pattern: String, from folder: String) throws(FileProblem) -> FileMatches {
    let matches = try Glob.matches(
      of: pattern, from: folder, policy: policy, visit: { [inputs] in inputs.addFolder($0) },
      ask: { [inputs] in inputs.ask(.what($0)) })
    if matches.paths.isEmpty {
      inputs.addMissing(try policy.absolute(pattern, from: folder), .media)
    }
    return matches
  }

  func destination(_ path: String, from folder: String) throws(FileProblem) -> String {
    try policy.destination(path, from: folder)
  }

  func media(at paths: [String]) async -> [Result<Media, RenderFailure>] {
    let answers = await Side.bySide(paths) { [facts] in await facts.media(at: $0) }
    pictures.withLock { pictures in
      for case .success(let media) in answers { pictures[media.file.digest] = media.facts.video }
    }
    let areFontsUsed = answers.contains {
      if case .success(let media) = $0 { media.file.fonts != nil } else { false }
    }
    if areFontsUsed { await askForFonts() }
    return note(answers)
  }

  /// The known facts about the video of the file with `digest`.
  package func pictures(of digest: Fingerprint) -> VideoFacts? { pictures.withLock { $0[digest] } }

  /// The size of the raster with `digest`.
  package func size(ofRaster digest: Fingerprint) -> PixelSize? {
    rasterSizes.withLock { $0[digest] }
  }

  func texts(
    of questions: [TextStreamQuestion]
  ) async -> [Result<TextStreamFacts, RenderFailure>] {
    note(await Side.bySide(questions) { [facts] in await facts.texts(of: $0) })
  }

  func levels(of programs: [AudioProgram]) async -> [Result<AudioLevels, RenderFailure>] {
    note(await Side.bySide(programs) { [facts] in await facts.levels(of: $0) })
  }

  func subjects(
    of questions: [SubjectQuestion]
  ) async -> [Result<PictureSubjects, RenderFailure>] {
    note(await Side.bySide(questions) { [facts] in await facts.subjects(of: $0) })
  }

  func digest(of path: String) async throws(FileProblem) -> Fingerprint {
    inputs.addFont(path)
    do throws(SystemFailure) { return try facts.digest(of: path) } catch {
      throw .system(error.code == EBUSY ? "it is being written" : error.reason)
    }
  }

  func rasters(of blocks: [TextBlock]) async -> [Result<Raster, RenderFailure>] {
    if !blocks.isEmpty { await askForFonts() }
    let answers = await Side.bySide(blocks) { [texts] in await texts.raster(of: $0) }
    for case .success(let raster) in answers {
      for font in raster.facts.fonts { inputs.addFont(font.path) }
    }
    rasterSizes.withLock { sizes in
      for case .success(let raster) in answers {
        sizes[raster.file.digest] = raster.facts.size
        for file in raster.steps.values { sizes[file.digest] = raster.facts.size }
        for piece in raster.pieces.values { sizes[piece.file.digest] = piece.rect.size }
      }
    }
    return note(answers)
  }

  /// A font that is installed may be the one a text lacks.
  private func askForFonts() async {
    guard let identity = try? await worker.identity() else { return }
    for path in identity.fontFolders { inputs.ask(.names(in: path)) }
  }

  func identity() async throws(RenderFailure) -> WorkerIdentity {
    do { return try await worker.identity() } catch {
      note(error)
      throw error
    }
  }

  func processor() -> String { ProcessorName.current }

  func filters() async throws(RenderFailure) -> FilterCatalogue {
    do { return try await worker.filters() } catch {
      note(error)
      throw error
    }
  }

  func encoders() async throws(RenderFailure) -> EncoderCatalogue {
    do { return try await worker.encoders() } catch {
      note(error)
      throw error
    }
  }

  func refusal(of trial: EncoderTrial) async throws(RenderFailure) -> EncoderRefusal? {
    try await worker.refusal(of: trial)
  }

  private func note<Answer>(
    _ answers: [Result<Answer, RenderFailure>]
  ) -> [Result<Answer, RenderFailure>] {
    for case .failure(let failure) in answers { note(failure) }
    return answers
  }

  private func note(_ failure: RenderFailure) {
    if !failure.kind.isOfTheProject { failed.withLock { $0 = true } }
  }
}

/// Works out many answers at a time.
package enum Side {
  /// The results of `answer` for `questions`, in their order; 32 at a time.
  package static func bySide<Question: Hashable & Sendable, Answer: Sendable>(
    _ questions: [Question], _ answer: @escaping @Sendable (Question) async -> Answer
  ) async -> [Answer] {
    var answers: [Question: Answer] = [:]
    var seen: Set<Question> = []
    var left = questions.filter { seen.insert($0).inserted }.makeIterator()
    await withTaskGroup(of: (Question, Answer).self) { group in
      for _ in 0..<32 {
        guard let question = left.next() else { break }
        group.addTask { (question, await answer(question)) }
      }
      while let (question, found) = await group.next() {
        answers[question] = found
        guard let question = left.next() else { continue }
        group.addTask { (question, await answer(question)) }
      }
    }
    return questions.compactMap { answers[$0] }
  }
}

extension RenderFailure {
  /// Any error of a worker or of the disk as a failure; cancellation is one of kind `crash`.
  package init(_ error: any Error) {
    switch error {
    case let failure as RenderFailure: self = failure
    case let failure as SystemFailure: self.init(kind: .disk, message: failure.description)
    case is CancellationError: self.init(kind: .crash, message: "interrupted")
    default: self.init(kind: .crash, message: "\(error)")
    }
  }

  /// The worker answered something else than what was asked.
  package static let wrongAnswer = RenderFailure(
    kind: .crash, message: "the renderer answered another question; is it of the same version?")
}
