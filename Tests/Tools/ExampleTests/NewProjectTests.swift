// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// Projects that `reel new` begins.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct NewProjectTests {
  private func shelf() throws -> Reel {
    let reel = try Reel()
    let photo = try Data(contentsOf: URL(filePath: Places.package + "/Examples/logo.svg"))
    for name in ["a 1.svg", "a 10.svg", "a 2.svg", "№ 7: \"x\" ${y} # z.svg", "b [1] *.svg"] {
      try photo.write(to: URL(filePath: reel.folder / name))
    }
    return reel
  }

  @Test(arguments: ["slideshow", "film", "lecture"])
  func `what is written is right, whatever files are called`(_ kind: String) async throws {
    let reel = try shelf()
    let talk = "2024.05.12 talk [#1]*.mkv"
    try "1\n00:00:01,000 --> 00:00:02,000\nOne\n".write(
      toFile: reel.folder / "2024.05.12 talk [#1]*.srt", atomically: true, encoding: .utf8)
    let tools = try #require(Places.ffmpeg)
    _ = try await tools.ffmpeg.data([
      "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc=d=9:s=640x360:r=5", "-f", "lavfi",
      "-i",
      "sine=d=9", "-c:v", "ffv1", "-c:a", "flac", reel.folder / talk,
    ])
    let files =
      kind == "lecture"
      ? [talk, "2024.05.12 talk [#1]*.srt"]
      : ["a 1.svg", "a 10.svg", "a 2.svg", "b [1] *.svg", "№ 7: \"x\" ${y} # z.svg"]
    let made = try await reel.run(["new", kind] + files)
    #expect(made.status == 0, "\(made.errors)")
    let check = try await reel.run(["check", "-v", "\(kind).reel.yaml"])
    #expect(check.status == 0 && check.errors.isEmpty, "\(check.errors)")
    let again = try await reel.run(["new", kind, "a 1.svg"])
    #expect(again.status == 1 && again.errors.contains("is not overwritten"))
    #expect(try await reel.run(["check", "-v", "\(kind).reel.yaml"]).text == check.text)
    if kind == "lecture" {
      let text = try String(contentsOfFile: reel.folder / "lecture.reel.yaml", encoding: .utf8)
      #expect(text.contains("2024.05.12 talk [#1]*\"}"), "\(text)")
      return
    }
    let names = try #require(check.text.firstRange(of: "a 2.svg"))
    let later = try #require(check.text.firstRange(of: "a 10.svg"))
    #expect(names.lowerBound < later.lowerBound, "in the order of people")
  }

  @Test func `a film may lie above its files, not beside them`() async throws {
    let reel = try shelf()
    try FileManager.default.createDirectory(
      atPath: reel.folder / "sub", withIntermediateDirectories: true)
    let outside = try await reel.run(["new", "film", "a 1.svg", "-o", "sub/x.reel.yaml"])
    #expect(outside.status == 1 && outside.errors.contains("lies outside"), "\(outside.errors)")
    for (arguments, words) in [
      (["new", "film", "no.svg"], "cannot read 'no.svg'"),
      (["new", "film", "sub"], "is not a file"),
      (["new", "film", "a 1.svg", "-o", "x.yaml"], "write x.reel.yaml"),
    ] {
      let outcome = try await reel.run(arguments)
      #expect(outcome.status == 1 && outcome.errors.contains(words), "\(outcome.errors)")
    }
    #expect(try await reel.run(["new", "movie", "a 1.svg"]).status == 2)
    try Data("Rome\n".utf8).write(to: URL(filePath: reel.folder / "notes.txt"))
    let words = try await reel.run(["new", "film", "a 1.svg", "notes.txt"])
    #expect(words.status == 1 && words.errors.contains("'notes.txt' is no photo, film or sound"))
    let talk = "1\n00:00:00,200 --> 00:00:00,800\nRome\n"
    for name in ["talk.srt", "other.vtt"] {
      try Data(talk.utf8).write(to: URL(filePath: reel.folder / name))
    }
    for (arguments, words) in [
      (["new", "slideshow", "a 1.svg", "talk.srt"], "'talk.srt' is a file of captions"),
      (["new", "lecture", "talk.srt"], "there is no photo and no clip"),
      (["new", "film", "a 1.svg", "a 2.svg", "talk.srt"], "is not the captions of one clip"),
    ] {
      let outcome = try await reel.run(arguments)
      #expect(outcome.status == 1 && outcome.errors.contains(words), "\(outcome.errors)")
    }
    let silent = try await reel.run(["new", "film", "a 1.svg", "--music", "a 2.svg"])
    #expect(silent.status == 1 && silent.errors.contains("'a 2.svg' has no sound"))
  }

  @Test func `captions and sounds go where they belong`() async throws {
    let reel = try Reel()
    let tools = try #require(Places.ffmpeg)
    for name in ["talk.mkv", "more.mkv"] {
      _ = try await tools.ffmpeg.data([
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc=d=9:s=320x180:r=5", "-f", "lavfi",
        "-i", "sine=d=9", "-c:v", "ffv1", "-c:a", "flac", reel.folder / name,
      ])
    }
    _ = try await tools.ffmpeg.data([
      "-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=d=2", reel.folder / "song.flac",
    ])
    let text = "1\n00:00:01,000 --> 00:00:02,000\nRome\n"
    try reel.folder.write(text, to: "words.srt")
    try reel.folder.write("WEBVTT\n\n00:01.000 --> 00:02.000\nRome\n", to: "more.vtt")
    let lecture = try await reel.run(["new", "lecture", "talk.mkv", "words.srt"])
    #expect(lecture.status == 0, "\(lecture.errors)")
    let written = try String(contentsOfFile: reel.folder / "lecture.reel.yaml", encoding: .utf8)
    #expect(written.contains("{clip: talk.mkv, id: talk, captions: words.srt}"))
    #expect(written.contains("{file: lecture.mp4, captions: clips}"))
    let film = try await reel.run(["new", "film", "talk.mkv", "more.mkv", "more.vtt"])
    #expect(film.status == 0, "\(film.errors)")
    for name in ["lecture", "film"] {
      let check = try await reel.run(["check", "-v", "\(name).reel.yaml"])
      #expect(check.status == 0 && check.errors.isEmpty, "\(check.errors)")
      #expect(check.text.contains("1 caption"))
    }
    let sound = try await reel.run(["new", "slideshow", "song.flac"])
    #expect(sound.status == 1 && sound.errors.contains("'song.flac' is sound"), "\(sound.errors)")
    #expect(sound.errors.contains("--music song.flac"))
  }
}
