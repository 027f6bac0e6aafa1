// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import RenderProtocol
import Testing

@testable import Driver
@testable import Planning

/// The encoding of outputs with a limit of bytes.
@Suite struct FittingTests {
  private func world(_ output: String, canvas: String = "size: 640x360") -> TestWorld {
    TestWorld(
      project: """
        reel: 1
        canvas: {\(canvas), rate: 25}
        tracks: {main: [{clip: wide.mp4, range: 0s..3s}, {clip: small.mp4, range: 0s..2s}, {clip: wide.mp4, range: 3s..6s}]}
        outputs: {film: {\(output)}}

        """)
  }

  private struct NoFilm: Error {}

  private func film(_ output: String = "file: a.mp4, max-size: 400kB") async throws -> FilmPlan {
    let result = await world(output).compilation().plan()
    let product = try #require(result.product?.outputs.first?.product, "\(result.diagnostics)")
    guard case .film(let film) = product else { throw NoFilm() }
    return film
  }

  /// The rate of each segment in bits per second.
  private func rates(_ film: FilmPlan) -> [Int] {
    film.segments.compactMap { segment in
      segment.encoding.options.first { $0.name == "b" }.flatMap { Int($0.value) }
    }
  }

  /// The result for `film` where its drafts have `sizes`, its sound 60 kB, and other segments
  /// `share` of the requested size.
  private func fitted(_ film: FilmPlan, _ sizes: [Int64], share: Double = 1) -> FittedFilm {
    let setup = RenderingSetup()
    var known = Dictionary(
      zip(film.segments.map(\.key), sizes), uniquingKeysWith: { first, _ in first })
    if let sound = film.sound { known[sound.key] = 60_000 }
    while true {
      let found = film.fitted(setup) { known[$0] }
      guard case .open(let open) = found else { return found }
      // Each round asks for something that is not known yet.
      guard open.segments.contains(where: { known[$0.key] == nil }) else { return found }
      for (segment, rate) in zip(open.segments, rates(open)) where known[segment.key] == nil {
        let bytes = Double(rate * segment.frameCount / 25 / 8) * share
        known[segment.key] = Int64(bytes) + 400 + Int64(41 * segment.frameCount)
      }
      if rates(open).isEmpty { return found }
    }
  }

  @Test func `a film that fits stays as it is`() async throws {
    let film = try await film()
    try #require(film.segments.count == 3)
    guard case .fits(let found) = fitted(film, [100_000, 50_000, 90_000]) else { throw NoFilm() }
    #expect(found.segments.map(\.key) == film.segments.map(\.key))
    #expect(found.drafts.isEmpty)
  }

  @Test func `what is missing is made first`() async throws {
    let film = try await film()
    guard case .open(let found) = film.fitted(RenderingSetup(), sizes: { _ in nil }) else {
      throw NoFilm()
    }
    #expect(found.segments.map(\.key) == film.segments.map(\.key))
  }

  @Test func `bits are shared out as the drafts have them`() async throws {
    let film = try await film()
    guard case .fits(let found) = fitted(film, [600_000, 200_000, 300_000]) else { throw NoFilm() }
    let rates = rates(found)
    // 600 kB of three seconds, 200 kB of two.
    #expect(abs(Double(rates[0]) / Double(rates[1]) - 2) < 0.03)
    #expect(abs(Double(rates[0]) / Double(rates[2]) - 2) < 0.03)
    #expect(found.drafts == film.segments.map(\.key))
    #expect(found.key == film.key)
    let bytes = rates[0] * 3 / 8 + rates[1] * 2 / 8 + rates[2] * 3 / 8
    #expect((310_000..<335_000).contains(bytes))
    // The level of all is that of the quality.
    #expect(found.segments[0].encoding.options.contains { $0.name == "crf" })
  }

  @Test func `an edit leaves the rates of other segments`() async throws {
    let film = try await film()
    guard case .fits(let one) = fitted(film, [600_000, 200_000, 300_000]),
      case .fits(let other) = fitted(film, [600_000, 203_000, 300_000])
    else { throw NoFilm() }
    #expect(one.segments[0].key == other.segments[0].key)
    #expect(one.segments[1].key != other.segments[1].key)
    #expect(one.segments[2].key == other.segments[2].key)
  }

  @Test func `what an encoder takes too much is taken off`() async throws {
    let film = try await film()
    guard case .fits(let exact) = fitted(film, [600_000, 200_000, 300_000]),
      case .fits(let lower) = fitted(film, [600_000, 200_000, 300_000], share: 1.2)
    else { throw NoFilm() }
    let ratio = Double(rates(lower)[0]) / Double(rates(exact)[0])
    #expect((0.76..<0.88).contains(ratio), "\(ratio)")
  }

  @Test func `a film that never fits is not tried for ever`() async throws {
    let film = try await film()
    guard case .misses(let smallest) = fitted(film, [600_000, 200_000, 300_000], share: 90) else {
      throw NoFilm()
    }
    #expect(smallest > 400_000)
    // Nor one whose sound alone is too large.
    let sound = try #require(film.sound?.key)
    guard case .misses = film.fitted(RenderingSetup(), sizes: { $0 == sound ? 500_000 : 9000 })
    else { throw NoFilm() }
  }

