// SPDX-License-Identifier: Apache-2.0

/// A frame of a film beside what is planned there, and beside what is planned just before and after.
public struct FrameComparison: Hashable, Sendable, Codable {
  /// The frame's number.
  public var frame: Int
  /// The difference in small copies of at most 320 by 320 pixels.
  public var pixels: Difference
  /// The difference in means of cells, of which coding changes hardly anything.
  public var cells: Difference
  /// The mean difference of all cells.
  public var mean: Double
  /// The contrast of the planned frame: the difference of its cells from their mean, as `cells` are
  /// measured.
  public var contrast: Double
  /// The difference between the film's frame and the one before it, as `cells` are measured; nil
  /// for the first.
  public var ownMotion: Double?
  /// The greatest error of a cell that is right in most frames around, less an allowance for motion: of 255, in brightness.
  public var local = 0.0
  /// The greatest error of a cell that all of five frames in a row have, this one among them.
  public var lasting = 0.0
  /// The brightness of the planned frame: of 255, the value that all but a fiftieth of the cells do
  /// not exceed.
  public var brightness: Int
  /// The brightness of the film's frame.
  public var ownBrightness: Int

  /// Frame `frame` beside its plan.
  public init(
    frame: Int, pixels: Difference, cells: Difference, mean: Double, contrast: Double,
    ownMotion: Double?, brightness: Int, ownBrightness: Int
  ) {
    (self.frame, self.pixels, self.cells) = (frame, pixels, cells)
    (self.mean, self.contrast) = (mean, contrast)
    (self.ownMotion, self.brightness) = (ownMotion, brightness)
    self.ownBrightness = ownBrightness
  }

  /// Differences of pictures, as roots of mean squares in steps of 8 bits.
  public struct Difference: Hashable, Sendable, Codable {
    /// From what is planned.
    public var error: Double
    /// The change of that difference since the frame before: little where coding or colours change
    /// all frames alike; nil for the first frame.
    public var change: Double?
    /// The film's progress on the way from the planned frame before: 1 where it moves as planned, 0
    /// where it stands still, less where it moves back; nil for the first frame, and where nothing
    /// moves.
    public var advance: Double?
    /// The planned frame before it; nil for the first frame.
    public var before: Neighbour?
    /// The planned frame after it; nil for the last frame.
    public var after: Neighbour?

    /// A difference of `error`.
    public init(
      error: Double, change: Double?, advance: Double?, before: Neighbour?, after: Neighbour?
    ) {
      (self.error, self.change, self.advance) = (error, change, advance)
      (self.before, self.after) = (before, after)
    }
  }

  /// The planned frame before or after a frame.
  public struct Neighbour: Hashable, Sendable, Codable {
    /// The difference from the planned frame.
    public var motion: Double
    /// The position of the film's frame on the way from the planned frame, 0, to this one, 1.
    public var share: Double

    /// A neighbour that differs by `motion`.
    public init(motion: Double, share: Double) { (self.motion, self.share) = (motion, share) }
  }
}
