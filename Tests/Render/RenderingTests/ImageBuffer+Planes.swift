// SPDX-License-Identifier: Apache-2.0

import Kernels
import MediaIO

extension ImageBuffer {
  /// Its samples, plane by plane: luma, chroma, and alpha where it has that.
  var planes: [[Int]] {
    func planes<Sample: PictureSample>(_ sample: Sample.Type) -> [[Int]] {
      withView(of: sample) { view in
        [view.y, view.u, view.v, view.a].compactMap(\.self).map { plane in
          (0..<plane.height).flatMap { y in (0..<plane.width).map { Int(plane.row(y)[$0]) } }
        }
      }
    }
    return isDeep ? planes(UInt16.self) : planes(UInt8.self)
  }
}
