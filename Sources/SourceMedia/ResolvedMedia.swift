// SPDX-License-Identifier: Apache-2.0

package import Actions
package import Basics

/// A file that a clip or an overlay shows.
package struct ResolvedMedia {
  /// The path as the project writes it.
  package var shownPath: String
  package var file: MediaFile
  package var facts: MediaFacts
  /// What to do to the coded picture to show it upright: the asset's `rotate`, else the file's own.
  package var orientation: Orientation
  /// A display matrix that is not one of the eight orientations.
  package var matrix: [Double]?

  /// The size of the upright picture in square pixels, not rounded.
  package var uprightSize: (width: Double, height: Double)? {
    guard let video = facts.video else { return nil }
    let aspect = video.sampleAspect.approximate
    let (w, h) = (Double(video.size.width) * aspect, Double(video.size.height))
    if let m = matrix {
      return (abs(m[0]) * w + abs(m[2]) * h, abs(m[1]) * w + abs(m[3]) * h)
    }
    return orientation.swapsAxes ? (h, w) : (w, h)
  }
}

extension ResolvedMedia {
  /// A still shows the same at all times.
  package var isTimeless: Bool { facts.isStill || facts.isSVG }

  /// Whether it is an animated image.
  package var isAnimation: Bool { facts.isAnimation }
}
