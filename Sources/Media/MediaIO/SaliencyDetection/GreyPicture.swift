// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV

/// A small upright picture of the brightness of another one, in square pixels.
struct GreyPicture {
  /// Its width and height.
  let size: PixelSize
  /// Its samples, row by row, without gaps.
  let samples: [UInt8]

  /// That of `frame`.
  ///
  /// - Parameters:
  ///   - longest: How long its longer side is.
  ///   - sampleAspect: Width over height of a sample of `frame`.
  init(
    _ frame: borrowing Frame, longest: Int, sampleAspect: Double, _ orientation: Orientation
  ) throws(AVError) {
    let small = GreyPicture.size(of: frame.size, sampleAspect, longest: longest)
    let scale = Filter(
      "scale", ["w": "\(small.width)", "h": "\(small.height)", "flags": "area+bitexact"])
    let result = try frame.filtered(
      by: [scale, Filter("format", ["pix_fmts": "gray"])], to: "make a small picture")
    let size = orientation.size(of: small)
    let map = orientation.affine(for: small)
    var samples = [UInt8](repeating: 0, count: size.width * size.height)
    result.withPlane(0) { plane, stride in
      for y in 0..<small.height {
        for x in 0..<small.width {
          let place = map.apply(Double(x) + 0.5, Double(y) + 0.5)
          samples[Int(place.y) * size.width + Int(place.x)] = plane[y * stride + x]
        }
      }
    }
    (self.size, self.samples) = (size, samples)
  }

  /// The size of a copy of a picture of `size` whose longer side is `longest`, in square pixels.
  static func size(of size: PixelSize, _ sampleAspect: Double, longest: Int) -> PixelSize {
    let (width, height) = (Double(size.width) * sampleAspect, Double(size.height))
    // Not larger than it is: that would show no more.
    let scale = min(1, Double(longest) / max(width, height))
    func side(_ length: Double) -> Int { min(longest, max(16, Int((length * scale).rounded()))) }
    return PixelSize(side(width), side(height))
  }
}
