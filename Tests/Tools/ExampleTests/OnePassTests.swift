// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// Outputs that show the same composed frames are rendered in one pass, which is not to be seen.
@Suite struct OnePassTests {
  @Test func `outputs of one pass have the bytes that each has by itself`() async throws {
    func project(_ outputs: [String]) -> String {
      """
      reel: 1
      canvas: {size: 192x108, rate: 10}
      tracks:
        main:
          - {fill: {linear: [navy, gold]}, duration: 2s}
          - {transition: dissolve, duration: 500ms}
          - {fill: {radial: [red, black]}, duration: 2s}
          - {fill: teal, duration: 2s}
      overlays:
        title: {text: One pass, font: {family: DejaVu Sans, size: 30}, color: white, position: 10% 50% -> 80% 50%}
      outputs: {\(outputs.joined(separator: ", "))}

      """
    }
    let outputs = [
      "a: {file: a.mp4, preset: medium}", "b: {file: b.mp4, preset: low, size: 96x54}",
      "c: {file: c.mkv, preset: medium, size: 108x192, fit: blur}",
      "d: {file: d.webm, preset: low}", "e: {file: e.mp4, canvas: 1:1}",
    ]
    let together = try Reel()
    let all = try await together.build(project(outputs), options: ["--jobs", "1"])
    try #require(all.status == 0, "\(all.errors)")
    for (output, name) in zip(outputs, ["a.mp4", "b.mp4", "c.mkv", "d.webm", "e.mp4"]) {
      let alone = try Reel()
      let outcome = try await alone.build(project([output]))
      try #require(outcome.status == 0, "\(outcome.errors)")
      #expect(
        try Data(contentsOf: URL(filePath: alone.folder / name))
          == Data(contentsOf: URL(filePath: together.folder / name)), "\(name)")
    }
    // What is reused is what is rendered anew.
    let verified = try await together.run(
      ["build", "project.reel.yaml", "--quiet", "--verify-all"])
    #expect(verified.status == 0, "\(verified.errors)")
  }
}
