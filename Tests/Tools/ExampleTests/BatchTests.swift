// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// Films of parameters, and one for each row of a table.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct BatchTests {
  private static let card = """
    reel: 1
    params:
      name: Rome
      tint: {type: color, default: red}
      long: {type: time, default: 1s}
      shown: true
    canvas: {size: 160x90, rate: 25}
    tracks: {main: [{fill: blue, duration: 1s}, {fill: "${tint}", duration: "${long}"}]}
    overlays: {label: {text: "${name}", when: "${shown}", during: 0s..500ms}}
    outputs: {film: "out/${name}.mp4"}

    """

  private func reel(_ table: String, named name: String = "rows.csv") throws -> Reel {
    let reel = try Reel()
    try reel.folder.write(BatchTests.card, to: "card.reel.yaml")
    try reel.folder.write(table, to: name)
    return reel
  }

  private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  @Test func theExampleMakesFiveFilms() async throws {
    let tools = try #require(Places.ffmpeg)
    let reel = try Reel()
    let options = try await Examples.copy("batch", into: reel)
    let table = try String(contentsOfFile: Places.package + "/Examples/batch.csv", encoding: .utf8)
    try reel.folder.write(table, to: "batch.csv")
    let outcome = try await reel.run(["build", "--data", "batch.csv"] + options, seconds: 600)
    try #require(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.text.contains("5 rows: 5 done, "))
    for (name, frames) in [
      ("Rome", 75), ("Lisbon", 75), ("Oslo, the fjord", 100), ("Kraków", 75), ("Athens", 75),
    ] {
      let shown = try await MediaListing(reel.folder / "out/batch-\(name).mp4", with: tools)
      #expect(shown.frames.count == frames, "\(name)")
    }
    let again = try await reel.run(["build", "--data", "batch.csv"] + options)
    #expect(again.status == 0)
    #expect(again.text.components(separatedBy: "up to date").count == 6, "\(again.text)")
  }

  @Test(arguments: [
    ("name,tint\nOne,red\nOne,blue\n", "let the name of the file have ${tint}"),
    // Columns that the name has already are of no help.
    ("name\nOne\n./One\n", "both names lead to one file"),
    ("name,tint\nOne,red\n./One,blue\n", "let the name of the file have ${tint}"),
    ("name\nOne\nOne\n", "the two rows are alike"),
  ])
  func rowsThatWouldMakeOneFileAreToldHowNotTo(table: String, hint: String) async throws {
    let reel = try reel(table)
    for command in ["check", "build"] {
      let outcome = try await reel.run([command, "card.reel.yaml", "--data", "rows.csv"])
      #expect(outcome.status == 1 && outcome.errors.contains("error[shared-output]"))
      #expect(outcome.errors.contains("hint: \(hint)"), "\(outcome.errors)")
    }
  }

  @Test func aRowThatIsWrongIsToldByItsLine() async throws {
    let reel = try reel("name,tint\nOne,green\nTwo,gren\nThree,\n")
    let outcome = try await reel.run(["build", "card.reel.yaml", "--data", "rows.csv"])
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.contains("error[bad-value]: 'gren' is not a colour\n --> rows.csv:3:5\n"))
    #expect(!outcome.errors.contains("wrong-row"), "the message has the row's line")
    #expect(outcome.text.contains("3 rows: 2 done, 1 without a film"))
    #expect(exists(reel.folder / "out/One.mp4"))
    #expect(exists(reel.folder / "out/Three.mp4"))
    #expect(!exists(reel.folder / "out/Two.mp4"))
    // A mistake of all rows is told once.
    try reel.folder.write("nmae\nOne\nTwo\n", to: "rows.csv")
    let wrong = try await reel.run(["build", "card.reel.yaml", "--data", "rows.csv"])
    #expect(wrong.errors.components(separatedBy: "there is no parameter 'nmae'").count == 2)
    #expect(wrong.errors.contains("did you mean 'name'?"))
    #expect(wrong.errors.contains("no film is made of 2 rows of 'rows.csv': 1 to 2\n"))
  }

  @Test func mistakesOfManyRowsAreCounted() async throws {
    let reel = try reel("name,tint\n" + (1...40).map { "n\($0),no\($0)\n" }.joined() + "last,red\n")
    let outcome = try await reel.run(["check", "card.reel.yaml", "--data", "rows.csv"])
    #expect(outcome.errors.components(separatedBy: "is not a colour").count == 11)
    #expect(outcome.errors.contains("no film is made of 40 rows of 'rows.csv': 1 to 40\n"))
    #expect(outcome.errors.contains("the first 10 of them"))
    #expect(outcome.text.hasSuffix("41 rows, 1 right, 40 wrong\n"))
  }

  @Test func rowsShareWhatTheyHaveInCommon() async throws {
    let reel = try reel(
      #"[{"name": "a", "shown": false}, {"name": "b", "shown": false}]"#, named: "rows.json")
    let outcome = try await reel.run(
      ["build", "card.reel.yaml", "--data", "rows.json", "--json", "-j2"])
    try #require(outcome.status == 0, "\(outcome.errors)")
    let lines = outcome.text.split(separator: "\n")
    // Both films are the same two segments, which are rendered once.
    #expect(lines.count { $0.contains("\"event\":\"stored\"") } == 2, "\(outcome.text)")
    #expect(
      lines.contains { $0.contains("row 2 of rows.json") && $0.contains("\"event\":\"done\"") })
    let films = try ["a", "b"].map {
      try Data(contentsOf: URL(filePath: reel.folder / "out/\($0).mp4"))
    }
    #expect(films[0] == films[1])
  }

  @Test func ofRowsThatMakeOneFileTheFirstIsMade() async throws {
    let reel = try reel("name,tint\na,red\nb,red\na,blue\n")
    let outcome = try await reel.run(["build", "card.reel.yaml", "--data", "rows.csv"])
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("row 1 and row 3 of rows.csv would both make 'out/a.mp4'"))
    #expect(outcome.errors.contains("have ${tint}, in which the two rows differ"))
    #expect(outcome.errors.contains("--> rows.csv:2:1"))
    #expect(outcome.errors.contains("--> rows.csv:4:1"))
    #expect(outcome.text.contains("3 rows: 2 done, 1 without a film"))
    #expect(exists(reel.folder / "out/a.mp4") && exists(reel.folder / "out/b.mp4"))
    let check = try await reel.run(["check", "card.reel.yaml", "--data", "rows.csv"])
    #expect(check.text.hasSuffix("3 rows, 2 right, 1 wrong\n"), "\(check.text)")
  }

  @Test func dataAreInputs() async throws {
    let reel = try Reel()
    try reel.folder.write("tint,long\nred,1s\nblue,2s\n", to: "rows.csv")
    let text = """
      reel: 1
      canvas: {size: 160x90, rate: 25}
      tracks: {main: [{each: rows.csv, as: row, item: {fill: "${row.tint}", duration: "${row.long}"}}]}

      """
    try reel.folder.write(text, to: "project.reel.yaml")
    let outcome = try await reel.run(["build", "project.reel.yaml", "--depfile", "film.d"])
    try #require(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.text.contains("75 frames"))
    let rule = try String(contentsOfFile: reel.folder / "film.d", encoding: .utf8)
    #expect(rule.contains("rows.csv"))
    let inputs = try await reel.run(["inputs", "--json", "project.reel.yaml"])
    #expect(inputs.text.contains(#"{"kind":"data","path":"rows.csv"}"#), "\(inputs.text)")
    try reel.folder.write("tint,long\nred,1s\n", to: "rows.csv")
    #expect(try await reel.run(["build", "project.reel.yaml"]).text.contains("25 frames"))
  }

  @Test func explainNamesTheParameter() async throws {
    let reel = try reel("")
    func run(_ command: String, _ values: [String]) async throws -> Command.Outcome {
      try await reel.run(
        [command, "card.reel.yaml"] + values.flatMap { ["--set", $0] })
    }
    try reel.folder.write(
      BatchTests.card.replacingOccurrences(of: "out/${name}.mp4", with: "out/film.mp4"),
      to: "card.reel.yaml")
    try #require(try await run("build", []).status == 0)
    let text = try await run("explain", ["name=Oslo"])
    #expect(
      text.text.contains("parameter 'name' changed: Oslo was Rome, in text of overlay 'label'"),
      "\(text.text)")
    let condition = try await run("explain", ["shown=no"])
    #expect(
      condition.text.contains("overlay 'label' is gone: parameter 'shown' changed: no was true"),
      "\(condition.text)")
    let tint = try await run("explain", ["tint=green"])
    #expect(tint.text.contains("parameter 'tint' changed: green was red"), "\(tint.text)")
  }

  @Test func filesOutsideTheRootAreRefusedWhoeverNamesThem() async throws {
    let reel = try Reel()
    let other = try TemporaryFolder()
    try other.write("tint\nred\n", to: "rows.csv")
    try reel.folder.write(
      """
      reel: 1
      params: {rows: {type: file, default: rows.csv}}
      canvas: {size: 160x90, rate: 25}
      tracks: {main: [{each: "${rows}", as: row, item: {fill: "${row.tint}"}}]}

      """, to: "film.reel.yaml")
    let path = other / "rows.csv"
    let refused = try await reel.run(["check", "film.reel.yaml", "--set", "rows=\(path)"])
    #expect(refused.status == 1)
    #expect(refused.errors.contains("error[outside-root]"), "\(refused.errors)")
    #expect(refused.errors.contains("--> --set:1:6"), "\(refused.errors)")
    let allowed = try await reel.run(
      ["check", "film.reel.yaml", "--set", "rows=\(path)", "--allow", other.path])
    #expect(allowed.status == 0, "\(allowed.errors)")
  }

  @Test func rowsAreCheckedAndExplainedOneByOne() async throws {
    let reel = try reel("name,tint\nOne,green\nTwo,gren\nThree,\n")
    let checked = try await reel.run(["check", "card.reel.yaml", "--data", "rows.csv", "-v"])
    #expect(checked.status == 1)
    #expect(checked.errors.contains("'gren' is not a colour\n --> rows.csv:3:5\n"))
    #expect(checked.text.contains("card.reel.yaml, row 3 of rows.csv: 2 clips"), "\(checked.text)")
    #expect(checked.text.hasSuffix("card.reel.yaml: 3 rows, 2 right, 1 wrong\n"))
    try reel.folder.write("name,tint\nOne,green\nOne,red\n", to: "rows.csv")
    let shared = try await reel.run(["check", "card.reel.yaml", "--data", "rows.csv"])
    #expect(shared.status == 1)
    #expect(shared.errors.contains("row 1 and row 2 of rows.csv would both make 'out/One.mp4'"))
    try reel.folder.write("name,tint\nOne,green\nTwo,red\n", to: "rows.csv")
    #expect(try await reel.run(["check", "card.reel.yaml", "--data", "rows.csv"]).status == 0)
    try #require(
      try await reel.run(["build", "card.reel.yaml", "--data", "rows.csv"]).status == 0)
    try reel.folder.write("name,tint\nOne,green\nTwo,white\n", to: "rows.csv")
    let told = try await reel.run(["explain", "card.reel.yaml", "--data", "rows.csv"])
    #expect(told.status == 0)
    #expect(told.text.contains("row 1 of rows.csv:\n"))
    #expect(told.text.contains("parameter 'tint' changed: white was red"), "\(told.text)")
    let watched = try await reel.run(["watch", "card.reel.yaml", "--data", "rows.csv"])
    #expect(watched.status == 2)
    #expect(watched.errors.contains("build --data"))
  }

  @Test func whatIsNoValueIsBadUsage() async throws {
    let reel = try reel("name\na\n")
    for arguments in [
      ["check", "card.reel.yaml", "--set", "name"], ["check", "card.reel.yaml", "--set", "=a"],
      ["build", "card.reel.yaml", "card.reel.yaml", "--data", "rows.csv"],
      ["build", "card.reel.yaml", "--data", "rows.csv", "-o", "a.mp4"],
    ] {
      #expect(try await reel.run(arguments).status == 2, "\(arguments)")
    }
    let missing = try await reel.run(["build", "card.reel.yaml", "--data", "none.csv"])
    #expect(missing.status == 1)
    #expect(missing.errors.contains("cannot read 'none.csv'"))
    let list = try await reel.run(["params", "card.reel.yaml", "--json"])
    #expect(list.text.contains(#"{"default":"Rome","name":"name","type":"text"}"#), "\(list.text)")
  }
}
