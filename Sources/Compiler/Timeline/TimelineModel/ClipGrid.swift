// SPDX-License-Identifier: Apache-2.0

package import Base
package import RenderProtocol

extension VideoFacts {
  /// The grid that its frames are shown on, whatever the film's: where they merely swing about it, or their times are rounded.
  ///
  /// Nil where these vary by much of a frame, and where it is a grid of those frames alone of which the container has times.
  package var ownGrid: FrameGrid? {
    grid.flatMap { grid in
      let cells = (end - firstFrame) / grid.interval
      return swing * Time(4) <= grid.interval
        && Time(Int64(frameCount)) * Time(10) <= cells * Time(11)
        ? grid : nil
    }
  }
}

extension PlacedClip {
  /// The even times that frames of its source are shown at, in a film of `rate`; nil for their own times.
  ///
  /// Where the source has nearly as many frames as the film, a frame is shown from half a frame before its time on: so it
  /// takes long until the two are a whole frame apart, and until then each frame is shown once.
  package func grid(at rate: FrameRate) -> FrameGrid? {
    guard case .clip(let media) = content, let video = media.facts.video, let grid = video.grid,
      !media.isTimeless,
      let pace = video.pace(
        at: rate, speed: curve == nil && !isFrozen ? speed.magnitude : Time(1))
    else { return nil }
    guard VideoFacts.isNearlyEven(pace) else { return video.ownGrid }
    if pace == Time(1) || interpolation(at: rate) != nil {
      return video.swing > .zero ? grid : nil
    }
    var near = grid
    near.lead = grid.lead + grid.interval / Time(2)
    return near
  }
}
