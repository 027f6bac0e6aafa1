// SPDX-License-Identifier: Apache-2.0

import BuildSystem
import Foundation
import RenderProtocol
import Testing

@testable import Builder
@testable import Planning
@testable import reel

/// The line that is redrawn while a build runs.
@Suite struct ProgressTests {
  private let playground: Playground

  init() throws { playground = try Playground() }

  /// The last line drawn for `events`.
  private func line(_ events: [BuildEvent]) throws -> String {
    let path = playground.path + "/line"
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    let file = try #require(FileHandle(forWritingAtPath: path))
    let view = ProgressView(
      .line, project: "film", terminal: Terminal(descriptor: file.fileDescriptor))
    for event in events { view.show(event) }
    let text = try String(contentsOfFile: path, encoding: .utf8)
    return text.components(separatedBy: "\r\u{1B}[K").last ?? ""
  }

  @Test func `rendering is shown while another output is linked`() throws {
    var amount = BuildAmount()
    (amount.frames, amount.segments) = (100, 2)
    let events: [BuildEvent] = [.planned(amount), .linking(output: "poster")]
    #expect(try line(events) == "rendering 0 %  linking poster  0 of 2 segments")
    #expect(
      try line(events + [.progress(100), .linking(output: "film")]) == "linking poster, film")
    let poster = OutputSummary(
      name: "poster", file: "poster.png", bytes: 1, frames: 1, reason: nil, isWritten: true)
    #expect(
      try line(events + [.finished(poster), .stored("a", isPicture: true)])
        == "rendering 0 %  1 of 2 segments")
  }

  @Test func `files that were made beside a failure are told`() throws {
    let path = playground.path + "/said"
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    let file = try #require(FileHandle(forWritingAtPath: path))
    let view = ProgressView(
      .plain, project: "film", terminal: Terminal(descriptor: file.fileDescriptor))
    func summary(_ name: String, _ reason: RunReason?, isWritten: Bool) -> OutputSummary {
      OutputSummary(
        name: name, file: name + ".mp4", bytes: 7, frames: 50, reason: reason, isWritten: isWritten)
    }
    var result = Build.Result(outputs: [
      summary("made", .neverBuilt, isWritten: true),
      summary("same", .inputsChanged, isWritten: false), summary("old", nil, isWritten: false),
    ])
    result.failures = [
      BuildFailure(
        failure: RenderFailure(kind: .encoder, message: "too large"), output: "small",
        suspects: [])
    ]
    view.finish(result)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text == "wrote made.mp4: \(ProgressView.size(7)), 50 frames\n")
  }

  @Test func `columns that do not fit a narrow terminal are left out`() {
    let parts = ["rendering 47 %", "linking poster", "120 fps", "ETA 0:12", "3 of 8 segments"]
    #expect(
      ProgressView.line(parts, width: 59)
        == "rendering 47 %  linking poster  120 fps  ETA 0:12")
    #expect(ProgressView.line(parts, width: 10) == "rendering…")
    #expect(ProgressView.line(["linking 日本語"], width: 13) == "linking 日本…")
  }
}
