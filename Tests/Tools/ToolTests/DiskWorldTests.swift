// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import Driver
import Glibc
import RenderProtocol
import Testing

@testable import Host
@testable import Timeline
@testable import reel

@Suite struct DiskWorldTests {
  let playground: Playground

  init() throws { playground = try Playground() }

  private func world(_ folder: BuildFolder? = nil) throws -> DiskWorld {
    let policy = try PathPolicy(root: playground.path)
    return DiskWorld(policy: policy, folder: folder ?? playground.folder, pool: playground.pool)
  }

  /// A file that was written long ago.
  private func old(_ name: String, _ text: String) throws -> String {
    let file = try playground.write(name, text)
    try age(file)
    return file
  }

  private func age(_ file: String) throws {
    // The inode's change time cannot be set, so the test waits.
    let stamp = try FileStamp(of: file)
    while !stamp.isSettled(at: FileStamp.now()) { usleep(50_000) }
  }

  @Test func `media are probed once and answered in order`() async throws {
    let files = try [playground.write("one", "1"), playground.write("two", "2")]
    try age(files[1])
    let asked = files + [files[0]]
    let first = try await world().media(at: asked).map { try $0.get() }
    #expect(first.map(\.file.path) == asked)
    #expect(first.map(\.file.digest.hex) == ["1", "2", "1"].map { Fingerprint(of: $0).hex })
    #expect(first.map(\.facts.format) == ["one", "two", "one"])
    #expect(try playground.asked() == ["probe one", "probe two"])
    #expect(try await world().media(at: asked).map { try $0.get() } == first)
    #expect(try playground.asked().isEmpty)
  }

  @Test func `a text stream is read once for each content of a file`() async throws {
    let files = try [playground.write("one", "1"), old("two", "1")]
    let found = try await world().media(at: files).map { try $0.get() }
    _ = try playground.asked()
    func texts(_ stream: Int) async throws -> [[String]] {
      let questions = found.map { media in
        TextStreamQuestion(
          ResolvedMedia(
            shownPath: "one", file: media.file, facts: media.facts, orientation: .upright,
            matrix: nil), stream: stream)
      }
      return try await world().texts(of: questions).map { try $0.get().texts.map(\.text) }
    }
    #expect(try await texts(0) == [["One"], ["One"]])
    let asked = try playground.asked()
    #expect(asked.allSatisfy { $0.hasPrefix("texts 0 ") } && (1...2).contains(asked.count))
    #expect(try await texts(0) == [["One"], ["One"]])
    #expect(try playground.asked().isEmpty)
    #expect(try await texts(1) == [["One"], ["One"]])
    #expect(try playground.asked().allSatisfy { $0.hasPrefix("texts 1 ") })
  }

  @Test func `a sound is measured once for each content of its file`() async throws {
    let files = try [playground.write("one", "1"), old("two", "1")]
    let found = try await world().media(at: files).map { try $0.get() }
    _ = try playground.asked()
    func levels(_ count: Int64) async throws -> [[Int16]] {
      let programs = found.map { media in
        AudioProgram(
          sampleRate: 48_000, sampleCount: count,
          clips: [
            AudioClip(
              file: media.file, stream: 0, zero: .zero, sourceStart: .zero, start: 0, count: count,
              gains: [], origin: .none)
          ])
      }
      return try await world().levels(of: programs).map { try $0.get().powers }
    }
    #expect(try await levels(100) == [[-2000], [-2000]])
    let asked = try playground.asked()
    #expect(asked.allSatisfy { $0.hasPrefix("levels ") } && (1...2).contains(asked.count))
    #expect(try await levels(100) == [[-2000], [-2000]])
    #expect(try playground.asked().isEmpty)
    #expect(try await levels(101) == [[-2000], [-2000]])
    #expect(try !playground.asked().isEmpty)
  }

  @Test func `files are looked at once, wherever they are`() async throws {
    let files = try [playground.write("one", "1"), old("two", "1")]
    let found = try await world().media(at: files).map { try $0.get() }
    _ = try playground.asked()
    func faces(_ start: Int64) async throws -> [Int] {
      let questions = found.map { media in
        SubjectQuestion(
          media.file,
          SubjectRequest(
            path: media.file.path, stream: 0, zero: .zero, orientation: .upright,
            sampleAspect: Time(1), range: TimeRange(Time(start), Time(start + 60))),
          memory: 1 << 20)
      }
      return try await world().subjects(of: questions).map { try $0.get().samples[0].faces[0].x }
    }
    #expect(try await faces(0) == [100, 100])
    let asked = try playground.asked()
    #expect(asked.allSatisfy { $0.hasPrefix("subjects ") } && (1...2).contains(asked.count))
    #expect(try await faces(0) == [100, 100])
    #expect(try playground.asked().isEmpty)
    #expect(try await faces(60) == [100, 100])
    #expect(try !playground.asked().isEmpty)
  }

