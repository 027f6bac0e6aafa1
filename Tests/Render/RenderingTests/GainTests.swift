// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol
import Testing

@testable import Audio

@Suite struct GainTests {
  /// Half-way in, `back-in` from 0 to 1 is at -0.0876975, and `back-out` from 1 to 0 likewise at its end.
  @Test(
    arguments: [
      (Easing.swing(.back, .in), 0.0, 1.0, [0, 0, 0, 0.182590312]),
      (.swing(.back, .out), 1, 0, [1, 0.182590312, 0, 0]),
      (.swing(.back, .out), 0, 1, [0, 0.817409688, 1.0876975, 1.064136563]),
    ] as [(Easing, Double, Double, [Float])])
  func whatSwingsBeyondSilenceIsSilent(
    easing: Easing, from: Double, to: Double, wanted: [Float]
  ) {
    let gains = GainCurve([
      .keys([
        GainKey(sample: 0, value: from, shape: .eased(easing)),
        GainKey(sample: 4, value: to, shape: .eased(.hold)),
      ])
    ])
    let block = AudioBlock(channels: 2)
    AudioBuffer(channels: [[1, 1, 1, 1], [-1, -1, -1, -1]])
      .copy(from: 0, count: 4, to: block.memory)
    gains.apply(from: 0, count: 4, to: block.memory)
    let (left, right) = (block.samples(4).channels[0], block.samples(4).channels[1])
    for (index, wanted) in wanted.enumerated() {
      #expect(abs(left[index] - wanted) < 1e-6 && abs(right[index] + wanted) < 1e-6)
    }
  }
}
