// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import FoundationEssentials
import Glibc
import Planning
import RenderProtocol
import Testing

@testable import Host
@testable import reel

/// A test's own project folder, with a pool of workers that render nothing.
final class Playground: Sendable {
  let path: String
  let pool: WorkerPool

  init(
    workers: Int = 2, probing: Duration = .seconds(30), ending: Duration = .milliseconds(300)
  ) throws {
    let made = FileManager.default.temporaryDirectory.path + "/reel-tool-\(UUID().uuidString)"
    try Disk.makeFolder(made)
    path = try #require(PathPolicy.real(made))
    pool = WorkerPool(
      limit: workers,
      patience: WorkerPool.Patience(probing: probing, working: .seconds(30), ending: ending)
    ) {
      WorkerCommand(path: Playground.worker)
    }
  }

  deinit {
    pool.shutDown()
    try? Disk.removeTree(path)
  }

  /// The fake worker, which is next to this file.
  static var worker: String {
    let here = #filePath
    return String(here[...(here.lastIndex(of: "/") ?? here.startIndex)]) + "fake-worker.py"
  }

  var folder: BuildFolder { BuildFolder(path: path + "/.reel") }

  @discardableResult
  func write(_ name: String, _ text: String = "") throws -> String {
    let file = path + "/" + name
    try Disk.makeFolder(String(file[..<(file.lastIndex(of: "/") ?? file.startIndex)]))
    try Disk.remove(file)
    try Disk.create(file, holding: Array(text.utf8), isDurable: false)
    return file
  }

  /// The text of the file `name` once it is there; nil if it is not within a minute.
  func awaitedText(_ name: String) async throws -> String? {
    for _ in 0..<6000 {
      if let text = text(name) { return text }
      try await Task.sleep(for: .milliseconds(10))
    }
    return nil
  }

  func link(_ name: String, to target: String) {
    #expect(symlink(target, path + "/" + name) == 0)
  }

  func text(_ name: String) -> String? {
    (try? Disk.read(path + "/" + name, limit: 1 << 20)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The requests to the workers since the last call, sorted.
  func asked() throws -> [String] {
    let lines = (text("log") ?? "").split(separator: "\n").map(String.init).sorted()
    try Disk.remove(path + "/log")
    return lines
  }

  func probe(_ name: String) async throws -> Reply {
    try await pool.perform(.probe(ProbeRequest(path: try write(name))))
  }
}

extension OutputPlan {
  /// The plan of the film, if it is one.
  var film: FilmPlan? {
    guard case .film(let film) = product else { return nil }
    return film
  }
}
