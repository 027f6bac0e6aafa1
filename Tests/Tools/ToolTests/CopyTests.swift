// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import Diagnostics
import Driver
import RenderProtocol
import Testing

@testable import Builder
@testable import Planning
@testable import Timeline
@testable import reel

/// Sections whose packets are copied: how they are reported and verified.
extension BuildTests {
  /// A film of one copied second of each of the files `names`.
  private func copies(_ names: [String]) throws -> OutputPlan {
    let segments = try names.enumerated().map { index, name in
      let path = try playground.write(name)
      let read = VideoRead(
        file: MediaFile(path: path, digest: try Fingerprint(ofFile: path)), stream: 0, zero: .zero,
        map: TimeRemap(start: .zero), origin: Origin(0))
      let layer = Layer(
        content: .picture(Picture(source: .video(read))), placement: .at(x: 0, y: 0))
      return PlannedSegment(
        key: Fingerprint(of: "copy " + name),
        program: RenderProgram(
          canvas: Self.canvas,
          parts: [LayerInterval(frameCount: 30, background: .black, layers: [layer])]),
        encoding: .copy, firstFrame: 30 * index)
    }
    let film = FilmPlan(
      segments: segments, sound: nil, container: "mp4", fastStart: true,
      key: Fingerprint(of: "copies of \(names)"))
    return OutputPlan(
      name: "film", path: playground.path + "/film.mp4", displayPath: "film.mp4", span: nil,
      canvas: Self.canvas, product: .film(film))
  }

  @Test func `copied packets are decoded by a verification`() async throws {
    let plan = [try copies(["take", "other"])]
    #expect(try await build(plan).status == .done)
    #expect(try playground.asked() == ["link", "segment copy", "segment copy"])
    let result = try await build(plan, verification: .verifyAll)
    #expect(result.status == .done && result.amount.verified == 2)
    #expect(
      try playground.asked() == ["check other", "check take", "segment copy", "segment copy"])
  }

  @Test func `a frame that cannot be decoded fails, with its place`() async throws {
    let plan = [try copies(["take", "rotten"])]
    #expect(try await build(plan).status == .done)
    let result = try await build(plan, verification: .verifyAll)
    #expect(result.status == .machineFailed && result.failures.isEmpty)
    let difference = try #require(result.differences.first)
    #expect(result.differences.count == 1 && difference.filmTime == Time(34, over: 30))
    let origins = [OriginFacts(span: nil, name: "clip", asset: "rotten.mp4")]
    let problem = BuildProblem(difference, in: BuildPlan(outputs: plan, origins: origins))
    #expect(problem.kind == .media && problem.sourceTime == Time(5, over: 2))
    #expect(problem.clip?.name == "clip" && problem.diagnostic.code.name == "damaged-copy")
    #expect(
      problem.diagnostic.message == "the copied segment 'film 30..<60' is copied from a damaged "
        + "place: frame 34 of the film cannot be decoded")
    let notes = problem.diagnostic.notes.map(\.message)
    #expect(
      notes.prefix(3) == [
        "in 'rotten.mp4' at 2.5 s", "at 1.133 s of output 'film'", "libav's words",
      ])
    // Copies are checked only on request.
    #expect(try await build(plan).status == .done)
  }

  @Test func `packets that were encoded instead are not reported as copied`() async throws {
    let plan = try copies(["take", "odd"])
    let note = RenderNote(message: "cannot copy from 'odd': a packet is damaged", origin: Origin(0))
    let folder = playground.folder
    let file = try folder.temporaryPath()
    try Disk.create(file, holding: Array("segment copy 30\n".utf8), isDurable: false)
    try folder.artifacts.commit(
      file, scratch: try folder.temporaryPath(), as: Fingerprint(of: "copy odd"),
      label: "segments", facts: Array([note].text.utf8))
    let result = try await build([plan])
    #expect(
      result.notes.map(\.note.message) == [
        "cannot copy from 'odd': a packet is damaged; it is encoded"
      ])
    #expect(result.amount.copiedFrames == 30 && result.amount.reusedFrames == 30)
    let forecast = DryRunReport(
      BuildPlan(outputs: [plan], origins: []), folder: folder, text: [], jobs: 1)
    #expect(forecast.amount.copiedFrames == 30)
    #expect(
      DryRunWriter(forecast, sources: SourceMap()).text() == """
        film (film.mp4): up to date
          0.000 s .. 1.000 s  copied
          1.000 s .. 2.000 s  reused    encoded: cannot copy from 'odd': a packet is damaged

        """)
    // There is nothing to decode, because the packets themselves are stored.
    _ = try playground.asked()
    _ = try await build([plan], verification: .verifyAll)
    #expect(try !playground.asked().contains("check odd"))
  }

  @Test func `peaks of what is encoded beside copied packets are not why nothing is copied`() throws
  {
    var sound = PlannedAudio(
      key: Fingerprint(of: "copied sound"),
      program: AudioProgram(sampleRate: 48_000, sampleCount: 96_000, clips: []), intervals: [],
      encoding: AudioEncoding(encoder: "aac"), firstSample: 48_000)
    sound.copy = AudioCopy(
      sampleRate: 48_000, packetSamples: 1024, start: 0, sampleCount: 96_000, intervals: [])
    var peaks = RenderNote(message: "it goes over full scale", origin: .none, frame: 24_000)
    peaks.overs = AudioOvers(count: 1, peak: 2)
    let reason = RenderNote(message: "cannot copy the sound", origin: .none)
    let folder = playground.folder
    for notes in [[peaks], [reason, peaks]] {
      sound.key = Fingerprint(of: "sound with \(notes.count)")
      let text = notes.map { ChunkNote(chunk: 0, note: $0) }.text
      let file = try folder.temporaryPath()
      try Disk.create(file, holding: Array("sound\n".utf8), isDurable: false)
      try folder.artifacts.commit(
        file, scratch: try folder.temporaryPath(), as: sound.key, label: "sounds",
        facts: Array(text.utf8))
      guard case .hit(let entry) = folder.artifacts.look(for: sound.key) else {
        Issue.record("the sound is not in the store")
        return
      }
      #expect(entry.fallback == (notes.count > 1 ? reason.message : nil))
      let said = sound.buildNotes(text: text, output: "film")
      #expect(
        said.map(\.note.message)
          == notes.map {
            $0.overs == nil ? $0.message + "; it is encoded" : $0.message
          })
      #expect(said.last?.output == "film" && said.last?.filmTime == Time(3, over: 2))
    }
  }
}
