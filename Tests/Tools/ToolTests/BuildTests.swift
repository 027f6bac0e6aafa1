// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import Diagnostics
import Driver
import Glibc
import Host
import RenderProtocol
import Synchronization
import Testing

@testable import Builder
@testable import Planning
@testable import Timeline
@testable import reel

@Suite struct BuildTests {
  let playground: Playground

  init() throws { playground = try Playground() }

  static let canvas = CanvasFormat(size: PixelSize(64, 48), rate: FrameRate(30))

  func segment(_ encoder: String, at first: Int, key: String? = nil) -> PlannedSegment {
    let part = LayerInterval(frameCount: 30, background: .black, layers: [])
    return PlannedSegment(
      key: Fingerprint(of: key ?? encoder),
      program: RenderProgram(canvas: Self.canvas, parts: [part]),
      encoding: VideoEncoding(encoder: encoder, options: []), firstFrame: first)
  }

  func output(
    _ name: String, _ encoders: [String], sound: [String]? = ["tone"], encoder: String = "aac",
    version: Int = 1
  ) -> OutputPlan {
    let segments = encoders.enumerated().map { segment($1, at: 30 * $0) }
    let heard = sound.map { self.sound($0, encoder: encoder) }
    let words = [name, encoder, "\(version)"] + (sound ?? ["nothing"]) + encoders
    let film = FilmPlan(
      segments: segments, sound: heard, container: "mp4", fastStart: true,
      key: Fingerprint(of: words.joined(separator: "\n")))
    return OutputPlan(
      name: name, path: playground.path + "/\(name).mp4", displayPath: "\(name).mp4", span: nil,
      canvas: Self.canvas, product: .film(film))
  }

  /// A sound of one-second chunks, each of a clip with that name, or silent if the name is empty.
  func sound(_ names: [String], encoder: String) -> PlannedAudio {
    var intervals: [AudioInterval<PlannedChunk>] = []
    for (index, name) in names.enumerated() {
      if name.isEmpty {
        intervals.append(.silence(48000))
      } else {
        intervals.append(.chunk(chunk(name, at: Int64(48000 * index))))
      }
    }
    return PlannedAudio(
      key: Fingerprint(of: ([encoder] + names).joined(separator: "\n")),
      program: silence(seconds: names.count), intervals: intervals,
      encoding: AudioEncoding(encoder: encoder))
  }

  /// A sound's origins do not affect a build; its length does.
  func silence(seconds: Int) -> AudioProgram {
    AudioProgram(sampleRate: 48000, sampleCount: Int64(48000 * seconds), clips: [])
  }

  func chunk(_ name: String, at first: Int64, digest: Fingerprint? = nil) -> PlannedChunk {
    let clip = AudioClip(
      file: MediaFile(
        path: playground.path + "/" + name, digest: digest ?? Fingerprint(of: name)),
      stream: 0, zero: Time(0), sourceStart: Time(0), start: 0, count: 48000, gains: [],
      origin: Origin(0))
    return PlannedChunk(
      key: Fingerprint(of: "chunk " + name),
      program: AudioProgram(sampleRate: 48000, sampleCount: 48000, clips: [clip]),
      firstSample: first)
  }

  func build(
    _ outputs: [OutputPlan], jobs: Int = 2, keepsGoing: Bool = false,
    sources: SourceWatch = SourceWatch(), verification: Verification? = nil,
    overwrites: Bool = false, project: String = "trip.reel.yaml",
    report: @escaping @Sendable (BuildEvent) -> Void = { _ in }
  ) async throws -> Build.Result {
    let origins = [OriginFacts(span: nil, name: "beach", asset: "beach.mov")]
    let folder = playground.folder
    defer { folder.removeTemporaries() }
    let plan = BuildPlan(outputs: outputs, origins: origins)
    return try await Build(
      plan: plan, folder: folder, pool: playground.pool, sources: sources, jobs: jobs,
      keepsGoing: keepsGoing, overwrites: overwrites,
      maker: OutputMaker(project: playground.path + "/" + project), verification: verification,
      report: report
    ).run()
  }

