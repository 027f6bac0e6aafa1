// SPDX-License-Identifier: Apache-2.0

/// A media file to be decoded to its end.
public struct ExamineRequest: Hashable, Sendable, Codable {
  /// The absolute path, already checked.
  public var path: String
  /// The index of the stream of pictures; nil for none.
  public var pictures: Int?
  /// The index of the stream of sound; nil for none.
  public var sound: Int?
  /// The numbers of frames of which copies are wanted, ascending.
  public var wanted: [Int]
  /// The numbers of those of which pictures are to be looked at, ascending.
  public var shown: [Int]
  /// The width of these pictures in pixels.
  public var width: Int
  /// Pictures of more pixels than this are refused.
  public var maximumPixels: Int

  /// The most frames of which copies are made.
  public static let mostWanted = 4000

  /// Decodes the file at `path`.
  public init(
    path: String, pictures: Int?, sound: Int?, wanted: [Int] = [], shown: [Int] = [],
    width: Int = 320, maximumPixels: Int = 100_000_000
  ) {
    (self.path, self.pictures, self.sound) = (path, pictures, sound)
    (self.wanted, self.shown, self.width) = (wanted, shown, width)
    self.maximumPixels = maximumPixels
  }
}

/// A frame of a program of which a small copy is wanted.
public struct ProofRequest: Hashable, Sendable, Codable {
  /// A program of one part with one frame.
  public var program: PictureProgram
  /// The frame's number, which the copy has.
  public var frame: Int
  /// The width of the copy as a picture in pixels; nil for one that is not looked at.
  public var width: Int?

  /// A copy of the frame of `program`.
  public init(program: PictureProgram, frame: Int, width: Int? = nil) {
    (self.program, self.frame, self.width) = (program, frame, width)
  }
}

/// The sound of a film, to be measured and laid beside what it should be.
public struct SoundComparisonRequest: Hashable, Sendable, Codable {
  /// The sound of the film's file.
  public var film: SoundProgram
  /// The planned mix of the same rate and channels; nil for none.
  public var planned: SoundProgram?
  /// What is done to the mix in the film; nil for nothing.
  public var level: SoundLevel?

  /// Compares `film` with `planned`.
  public init(film: SoundProgram, planned: SoundProgram?, level: SoundLevel? = nil) {
    (self.film, self.planned, self.level) = (film, planned, level)
  }
}
