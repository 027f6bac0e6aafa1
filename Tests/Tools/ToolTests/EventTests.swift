// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import Diagnostics
import Driver
import Foundation
import ReelKit
import RenderProtocol
import Testing

@testable import Builder
@testable import Planning
@testable import Timeline
@testable import reel

/// The lines of `--json`.
@Suite struct EventTests {
  let playground: Playground

  init() throws { playground = try Playground() }

  /// The output of a view, line by line, without times.
  private func lines(_ talk: (ProgressView) -> Void) throws -> [String] {
    let path = try playground.write("events")
    let file = try #require(FileHandle(forWritingAtPath: path))
    defer { try? file.close() }
    talk(
      ProgressView(
        .json, project: "trip.reel.yaml", terminal: Terminal(descriptor: file.fileDescriptor)))
    return (playground.text("events") ?? "").split(separator: "\n").map {
      String($0).replacing(/"seconds":[0-9.]+/, with: #""seconds":0"#)
    }
  }

  private static let summary = OutputSummary(
    name: "film", file: "film.mp4", bytes: 7, frames: 90, reason: .inputsChanged, isWritten: true)

  @Test func `the last line says what was made, and how it ended`() throws {
    var result = Build.Result(outputs: [Self.summary])
    result.amount.frames = 30
    result.amount.reusedFrames = 60
    (result.amount.segments, result.amount.reusedSegments) = (1, 2)
    (result.amount.mixing, result.amount.reusedSound) = (150, 50)
    let said = try lines {
      $0.finish(result)
      $0.end(.done)
      // Nothing comes after it.
      $0.show(.progress(3))
      $0.show([BuildProblem(.simple("late", "too late"))])
      $0.end(.interrupted)
    }
    let expected = [
      #"{"event":"done","failures":0,"frames":30,"outputs":[{"bytes":7,"file":"film.mp4","#,
      #""frames":90,"isWritten":true,"name":"film","reason":"inputs-changed"}],"#,
      #""project":"trip.reel.yaml","reusedFrames":60,"reusedSegments":2,"#,
      #""reusedSoundSeconds":0.5,"seconds":0,"segments":1,"soundSeconds":1.5,"status":0}"#,
    ]
    #expect(said == [expected.joined()])
  }

  @Test func `a failure needs no reading of words`() throws {
    var sources = SourceMap()
    let file = sources.add(name: "trip.reel.yaml", text: Array("a\nmain: [beach]\n".utf8))
    let beach = OriginFacts(
      span: Span(file: file, start: 9, end: 14), name: "beach", asset: "media/beach.mov")
    let failure = BuildFailure(
      failure: RenderFailure(
        kind: .media, message: "cannot decode", origin: Origin(0), sourceTime: Time(17, over: 4)),
      output: "film", piece: "film 30..<60", filmTime: Time(32, over: 30), suspects: [])
    let said = try lines {
      $0.show([BuildProblem(broken: failure, in: [beach])], in: sources)
      $0.end(.projectIsWrong)
    }
    let expected = [
      #"{"clip":{"asset":"media/beach.mov","name":"beach"},"code":"broken-media","column":8,"#,
      #""event":"failed","file":"trip.reel.yaml","filmTime":"16/15","#,
      #""hint":"`--keep-going` goes on with the last good frame, and for sound with silence","kind":"media","line":2,"#,
      #""message":"cannot render clip 'beach': cannot decode","#,
      #""notes":["in 'media/beach.mov' at 4.25 s","at 1.067 s of output 'film'"],"#,
      #""output":"film","piece":"film 30..<60","project":"trip.reel.yaml","seconds":0,"#,
      #""sourceTime":"4.25"}"#,
    ]
    #expect(said.first == expected.joined())
    #expect(said.last?.contains(#""failures":1"#) == true)
    #expect(said.last?.contains(#""status":1"#) == true)
  }

  @Test func `a build that is cut short makes no claim about what was done`() throws {
    var amount = BuildAmount()
    amount.frames = 30
    let said = try lines {
      $0.show(.planned(amount))
      $0.end(.interrupted)
    }
    #expect(
      said.last
        == #"{"event":"done","failures":0,"outputs":[],"project":"trip.reel.yaml","seconds":0,"#
        + #""status":130}"#)
  }

  @Test func `a break that the build carries on with is no failure`() throws {
    let note = BuildNote(note: RenderNote(message: "held", origin: Origin(9)), filmTime: nil)
    let death = BuildFailure(
      failure: RenderFailure(kind: .crash, message: "died"), output: "film", filmTime: .zero,
      suspects: [Origin(0)])
    let beach = OriginFacts(span: nil, name: "beach", asset: "beach.mov")
    let result = Build.Result(
      notes: [note], deaths: [death],
      oversize: Build.Oversize(name: "film 0..<9", bytes: 7 << 20, limit: 1 << 20))
    let said = try lines {
      $0.show(result.problems(in: BuildPlan(outputs: [], origins: [beach])))
      $0.end(result.status)
    }
    #expect(said.count == 4)
    #expect(said.dropLast().allSatisfy { $0.contains(#""event":"warned""#) })
    #expect(said[1].contains(#""suspects":[{"asset":"beach.mov","name":"beach"}]"#))
    #expect(said.last?.contains(#""failures":0"#) == true)
  }

  @Test func `what is true for the sound of several outputs is said once`() {
    func note(_ message: String, _ output: String?) -> BuildNote {
      BuildNote(note: RenderNote(message: message, origin: .none), filmTime: .zero, output: output)
    }
    let result = Build.Result(
      notes: [
        note("quiet", "film"), note("quiet", "web"), note("loud", "film"), note("quiet", "phone"),
      ])
    let said = result.problems(in: BuildPlan(outputs: [], origins: [])).map(\.diagnostic)
    #expect(
      said.map(\.message) == ["outputs 'film', 'web', 'phone': quiet", "output 'film': loud"])
    #expect(said.allSatisfy { $0.code.name == "sound-level" })
  }

  @Test func `for people there are no events`() throws {
    let path = try playground.write("events")
    let file = try #require(FileHandle(forWritingAtPath: path))
    let view = ProgressView(
      .quiet, project: "x", terminal: Terminal(descriptor: file.fileDescriptor))
    view.show([BuildProblem(.simple("wrong", "all of it"))])
    view.end(.projectIsWrong)
    #expect(playground.text("events") == "")
  }
}
