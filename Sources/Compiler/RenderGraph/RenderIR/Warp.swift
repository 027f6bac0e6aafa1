// SPDX-License-Identifier: Apache-2.0

public import Base
import Catalog

/// A resampling of a picture, in one step, from source pixels to the canvas.
public struct Warp: Hashable, Sendable {
  /// The part of the source that is seen, in coded pixels.
  public var crop: PixelRect
  /// From coded pixels (of the whole source, not of the crop) to canvas pixels.
  public var map: Affine
  /// Canvas pixels, before the motions, outside which nothing is drawn; nil where the map keeps the picture inside anyway.
  public var clip: PixelBox?
  /// The steps of geometry that move the canvas frame afterwards, in this order, in seconds from
  /// the input's first frame.
  public var motions: [LayerStep]
  /// True if it is the blurred backdrop of `fit: blur`.
  public var isBlurred: Bool

  /// Draws `crop` through `map`, and then moves it.
  public init(
    crop: PixelRect, map: Affine, clip: PixelBox? = nil, motions: [LayerStep] = [],
    isBlurred: Bool = false
  ) {
    self.crop = crop
    self.map = map
    self.clip = clip
    self.motions = motions
    self.isBlurred = isBlurred
  }

  /// The map from coded pixels to canvas pixels at `time`, motions included.
  public func map(at time: Time, canvas: PixelSize) -> Projection {
    motions.reduce(Projection(map)) { $0.then($1.map(at: time, canvas: canvas)) }
  }

  /// True if every frame lies at the same place.
  public var isConstant: Bool { motions.allSatisfy(\.isConstant) }

  /// The same for an input that starts `offset` later and lasts `duration`.
  public func shifted(by offset: Time, duration: Time) -> Warp {
    var result = self
    result.motions = motions.map { $0.shifted(by: offset, duration: duration) }
    return result
  }
}
