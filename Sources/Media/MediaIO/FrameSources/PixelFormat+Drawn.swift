// SPDX-License-Identifier: Apache-2.0

package import LibAV
package import RenderProtocol

extension CanvasColor {
  /// The format of pictures on a canvas in these colours.
  package func drawnFormat(hasAlpha: Bool) -> PixelFormat {
    .drawn(isDeep: isDeep, hasAlpha: hasAlpha, hasFullChroma: hasFullChroma)
  }
}

extension PixelFormat {
  /// The format of pictures and canvases: 4:2:0 or 4:4:4 in 8 or 10 bits.
  package static func drawn(
    isDeep: Bool, hasAlpha: Bool, hasFullChroma: Bool = false
  ) -> PixelFormat {
    switch (isDeep, hasFullChroma) {
    case (false, false): hasAlpha ? .yuva420p : .yuv420p
    case (false, true): hasAlpha ? .yuva444p : .yuv444p
    case (true, false): hasAlpha ? .yuva420p10 : .yuv420p10
    case (true, true): hasAlpha ? .yuva444p10 : .yuv444p10
    }
  }

  /// True if kernels take frames in this format.
  package var isDrawn: Bool { PixelFormat.allDrawn.contains(self) }
  private static let allDrawn: Set<PixelFormat> = [
    .yuv420p, .yuva420p, .yuv420p10, .yuva420p10, .yuv444p, .yuva444p, .yuv444p10, .yuva444p10,
  ]
}