  @Test func `files are looked at again by what finds other faces`() async throws {
    playground.link("worker", to: Playground.worker)
    let cascade = try old("cascade", "one")
    let worker = playground.path + "/worker"
    let file = try playground.write("one", "1")
    try age(file)
    func look() async throws -> [String] {
      let pool = WorkerPool(limit: 1) { WorkerCommand(path: worker) }
      defer { pool.shutDown() }
      let world = DiskWorld(
        policy: try PathPolicy(root: playground.path), folder: playground.folder, pool: pool)
      let media = try #require(try await world.media(at: [file]).first?.get())
      let question = SubjectQuestion(
        media.file,
        SubjectRequest(
          path: file, stream: 0, zero: .zero, orientation: .upright, sampleAspect: Time(1),
          range: TimeRange(.zero, Time(60))), memory: 1 << 20)
      _ = try await world.subjects(of: [question]).map { try $0.get() }
      return try playground.asked()
    }
    #expect(try await look() == ["faces", "probe one", "subjects one"])
    #expect(try await look().isEmpty)
    // The same cascade, written again, finds the same.
    _ = try old("cascade", "one")
    #expect(try await look() == ["faces"])
    try playground.write("cascade", "two")
    #expect(try await look() == ["faces", "subjects one"])
    try age(cascade)
    #expect(try await look().allSatisfy { $0 == "faces" })
  }

