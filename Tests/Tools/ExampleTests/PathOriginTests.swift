// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation
import Testing

/// Shapes whose path lies in the coordinates of the canvas.
@Suite struct PathOriginTests {
  private func picture(_ overlay: String) async throws -> Data {
    let reel = try Reel()
    let outcome = try await reel.build(
      """
      reel: 1
      canvas: {size: 320x180, rate: 25}
      tracks: {main: [{fill: black, duration: 1s}]}
      overlays: {it: {\(overlay), during: 0s..1s}}
      outputs: {p: p.png}

      """)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try Data(contentsOf: URL(filePath: reel.folder / "p.png"))
  }

  @Test func `a path lies on the canvas where its places say`() async throws {
    let path = "shape: path, path: M100 50 h40 v30 h-40 z"
    let box = try await picture(
      "shape: rect, size: [40px, 30px], position: [100px, 50px], anchor: top-left, fill: red")
    #expect(try await picture("\(path), path-origin: canvas, fill: red") == box)
    #expect(
      try await picture(
        "group: {a: {\(path), path-origin: canvas, fill: red}}, size: [320px, 180px]") == box)
    // Without, it lies in the middle.
    let middle = try await picture("shape: rect, size: [40px, 30px], fill: red")
    #expect(try await picture("\(path), fill: red") == middle)
    #expect(middle != box)
  }
}
