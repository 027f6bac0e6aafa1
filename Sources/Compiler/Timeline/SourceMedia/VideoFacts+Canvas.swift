// SPDX-License-Identifier: Apache-2.0

package import Base
import RenderProtocol

extension VideoFacts {
  /// The size of the picture on a canvas that it fills, turned by `orientation`: in even numbers,
  /// if its pixels are not square.
  package func sizeOnCanvas(_ orientation: Orientation) -> PixelSize {
    guard sampleAspect != Time(1) else { return orientation.size(of: size) }
    let halves = Time(Int64(size.width)) * sampleAspect / Time(2)
    return orientation.size(of: PixelSize(max(1, Int(halves.rounded)) * 2, size.height))
  }

  /// True if its samples have a canvas's layout, whatever they mean: 8-bit 4:2:0 by either name,
  /// one of which means full range.
  package var isPlain: Bool {
    pixels.name == "yuv420p" || pixels.name == "yuvj420p" && color.isFullRange
  }
}

extension CodingFacts {
  /// Why nothing of it can be copied; nil if something can.
  package var wholeObstacle: String? {
    if let obstacle { return obstacle }
    return groups.contains { $0.obstacle == nil } ? nil : groups.first?.obstacle
  }
}
