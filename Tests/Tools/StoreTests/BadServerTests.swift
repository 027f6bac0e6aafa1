// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// Servers that are dead, slow or lying delay a build by a bounded time, without other effects.
@Suite(.serialized, .enabled(if: Command.named("python3") != nil, "python3 is not installed"))
struct BadServerTests {
  /// The maximum delay in seconds due to a server: the limits of a stalled exchange and of the last uploads,
  /// plus the machine's load.
  private static let limit = 60.0

  /// The contents of a good server with a film, and the film.
  private static let filled = Task { () -> (folder: TemporaryFolder, bytes: Data) in
    let folder = try TemporaryFolder()
    let film = try SmallFilm()
    let server = try await Server.bad("good", over: folder)
    let build = try await film.build(["--store", server.url()])
    try #require(build.status == 0 && build.errors.isEmpty, "\(build.errors)")
    try #require(build["sent"] == build.stored)
    let again = try await film.build(["--store", server.url()])
    try #require(again.stored == 0 && again.film == build.film)
    return (folder, try #require(build.film))
  }

  /// A film that has not been built here, its bytes, and a misbehaving server that has all of it.
  private func playground(_ mode: String) async throws -> (SmallFilm, Data, Server) {
    let filled = try await BadServerTests.filled.value
    let folder = try TemporaryFolder()
    for name in ["ac", "cas"] {
      try FileManager.default.copyItem(atPath: filled.folder / name, toPath: folder / name)
    }
    return (try SmallFilm(), filled.bytes, try await Server.bad(mode, over: folder))
  }

  /// The behaviour of each server, and whether anything from it is usable.
  private static let readers: [(mode: String, words: String)] = [
    ("hang", "takes too long to answer"), ("drip", "takes too long to answer"),
    ("500", "answers with status 500"), ("redirect", "sends elsewhere, which is not followed"),
    ("no-http", "gives an answer that makes no sense"),
    ("wrong-bytes", "sends other bytes than it promised"),
    ("short", "sends other bytes than it promised"), ("long", "sends more than there can be"),
    ("endless", "sends more than there can be"), ("cut", "breaks off in the middle of an answer"),
    ("endless-record", "sends more than there can be"),
    ("junk-record", "has a piece whose record cannot be read"),
    ("empty-record", "has a piece whose record cannot be read"),
    ("other-record", "has the record of another piece under this key"),
    ("other-length", "sent a piece with another key or length"),
    ("no-segment", "sent a piece with another key or length"),
    ("huge", "has a piece larger than the size limit"),
    ("hollow", "sent what could not be used"),
  ]

  @Test(arguments: readers.map(\.mode))
  func aBadAnswerIsRenderedInstead(mode: String) async throws {
    let (film, bytes, server) = try await playground(mode)
    let build = try await film.build(["--store", server.url()])
    #expect(build.status == 0, "\(build.errors)")
    #expect(build.film == bytes)
    #expect(build.seconds < BadServerTests.limit)
    if mode != "hollow" { #expect(build["fetched"] == 0) }
    #expect(build.stored > 4)
    #expect(try await film.broken() == 0)
    // Exactly one warning.
    let warnings = build.errors.components(separatedBy: "warning[store-failed]: the shared store")
    #expect(warnings.count == 2, "\(build.errors)")
    let words = try #require(BadServerTests.readers.first { $0.mode == mode }).words
    #expect(build.errors.contains(words), "\(build.errors)")
    // Nothing of it remains: the same film without a store needs nothing more.
    let later = try await film.build(keeping: true)
    #expect(later.status == 0 && later.film == bytes && later.stored == 0)
  }

  @Test func aDeadServerIsGivenUpAtOnce() async throws {
    let film = try SmallFilm()
    let plain = try await film.build()
    let build = try await film.build(["--store", "http://127.0.0.1:\(try Server.freePort())"])
    #expect(build.status == 0 && build.film == plain.film && build.film != nil)
    #expect(build.errors.contains("cannot be reached; what is missing was rendered here"))
    #expect(build.seconds < plain.seconds + 30)
  }

  @Test func piecesThatAreGoneAreRenderedAndSentAgain() async throws {
    let (film, bytes, server) = try await playground("gone")
    let build = try await film.build(["--store", server.url()])
    #expect(build.status == 0 && build.film == bytes && build.errors.isEmpty)
    #expect(build["missing"] == build.stored && build["sent"] == build.stored)
  }

  @Test(arguments: ["put-403", "put-hang"])
  func aServerThatTakesNothingCostsLittle(mode: String) async throws {
    let film = try SmallFilm()
    let plain = try await film.build()
    let server = try await Server.bad(mode, over: try TemporaryFolder())
    let build = try await film.build(["--store", server.url()])
    #expect(build.status == 0 && build.film == plain.film)
    #expect(build["sent"] == 0 && build["unsent"] == build.stored)
    #expect(build.seconds < plain.seconds + 30)
    #expect(build.errors.contains("takes nothing: it "), "\(build.errors)")
    #expect(build.errors.contains("--store-read-only"))
  }
}
