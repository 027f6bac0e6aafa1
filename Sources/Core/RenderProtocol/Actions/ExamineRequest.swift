// SPDX-License-Identifier: Apache-2.0

public import Base

/// A media file to be decoded to its end.
public struct ExamineRequest: Hashable, Sendable, Codable {
  /// The absolute path, already checked.
  public var path: String
  /// The index of the stream of pictures; nil for none.
  public var pictures: Int?
  /// The index of the stream of sound; nil for none.
  public var sound: Int?
  /// The numbers of frames of which small copies are wanted, ascending.
  public var shown: [Int]
  /// The width of these copies in pixels.
  public var width: Int
  /// Pictures of more pixels than this are refused.
  public var maximumPixels: Int

  /// The most frames of which copies are made.
  public static let mostShown = 4000

  /// Decodes the file at `path`.
  public init(
    path: String, pictures: Int?, sound: Int?, shown: [Int] = [], width: Int = 320,
    maximumPixels: Int = 100_000_000
  ) {
    (self.path, self.pictures, self.sound) = (path, pictures, sound)
    (self.shown, self.width) = (shown, width)
    self.maximumPixels = maximumPixels
  }
}

/// Frames of a film to be laid beside those of a program.
public struct FrameComparisonRequest: Hashable, Sendable, Codable {
  /// The absolute path of the film.
  public var path: String
  /// The index of its stream of pictures.
  public var stream: Int
  /// The planned program.
  public var program: RenderProgram
  /// The number of the frame that the program begins with.
  public var programStart: Int
  /// The numbers of the frames that are compared, which the program has.
  public var frames: Range<Int>
  /// The time of frame 0, on the clock of the container.
  public var start: Time
  /// For how long each frame is shown.
  public var interval: Time
  /// The time of a frame from which on these can be decoded, on the clock of the container.
  public var entry: Time
  /// True if the film's frames may have transparent pixels.
  public var hasAlpha: Bool
  /// Pictures of more pixels than this are refused.
  public var maximumPixels: Int

  /// Compares `frames` of the film at `path` with those of `program`, which begins with frame `programStart`.
  public init(
    path: String, stream: Int, program: RenderProgram, programStart: Int, frames: Range<Int>,
    start: Time, interval: Time, entry: Time, hasAlpha: Bool, maximumPixels: Int = 100_000_000
  ) {
    (self.path, self.stream, self.program) = (path, stream, program)
    (self.programStart, self.frames) = (programStart, frames)
    (self.start, self.interval, self.entry) = (start, interval, entry)
    self.hasAlpha = hasAlpha
    self.maximumPixels = maximumPixels
  }
}

/// A frame of a program of which a small copy is wanted.
public struct ProofRequest: Hashable, Sendable, Codable {
  /// A program of one part with one frame.
  public var program: RenderProgram
  /// The frame's number, which the copy has.
  public var frame: Int
  /// The width of the copy in pixels.
  public var width: Int

  /// A copy of the frame of `program`.
  public init(program: RenderProgram, frame: Int, width: Int) {
    (self.program, self.frame, self.width) = (program, frame, width)
  }
}

/// The sound of a film, to be measured and laid beside what it should be.
public struct AudioComparisonRequest: Hashable, Sendable, Codable {
  /// The sound of the film's file.
  public var film: AudioProgram
  /// The planned mix of the same rate and channels; nil for none.
  public var planned: AudioProgram?
  /// The level of the mix in the film; nil if it is unchanged.
  public var level: AudioLevel?

  /// Compares `film` with `planned`.
  public init(film: AudioProgram, planned: AudioProgram?, level: AudioLevel? = nil) {
    (self.film, self.planned, self.level) = (film, planned, level)
  }
}
