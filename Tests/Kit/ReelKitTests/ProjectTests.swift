// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import ReelKit
import Synchronization
import Testing

/// The public API alone: a project with a mistake, a small film, its events, a frame and reasons.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct ProjectTests {
  private let folder: TemporaryFolder
  private let workers: Workers

  init() throws {
    folder = try TemporaryFolder()
    workers = Workers(count: 2, renderer: try Renderer.path())
  }

  /// Two seconds of the same footage with its sound, 25 frames each; `more` belongs to the second.
  private func project(_ more: String = "") async throws -> Project {
    let ffmpeg = try #require(Places.ffmpeg).ffmpeg
    if !FileManager.default.fileExists(atPath: folder / "one.mkv") {
      _ = try await ffmpeg.data([
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=4", "-f", "lavfi",
        "-i", "sine=frequency=440:sample_rate=48000:duration=4", "-c:v", "ffv1", "-pix_fmt",
        "yuv420p", "-c:a", "pcm_s16le", folder / "one.mkv",
      ])
    }
    let file = try folder.write(
      """
      reel: 1
      canvas: {size: 64x48, rate: 25}
      tracks:
        main:
          - {clip: one.mkv, range: 0s..1s}
          - {clip: one.mkv, range: 2s..3s\(more)}
      outputs:
        film: {file: film.mp4}

      """, to: "film.reel.yaml")
    return Project(file, workers: workers)
  }

  @Test func aMistakeIsToldAtItsPlace() async throws {
    let project = try await project(", strat: 1s")
    let check = try await project.check()
    #expect(check.film == nil)
    let error = try #require(check.diagnostics.first)
    #expect(check.diagnostics.count == 1)
    #expect(error.severity == .error)
    #expect(error.code == "unknown-key")
    let place = try #require(error.location)
    #expect(place.file == project.file)
    let text = try String(contentsOfFile: project.file, encoding: .utf8)
    #expect(place.start.line == 6)
    #expect(place.end.offset - place.start.offset == "strat".utf8.count)
    #expect(text.dropFirst(place.start.offset).hasPrefix("strat"))
    let line = text.split(separator: "\n", omittingEmptySubsequences: false)[5]
    #expect(line.dropFirst(place.start.column - 1).hasPrefix("strat"))

    let failure = await #expect(throws: ReelError.self) { try await project.build() }
    #expect(failure == .wrongProject(check.diagnostics))
    #expect(!FileManager.default.fileExists(atPath: folder / "film.mp4"))
  }

  @Test func aMissingProjectIsADiagnosticWithoutAPlace() async throws {
    let check = try await Project(folder / "nowhere.yaml", workers: workers).check()
    #expect(check.diagnostics.map(\.code) == ["project-file"])
    #expect(check.diagnostics.first?.location == nil)
  }

  @Test func aFilmIsCheckedPlannedAndBuiltOnce() async throws {
    let project = try await project()
    let film = try #require(try await project.check().film)
    #expect((film.width, film.height, film.frameCount) == (64, 48, 50))
    #expect(film.frameDuration == FilmTime(1, over: 25))
    #expect(film.duration == FilmTime(2))
    #expect(film.tracks.map(\.name) == ["main"])
    #expect(film.tracks.first?.clips.map(\.kind) == [.clip, .clip])
    #expect(
      film.tracks.first?.clips.map(\.time)
        == [FilmTime(0)..<FilmTime(1), FilmTime(1)..<FilmTime(2)])
    #expect(film.outputs.map(\.path) == [folder / "film.mp4"])

    let plan = try await project.plan()
    #expect(!plan.isUpToDate)
    #expect(plan.work.frames == 50)
    #expect(plan.outputs.map(\.cause) == [.outputMissing])

    let events = Mutex<[Project.BuildEvent]>([])
    let result = try await project.build { event in events.withLock { $0.append(event) } }
    #expect(result.outputs.map(\.name) == ["film"])
    #expect(result.outputs.map(\.frames) == [50])
    #expect(result.outputs.map(\.isWritten) == [true])
    let told = events.withLock(\.self)
    #expect(told.contains { if case .planned(let work) = $0 { work.frames == 50 } else { false } })
    #expect(told.contains(.progress(done: 50, total: 50)))
    #expect(told.contains(.linking("film")))
    #expect(told.last == .finished(try #require(result.outputs.first)))
    #expect(FileManager.default.fileExists(atPath: folder / "film.mp4"))

    #expect(try await project.plan().isUpToDate)
    events.withLock { $0 = [] }
    let again = try await project.build { event in events.withLock { $0.append(event) } }
    #expect(again.outputs.map(\.isWritten) == [false])
    #expect(again.outputs.map(\.cause) == [nil])
    #expect(events.withLock(\.self) == again.outputs.map { .finished($0) })
  }

  @Test func anEditIsExplained() async throws {
    let project = try await project()
    _ = try await project.build()
    let edited = try await self.project(", rotation: 5deg")
    let outputs = try await edited.explain(FilmTime(3, over: 2)..<FilmTime(2))
    #expect(outputs.map(\.cause) == [.inputsChanged])
    let piece = try #require(outputs.first?.pieces.first { $0.kind == .picture })
    #expect(piece.contents.contains { $0.file == "one.mkv" })
    guard case .rendered(let reasons) = piece.making else {
      Issue.record("\(piece.making)")
      return
    }
    let reason = try #require(reasons.first { $0.text.contains("rotation") }, "\(reasons)")
    #expect(reason.location?.start.line == 6)
  }

  @Test func aFrameIsAPicture() async throws {
    let project = try await project()
    let frame = try await project.frame(at: FilmTime(12, over: 25))
    #expect(frame.number == 12)
    #expect(frame.time == FilmTime(12, over: 25))
    #expect(frame.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(Array(frame.bytes[16..<24]) == [0, 0, 0, 64, 0, 0, 0, 48])
    let photo = try await project.frame(at: FilmTime(2), as: .jpeg)
    #expect(photo.number == 49)
    #expect(photo.bytes.starts(with: [0xFF, 0xD8]))

    let failure = await #expect(throws: ReelError.self) {
      try await project.frame(at: FilmTime(5, over: 2))
    }
    #expect(failure?.diagnostics.map(\.code) == ["beyond-film"])
  }

  @Test func aCancelledTaskEndsWithThatError() async throws {
    let project = try await project()
    let task = Task { try await project.build() }
    task.cancel()
    await #expect(throws: ReelError.cancelled) { try await task.value }
  }

  @Test func aMissingRendererIsTheMachinesFault() async throws {
    var project = try await project()
    project.workers = Workers(renderer: folder / "nowhere")
    let failure = await #expect(throws: ReelError.self) { try await project.check() }
    guard case .machineFailed(let found)? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(found.contains { $0.severity == .error })
  }
}

/// The renderer that belongs to the `reel` under test.
enum Renderer {
  /// Its path.
  static func path() throws -> String {
    let reel = try #require(Places.reel, "there is no 'reel' beside the tests; set REEL")
    let folder = URL(filePath: reel).resolvingSymlinksInPath().deletingLastPathComponent()
    let places = ["reel-render", "../libexec/reel/reel-render"].map {
      folder.appending(path: $0).standardizedFileURL.path
    }
    return try #require(
      places.first { FileManager.default.isExecutableFile(atPath: $0) },
      "there is no renderer beside '\(reel)'")
  }
}
