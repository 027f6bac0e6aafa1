// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// Films as steps of a larger build: the example series, built by real make and ninja.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct SeriesTests {
  /// A build tool in a copy of the example, with `reel` in its PATH.
  private struct Series {
    let folder: TemporaryFolder
    let tool: Command

    init(_ name: String) throws {
      folder = try TemporaryFolder()
      let reel = try #require(Places.reel)
      let files = FileManager.default
      let example = Places.package + "/Examples/series"
      // Only the files of the example, whatever else is in the folder.
      for file in try files.contentsOfDirectory(atPath: example)
      where file.hasSuffix(".reel.yaml") || file == "Makefile" || file == "build.ninja" {
        try files.copyItem(atPath: "\(example)/\(file)", toPath: folder / file)
      }
      try files.createDirectory(atPath: folder / "bin", withIntermediateDirectories: false)
      try files.createSymbolicLink(atPath: folder / "bin/reel", withDestinationPath: reel)
      let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
      let places = path.split(separator: ":").map { "\($0)/\(name)" }
      let found = try #require(places.first { files.isExecutableFile(atPath: $0) }, "no \(name)")
      tool = Command(
        found, in: folder.path, environment: ["PATH": folder / "bin" + ":" + path])
    }

    /// The tool's output.
    func run(_ arguments: [String] = []) async throws -> String {
      let outcome = try await tool.outcome(arguments, seconds: 300)
      try #require(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
      return outcome.text
    }

    func touch(_ name: String) throws {
      try FileManager.default.setAttributes(
        [.modificationDate: Date()], ofItemAtPath: folder / name)
    }

    func time(_ name: String) throws -> Date? {
      try FileManager.default.attributesOfItem(atPath: folder / name)[.modificationDate] as? Date
    }

    func bytes(_ name: String) throws -> Data {
      try Data(contentsOf: URL(filePath: folder / name))
    }

    func edit(_ name: String, _ old: String, _ new: String) throws {
      let text = try String(contentsOfFile: folder / name, encoding: .utf8)
      try folder.write(text.replacingOccurrences(of: old, with: new), to: name)
    }
  }

  private static let films = ["one", "two", "three"]

  @Test func makeBuildsWhatIsOutOfDate() async throws {
    let series = try Series("make")
    _ = try await series.run(["-j2"])
    #expect(try await series.run().contains("Nothing to be done"))

    func built(_ text: String) -> [String] {
      SeriesTests.films.filter { text.contains("--depfile out/\($0).d") }
    }
    let film = try series.bytes("out/one.mp4")
    try series.touch("media/intro.mp4")
    #expect(built(try await series.run()) == SeriesTests.films)
    #expect(try series.bytes("out/one.mp4") == film)
    #expect(try await series.run().contains("Nothing to be done"))

    try series.edit("two.reel.yaml", "400ms", "600ms")
    #expect(built(try await series.run()) == ["two"])
    #expect(try await series.run().contains("Nothing to be done"))

    // So does the film that all show as their intro.
    try series.edit("intro.reel.yaml", "400ms", "600ms")
    #expect(built(try await series.run()) == SeriesTests.films)
    #expect(try await series.run().contains("Nothing to be done"))

    // And what all films extend.
    try series.edit("brand.reel.yaml", "rate: 25", "rate: 24")
    #expect(built(try await series.run()) == SeriesTests.films)
    #expect(try await series.run().contains("Nothing to be done"))

    // A missing input that the film no longer uses does not stop make.
    try series.edit("three.reel.yaml", "media/three.mp4", "media/one.mp4")
    try FileManager.default.removeItem(atPath: series.folder / "media/three.mp4")
    #expect(built(try await series.run(["out/three.mp4"])) == ["three"])
  }

  @Test func ninjaBuildsWhatIsOutOfDate() async throws {
    let series = try Series("ninja")
    // A target that depends on a film.
    let text = try String(contentsOfFile: series.folder / "build.ninja", encoding: .utf8)
    try series.folder.write(
      text + "rule copy\n  command = cp $in $out\nbuild out/copy.mp4: copy out/one.mp4\n"
        + "default out/copy.mp4\n", to: "build.ninja")
    func built(_ text: String) -> [String] {
      (SeriesTests.films.map { "film \($0)" } + ["cp out/one.mp4 out/copy.mp4"])
        .filter { text.contains($0) }
    }
    _ = try await series.run()
    #expect(try await series.run().contains("no work to do"))

    // The films are checked and keep their times, so dependent targets are not rebuilt.
    let time = try series.time("out/one.mp4")
    try series.touch("media/intro.mp4")
    #expect(built(try await series.run()) == ["film one", "film two", "film three"])
    #expect(try series.time("out/one.mp4") == time)
    #expect(try await series.run().contains("no work to do"))

    try series.edit("one.reel.yaml", "400ms", "600ms")
    #expect(built(try await series.run()) == ["film one", "cp out/one.mp4 out/copy.mp4"])
    #expect(try await series.run().contains("no work to do"))
  }

  @Test func ninjaTakesSeveralOutputsOfOneProject() async throws {
    let series = try Series("ninja")
    try series.edit(
      "one.reel.yaml", "{file: out/one.mp4}",
      "{file: out/one.mp4}\n  still: {file: out/one.png, at: 1s}")
    try series.edit("build.ninja", "build out/one.mp4: film", "build out/one.mp4 out/one.png: film")
    let text = try String(contentsOfFile: series.folder / "build.ninja", encoding: .utf8)
    try series.folder.write(
      text + "rule copy\n  command = cp $in $out\nbuild out/copy.png: copy out/one.png\n"
        + "build out/copy.mp4: copy out/one.mp4\ndefault out/copy.png out/copy.mp4\n",
      to: "build.ninja")
    _ = try await series.run()
    #expect(try await series.run().contains("no work to do"))
    try series.touch("media/intro.mp4")
    let nothing = try await series.run()
    #expect(nothing.contains("film one") && !nothing.contains("cp "))
    // The still is before the edited part, so only targets that depend on the film are rebuilt.
    try series.edit("one.reel.yaml", "- media/one.mp4", "- {clip: media/one.mp4, range: 0s..2s}")
    let edited = try await series.run()
    #expect(edited.contains("cp out/one.mp4") && !edited.contains("cp out/one.png"))
    #expect(try await series.run().contains("no work to do"))
  }

  @Test(arguments: ["make", "ninja"])
  func namesWithBlanksAndSignsAreReadAsTheyAre(_ tool: String) async throws {
    let series = try Series(tool)
    _ = try await series.run(["media/one.mp4"])
    let (clip, film) = ("a b$c#d:e.mp4", "f $1#2:3.mp4")
    try FileManager.default.moveItem(
      atPath: series.folder / "media/one.mp4", toPath: series.folder / clip)
    try series.folder.write(
      "reel: 1\ntracks: {main: [\"\(clip)\"]}\noutputs: {film: {file: \"\(film)\"}}\n",
      to: "p.reel.yaml")
    try series.folder.write(
      "all: f\\ $$1\\#2\\:3.mp4\nf\\ $$1\\#2\\:3.mp4: p.reel.yaml\n"
        + "\treel build --quiet --depfile d p.reel.yaml && touch '$@'\n-include d\n", to: "Makefile"
    )
    try series.folder.write(
      "rule film\n  command = reel build --quiet --depfile d $in\n  depfile = d\n  deps = gcc\n"
        + "  restat = 1\nbuild f$ $$1#2$:3.mp4: film p.reel.yaml\n", to: "build.ninja")
    _ = try await series.run()
    let nothing = ["make": "Nothing to be done", "ninja": "no work to do"][tool] ?? ""
    #expect(try await series.run().contains(nothing))
    try series.touch(clip)
    #expect(try await !series.run().contains(nothing))
    #expect(try await series.run().contains(nothing))
  }

  @Test func aNewFileOfAPatternCounts() async throws {
    let series = try Series("ninja")
    _ = try await series.run(["media/one.mp4", "media/two.mp4"])
    try series.edit(
      "one.reel.yaml", "    - {clip: intro, with: {title: First steps}}\n", "    - takes/*.mp4\n")
    let files = FileManager.default
    try files.createDirectory(atPath: series.folder / "takes", withIntermediateDirectories: false)
    try files.copyItem(
      atPath: series.folder / "media/one.mp4", toPath: series.folder / "takes/1.mp4")
    _ = try await series.run(["out/one.mp4"])
    #expect(try await series.run(["out/one.mp4"]).contains("no work to do"))
    let size = try series.bytes("out/one.mp4").count
    try files.copyItem(
      atPath: series.folder / "media/two.mp4", toPath: series.folder / "takes/2.mp4")
    _ = try await series.run(["out/one.mp4"])
    #expect(try series.bytes("out/one.mp4").count > size)
  }

  @Test func inputsAreListedForPeopleAndTools() async throws {
    let series = try Series("make")
    _ = try await series.run(["media/intro.mp4", "media/one.mp4", "media/two.mp4"])
    let reel = Command(series.folder / "bin/reel", in: series.folder.path)
    let lines = try await reel.data(["inputs", "one.reel.yaml", "./two.reel.yaml"])
    let listed = String(decoding: lines, as: UTF8.self).split(separator: "\n")
    // The font is where this machine has it.
    #expect(
      listed.filter { !$0.hasPrefix("/") } == [
        "one.reel.yaml", "brand.reel.yaml", "intro.reel.yaml", "media/one.mp4", "media/intro.mp4",
        "two.reel.yaml", "media/two.mp4",
      ])
    #expect(listed.count == 8)
    let above = Command(series.folder / "bin/reel", in: series.folder / "media")
    let null = try await above.data(["inputs", "--null", "../one.reel.yaml"])
    #expect(
      String(decoding: null, as: UTF8.self)
        .hasPrefix(
          "../one.reel.yaml\0../brand.reel.yaml\0../intro.reel.yaml\0../media/one.mp4\0"))
    let json = try await reel.data(["inputs", "--json", "one.reel.yaml"])
    #expect(
      String(decoding: json, as: UTF8.self).hasPrefix(
        #"[{"kind":"project","path":"one.reel.yaml"},"#
          + #"{"kind":"project","path":"brand.reel.yaml"},"#
          + #"{"kind":"project","path":"intro.reel.yaml"},"#
          + #"{"kind":"media","path":"media/one.mp4"},{"kind":"media","path":"media/intro.mp4"},"#))
    // What is missing is listed as well, or alone.
    let some = try await reel.outcome(["inputs", "three.reel.yaml"])
    #expect(some.status == 0 && some.errors.contains("warning[missing-media]"), "\(some.errors)")
    #expect(some.text.hasPrefix("three.reel.yaml\n") && some.text.hasSuffix("media/three.mp4\n"))
    let missing = try await reel.outcome(["inputs", "--missing", "--json", "three.reel.yaml"])
    #expect(missing.status == 0)
    #expect(
      missing.text == #"[{"kind":"media","missing":true,"path":"media/three.mp4"}]"# + "\n")
    #expect(try await reel.data(["inputs", "--missing", "one.reel.yaml"]).isEmpty)
    try series.edit("three.reel.yaml", "reel: 1", "reel: 1\nwrong: 1")
    let wrong = try await reel.outcome(["inputs", "three.reel.yaml"])
    #expect(wrong.status == 1 && wrong.text.isEmpty)
  }

  @Test func aDependencyFileIsNotWrittenOverWhatIsRead() async throws {
    let series = try Series("make")
    _ = try await series.run(["media/intro.mp4", "media/one.mp4"])
    let reel = Command(series.folder / "bin/reel", in: series.folder.path)
    let notes = series.folder / "notes.txt"
    try "Dear diary:\nno rule\n".write(toFile: notes, atomically: true, encoding: .utf8)
    let refused = [
      ("one.reel.yaml", 1), ("media/one.mp4", 1), ("media", 1), ("notes.txt", 1),
      ("two.reel.yaml", 1), ("out/one.mp4", 1),
    ]
    for (file, status) in refused {
      let before = try? series.bytes(file)
      let outcome = try await reel.outcome(["build", "--depfile", file, "one.reel.yaml"])
      #expect(outcome.status == Int32(status), "\(outcome.errors)")
      #expect((try? series.bytes(file)) == before)
    }
    try series.edit("one.reel.yaml", "media/one.mp4", "media/a=b.mp4")
    try FileManager.default.moveItem(
      atPath: series.folder / "media/one.mp4", toPath: series.folder / "media/a=b.mp4")
    let odd = try await reel.outcome(["build", "--depfile", "out/d", "one.reel.yaml"])
    #expect(odd.status == 1)
    #expect(odd.errors.contains("'media/a=b.mp4' cannot be named in a dependency file"))
    #expect(!FileManager.default.fileExists(atPath: series.folder / "out/d"))
  }
}
