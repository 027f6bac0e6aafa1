// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// Concurrent commands in one folder.
@Suite(.serialized) struct ConcurrencyTests {
  /// A project with a text that no build has drawn yet.
  private func project(_ film: String) -> String {
    """
    reel: 1
    canvas: {size: 160x90, rate: 10}
    tracks: {main: [{gap: 3s}]}
    overlays:
      one: {text: The same title, during: 0s..2s, font: {size: 20px}}
      two: {text: Another one, during: 1s..3s, font: {size: 12px}}
    outputs: {film: {file: \(film), preset: lossless}}

    """
  }

  private func film(_ reel: Reel, _ name: String) throws -> Data {
    try Data(contentsOf: URL(filePath: reel.folder / name))
  }

  @Test(arguments: [
    ["build a.yaml", "build a.yaml"], ["build a.yaml", "build b.yaml"],
    ["build a.yaml", "check a.yaml", "check b.yaml", "explain a.yaml"],
  ])
  func commandsAtOnceDoWhatEachDoesAlone(commands: [String]) async throws {
    let alone = try Reel()
    try alone.folder.write(project("a.mkv"), to: "a.yaml")
    let built = try await alone.run(["build", "a.yaml", "--quiet"])
    try #require(built.status == 0, "\(built.errors)")
    for _ in 0..<3 {
      let reel = try Reel()
      for name in ["a", "b"] { try reel.folder.write(project("\(name).mkv"), to: "\(name).yaml") }
      let outcomes = try await withThrowingTaskGroup(of: Command.Outcome.self) { group in
        for command in commands {
          group.addTask { try await reel.run(command.split(separator: " ").map(String.init)) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      for outcome in outcomes {
        #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
        #expect(outcome.errors.isEmpty, "\(outcome.errors)")
      }
      #expect(try film(reel, "a.mkv") == film(alone, "a.mkv"))
    }
  }
}