  @Test func `a pattern of photos is a list of what they say of themselves`() throws {
    // The directory of a TIFF file with a description.
    let tiff =
      "MM\0*\0\0\0\u{8}\0\u{1}\u{1}\u{E}\0\u{2}\0\0\0\u{C}\0\0\0\u{1A}\0\0\0\0The \"Forum\"\0"
    try playground.write("p/day 10.tif", tiff)
    try playground.write("p/day 9.b.tif", "nothing")
    let rows = try #require(
      try world().listing(of: "p/*.tif", from: playground.path, except: []).rows)
    #expect(
      String(decoding: rows, as: UTF8.self) == """
        [{"file": "p/day 9.b.tif", "path": "p/day 9.b.tif", "name": "day 9.b", "number": 1, "caption": "", "captioned": false, \
        "date": "", "dated": false, "year": "", "month": "", "day": "", "time": ""},
        {"file": "p/day 10.tif", "path": "p/day 10.tif", "name": "day 10", "number": 2, "caption": "The \\"Forum\\"", \
        "captioned": true, "date": "", "dated": false, "year": "", "month": "", "day": "", "time": ""}]

        """)
    #expect(try world().listing(of: "p/*.jpg", from: playground.path, except: []).rows == nil)
    #expect(throws: FileProblem.self) {
      try world().listing(of: "/*.tif", from: playground.path, except: [])
    }
  }

  @Test func `a row names its file alone, and what the project makes has none`() throws {
    try playground.write("p/a[1].tif", "one")
    try playground.write("p/a1.tif", "two")
    try playground.write("p/film.tif", "made")
    let made = try world().destination("p/film.tif", from: playground.path)
    let rows = try #require(
      try world().listing(of: "p/*.tif", from: playground.path, except: [made]).rows)
    let text = String(decoding: rows, as: UTF8.self)
    #expect(text.contains(#""file": "p/a[[]1].tif", "path": "p/a[1].tif", "name": "a[1]""#))
    #expect(!text.contains("p/film.tif"))
    #expect(try world().matches(of: "p/a[[]1].tif", from: playground.path).paths == ["p/a[1].tif"])
    #expect(!isGlob("p/a[[]1].tif") && isGlob("p/a[1].tif") && isGlob("p/a[[]?].tif"))
    #expect(literalPath("p/[*][[][?]x").path == "p/*[?x")
    #expect(literalPattern("p/*[?x") == "p/[*][[][?]x")
    // A keycap is one character of three scalars, of which the first is an asterisk.
    #expect(literalPattern("*\u{FE0F}\u{20E3}.png") == "[*]\u{FE0F}\u{20E3}.png")
  }

  @Test func `a copy has the facts of the original`() async throws {
    let one = try old("one", "same")
    _ = try await world().media(at: [one])
    let two = try playground.write("two", "same")
    let media = try #require(try await world().media(at: [two]).first?.get())
    #expect(media.facts.format == "one")
    #expect(try playground.asked() == ["probe one"])
  }

  @Test func `a file that changes while it is probed leaves no facts behind`() async throws {
    let file = try old("waits", "old")
    let world = try world()
    let asking = Task { await world.media(at: [file]) }
    try #require(try await playground.awaitedText("log") != nil)
    try playground.write("waits", "new")
    try playground.write("go")
    let failure = await asking.value.first?.failure
    #expect(failure?.message == "the file is being written; build when it is finished")
    // The old bytes return under another name, about which nothing is known.
    let copy = try playground.write("copy", "old")
    #expect(try await world.media(at: [copy]).first?.get().facts.format == "copy")
  }

  /// A text that no other test draws.
  private static let title = TextBlock(
    text: "title", font: FontChoice(family: "Sans", weight: 400, isItalic: false), size: 20,
    color: .black, wrapWidth: nil, alignment: .left)

  @Test func `a text that another command draws at the same time is no change`() async throws {
    let world = try world()
    let raster = try #require(try await world.rasters(of: [Self.title]).first?.get())
    // The text's record is gone; the raster is drawn again and found to exist.
    let before = try FileStamp(of: raster.file.path)
    for name in try Disk.names(in: playground.path + "/.reel/texts")
    where name.hasSuffix(".json") { try Disk.remove(playground.path + "/.reel/texts/" + name) }
    #expect(try await self.world().rasters(of: [Self.title]).first?.get() == raster)
    #expect(try FileStamp(of: raster.file.path) == before)
    // A file that was swapped in meanwhile has the same bytes.
    let name = String(raster.file.path.dropFirst(playground.path.count + 1))
    let copy = try playground.write("copy", try #require(playground.text(name)))
    try Disk.rename(copy, to: raster.file.path)
    #expect(world.watch.stands(raster.file.path, as: raster.file.digest))
  }

  @Test func `texts are drawn for a project in a folder that cannot be written`() async throws {
    let folder = BuildFolder(path: "/sys/.reel")
    let raster = try #require(try await world(folder).rasters(of: [Self.title]).first?.get())
    #expect(raster.facts.size == PixelSize(1, 1))
    #expect(!raster.file.path.hasPrefix(playground.path))
  }

  @Test func `a file that cannot be probed fails alone`() async throws {
    let files = try [playground.write("broken"), playground.write("fine", "x")]
    let world = try world()
    let results = await world.media(at: files + [playground.path + "/nothing"])
    #expect(throws: RenderFailure.self) { try results[0].get() }
    #expect(try results[1].get().facts.format == "fine")
    #expect(throws: RenderFailure.self) { try results[2].get() }
    #expect(world.isSource(files[0]) == false)
  }

  @Test func `a project file is read with its limits`() throws {
    let world = try world()
    let file = try playground.write("trip.reel.yaml", "reel: 1\n")
    #expect(try world.contents(of: file) == Array("reel: 1\n".utf8))
    #expect(world.isSource(file))
    #expect(throws: FileProblem.missing(nearest: nil)) {
      try world.contents(of: playground.path + "/x")
    }
    #expect(throws: FileProblem.notAFile) { try world.contents(of: playground.path) }
    #expect(throws: FileProblem.outside(root: playground.path)) {
      try world.contents(of: "/etc/passwd")
    }
    let large = try playground.write("large.yaml")
    #expect(truncate(large, off_t(DiskWorld.projectLimit) + 1) == 0)
    #expect(throws: FileProblem.limit("a project file has at most 64 MiB")) {
      try world.contents(of: large)
    }
  }

  @Test func `the worker is asked for its identity once`() async throws {
    let identity = try await world().identity()
    #expect(identity.libraries == ["fake 1"])
    let silent = WorkerPool(limit: 1) { () throws(RenderFailure) in
      // The worker's path may be requested; starting it a second time would fail.
      WorkerCommand(path: Playground.worker)
    }
    silent.shutDown()
    let world = DiskWorld(
      policy: try PathPolicy(root: playground.path), folder: playground.folder, pool: silent)
    #expect(try await world.identity() == identity)
  }
}

extension Result {
  fileprivate var failure: Failure? {
    guard case .failure(let failure) = self else { return nil }
    return failure
  }
}
