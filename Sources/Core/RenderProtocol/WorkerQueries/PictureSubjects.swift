// SPDX-License-Identifier: Apache-2.0

public import Base

/// A range of frames, or a still, in which to look for salient regions.
public struct SubjectRequest: Hashable, Sendable, Codable {
  /// The absolute path, already checked.
  public var path: String
  /// The stream's index in the file; nil for a still.
  public var stream: Int?
  /// The container timestamp (seconds) that counts as source time 0.
  public var zero: Time
  /// The orientation that makes the coded frame upright.
  public var orientation: Orientation
  /// Sample aspect ratio of the coded picture, width over height.
  public var sampleAspect: Time
  /// The source time in which to look.
  public var range: TimeRange
  /// The places in the file at which times begin anew; nil for nowhere.
  public var restarts: [TimeRestart]?
  /// The first pictures of parts of a recording; nil where all are shown.
  public var openings: [PictureOpening]?

  /// Looks at the still, or at `range` of `stream`, in the file at `path`.
  public init(
    path: String, stream: Int?, zero: Time, orientation: Orientation, sampleAspect: Time,
    range: TimeRange, restarts: [TimeRestart]? = nil, openings: [PictureOpening]? = nil
  ) {
    (self.restarts, self.openings) = (restarts, openings)
    (self.path, self.stream, self.zero) = (path, stream, zero)
    (self.orientation, self.sampleAspect, self.range) = (orientation, sampleAspect, range)
  }

  /// Longer ranges are refused, so that what comes of one is bounded.
  public static let longest = Time(60)
}

/// Everything about a machine that decides which faces it finds.
public struct FaceFinderIdentity: Hashable, Sendable, Codable {
  /// Names and build ids of the libraries, then digests of the cascades, in a fixed order.
  public var marks: [String]
  /// The files these are of, absolute paths, and others that would take their place if they were there: the identity is
  /// valid while their sizes and modification times are unchanged.
  public var files: [String]

  /// An identity that comes of `files`.
  public init(marks: [String], files: [String]) { (self.marks, self.files) = (marks, files) }
}

/// Salient regions of a range of frames: faces, and objects that move by themselves.
///
/// Places and sizes are thousandths of the upright frame's width and height.
public struct PictureSubjects: Hashable, Sendable, Codable {
  /// The samples, ascending in time, `interval` apart.
  public var samples: [Sample]
  /// Source times at which another scene begins, ascending.
  public var cuts: [Time]

  /// The salient regions at a time.
  public struct Sample: Hashable, Sendable, Codable {
    /// The source time.
    public var time: Time
    /// The faces that were found, the largest first.
    public var faces: [Face]
    /// The motion in the interval that begins then; nil where nothing moves, or everything.
    public var motion: Motion?

    /// A sample at `time`.
    public init(time: Time, faces: [Face], motion: Motion? = nil) {
      (self.time, self.faces, self.motion) = (time, faces, motion)
    }
  }

  /// A candidate for a face.
  public struct Face: Hashable, Sendable, Codable {
    /// The left edge.
    public var x: Int
    /// The upper edge.
    public var y: Int
    /// The width.
    public var width: Int
    /// The height.
    public var height: Int
    /// In how many ways it was found; false ones in few.
    public var weight: Int

    /// A face at a place.
    public init(x: Int, y: Int, width: Int, height: Int, weight: Int) {
      (self.x, self.y, self.width, self.height, self.weight) = (x, y, width, height, weight)
    }
  }

  /// The place of something that moves and does not go along with the picture as a whole.
  public struct Motion: Hashable, Sendable, Codable {
    /// The amount of motion in each of `parts` columns of the same width, from the left.
    public var columns: [Int]
    /// The amount of motion in each of `parts` rows of the same height, from the top.
    public var rows: [Int]

    /// Motion in columns and rows.
    public init(columns: [Int], rows: [Int]) { (self.columns, self.rows) = (columns, rows) }
  }

  /// Raised whenever the same pictures could give another answer, by which kept answers are known.
  public static let version = 1
  /// The time from one sample to the next.
  public static let interval = Time(1, over: 2)
  /// Columns, and rows, of `Motion`.
  public static let parts = 32
  /// Faces of a sample that are kept.
  public static let mostFaces = 8

  /// The salient regions in `samples`, and the scene cuts.
  public init(samples: [Sample], cuts: [Time]) { (self.samples, self.cuts) = (samples, cuts) }
}
