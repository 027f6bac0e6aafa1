// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import Diagnostics
import Driver
import Foundation
import Host
import RenderProtocol
import Testing

@testable import Builder
@testable import Explain
@testable import Planning
@testable import reel

/// Statements about a build before it, and without it.
extension BuildTests {
  private func forecast(
    _ outputs: [OutputPlan], jobs: Int = 1, in range: TimeRange? = nil
  ) -> DryRunReport {
    DryRunReport(
      BuildPlan(outputs: outputs, origins: []), folder: playground.folder, text: [], jobs: jobs,
      in: range)
  }

  private func text(_ forecast: DryRunReport, showsContents: Bool = false) -> String {
    DryRunWriter(forecast, sources: SourceMap()).text(showsContents: showsContents)
  }

  @Test func `before the first build everything is to be rendered`() {
    let film = output("film", ["a", "b", "a"])
    let forecast = forecast([film])
    #expect(!forecast.isUpToDate && forecast.reasons == [.outputMissing])
    #expect(forecast.amount.frames == 60 && forecast.amount.reusedFrames == 30)
    #expect(forecast.seconds == nil)
    #expect(
      text(forecast) == """
        film (film.mp4): the file is not there
          0.000 s .. 2.000 s  rendered  2 segments: no build of output 'film' is remembered
          2.000 s .. 3.000 s  reused    the same as another stretch of output 'film'
                       sound  rendered  no build of output 'film' is remembered

        """)
    #expect(
      DryRunWriter(forecast, sources: SourceMap()).summary(jobs: 2)
        == "would render 60 frames in 2 segments, encode sound, and reuse 30 frames; for how long is "
        + "unknown: nothing of this size and encoder was measured yet\n"
        + "  film  film.mp4  size unknown  time unknown\n")
  }

  @Test func `after a build nothing is, and it takes no time`() async throws {
    let plan = [output("film", ["a", "b"])]
    _ = try await build(plan)
    let forecast = forecast(plan)
    #expect(forecast.isUpToDate && forecast.seconds == 0)
    #expect(forecast.amount.reusedSegments == 2 && forecast.amount.segments == 0)
    #expect(
      text(forecast) == """
        film (film.mp4): up to date
          0.000 s .. 2.000 s  reused    2 segments
                       sound  reused

        """)
    #expect(
      DryRunWriter(forecast, sources: SourceMap()).summary(jobs: 2)
        == "nothing would be rendered: up to date\n")
  }

  @Test func `an unmeasured output does not hide the forecast of the others`() async throws {
    let film = output("film", ["a"], sound: nil)
    _ = try await build([film])
    try playground.folder.artifacts.remove(Fingerprint(of: "a"))
    try Disk.remove(playground.path + "/film.mp4")
    let forecast = forecast([film, output("other", ["b"], sound: nil)])
    #expect(forecast.seconds != nil && forecast.unmeasured == ["other"])
    let writer = DryRunWriter(forecast, sources: SourceMap())
    #expect(
      writer.summary(jobs: 1).contains(
        " s with 1 worker, and more for 'other': nothing of that size and encoder was measured yet\n"
      ))
    #expect(
      writer.json(explains: false, isDryRun: true).contains(#""unmeasuredOutputs":["other"]"#))
  }

  @Test func `what was never made is measured by some pieces, which are kept`() async throws {
    /// A film of segments that an encoder makes alike.
    func alike(_ name: String, _ pieces: [String], sound: [String]? = ["tone"]) -> OutputPlan {
      var film = output(name, pieces, sound: sound)
      guard case .film(var made) = film.product else { return film }
      for index in made.segments.indices {
        made.segments[index].encoding = VideoEncoding(encoder: "same", options: [])
      }
      film.product = .film(made)
      return film
    }
    let names = (0..<12).map { "piece \($0)" }
    let other = alike("other", ["x", "y"], sound: nil)
    let film = alike("film", names)
    let unmeasured = forecast([film])
    #expect(unmeasured.isUnmeasured && unmeasured.estimates == [.init(output: "film")])
    let folder = playground.folder
    defer { folder.removeTemporaries() }
    let plan = BuildPlan(outputs: [film], origins: [])
    let sample = try await Build(
      plan: plan, folder: folder, pool: playground.pool, sources: SourceWatch(), jobs: 2,
      maker: OutputMaker(project: playground.path + "/trip.reel.yaml"), report: { _ in }
    ).sample(unmeasured, for: .seconds(1000))
    // Five of the pieces, spread over the film, and the sound.
    let asked = try playground.asked()
    #expect(asked.count { $0.hasPrefix("segment") } == 5)
    let made = names.indices.filter { index in
      guard case .hit = folder.artifacts.look(for: Fingerprint(of: names[index])) else {
        return false
      }
      return true
    }
    #expect(made == [0, 1, 3, 6, 9])
    #expect(asked.contains { $0.hasPrefix("encode") } && !asked.contains("link"))
    #expect(!FileManager.default.fileExists(atPath: playground.path + "/film.mp4"))
    let measured = DryRunReport(plan, folder: folder, text: [], jobs: 2, sample: sample)
    let estimate = try #require(measured.estimates.first)
    #expect((estimate.seconds ?? 0) > 0 && (estimate.bytes ?? 0) > 0)
    #expect(measured.amount.segments == 7 && !measured.isUnmeasured)
    // A film like it is known by that.
    let known = DryRunReport(
      BuildPlan(outputs: [other], origins: []), folder: folder, text: [], jobs: 2,
      costs: measured.costs)
    #expect(!known.isUnmeasured)
    _ = try await build([film])
    #expect(try playground.asked().filter { $0.hasPrefix("segment") }.count == 7)
  }

  @Test func `two pieces of footage and two of stills are made, however long they take`()
    async throws
  {
    let names = (0..<12).map { "piece \($0)" }
    var film = output("film", names, sound: nil)
    guard case .film(var made) = film.product else { return }
    for index in made.segments.indices {
      made.segments[index].encoding = VideoEncoding(encoder: "same", options: [])
      guard index < 4 else { continue }
      let path = try playground.write("take")
      let read = VideoRead(
        file: MediaFile(path: path, digest: try Fingerprint(ofFile: path)), stream: 0, zero: .zero,
        map: TimeRemap(start: .zero), origin: Origin(0))
      let layer = Layer(
        content: .picture(Picture(source: .video(read))), placement: .at(x: 0, y: 0))
      made.segments[index].program.parts[0].layers = [layer]
    }
    film.product = .film(made)
    let folder = playground.folder
    defer { folder.removeTemporaries() }
    _ = try await Build(
      plan: BuildPlan(outputs: [film], origins: []), folder: folder, pool: playground.pool,
      sources: SourceWatch(), jobs: 2,
      maker: OutputMaker(project: playground.path + "/trip.reel.yaml"), report: { _ in }
    ).sample(forecast([film]), for: .zero)
    let found = names.indices.filter { index in
      if case .hit = folder.artifacts.look(for: Fingerprint(of: names[index])) {
        true
      } else {
        false
      }
    }
    #expect(found == [1, 3, 6, 10])
  }

  @Test func `footage is reckoned by footage, and stills by stills`() throws {
    func interval(_ start: Int64, showsFootage: Bool) -> Explanation.Interval {
      Explanation.Interval(
        kind: .picture, key: Fingerprint(of: "\(start)"),
        time: TimeRange(Time(start), Time(start + 4)), count: 100, frames: 100, status: .reused,
        contents: [], costKind: "h264", showsFootage: showsFootage)
    }
    var costs = CostTable()
    // Nothing of its own kind is known.
    costs.add(6000, for: 100, of: interval(0, showsFootage: true), in: "film")
    #expect(costs.milliseconds(of: interval(16, showsFootage: false), in: "film") == 6000)
    #expect(costs.milliseconds(of: interval(0, showsFootage: false), in: "other") == 6000)
    costs.add(1000, for: 100, of: interval(20, showsFootage: false), in: "film")
    costs.add(3000, for: 100, of: interval(28, showsFootage: false), in: "film")
    #expect(costs.milliseconds(of: interval(16, showsFootage: true), in: "film") == 6000)
    #expect(costs.milliseconds(of: interval(16, showsFootage: false), in: "film") == 1000)
    #expect(costs.milliseconds(of: interval(24, showsFootage: false), in: "film") == 2000)
    #expect(costs.milliseconds(of: interval(0, showsFootage: true), in: "other") == 6000)
    #expect(costs.milliseconds(of: interval(0, showsFootage: false), in: "other") == 2000)
  }

  @Test func `sound of a bit rate, and samples, have the size of these`() throws {
    func bytes(_ encoder: String, _ bits: Int? = nil, asked: Int64? = nil) throws -> Int64 {
      var film = output("film", [], sound: [String](repeating: "", count: 1000), encoder: encoder)
      guard case .film(var made) = film.product else { return 0 }
      if let bits { made.sound?.encoding.options = [EncoderOption("b", "\(bits)")] }
      made.soundBits = asked
      film.product = .film(made)
      return try #require(forecast([film]).estimates.first?.bytes)
    }
    // What a stored piece has beside its packets is not in the file, whose index has some bytes for each.
    for (encoder, bits) in [("aac", 64_000), ("aac", 256_000), ("libopus", 32_000)] {
      let least = Int64(bits / 8 * 1000)
      #expect((least...least + 400_000).contains(try bytes(encoder, bits)), "\(encoder) \(bits)")
    }
    #expect((12_000_000...12_400_000).contains(try bytes("aac", asked: 96_000)))
    #expect((192_000_000...192_400_000).contains(try bytes("pcm_s16le")))
    #expect((288_000_000...288_400_000).contains(try bytes("pcm_s24le")))
  }

  @Test func `passages are made side by side, and once more for a bit rate`() throws {
    var film = FilmPlan(
      segments: [], sound: sound([String](repeating: "", count: 120), encoder: "aac"),
      container: "ipod", fastStart: true, key: Fingerprint(of: "film"))
    let keys = (0..<4).map { Fingerprint(of: "passage \($0)") }
    film.sound?.passages = keys.enumerated().map { index, key in
      PlannedPassage(
        key: key, intervals: [],
        passage: AudioPassage(skipped: 0, packets: 0..<1406, samples: 0..<1_440_000),
        firstPacket: 0, firstSample: Int64(index) * 1_440_000, firstChunk: 0, sampleRate: 48_000,
        encoding: AudioEncoding(encoder: "aac"))
    }
    let setup = BuildPlan(outputs: [], origins: []).setup
    var sizes: [Fingerprint: Int64] = [:]
    func work() -> [Double] {
      let (whole, longest) = film.soundWork(setup) { sizes[$0] }
      return [whole, longest]
    }
    #expect(work() == [1, 0.25])
    sizes[keys[2]] = 1000
    #expect(work() == [0.75, 0.25])
    film.soundBits = 96_000
    #expect(work() == [1.75, 0.25])
    let key = try #require(film.sound?.key)
    // Twice as much as is asked for.
    film.sound?.encoding.options = [EncoderOption("global_quality", "100")]
    film.sound?.encoding.level = AudioLevel()
    sizes[key] = 120 * 24_000
    #expect(work() == [1, 1])
    sizes[key] = 120 * 12_000 + 41 * 5625 + 400
    #expect(work() == [0, 0])
  }

  @Test func `missing or damaged entries are rendered again`() async throws {
    let plan = [output("film", ["a", "b"], sound: nil)]
    _ = try await build(plan)
    let store = playground.folder.artifacts
    try store.remove(Fingerprint(of: "a"))
    try playground.write(
      ".reel/store/\(Fingerprint(of: "b").hex.prefix(2))/\(Fingerprint(of: "b").hex)", "less")
    // Nothing is made for an up-to-date film; its missing segment is rendered for the other film only.
    let standing = forecast(plan + [output("other", ["a"], sound: nil)])
    #expect(standing.amount.segments == 1)
    #expect(
      text(standing) == """
        film (film.mp4): up to date
          0.000 s .. 2.000 s  reused    2 segments
        other (other.mp4): the file is not there
          0.000 s .. 1.000 s  rendered  no build of output 'other' is remembered

        """)
    try Disk.remove(playground.path + "/film.mp4")
    let again = forecast(plan)
    #expect(!again.isUpToDate && again.amount.segments == 2)
    #expect(
      text(again) == """
        film (film.mp4): the file is not there
          0.000 s .. 1.000 s  rendered  the stored segment is gone
          1.000 s .. 2.000 s  rendered  the stored segment is damaged

        """)
  }

  @Test func `a range leaves out pieces outside it, and describes the others in detail`()
    async throws
  {
    let plan = [output("film", ["a", "b", "c"], sound: ["x", "y", "z"])]
    _ = try await build(plan)
    try playground.folder.artifacts.remove(Fingerprint(of: "chunk y"))
    let range = TimeRange(Time(3, over: 2), Time(2))
    let forecast = forecast(plan, in: range)
    let (b, sound, y) = (
      Fingerprint(of: "b").short, forecast.explanations[0].intervals[1].key.short,
      Fingerprint(of: "chunk y").short
    )
    #expect(
      text(forecast, showsContents: true) == """
        film (film.mp4): up to date
          1.000 s .. 2.000 s  reused
                              key \(b)
                       sound  reused
                              0.000 s .. 3.000 s, key \(sound)
                              mixed 1.000 s .. 2.000 s, not stored, key \(y)

        """)
    let json = DryRunWriter(forecast, sources: SourceMap())
      .json(explains: true, isDryRun: false, showsContents: true).split(separator: "\n")
    #expect(json.count == 2)
    #expect(json.first?.contains(#""contents":[]"#) == true)
    #expect(json.last?.contains(#""isStored":false"#) == true)
    // Without a range there are no such details.
    let plain = DryRunWriter(self.forecast(plan), sources: SourceMap())
      .json(explains: true, isDryRun: true)
    #expect(plain.split(separator: "\n").count == 5 && !plain.contains("contents"))
    #expect(plain.contains(#""event":"planned""#))
  }
}
