// SPDX-License-Identifier: Apache-2.0

import Audio
import Base
import Testing

/// The places of the channels of unusual layouts.
@Suite struct ChannelPlaceTests {
  /// The channels of 22.2, as libavutil orders them.
  private static let wide = [
    "FL", "FR", "FC", "LFE", "BL", "BR", "FLC", "FRC", "BC", "SL", "SR", "TC", "TFL", "TFC", "TFR",
    "TBL", "TBC", "TBR", "LFE2", "TSL", "TSR", "BFC", "BFL", "BFR",
  ]

  @Test(arguments: [ChannelLayout.surround, .wideSurround])
  func `all channels of 22.2 have a place, and none is heard louder than it is`(
    layout: ChannelLayout
  ) throws {
    let names = ChannelPlaceTests.wide
    let matrix = try #require(ChannelMatrix(from: names, to: layout))
    for (index, name) in names.enumerated() {
      let power = matrix.rows.reduce(0) { $0 + $1[index] * $1[index] }
      #expect((0.49...1.01).contains(power), "\(name): \(power)")
    }
    #expect(layout != .wideSurround || matrix.rows[6][19] > 0.7 && matrix.rows[4][19] == 0)
  }

  @Test(arguments: [
    (["DL", "DR"], "FL = DL, FR = DR"),
    (["FL", "FR", "DL", "DR"], "FL = FL + 0.71 DL, FR = FR + 0.71 DR"),
    (["FL", "FR", "SDL", "SDR"], "FL = FL, FR = FR, BL = SDL, BR = SDR"),
    (["FC", "BFC"], "FC = FC + 0.71 BFC"),
    (
      ["FL", "FR", "BL", "BR", "SL", "SR"],
      "FL = FL, FR = FR, BL = 0.71 BL + 0.71 SL, BR = 0.71 BR + 0.71 SR"
    ),
  ])
  func `channels are heard on their neighbours`(names: [String], words: String) throws {
    let matrix = try #require(ChannelMatrix(from: names, to: .surround))
    #expect(matrix.words(from: names, to: .surround) == words)
    #expect(ChannelMatrix(from: names + ["AMBI1"], to: .surround) == nil)
  }
}
