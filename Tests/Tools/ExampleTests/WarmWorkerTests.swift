// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Glibc
import Testing

/// `reel frame --keep-warm`: a renderer that waits for the next call.
@Suite struct WarmWorkerTests {
  private static let project = """
    reel: 1
    canvas: {size: 320x180, rate: 10}
    tracks: {main: [{gap: 2s}]}
    overlays:
      sun: {shape: ellipse, size: [80px, 80px], fill: gold, during: 0s..2s, position: {0s: [20%, 50%], 2s: [80%, 50%]}}
      name: {text: Warm, during: 0s..2s, font: {family: DejaVu Sans, size: 40px}}
    outputs: {film: {file: film.mkv, preset: lossless}}

    """

  /// Renderers that wait in the folder at `path`, by their command lines.
  private func renderers(waitingIn path: String) throws -> [pid_t] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { pid_t($0) }.filter {
      guard let words = FileManager.default.contents(atPath: "/proc/\($0)/cmdline") else {
        return false
      }
      let line = String(decoding: words, as: UTF8.self)
      return line.contains("reel-render") && line.contains(path)
    }
  }

  private func frame(_ time: String, _ flags: [String] = [], by reel: Reel) async throws -> Data {
    let arguments = ["frame", "p.reel.yaml", "--at", time, "-o", "x.png", "--force"]
    let outcome = try await reel.run(arguments + flags)
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try Data(contentsOf: URL(filePath: reel.folder / "x.png"))
  }

  @Test func `a renderer waits for the next call, and one that died is replaced`() async throws {
    let place = try TemporaryFolder()
    let reel = try Reel(environment: ["XDG_RUNTIME_DIR": place.path])
    try reel.folder.write(Self.project, to: "p.reel.yaml")
    let cold = try await [frame("300ms", by: reel), frame("1.5s", by: reel)]
    #expect(try renderers(waitingIn: place.path).isEmpty)

    #expect(try await frame("300ms", ["--keep-warm"], by: reel) == cold[0])
    let first = try renderers(waitingIn: place.path)
    #expect(first.count == 1)
    defer {
      for process in (try? renderers(waitingIn: place.path)) ?? [] { kill(process, SIGKILL) }
    }
    #expect(try await frame("1.5s", ["--keep-warm"], by: reel) == cold[1])
    #expect(try renderers(waitingIn: place.path) == first)

    for process in first { kill(process, SIGKILL) }
    #expect(try await frame("300ms", ["--keep-warm"], by: reel) == cold[0])
    let second = try renderers(waitingIn: place.path)
    #expect(second.count == 1 && second != first)

    // A build that sees another environment has fonts of its own.
    let other = try Reel(environment: ["XDG_RUNTIME_DIR": place.path, "XDG_DATA_HOME": place.path])
    try other.folder.write(Self.project, to: "p.reel.yaml")
    #expect(try await frame("300ms", ["--keep-warm"], by: other) == cold[0])
    #expect(try renderers(waitingIn: place.path).count == 2)
  }

  @Test func `calls at the same time have renderers of their own`() async throws {
    let place = try TemporaryFolder()
    let reel = try Reel(environment: ["XDG_RUNTIME_DIR": place.path])
    defer {
      for process in (try? renderers(waitingIn: place.path)) ?? [] { kill(process, SIGKILL) }
    }
    try reel.folder.write(Self.project, to: "p.reel.yaml")
    _ = try await frame("0s", ["--keep-warm"], by: reel)
    try await withThrowingTaskGroup { group in
      for index in 0..<4 {
        group.addTask {
          let outcome = try await reel.run([
            "frame", "p.reel.yaml", "--at", "1s", "-o", "\(index).png", "--keep-warm",
          ])
          #expect(outcome.status == 0, "\(outcome.errors)")
        }
      }
      try await group.waitForAll()
    }
    let pictures = try (0..<4).map {
      try Data(contentsOf: URL(filePath: reel.folder / "\($0).png"))
    }
    #expect(Set(pictures).count == 1)
  }
}