  @Test func `a film is its segments in order and its sound`() async throws {
    let result = try await build([output("film", ["a", "b", "a"])])
    #expect(
      playground.text("film.mp4")
        == "segment a 30\nsegment b 30\nsegment a 30\nencode aac 48000 tone\n")
    // A segment that is used twice is rendered once.
    #expect(try playground.asked() == ["encode aac", "link", "mix tone", "segment a", "segment b"])
    #expect(result.amount.frames == 60)
    #expect(result.amount.reusedFrames == 30)
    #expect(result.outputs.map(\.isWritten) == [true])
    #expect(try Disk.names(in: playground.path) == [".reel", "film.mp4"])
  }

  @Test func `a null build asks no worker and no server`() async throws {
    let plan = [output("film", ["a", "b"]), output("phone", ["c"], sound: nil)]
    _ = try await build(plan)
    _ = try playground.asked()
    let stamp = try FileStamp(of: playground.path + "/film.mp4")
    // Not even the lock is waited for.
    let lock = try await playground.folder.lock(onWait: {})
    let result = try await build(plan) { event in
      if case .finished(let output) = event, output.reason == nil { return }
      Issue.record("\(event)")
    }
    lock.release()
    #expect(try playground.asked().isEmpty)
    #expect(result.outputs.map(\.file) == ["film.mp4", "phone.mp4"])
    #expect(result.outputs.allSatisfy { $0.reason == nil })
    #expect(try FileStamp(of: playground.path + "/film.mp4") == stamp)
  }

  @Test func `an edit renders what is new`() async throws {
    _ = try await build([output("film", ["a", "b"])])
    _ = try playground.asked()
    let result = try await build([output("film", ["b", "c", "a"])])
    #expect(try playground.asked() == ["link", "segment c"])
    #expect(result.amount.reusedFrames == 60)
    #expect(result.outputs.map(\.reason) == [.inputsChanged])
  }

  @Test func `two outputs share their segments`() async throws {
    _ = try await build([output("film", ["a", "b"]), output("short", ["b"])])
    #expect(
      try playground.asked() == [
        "encode aac", "link", "link", "mix tone", "segment a", "segment b",
      ])
    #expect(playground.text("short.mp4") == "segment b 30\nencode aac 48000 tone\n")
  }

  @Test(arguments: [1, 2, 5])
  func `any number of workers makes the same film`(jobs: Int) async throws {
    let names = (0..<12).map { "s\($0)" }
    _ = try await build([output("film", names)], jobs: jobs)
    let text = names.map { "segment \($0) 30\n" }.joined() + "encode aac 48000 tone\n"
    #expect(playground.text("film.mp4") == text)
  }

  @Test func `an output that was touched or removed is linked again`() async throws {
    let plan = [output("film", ["a"])]
    _ = try await build(plan)
    let film = playground.text("film.mp4")
    _ = try playground.asked()

    #expect(utimes(playground.path + "/film.mp4", nil) == 0)
    let stamp = try FileStamp(of: playground.path + "/film.mp4")
    let touched = try await build(plan)
    #expect(touched.outputs.map(\.reason) == [.outputChanged])
    #expect(touched.outputs.map(\.isWritten) == [false])
    #expect(try FileStamp(of: playground.path + "/film.mp4") == stamp)

    try Disk.remove(playground.path + "/film.mp4")
    #expect(try await build(plan).outputs.map(\.reason) == [.outputMissing])
    #expect(playground.text("film.mp4") == film)
    #expect(try playground.asked() == ["link", "link"])
  }

  @Test func `damaged stored segments are rendered again`() async throws {
    // Longer than the end of the file that is always checked.
    let long = "b-with-a-long-name"
    _ = try await build([output("film", ["a", long])])
    _ = try playground.asked()
    let store = playground.folder.artifacts
    // One is truncated, which its size shows; one has other bytes, which only linking shows.
    #expect(truncate(store.path(of: Fingerprint(of: "a")), 3) == 0)
    let path = store.path(of: Fingerprint(of: long))
    let descriptor = open(path, O_WRONLY)
    #expect(pwrite(descriptor, "rotten!", 7, 0) == 7)
    close(descriptor)
    let result = try await build([output("film", ["a", long], version: 2)])
    #expect(result.failures.isEmpty)
    #expect(
      playground.text("film.mp4") == "segment a 30\nsegment \(long) 30\nencode aac 48000 tone\n")
    #expect(try playground.asked() == ["link", "link", "segment a", "segment \(long)"])
  }

  @Test func `fetched pieces that cannot be used are rendered locally`() async throws {
    let folder = playground.folder
    for name in ["a", "b"] {
      let path = try folder.temporaryPath()
      try Disk.create(path, holding: Array("nonsense\n".utf8), isDurable: false)
      try folder.artifacts.commit(
        path, scratch: try folder.temporaryPath(), as: Fingerprint(of: name), label: "segments",
        facts: name == "a" ? Piece.foreignMark : [])
    }
    folder.removeTemporaries()
    let result = try await build([output("film", ["a", "c"])])
    #expect(result.failures.isEmpty)
    #expect(playground.text("film.mp4") == "segment a 30\nsegment c 30\nencode aac 48000 tone\n")
    // A piece without the foreign mark was made here, so it is not replaced, and linking it fails.
    #expect(try await build([output("other", ["b"])]).failures.count == 1)
  }

  @Test func `a broken clip is reported at its place, and finished segments are kept`() async throws
  {
    let result = try await build([output("film", ["a", "broken"])], jobs: 1)
    let failure = try #require(result.failures.first)
    #expect(result.failures.count == 1)
    #expect(failure.failure.kind == .media)
    // The segment starts at 1 s, and the failure is at its third frame.
    #expect(failure.filmTime == Time(32, over: 30))
    #expect(playground.text("film.mp4") == nil)
    #expect(result.outputs.isEmpty)
    #expect(try playground.asked() == ["encode aac", "mix tone", "segment a", "segment broken"])
    _ = try await build([output("film", ["a"])])
    #expect(try playground.asked() == ["link"])
  }

  @Test func `what an encoder refuses is said where the output asks for it`() async throws {
    var sources = SourceMap()
    let file = sources.add(name: "trip.reel.yaml", text: Array("outputs: {film: a.mp4}\n".utf8))
    for (name, isSaid) in [("refused", true), ("broken", false)] {
      var plan = output(name, [name])
      plan.span = Span(file: file, start: 10, end: 21)
      let failure = try #require(try await build([plan]).failures.first)
      #expect(failure.span == (isSaid ? plan.span : nil))
    }
  }

  @Test func `a failure starts no further actions unless the build keeps going`() async throws {
    let names = ["broken", "a", "b", "c"]
    _ = try await build([output("film", names, sound: nil)], jobs: 1)
    #expect(try playground.asked() == ["segment broken"])
    let plan = [output("film", names, sound: nil), output("other", ["d"], sound: nil)]
    let result = try await build(plan, jobs: 1, keepsGoing: true)
    #expect(result.outputs.map(\.name) == ["other"])
    #expect(
      try playground.asked()
        == ["link", "segment a", "segment b", "segment broken", "segment c", "segment d"])
  }

  @Test func `a segment of the wrong length is not stored`() async throws {
    let result = try await build([output("film", ["short"])])
    #expect(result.failures.map(\.failure.kind) == [.program])
    #expect(playground.folder.artifacts.look(for: Fingerprint(of: "short")) == .missing)
  }

  @Test func `a piece of a file that changed during rendering is not stored`() async throws {
    let file = try playground.write("beach.mov", "old")
    let sources = SourceWatch()
    let digest = Fingerprint(of: "old")
    sources.add(
      file, StampedDigest(digest: digest, stamp: try FileStamp(of: file), isSettled: true))
    let chunk = chunk("beach.mov", at: 0, digest: digest)
    let sound = PlannedAudio(
      key: Fingerprint(of: "sound"), program: silence(seconds: 1), intervals: [.chunk(chunk)],
      encoding: AudioEncoding(encoder: "aac"))
    var plan = output("film", ["a"], sound: nil)
    var film = try #require(plan.film)
    film.sound = sound
    plan.product = .film(film)

    try playground.write("beach.mov", "new")
    let failed = try await build([plan], sources: sources)
    let failure = try #require(failed.failures.first?.failure)
    #expect(failure.message == "'\(file)' was changed during the build; build again")
    #expect(failure.origin == Origin(0))
    #expect(playground.folder.artifacts.look(for: chunk.key) == .missing)
    #expect(playground.text("film.mp4") == nil)

    try playground.write("beach.mov", "old")
    sources.add(
      file, StampedDigest(digest: digest, stamp: try FileStamp(of: file), isSettled: true))
    #expect(try await build([plan], sources: sources).failures.isEmpty)
  }

  @Test func `a worker that crashes once costs nothing but time`() async throws {
    let result = try await build([output("film", ["a", "crash-once", "b"])])
    #expect(result.failures.isEmpty)
    #expect(playground.text("film.mp4")?.contains("crash-once") == true)
  }

  @Test func `a piece whose worker crashes twice is not reported as done`() async throws {
    for (encoder, words) in [
      ("crash", "; a second renderer was tried"), ("crash-once", "a second renderer succeeded"),
    ] {
      let plan = [output("film", ["a", encoder], sound: nil)]
      let result = try await build(plan)
      #expect(result.deaths.count == 1 && result.failures.isEmpty == (encoder != "crash"))
      let told = result.problems(in: BuildPlan(outputs: plan, origins: [])).map(\.diagnostic)
      let warning = try #require(told.first { $0.severity == .warning })
      #expect(warning.code.name == "renderer-died" && warning.message.hasSuffix(words))
    }
  }

  @Test func `notes are repeated by builds that render nothing`() async throws {
    let plan = [output("film", ["a", "noted"], sound: nil)]
    for round in 0..<3 {
      // The second round builds nothing, the third links stored pieces.
      if round == 2 { try Disk.remove(playground.path + "/film.mp4") }
      let result = try await build(plan)
      #expect(result.notes.map(\.note.message) == ["held"])
      #expect(result.notes.map(\.filmTime) == [Time(31, over: 30)])
    }
  }

  @Test func `cancelling ends within a second, and what is stored stays`() async throws {
    let (stored, report) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      try await build([output("film", ["a", "hang"], sound: nil)], jobs: 1) { event in
        if case .stored = event { report.yield() }
      }
    }
    for await _ in stored { break }
    let start = ContinuousClock.now
    task.cancel()
    let result = await task.result
    #expect(throws: CancellationError.self) { try result.get() }
    // The worker would hang for 600 s.
    #expect(start.duration(to: .now) < .seconds(300))
    #expect(playground.text("film.mp4") == nil)
    _ = try playground.asked()
    _ = try await build([output("film", ["a"], sound: nil)])
    #expect(try playground.asked() == ["link"])
  }

  @Test func `an output in a folder that cannot be made is the machine's failure`() async throws {
    var plan = output("film", ["a"])
    try playground.write("file")
    plan.path = playground.path + "/file/film.mp4"
    let result = try await build([plan])
    #expect(result.failures.map { ToolStatus($0.failure) } == [.machineFailed])
    #expect(result.failures.map(\.failure.message) == ["cannot write 'film.mp4': Not a directory"])
    // The failure is detected before rendering.
    #expect(try playground.asked().isEmpty)
    let other = try await build([plan, output("other", ["b"])], keepsGoing: true)
    #expect(other.failures.count == 1)
    #expect(other.outputs.map(\.name) == ["other"])
  }

  @Test func `progress goes from nothing to everything`() async throws {
    let seen = Mutex<[Int]>([])
    _ = try await build([output("film", ["a", "b"])]) { event in
      if case .progress(let done) = event { seen.withLock { $0.append(done) } }
    }
    #expect(seen.withLock { $0.max() } == 60)
  }

  @Test func `entries that a film is made from count as used by it`() async throws {
    _ = try await build([output("film", ["a", "b"])])
    func uses() throws -> [String] {
      try playground.folder.inventory().filter { $0.label != "films" }
        .map { "\($0.label) \($0.use)" }.sorted()
    }
    // A chunk and the encoded sound both count as sounds.
    let sounds = ["sounds needed", "sounds needed"]
    #expect(try uses() == ["segments needed", "segments needed"] + sounds)
    _ = try await build([output("film", ["c", "b"])])
    #expect(
      try uses() == ["segments needed", "segments needed", "segments unneeded"] + sounds)
    try Disk.remove(playground.path + "/film.mp4")
    #expect(try uses().allSatisfy { $0.hasSuffix("unneeded") })
  }
}
