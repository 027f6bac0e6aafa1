// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// The store folder of builds, outside of which they change nothing.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct StoreFolderTests {
  private static let project = """
    reel: 1
    canvas: {size: 64x48, rate: 10}
    tracks: {main: [take.mkv]}
    outputs: {film: {file: film.mkv, preset: low}}

    """

  /// A folder with a small take and the project `p.reel.yaml`.
  private func reel(environment: [String: String] = [:]) async throws -> Reel {
    let tools = try #require(Places.ffmpeg)
    let reel = try Reel(environment: environment)
    let made = try await tools.ffmpeg.outcome(
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10:duration=1",
        "-c:v", "ffv1", reel.folder / "take.mkv",
      ], seconds: 60)
    try #require(made.status == 0, "\(made.errors)")
    try reel.folder.write(Self.project, to: "p.reel.yaml")
    return reel
  }

  /// Everything below `path` with its bytes.
  private func contents(_ path: String) throws -> [String: Data] {
    var found: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
      found[name] = FileManager.default.contents(atPath: "\(path)/\(name)") ?? Data()
    }
    return found
  }

  /// Creates a user's file in the folder `name`.
  private func thesis(in name: String, of reel: Reel) throws {
    try FileManager.default.createDirectory(
      atPath: reel.folder / name, withIntermediateDirectories: true)
    try reel.folder.write("dear", to: name + "/thesis.txt")
  }

  private static let commands = [
    ["check", "p.reel.yaml"], ["build", "p.reel.yaml"], ["explain", "p.reel.yaml"],
    ["graph", "p.reel.yaml"], ["inputs", "p.reel.yaml"],
    ["frame", "p.reel.yaml", "--at", "0s", "-o", "x.png"], ["cache", "p.reel.yaml"],
    ["cache", "p.reel.yaml", "--gc", "--max-size", "0"], ["clean", "p.reel.yaml"],
  ]

  @Test func noCommandFollowsALink() async throws {
    for place in [".reel", ".reel/store", ".reel/media", ".reel/tmp", ".reel/lock"] {
      let reel = try await reel()
      try thesis(in: "victim", of: reel)
      if place == ".reel" {
        try FileManager.default.createSymbolicLink(
          atPath: reel.folder / ".reel", withDestinationPath: "victim")
      } else {
        try FileManager.default.createDirectory(
          atPath: reel.folder / ".reel", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
          atPath: reel.folder / place, withDestinationPath: "../victim")
      }
      for command in Self.commands {
        let outcome = try await reel.run(command)
        #expect(outcome.status == 1, "\(place) \(command): \(outcome.errors)")
        #expect(outcome.errors.contains("error[store-folder]"), "\(outcome.errors)")
        #expect(outcome.errors.contains("symbolic link"), "\(outcome.errors)")
      }
      #expect(try contents(reel.folder / "victim") == ["thesis.txt": Data("dear".utf8)])
    }
  }

  @Test func theStoreLiesWhereItIsWanted() async throws {
    let reel = try await reel()
    let named = ["p.reel.yaml", "--cache", "kept/here"]
    let built = try await reel.run(["build", "--json"] + named)
    #expect(built.status == 0, "\(built.errors)")
    #expect(!FileManager.default.fileExists(atPath: reel.folder / ".reel"))
    #expect(FileManager.default.fileExists(atPath: reel.folder / "kept/here/store"))
    let again = try await reel.run(["build"] + named)
    #expect(again.text.contains("up to date"), "\(again.text)")
    #expect(try await reel.run(["cache"] + named).text.contains("segments"))
    // A link that the user specifies belongs to the user.
    try FileManager.default.createSymbolicLink(
      atPath: reel.folder / "link", withDestinationPath: "kept")
    let linked = try await reel.run(["build", "p.reel.yaml", "--cache", "link/here"])
    #expect(linked.text.contains("up to date"), "\(linked.text)\(linked.errors)")
    #expect(try await reel.run(["clean"] + named).status == 0)
    #expect(!FileManager.default.fileExists(atPath: reel.folder / "kept/here/store"))
    // The film is recognised as the project's output without it.
    #expect(try await reel.run(["build"] + named).status == 0)

    try thesis(in: "home", of: reel)
    for command in Self.commands {
      let outcome = try await reel.run(command + ["--cache", "home"])
      #expect(outcome.status == 1, "\(command)")
      #expect(outcome.errors.contains("holds files that no build made"), "\(outcome.errors)")
    }
    #expect(try contents(reel.folder / "home").count == 1)
  }

  @Test func theEnvironmentNamesTheStore() async throws {
    let reel = try await reel(environment: ["REEL_CACHE": "kept"])
    #expect(try await reel.run(["build", "p.reel.yaml"]).status == 0)
    #expect(!FileManager.default.fileExists(atPath: reel.folder / ".reel"))
    #expect(FileManager.default.fileExists(atPath: reel.folder / "kept/store"))
    // An empty name counts as no name.
    #expect(try await reel.run(["check", "p.reel.yaml", "--cache", ""]).status == 0)
    #expect(FileManager.default.fileExists(atPath: reel.folder / ".reel"))
  }

  @Test func whatNoBuildMadeStays() async throws {
    let reel = try await reel()
    for (name, command) in [
      ("film.mkv", ["build", "p.reel.yaml"]),
      ("take.png", Self.commands[5].dropLast() + ["take.png"]),
    ] {
      try reel.folder.write("dear", to: name)
      let refused = try await reel.run(command)
      #expect(refused.status == 1)
      #expect(refused.errors.contains("error[output-exists]"), "\(refused.errors)")
      #expect(FileManager.default.contents(atPath: reel.folder / name) == Data("dear".utf8))
      let checked = try await reel.run(["check", "p.reel.yaml"])
      let isOutput = name == "film.mkv"
      #expect(checked.status == 0 && checked.errors.contains("warning[output-exists]") == isOutput)
      let forced = try await reel.run(command + ["--force"])
      #expect(forced.status == 0, "\(forced.errors)")
      #expect(try await reel.run(command).status == 0)
    }
  }

  @Test(arguments: [
    ["frame", "p.reel.yaml", "--at", "0s", "-o", "l.png"],
    ["sound", "p.reel.yaml", "--waveform", "l.png"], ["transitions", "fade", "--sheet", "l.png"],
  ])
  func noPictureIsWrittenThroughALinkOutOfItsFolder(command: [String]) async throws {
    let (tools, folder) = (try #require(Places.ffmpeg), try TemporaryFolder())
    for name in ["victim", "film"] {
      try FileManager.default.createDirectory(
        atPath: folder / name, withIntermediateDirectories: false)
    }
    try folder.write("dear", to: "victim/thesis.txt")
    try folder.write(
      """
      reel: 1
      tracks: {main: [{fill: red, duration: 1s}], tone: [tone.wav]}
      outputs: {film: film.mp4}

      """, to: "film/p.reel.yaml")
    _ = try await tools.ffmpeg.data([
      "-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=d=1", folder / "film/tone.wav",
    ])
    let reel = Command(try #require(Places.reel), in: folder / "film")
    for (target, words) in [
      ("../victim/thesis.txt", "it is a link to "), ("../victim/new.png", "is a link to nothing"),
    ] {
      let link = folder / "film/l.png"
      try? FileManager.default.removeItem(atPath: link)
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
      for options in [[], ["--force"]] {
        let outcome = try await reel.outcome(command + options)
        #expect(outcome.status != 0)
        #expect(outcome.errors.contains("cannot write 'l.png': "), "\(outcome.errors)")
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
      }
    }
    #expect(try contents(folder / "victim") == ["thesis.txt": Data("dear".utf8)])
  }

  @Test func aTimeBeyondTheFilmIsBadUsage() async throws {
    let reel = try await reel()
    let frame = try await reel.run(["frame", "p.reel.yaml", "--at", "50s", "-o", "x.png"])
    #expect(frame.status == 2, "\(frame.errors)")
    #expect(try await reel.run(["explain", "p.reel.yaml", "50s..51s"]).status == 2)
  }

  @Test func projectsThatWouldMakeOneFileMakeNone() async throws {
    let reel = try await reel()
    try reel.folder.write(Self.project, to: "q.reel.yaml")
    let outcome = try await reel.run(["build", "p.reel.yaml", "q.reel.yaml"])
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("error[shared-output]"), "\(outcome.errors)")
    #expect(!FileManager.default.fileExists(atPath: reel.folder / "film.mkv"))
    // The same project twice is one project.
    #expect(try await reel.run(["build", "p.reel.yaml", "./p.reel.yaml"]).status == 0)
  }
}
