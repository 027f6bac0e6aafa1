// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing

@testable import Driver

/// Texts in boxes at the edges of the frame.
@Suite struct TextOutsideTests {
  private func problems(_ y: Int, _ keys: String) async -> [String] {
    await TestWorld(
      project: """
        reel: 1
        canvas: {size: 520x110, rate: 25}
        tracks: {main: [{fill: navy, duration: 3s}]}
        overlays:
          name: {text: Rosa Canina, font: {family: DejaVu Sans, size: 36px}, anchor: left, position: [28px, \(y)px],
                 box: [470px, 36px], fit: shrink\(keys)}

        """
    ).compilation().check().diagnostics.map(\.message)
  }

  @Test(arguments: ["", ", enter: {kind: rise, by: character}", ", exit: {kind: rise, by: word}"])
  func `the room in which parts of a text move is none of it`(keys: String) async {
    #expect(await problems(18, keys) == [])
    #expect(
      await problems(12, keys)
        == ["the text lies partly outside the frame: 6 pixels above it"])
  }
}
