// SPDX-License-Identifier: Apache-2.0

import Kernels
import Testing

struct ConvertTests {
  /// Colours and their BT.709 limited samples, rounded from the standard's equations.
  static let colors: [([UInt8], YUVColor)] = [
    ([0, 0, 0, 255], YUVColor(y: 16, u: 128, v: 128)),
    ([255, 255, 255, 255], YUVColor(y: 235, u: 128, v: 128)),
    ([255, 0, 0, 255], YUVColor(y: 63, u: 102, v: 240)),
    ([0, 255, 0, 255], YUVColor(y: 173, u: 42, v: 26)),
    ([0, 0, 255, 255], YUVColor(y: 32, u: 240, v: 118)),
    ([128, 128, 128, 77], YUVColor(y: 126, u: 128, v: 128, a: 77)),
  ]

  @Test(arguments: colors)
  func `colours have the samples of the standard`(rgba: [UInt8], expected: YUVColor) {
    let out = PictureBuffer(width: 3, height: 3, hasAlpha: true)
    convertStraight(Array(repeating: rgba, count: 9).flatMap { $0 }, into: out.view)
    let found = samples(out.view).map { Set($0) }
    #expect(found == [[expected.y], [expected.u], [expected.v], [expected.a]])
  }

  @Test func `chroma leaves clear pixels out`() {
    let out = PictureBuffer(width: 2, height: 2, hasAlpha: true)
    convertStraight(
      [255, 0, 0, 255, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255, 0], into: out.view)
    #expect(sample(out.view.u, 0, 0) == 102)
    #expect(sample(out.view.v, 0, 0) == 240)
  }

  @Test func `premultiplied colours become straight`() {
    let out = PictureBuffer(width: 2, height: 1, hasAlpha: true)
    // White at half alpha, and a clear pixel.
    let bytes: [UInt8] = [128, 128, 128, 128, 0, 0, 0, 0]
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      convert(
        premultipliedBGRA: InterleavedView(base: base, stride: 8, width: 2, height: 1),
        into: out.view)
    }
    #expect(samples(out.view) == [[235, 16], [128], [128], [128, 0]])
  }

  private func convertStraight(_ bytes: [UInt8], into target: PictureView) {
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      convert(
        rgba: InterleavedView(
          base: base, stride: 4 * target.width, width: target.width, height: target.height),
        into: target)
    }
  }
}
