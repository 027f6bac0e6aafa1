// SPDX-License-Identifier: Apache-2.0

package import Base
import Timeline

/// The part of a picture that its box shows: all along one side, and a share of the other one.
package struct KeptPart: Hashable, Sendable {
  /// True if it has the picture's height and a share of its width; else the other way round.
  package var isOfWidth: Bool
  /// The share, up to 1.
  package var share: Double

  package init(isOfWidth: Bool, share: Double) { (self.isOfWidth, self.share) = (isOfWidth, share) }

  /// The part of a picture of `natural` pixels that covers `box`.
  package init(of natural: PixelSize, covering box: PixelBox) {
    let ratio = (box.width / box.height) / (Double(natural.width) / Double(natural.height))
    self.init(isOfWidth: ratio <= 1, share: min(ratio, 1 / ratio))
  }

  /// True if hardly anything is cut off: less than a hundredth.
  package var isWhole: Bool { share > 0.99 }

  /// The place along the side of which a share is shown.
  func along(_ place: PixelPoint) -> Double { isOfWidth ? place.x : place.y }

  /// A place along that side, in the middle of the other one.
  func place(at share: Double) -> PixelPoint {
    isOfWidth ? PixelPoint(share, 0.5) : PixelPoint(0.5, share)
  }

  /// `place` where what is shown about it lies within the picture.
  func within(_ place: Double) -> Double { min(max(place, share / 2), 1 - share / 2) }
}

/// A subject to be kept in view at a time.
struct Sighting: Hashable, Sendable {
  /// Its middle, in shares of the upright picture.
  var place: PixelPoint
  /// The share of the cropped side that it takes.
  var extent: Double
  var subject: PlacedFocus.Subject
}
