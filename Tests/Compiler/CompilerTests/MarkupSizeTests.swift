// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing

@testable import Driver

/// Sizes of tags in tags.
@Suite struct MarkupSizeTests {
  @Test(arguments: ["<span size='10000%'>", "<big>", "<small>", "<span size='1%'>"])
  func `tags in tags end at sizes that can be laid out`(_ tag: String) async {
    let end = tag.hasPrefix("<span") ? "</span>" : "</\(tag.dropFirst())"
    let markup =
      String(repeating: tag, count: 90) + "x y" + String(repeating: end, count: 90)
    let world = TestWorld(
      project: """
        reel: 1
        tracks: {main: [{fill: red, duration: 2s}]}
        overlays:
          a: {text: {markup: "\(markup)"}, during: 0s..2s, enter: {kind: rise, by: word}}

        """)
    // Nothing traps; what is too large is said where the text is laid out.
    let result = await world.compilation().plan()
    #expect(result.diagnostics.allSatisfy { !$0.message.isEmpty })
  }
}