  @Test func `captions and the cover count`() async throws {
    var film = try await film()
    func fits(cover: Int64) -> Bool {
      let found = film.fitted(RenderingSetup(), cover: cover) { _ in 80_000 }
      if case .fits = found { return true }
      return false
    }
    #expect(fits(cover: 0) && fits(cover: 60_000))
    #expect(!fits(cover: 100_000))
    let words = String(repeating: "words ", count: 15_000)
    film.facts = ContainerFacts()
    #expect(fits(cover: 0))
    film.facts?.captions = [
      CaptionTrack(cues: [CaptionCue(start: 0, end: 1000, runs: [CaptionRun(words)])])
    ]
    #expect(!fits(cover: 0))
  }

  @Test func `the limit is part of the film's key`() async throws {
    let keys = [
      try await film().key, try await film("file: a.mp4").key,
      try await film("file: a.mp4, max-size: 401kB").key,
    ]
    #expect(Set(keys).count == 3)
  }

  static let conflicts: [(output: String, canvas: String, message: String)] = [
    (
      "file: a.mp4, max-size: 1MB, video: {bitrate: 1M}", "size: 640x360",
      "a film has either a bit rate or a size that it fits into"
    ),
    (
      "file: a.mkv, max-size: 1MB, preset: lossless", "size: 640x360",
      "a film without loss is as large as it comes out"
    ),
    (
      "file: a.mov, max-size: 1MB, video: prores", "size: 640x360",
      "ProRes has no bit rate by which a film could be made to fit"
    ),
    (
      "file: a.webm, max-size: 1MB", "size: 640x360, background: clear",
      "a film with alpha has no bit rate by which it could be made to fit"
    ),
    (
      "file: a.mp4, max-size: 190kB, audio: opus", "size: 640x360",
      "the sound alone has 192 kB of the 190 kB"
    ),
  ]

  @Test(arguments: conflicts)
  func `limits that cannot be kept are an error`(
    _ output: String, _ canvas: String, _ message: String
  ) async {
    let result = await world(output, canvas: canvas).compilation().check()
    #expect(result.diagnostics.map(\.message) == [message])
    #expect(result.diagnostics.allSatisfy { $0.code.name == "max-size" && $0.hint != nil })
  }

  @Test func `sound that keeps to a quality may take less than a dense one`() async {
    let result = await world("file: a.mp4, max-size: 200kB").compilation().check()
    #expect(
      result.diagnostics.map(\.message) == [
        "the sound alone can have 256 kB of the 200 kB, if it is dense"
      ])
    #expect(result.diagnostics.allSatisfy { $0.severity == .warning && $0.hint != nil })
    #expect(result.product != nil)
  }

  @Test func `check says the limit`() async throws {
    let result = await world("file: a.mp4, max-size: 25MB").compilation().check()
    #expect(result.product?.particulars.first?.last == "at most 25 MB")
  }

  private func quality(_ film: FilmPlan) -> Int? {
    film.sound?.encoding.options.first { $0.name == "global_quality" }.flatMap { Int($0.value) }
  }

  /// The result for `film` where its sound has so many bits a second at a quality.
  private func heard(_ film: FilmPlan, _ bits: (Int) -> Int) -> (film: FilmPlan, rounds: Int)? {
    var known: [Fingerprint: Int64] = [:]
    for round in 0..<9 {
      switch film.fitted(RenderingSetup(), sizes: { known[$0] }) {
      case .fits(let found): return (found, round)
      case .open(let open):
        guard let sound = open.sound, let quality = quality(open) else { return nil }
        let packets = sound.sampleCount / 1024
        known[sound.key] =
          Int64(bits(quality)) * sound.sampleCount / Int64(sound.sampleRate) / 8 + 400 + 41
          * packets
      case .misses: return nil
      }
    }
    return nil
  }

  @Test func `a sound gets the quality at which it has its bit rate`() async throws {
    let film = try await film("file: a.mp4, audio: {bitrate: 160k}")
    #expect(quality(film) == 180 && film.soundBits == 160_000)
    // As dense as usual.
    let usual = try #require(heard(film) { ($0 + 20) * 805 })
    #expect(quality(usual.film) == 180 && usual.rounds == 1 && usual.film.drafts.isEmpty)
    // Less dense, and denser.
    for share in [0.75, 0.85, 1.1, 1.4] {
      let bits = { (quality: Int) in Int(Double(quality * 800 + 9000) * share) }
      let found = try #require(heard(film, bits), "\(share)")
      let rate = bits(try #require(quality(found.film)))
      #expect(abs(rate - 160_000) <= 6400, "\(share): \(rate)")
      #expect(!found.film.drafts.isEmpty && found.film.key == film.key)
      #expect(found.film.sound?.key != film.sound?.key)
      // What hardly changes what the sound takes leaves the quality.
      let edited = try #require(heard(film) { bits($0) * 1004 / 1000 })
      #expect(quality(edited.film) == quality(found.film))
    }
    // One that never has so many.
    let calm = try #require(heard(film) { $0 * 100 })
    #expect(quality(calm.film) == 282 && calm.rounds < 6)
  }

  @Test(arguments: [
    ("file: a.mp4", 300), ("file: a.mp4, preset: low", 140), ("file: a.mp4, profile: web", 180),
    ("file: a.mp4, audio: {bitrate: 64k}", nil), ("file: a.mp4, audio: {bitrate: 448k}", nil),
    ("file: a.mp4, audio: {options: {aac_coder: twoloop}}", nil),
    ("file: a.mp4, profile: web, audio: {bitrate: 320k}", nil), ("file: a.mkv, audio: opus", nil),
  ])
  func `AAC keeps to a quality where it can`(output: String, quality: Int?) async throws {
    let film = try await film(output)
    #expect(self.quality(film) == quality)
    #expect(film.soundBits == nil)
    #expect(film.sound?.encoding.isOfConstantQuality == (quality != nil))
  }
}
