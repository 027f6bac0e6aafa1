// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Testing

@testable import Compiler

/// Which parts of a film share a segment.
@Suite struct SegmentTests {
  /// Frames of the parts of each segment, at ten a second.
  private func gathered(_ lengths: [Int]) -> [[Int]] {
    let canvas = CanvasFormat(size: PixelSize(64, 48), rate: FrameRate(10))
    let parts = lengths.map { Part(frameCount: $0, background: .black, layers: []) }
    return segments(of: parts, canvas: canvas, finish: nil).map { $0.parts.map(\.frameCount) }
  }

  @Test func `parts of two seconds and more stand alone`() {
    #expect(gathered([20, 80, 30]) == [[20], [80], [30]])
    #expect(gathered([500]) == [[500]])
  }

  @Test func `a short part goes along with the shorter neighbour`() {
    #expect(gathered([30, 5, 60]) == [[30, 5], [60]])
    #expect(gathered([60, 5, 30]) == [[60], [5, 30]])
    // Of equals the one before; where there is none, the one after.
    #expect(gathered([40, 10, 40]) == [[40, 10], [40]])
    #expect(gathered([5, 60, 5]) == [[5, 60, 5]])
  }

  @Test func `short parts gather until they are long enough`() {
    #expect(gathered([30, 10, 20, 10, 20]) == [[30], [10, 20], [10, 20]])
    #expect(gathered([5, 5, 5, 5, 5, 60]) == [[5, 5, 5, 5, 5], [60]])
    #expect(gathered([1]) == [[1]])
  }

  @Test func `a segment with more than one part has eight seconds at most`() {
    #expect(gathered([70, 15]) == [[70], [15]])
    #expect(gathered([15, 70]) == [[15], [70]])
    #expect(gathered([70, 9, 75]) == [[70, 9], [75]])
  }

  @Test func `an edit moves the borders beside it alone`() {
    let tail = [25, 5, 40, 12, 12, 12, 30, 3, 50]
    let before = gathered([60, 10, 30] + tail)
    let after = gathered([60, 10, 10, 10, 30] + tail)
    #expect(before.suffix(4) == after.suffix(4))
  }
}
