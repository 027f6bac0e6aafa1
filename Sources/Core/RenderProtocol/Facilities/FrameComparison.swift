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
  /// How much the planned cells differ from their mean, as `cells` are measured.
  public var contrast: Double
  /// How much the film's frame differs from the one before it, as `cells` are measured; nil for the first.
  public var ownMotion: Double?
  /// The greatest error of a cell that is right in most frames around, less an allowance for motion: of 255, in brightness.
  public var local = 0.0
  /// The greatest error of a cell that all of five frames in a row have, this one among them.
  public var lasting = 0.0
  /// How bright the planned frame is: of 255, what all but a fiftieth of the cells do not exceed.
  public var brightness: Int
  /// How bright the film's is.
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
    /// How much that changed since the frame before: little where coding, or colours, make frames alike another picture; nil
    /// for the first frame.
    public var change: Double?
    /// How much of the way from the planned frame before it the film goes: 1 where it moves as planned, 0 where it stands
    /// still, less where it moves back; nil for the first frame, and where nothing moves.
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
    /// How much it differs from the planned frame.
    public var motion: Double
    /// How far the film's frame lies on the way from the planned frame to it: 0 for that one, 1 for this one.
    public var share: Double

    /// A neighbour that differs by `motion`.
    public init(motion: Double, share: Double) { (self.motion, self.share) = (motion, share) }
  }
}
