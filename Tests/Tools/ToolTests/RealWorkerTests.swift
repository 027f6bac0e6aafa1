// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import Driver
import Foundation
import Glibc
import ReelKit
import RenderProtocol
import Synchronization
import Testing

@testable import Builder
@testable import Host
@testable import reel

/// The renderer that was built with these tests.
private let realWorker: String? = {
  let own = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
  let path = own.deletingLastPathComponent().appending(path: "reel-render").path
  return FileManager.default.isExecutableFile(atPath: path) ? path : nil
}()

/// Real renderers that are disrupted while rendering.
@Suite(
  .enabled(if: realWorker != nil, "there is no 'reel-render' beside the tests"), .serialized)
struct RealWorkerTests {
  private static let drawing = """
    <svg xmlns="http://www.w3.org/2000/svg" width="64" height="36">
    <rect width="64" height="36" fill="#258"/><circle cx="20" cy="18" r="9" fill="#fc3"/></svg>
    """

  private static let project = """
    reel: 1
    canvas: {size: 640x360, rate: 30}
    tracks:
      main:
        - {clip: sun.svg, duration: 12s, fade: 1s}
    outputs: {film: {file: film.mkv, preset: lossless}}
    """

  /// Renderers among the children of this process.
  private static func renderers() -> [pid_t] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { pid_t($0) }.filter { process in
      guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
        let end = text.lastIndex(of: ")"), text[..<end].hasSuffix("(reel-render")
      else { return false }
      let words = text[text.index(after: end)...].split(separator: " ")
      return words.count > 1 && pid_t(words[1]) == getpid()
    }
  }

  /// Builds the project in `playground`; `harm` is given its renderers when the first frames have been rendered.
  private func build(
    _ playground: Playground, patience: Int = 60,
    harm: @escaping @Sendable ([pid_t]) -> Void = { _ in }
  ) async throws -> Build.Result {
    try playground.write("sun.svg", Self.drawing)
    let file = try playground.write("sun.reel.yaml", Self.project)
    // Otherwise Swift prints a backtrace, and an external signal does not end the process.
    let worker = try playground.write(
      "worker", "#!/bin/sh\nSWIFT_BACKTRACE=enable=no exec '\(try #require(realWorker))' \"$@\"\n")
    #expect(chmod(worker, 0o755) == 0)
    let questions = WorkerPool(limit: 1) { WorkerCommand(path: worker) }
    defer { questions.shutDown() }
    let command = try #require(try ReelMain.parse(["build", file]) as? BuildCommand)
    let session = try #require(
      ProjectSession(
        file, pool: questions, options: command.options.project, interruption: Interruption()))
    let compiled = await session.compilation().plan()
    let plan = try #require(compiled.product, "\(compiled.diagnostics)")
    questions.shutDown()
    let working = WorkerPool.Patience(working: .seconds(patience))
    let pool = WorkerPool(limit: 1, patience: working) { WorkerCommand(path: worker) }
    defer { pool.shutDown() }
    let folder = session.folder
    defer { folder.removeTemporaries() }
    let isHarmed = Mutex(false)
    return try await Build(
      plan: plan, folder: folder, pool: pool, sources: session.world.watch, jobs: 1,
      maker: OutputMaker(project: session.path),
      report: { event in
        guard case .progress(let done) = event, done > 0 else { return }
        let isFirst = isHarmed.withLock { isHarmed in
          defer { isHarmed = true }
          return !isHarmed
        }
        if isFirst { harm(Self.renderers()) }
      }
    ).run()
  }

  @Test func `a request that cannot be read is reported, and not tried again`() async throws {
    let pool = WorkerPool(limit: 1) { () throws(RenderFailure) in
      guard let realWorker else { throw RenderFailure(kind: .crash, message: "no worker") }
      return WorkerCommand(path: realWorker)
    }
    defer { pool.shutDown() }
    let path = VectorPath([.move(PixelPoint(0, 0)), .line(PixelPoint(1e12, 0))])
    let graphic = Graphic(.path(path), fill: .color(.white), size: PixelSize(64, 64))
    let layer = Layer(
      content: .picture(Picture(source: .graphic(graphic, size: PixelSize(64, 64), .none))),
      placement: .at(x: 0, y: 0))
    let program = RenderProgram(
      canvas: CanvasFormat(size: PixelSize(64, 64), rate: FrameRate(25)),
      parts: [LayerInterval(frameCount: 1, background: .black, layers: [layer])])
    let deaths = Mutex(0)
    let failure = await #expect(throws: RenderFailure.self) {
      _ = try await pool.perform(
        .frame(FrameRequest(program: program, encoder: "png", output: "/dev/null")),
        onDeath: { _ in deaths.withLock { $0 += 1 } })
    }
    #expect(failure?.kind == .program)
    #expect(
      failure?.message.hasPrefix("the renderer cannot read the request: no VectorPath") == true)
    #expect(deaths.withLock { $0 } == 0)
    // It goes on with others.
    guard case .hello = try await pool.perform(.hello) else {
      Issue.record("it does not say who it is")
      return
    }
  }

  @Test func `a renderer that dies or stops is replaced, and the film is the same`()
    async throws
  {
    let whole = try Playground()
    #expect(try await build(whole).status == .done)
    let film = try Data(contentsOf: URL(filePath: whole.path + "/film.mkv"))
    for (signal, patience, words) in [
      (SIGSEGV, 60, "died of signal 11"), (SIGSTOP, 8, "no sign of life for 8.0 s"),
    ] {
      let playground = try Playground()
      let result = try await build(playground, patience: patience) { renderers in
        for process in renderers { kill(process, signal) }
      }
      #expect(result.failures.isEmpty && result.status == .done)
      #expect(result.deaths.count == 1)
      let death = try #require(result.deaths.first)
      #expect(death.failure.message.contains(words), "\(death.failure.message)")
      #expect(death.output == "film")
      #expect(try Data(contentsOf: URL(filePath: playground.path + "/film.mkv")) == film)
      // Stopped renderers do not remain.
      #expect(Self.renderers().isEmpty)
    }
  }
}
