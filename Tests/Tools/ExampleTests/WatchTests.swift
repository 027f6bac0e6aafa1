// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// `reel watch` in typical use: a process next to an editor.
@Suite(
  .serialized, .enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct WatchTests {
  /// A film of pictures, watched by `reel`.
  private struct Studio {
    let reel: Reel
    let watch: RunningReel

    /// Watches the project `text` over the pictures `photos`, and waits for the first build.
    init(
      _ text: String, photos: [String] = ["red"], options: [String] = ["--json"], waits: Bool = true
    ) async throws {
      reel = try Reel()
      for photo in photos { try await Studio.paint(photo, reel.folder / "\(photo).png") }
      try reel.folder.write(text, to: "film.reel.yaml")
      watch = try RunningReel(reel, ["watch", "film.reel.yaml"] + options)
      if waits { _ = try await watch.events(until: "watching") }
    }

    static func paint(_ color: String, _ path: String) async throws {
      let ffmpeg = try #require(Places.ffmpeg).ffmpeg
      _ = try await ffmpeg.data([
        "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", "color=\(color):size=64x48",
        "-frames:v", "1", path,
      ])
    }

    /// Saves by renaming a new file over the old one.
    func swap(_ text: String) throws {
      try reel.folder.write(text, to: ".film.reel.yaml.swp")
      let (old, new) = (reel.folder / ".film.reel.yaml.swp", reel.folder / "film.reel.yaml")
      guard rename(old, new) == 0 else { throw Command.Failure("cannot rename") }
    }

    func save(_ text: String) throws { try reel.folder.write(text, to: "film.reel.yaml") }

    func bytes(_ name: String = "film.mkv") throws -> Data {
      try Data(contentsOf: URL(filePath: reel.folder / name))
    }

    /// The events caused by the last change.
    func next() async throws -> [RunningReel.Event] {
      try await watch.events(until: "watching")
    }

    func frames(_ name: String = "film.mkv") async throws -> String {
      let ffprobe = try #require(Places.ffmpeg).ffprobe
      let data = try await ffprobe.data([
        "-v", "error", "-select_streams", "v", "-count_packets", "-show_entries",
        "stream=nb_read_packets", "-of", "csv=p=0", reel.folder / name,
      ])
      return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }

  private func film(_ clips: String, size: String = "64x48") -> String {
    """
    reel: 1
    canvas: {size: \(size), rate: 10}
    defaults: {clip: {duration: 1s}}
    tracks: {main: [\(clips)]}
    outputs: {film: {file: film.mkv, preset: lossless}}

    """
  }

  private let red = "red.png"

  @Test func aSaveMakesANewFilm() async throws {
    let studio = try await Studio(film(red))
    #expect(try await studio.frames() == "10")
    try studio.save(film("red.png, red.png"))
    let events = try await studio.next()
    #expect(events.map(\.event).filter { $0 == "changed" || $0 == "done" } == ["changed", "done"])
    #expect(try await studio.frames() == "20")
    try studio.swap(film("red.png, red.png, red.png"))
    #expect(try await studio.next().contains { $0.event == "done" && $0.status == 0 })
    #expect(try await studio.frames() == "30")

    // A comment causes no rendering.
    let bytes = try studio.bytes()
    try studio.save("# A remark.\n" + film("red.png, red.png, red.png"))
    let done = try #require(try await studio.next().first { $0.event == "done" })
    #expect(done.frames == 0 && done.status == 0)
    #expect(try studio.bytes() == bytes)
    // Its own outputs do not trigger it.
    try await Task.sleep(for: .seconds(2))
    #expect(try studio.watch.newEvents().isEmpty)
    #expect(try await studio.watch.end() == 130)
  }

  @Test func aMistakeLeavesTheFilmAlone() async throws {
    let studio = try await Studio(film(red))
    let bytes = try studio.bytes()
    try studio.save("reel: 1\ntracks: {main: [red.png\n")
    let events = try await studio.next()
    #expect(events.contains { $0.event == "failed" })
    #expect(events.contains { $0.event == "done" && $0.status == 1 })
    try await studio.watch.wait(for: "error[")
    #expect(try studio.bytes() == bytes)
    try studio.save(film("red.png, red.png"))
    #expect(try await studio.next().contains { $0.event == "done" && $0.status == 0 })
    #expect(try await studio.frames() == "20")

    // The project itself may be removed and restored.
    try FileManager.default.removeItem(atPath: studio.reel.folder / "film.reel.yaml")
    #expect(try await studio.next().contains { $0.code == "project-file" })
    try studio.save(film(red))
    #expect(try await studio.next().contains { $0.event == "done" && $0.status == 0 })
    #expect(try await studio.frames() == "10")
    #expect(try await studio.watch.end(SIGTERM) == 130)
  }

  @Test func whatIsMissingIsWaitedFor() async throws {
    let studio = try await Studio(
      film("red.png, {clip: \"photos/*.png\"}, late/blue.png"), waits: false)
    let first = try await studio.next()
    #expect(first.contains { $0.event == "done" && $0.status == 1 })
    #expect(!FileManager.default.fileExists(atPath: studio.reel.folder / "film.mkv"))
    for folder in ["photos", "late"] {
      try FileManager.default.createDirectory(
        atPath: studio.reel.folder / folder, withIntermediateDirectories: false)
    }
    try await Studio.paint("green", studio.reel.folder / "photos/1.png")
    try await Studio.paint("blue", studio.reel.folder / "late/blue.png")
    var events: [RunningReel.Event] = []
    while !events.contains(where: { $0.event == "done" && $0.status == 0 }) {
      events += try await studio.next()
    }
    #expect(try await studio.frames() == "30")
    // A new photo that matches a pattern is reported; notes next to it are not.
    try studio.reel.folder.write("x", to: "photos/notes.txt")
    try await Studio.paint("white", studio.reel.folder / "photos/2.png")
    events = []
    while !events.contains(where: { $0.event == "done" }) { events += try await studio.next() }
    #expect(try await studio.frames() == "40")
    // Other bytes under the same name.
    let bytes = try studio.bytes()
    try await Studio.paint("black", studio.reel.folder / "late/blue.png")
    events = []
    while !events.contains(where: { $0.event == "done" }) { events += try await studio.next() }
    #expect(try await studio.frames() == "40")
    #expect(try studio.bytes() != bytes)
    #expect(try await studio.watch.end() == 130)
  }

  /// Up to 40 segments, which are rendered in order of decreasing length.
  private func long(_ clips: Int) -> String {
    let clips = (0..<clips).map { "{clip: red.png, duration: \(50 - $0)f, fade: {in: 10f}}" }
    return film(clips.joined(separator: ", "), size: "960x540")
  }

  @Test func aSaveDuringABuildTakesItsPlace() async throws {
    // One renderer processes the film from its start, so the first stored segments are far from the interrupted
    // one, at any speed.
    let studio = try await Studio(long(40), options: ["--json", "-j1"], waits: false)
    for _ in 0..<2 { _ = try await studio.watch.events(until: "stored") }
    try studio.save(long(8))
    let events = try await studio.next()
    let ends = events.filter { $0.event == "done" }
    #expect(ends.map(\.status) == [130, 0])
    #expect(ends.last?.reusedSegments ?? 0 > 0)
    #expect(try await studio.frames() == "372")
    let left = try FileManager.default.contentsOfDirectory(atPath: studio.reel.folder.path)
    #expect(left.sorted() == [".reel", "film.mkv", "film.reel.yaml", "red.png"])
    #expect(try await studio.watch.end() == 130)
  }

  @Test func aSaveThatChangesNothingLetsABuildGoOn() async throws {
    let studio = try await Studio(long(6), waits: false)
    _ = try await studio.watch.events(until: "planned")
    try studio.save("# A remark.\n" + long(6))
    var events = try await studio.next()
    // If the build is fast, the comment is saved after it.
    if !events.contains(where: { $0.event == "changed" }) { events += try await studio.next() }
    #expect(events.filter { $0.event == "done" }.allSatisfy { $0.status == 0 })
    #expect(try await studio.watch.end() == 130)
  }

  @Test func anInterruptEndsABuild() async throws {
    let studio = try await Studio(long(40), waits: false)
    _ = try await studio.watch.events(until: "planned")
    #expect(try await studio.watch.end() == 130)
    let left = try FileManager.default.contentsOfDirectory(atPath: studio.reel.folder.path)
    #expect(left.sorted() == [".reel", "film.reel.yaml", "red.png"])
    let temporary = studio.reel.folder / ".reel/tmp"
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary) == ["door"])
  }

  @Test func peopleReadWhatGoesOn() async throws {
    let studio = try await Studio(
      film(red), photos: ["red", "blue"], options: [], waits: false)
    try await studio.watch.wait(for: "watching 2 files; ctrl-c stops\n")
    try studio.save("reel: 1\ntracks: {main: [red.png\n")
    try await studio.watch.wait(for: "mended; watching 1 file; ctrl-c stops\n")
    try studio.save(film("red.png, blue.png"))
    try await studio.watch.wait(for: "10 frames rendered, 10 reused")
    try await studio.watch.wait(for: "s\nwatching 3 files; ctrl-c stops\n")
    try studio.save("# A remark.\n" + film("red.png, blue.png"))
    try await studio.watch.wait(for: "film.mkv: up to date\n")
    #expect(studio.watch.errorText.contains("error["))
    let lines = studio.watch.text.split(separator: "\n").filter { !$0.contains("rendered") }
    #expect(
      lines.filter { !$0.hasPrefix("wrote") } == [
        "rendering 10 frames; 0 are there already", "watching 2 files; ctrl-c stops",
        "film.reel.yaml changed",
        "nothing is made until this is mended; watching 1 file; ctrl-c stops",
        "film.reel.yaml changed", "rendering 10 frames; 10 are there already",
        "watching 3 files; ctrl-c stops", "film.mkv: up to date",
      ])
    #expect(try await studio.watch.end() == 130)
  }
}
