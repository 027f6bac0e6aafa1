// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// Builds that share rendered pieces through a real server.
@Suite(.enabled(if: Server.nginx != nil, "nginx is not installed"))
struct NginxTests {
  @Test func whatOneMachineRendersAnotherFetches() async throws {
    let server = try await Server.nginx()
    let store = ["--store", server.url() + "/"]
    let (here, there) = (try SmallFilm(), try SmallFilm())
    let plain = try await here.build()
    try #require(plain.status == 0, "\(plain.errors)")
    #expect(plain["sent"] == nil)

    let first = try await here.build(store)
    #expect(first.status == 0 && first.errors.isEmpty, "\(first.errors)")
    #expect(first.film == plain.film)
    #expect(first["fetched"] == 0 && first["unsent"] == 0)
    #expect(first["sent"] == first.stored && first.stored > 4)

    for film in [here, there] {
      let again = try await film.build(store)
      #expect(again.status == 0 && again.errors.isEmpty, "\(again.errors)")
      #expect(again.film == plain.film)
      #expect(again.stored == 0 && again["missing"] == 0)
      // Chunks of a sound that was fetched are neither requested nor made.
      let unneeded = again.events.count { $0 == "unneeded" }
      #expect(unneeded > 0)
      #expect(again["fetched"].map { $0 + unneeded } == first.stored)
      #expect(try await film.broken() == 0)
    }

    // Existing pieces are not requested again, and a null build makes no requests.
    try FileManager.default.removeItem(atPath: server.folder / "log")
    let null = try await there.reel.run(["build", "film.reel.yaml", "--json"] + store)
    #expect(null.status == 0 && !null.text.contains("\"store\":"))
    let linked = try await there.build(store, keeping: true)
    #expect(linked.film == plain.film && linked["fetched"] == nil)
  }

  @Test func anEditFetchesTheRest() async throws {
    let server = try await Server.nginx()
    let store = ["--store", server.url()]
    _ = try await SmallFilm().build(store)
    let longer = try SmallFilm(extra: true)
    let plain = try await longer.build()
    let build = try await longer.build(store)
    #expect(build.film == plain.film && build.film != nil)
    #expect(build["fetched", default: 0] > 0 && build.stored > 0)
    #expect(build.stored < plain.stored)
    let all = try await longer.build(store)
    #expect(all.stored == 0 && all.film == plain.film)
  }

  @Test func aReadOnlyBuildSendsNothing() async throws {
    let server = try await Server.nginx()
    let film = try SmallFilm()
    let build = try await film.build(["--store", server.url(), "--store-read-only"])
    #expect(build.status == 0 && build.errors.isEmpty)
    #expect(build["sent"] == 0 && build["unsent"] == 0)
    #expect(!FileManager.default.fileExists(atPath: server.folder / "data/ac"))
  }

  @Test func aPasswordIsUsedAndNeverShown() async throws {
    let server = try await Server.nginx()
    let film = try SmallFilm()
    let right = ["--store", server.url("/team", user: "me:s3cret")]
    let first = try await film.build(right)
    #expect(first["sent"] == first.stored && first.errors.isEmpty, "\(first.errors)")
    let second = try await film.build(right)
    #expect(second.stored == 0 && second.film == first.film)
    let wrong = try await film.build(["--store", server.url("/team", user: "me:wr0ng")])
    #expect(wrong.status == 0 && wrong.film == first.film)
    let warning = "warning[store-failed]: the shared store '\(server.url("/team"))'"
    #expect(wrong.errors.contains(warning), "\(wrong.errors)")
    #expect(wrong.errors.contains("status 401"))
    for build in [first, second, wrong] {
      for word in ["s3cret", "wr0ng", "me:"] {
        #expect(!build.text.contains(word) && !build.errors.contains(word))
      }
    }
  }

  @Test(.enabled(if: Command.named("openssl") != nil, "openssl is not installed"))
  func aCertificateThatNobodyTrustsIsRefused() async throws {
    let server = try await Server.nginx(certificate: true)
    let film = try SmallFilm()
    let url = server.url().replacingOccurrences(of: "http:", with: "https:")
    var build = try await film.build(["--store", url])
    // On a busy machine the handshake may not reach the certificate within the connection time limit.
    for _ in 0..<10 where build.errors.contains("takes too long") {
      build = try await film.build(["--store", url])
    }
    #expect(build.status == 0 && build.film != nil && build["fetched"] == 0)
    #expect(build.errors.contains("'\(url)' cannot be reached"), "\(build.errors)")
    #expect(!FileManager.default.fileExists(atPath: server.folder / "data/ac"))
  }

  @Test func theServerOfTheReadmeIsWrittenToBySome() async throws {
    let server = try await Server.nginx()
    let film = try SmallFilm()
    let outside = try await film.build(["--store", server.url("/reel")])
    #expect(outside.status == 0 && outside["sent"] == 0)
    #expect(
      outside.errors.contains("takes nothing: it answers with status 401"), "\(outside.errors)")
    let inside = try await film.build(["--store", server.url("/reel", user: "me:s3cret")])
    #expect(inside["sent"] == inside.stored && inside.errors.isEmpty, "\(inside.errors)")
    let reader = try await film.build(["--store", server.url("/reel"), "--store-read-only"])
    #expect(reader.stored == 0 && reader.film == outside.film && reader.errors.isEmpty)
    let files = try FileManager.default.contentsOfDirectory(atPath: server.folder / "data/tmp")
    #expect(files.isEmpty)
  }

  @Test func theEnvironmentNamesAStore() async throws {
    let server = try await Server.nginx()
    let film = try SmallFilm()
    let path = try #require(Places.reel)
    func build(_ value: String, _ options: [String] = []) async throws -> Command.Outcome {
      try? FileManager.default.removeItem(atPath: film.reel.folder / ".reel")
      return try await Command(path, in: film.reel.folder.path, environment: ["REEL_STORE": value])
        .outcome(["build", "film.reel.yaml"] + options)
    }
    let first = try await build(server.url())
    #expect(first.status == 0 && !first.text.contains("fetched"), "\(first.errors)")
    let second = try await build(server.url())
    #expect(second.text.contains("0 frames rendered, 0 reused, 450 fetched"), "\(second.text)")
    let other = try await build("ftp://me:s3cret@somewhere")
    #expect(other.status == 2 && other.errors.contains("REEL_STORE takes the URL"))
    #expect(!other.errors.contains("s3cret"))
    // An empty store option disables the store, at any position.
    #expect(try await build(server.url(), ["--store", ""]).text.contains("450 frames rendered"))
  }
}

extension SmallFilm.Build {
  /// The same as the subscript without a default.
  subscript(name: String, default value: Int) -> Int { self[name] ?? value }
}
