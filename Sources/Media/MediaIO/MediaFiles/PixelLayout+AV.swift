// SPDX-License-Identifier: Apache-2.0

package import LibAV
package import RenderProtocol

extension PixelLayout {
  /// The layout of `format` as libavutil describes it.
  package init(_ format: PixelFormat) {
    let shift = format.chromaShift
    self.init(
      name: format.description, depth: format.depth, bitsPerPixel: format.bitsPerPixel,
      hasColor: format.isRGB || format.components > 2,
      chromaHalvings: Halvings(across: shift.x, down: shift.y))
  }
}
