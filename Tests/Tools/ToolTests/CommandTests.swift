// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import Driver
import Glibc
import RenderProtocol
import Testing

@testable import Builder
@testable import Host
@testable import Timeline
@testable import reel

@Suite struct CommandTests {
  @Test(arguments: [
    (["--version"], ToolStatus.done), (["--help"], .done), (["build", "--help"], .done),
    (["nonsense"], .badUsage), (["build"], .badUsage), (["build", "--nonsense", "x"], .badUsage),
    (["build", "-j", "0", "x"], .badUsage), (["build", "-j", "many", "x"], .badUsage),
    (["build", "a", "b", "-o", "c.mp4"], .badUsage), (["watch", "--help"], .done),
    (["watch"], .badUsage), (["watch", "a", "b", "-o", "c.mp4"], .badUsage),
    (["check", "--color", "red", "x"], .badUsage),
    (["build", "x", "--store", "ftp://me:secret@x"], .badUsage),
    (["frame", "x", "--at", "1s", "-o", "x.gif"], .badUsage),
    (["graph", "x", "--before", "a", "--after", "b"], .badUsage), (["transitions"], .done),
    (["transitions", "fade", "cube"], .done), (["transitions", "--sheet", "x.gif"], .badUsage),
    (["transitions", "--force"], .badUsage), (["transitions", "--sheet", "/"], .badUsage),
    (["transitions", "curtain"], .badUsage),
    (["build", "/nothing/here.yaml"], .projectIsWrong), (["check", "/nothing"], .projectIsWrong),
    (["clean", "/nothing"], .projectIsWrong), (["build", "x", "--verify", "--dry-run"], .badUsage),
    (["build", "x", "--measure"], .badUsage),
    (["build", "x", "--verify", "--verify-all"], .badUsage),
  ])
  func `a command line ends as it should`(arguments: [String], status: ToolStatus) async {
    #expect(await ReelMain.run(arguments) == status)
  }

  @Test(arguments: [
    ("bulid", "there is no command 'bulid'; did you mean 'build'?"),
    ("chekc", "there is no command 'chekc'; did you mean 'check'?"),
    ("trip.reel.yaml", "there is no command 'trip.reel.yaml'; write reel build trip.reel.yaml"),
  ])
  func `a misspelt command is told the right one`(name: String, message: String) {
    do {
      _ = try ReelMain.parse([name, "trip.reel.yaml"])
      Issue.record("it was taken for a command")
    } catch {
      #expect("\(error)" == message)
    }
  }

  @Test(arguments: [["help"], ["help", "build"], ["--generate-completion-script", "bash"]])
  func `what the parser answers itself is left to it`(arguments: [String]) async {
    #expect(await ReelMain.run(arguments) == .done)
  }

  @Test func `the number of jobs may follow its letter directly`() throws {
    let command = try #require(
      try ReelMain.parse(["build", "x", "-j4", "-O0", "--only", "a", "--only", "b"])
        as? BuildCommand)
    #expect(command.options.jobs.count == 4)
    #expect(command.options.isPlain)
    #expect(command.options.only == ["a", "b"])
    #expect(command.files == ["x"])
  }

  @Test func `a time may begin with a minus sign`() throws {
    let command = try #require(
      try ReelMain.parse(["frame", "x", "--at", "-1s", "-o", "x.png"]) as? FrameCommand)
    #expect(command.at == "-1s")
    #expect(command.file == "x" && command.picture == "x.png")
  }

  @Test func `secrets are withheld from child processes`() {
    setenv("REEL_TEST_SECRET", "a", 1)
    setenv("REEL_TEST_SECRETS", "b", 1)
    let environment = ChildEnvironment(
      defaults: ["REEL_TEST_SECRETS=c", "REEL_TEST_OTHER=d"], withholding: ["REEL_TEST_SECRET"])
    let inherited = environment.inherited.compactMap { $0.map { String(cString: $0) } }
    #expect(!inherited.contains("REEL_TEST_SECRET=a"))
    #expect(inherited.contains("REEL_TEST_SECRETS=b"))
    #expect(environment.additions == ["REEL_TEST_OTHER=d"])
    #expect(WorkerProcess.environment.withholding == ["REEL_STORE"])
  }

  @Test(arguments: [
    (RenderFailure.Kind.media, ToolStatus.projectIsWrong), (.unsupported, .projectIsWrong),
    (.text, .projectIsWrong), (.limit, .projectIsWrong), (.encoder, .machineFailed),
    (.disk, .machineFailed), (.program, .machineFailed), (.crash, .machineFailed),
  ])
  func `each failure is somebody's`(kind: RenderFailure.Kind, status: ToolStatus) {
    #expect(ToolStatus(RenderFailure(kind: kind, message: "x")) == status)
  }

  @Test func `a failure points at its clip, and says when and what libav said`() {
    var sources = SourceMap()
    let file = sources.add(name: "trip.reel.yaml", text: Array("main: [beach]\n".utf8))
    let span = Span(file: file, start: 7, end: 12)
    let origins = [OriginFacts(span: span, name: "beach", asset: "media/beach.mov")]
    let failure = RenderFailure(
      kind: .media, message: "cannot decode", origin: Origin(0), sourceTime: Time(17, over: 4),
      log: ["error while decoding MB 3 4"])
    let broken = BuildFailure(
      failure: failure, output: "film", filmTime: Time(1, over: 3), suspects: [])
    let diagnostic = Diagnostic.broken(broken, in: origins)
    #expect(diagnostic.message == "cannot render clip 'beach': cannot decode")
    #expect(diagnostic.span == span)
    #expect(
      diagnostic.notes.map(\.message) == [
        "in 'media/beach.mov' at 4.25 s", "at 0.333 s of output 'film'",
        "error while decoding MB 3 4",
      ])
  }

  @Test func `a failure that knows no clip names those that were rendered`() {
    let origins = [OriginFacts(span: nil, name: "beach", asset: "beach.mov")]
    let broken = BuildFailure(
      failure: RenderFailure(kind: .crash, message: "died", origin: Origin(77)), output: "film",
      filmTime: nil, suspects: [Origin(0), Origin(5)])
    let diagnostic = Diagnostic.broken(broken, in: origins)
    #expect(diagnostic.message == "cannot render output 'film': died")
    #expect(diagnostic.notes.map(\.message) == ["'beach' (beach.mov) was being rendered"])
  }

  @Test(arguments: [(7, "[1,2,3]"), (6, "[1,2]"), (5, "[1,2]"), (3, "[1]"), (2, ""), (0, "")])
  func `of a list is kept what fits`(limit: Int, text: String) {
    #expect([1, 2, 3].text(limit: limit) == text)
    #expect([Int](text: text) == Array([1, 2, 3].prefix(text.count / 2)))
  }

  @Test func `numbers for people`() {
    #expect(ProgressView.size(0) == "0 bytes")
    #expect(ProgressView.size(999) == "999 bytes")
    #expect(ProgressView.size(1000) == "1.0 kB")
    #expect(ProgressView.size(444_215) == "444.2 kB")
    #expect(ProgressView.size(999_999) == "1.0 MB")
    #expect(ProgressView.size(12_345_678_901) == "12.3 GB")
    #expect(ProgressView.clock(0.2) == "0:01")
    #expect(ProgressView.clock(65) == "1:05")
    #expect(ProgressView.seconds(.milliseconds(3249)) == "3.2 s")
    #expect(Terminal.printable("a\u{1B}[31mb\n") == "a\\u{1b}[31mb\\u{a}")
    #expect(Shown.table([["a", "b"], ["long", "c"]]) == "a     b\nlong  c\n")
  }
}
