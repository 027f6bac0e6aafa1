// SPDX-License-Identifier: Apache-2.0

import Basics
import CFFmpeg
import Glibc

extension Frame {
  /// Whether this picture has exactly the samples of `other`, in a format with the same layout; colour tags are
  /// ignored.
  public func hasSamples(of other: borrowing Frame) -> Bool {
    let format = AVPixelFormat(pointer.pointee.format)
    guard size == other.size, layout == other.layout, !pixelFormat.isHardware else { return false }
    let shift = pixelFormat.chromaShift
    for index in 0..<max(0, Int(av_pix_fmt_count_planes(format))) {
      let bytes = Int(av_image_get_linesize(format, pointer.pointee.width, Int32(index)))
      let isChroma = index == 1 || index == 2
      let rows = isChroma ? (size.height + (1 << shift.y) - 1) >> shift.y : size.height
      guard bytes >= 0 else { return false }
      let isEqual = withPlane(index) { mine, stride in
        other.withPlane(index) { theirs, otherStride in
          (0..<rows).allSatisfy {
            memcmp(mine + $0 * stride, theirs + $0 * otherStride, bytes) == 0
          }
        }
      }
      guard isEqual == true else { return false }
    }
    return true
  }

  /// The format, with one name for two formats that differ only in range.
  private var layout: PixelFormat { pixelFormat == .yuvj420p ? .yuv420p : pixelFormat }
}
