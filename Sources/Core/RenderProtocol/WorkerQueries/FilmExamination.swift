// SPDX-License-Identifier: Apache-2.0

public import Base

/// The results of decoding a media file to its end.
///
/// Facts that need only packets are in `MediaFacts`.
public struct FilmExamination: Hashable, Sendable, Codable {
  /// The size of the file.
  public var bytes: Int64
  /// The contents of MP4 and QuickTime boxes; nil for other containers.
  public var movie: MovieBoxes?
  /// The type of document of Matroska: `webm` or `matroska`; nil for others.
  public var document: String?
  /// The bytes of all packets of the pictures.
  public var pictureBytes: Int64 = 0
  /// The bytes of all packets of the sound.
  public var soundBytes: Int64 = 0
  /// The pictures; nil where there are none, or none that move.
  public var pictures: ExaminedPictures?
  /// Why reading ended before the end of the file; nil where it did not.
  public var breakOff: String?

  /// An examination of a file of `bytes`.
  public init(bytes: Int64) { self.bytes = bytes }
}

/// The pictures of a film, decoded to the end.
public struct ExaminedPictures: Hashable, Sendable, Codable {
  /// Frames that were decoded.
  public var frames = 0
  /// True if H.264 is coded without loss; nil where that cannot be known, and for other codecs.
  public var isLossless: Bool?
  /// The number of frames that the container says it has; 0 where it does not.
  public var claimedFrames = 0
  /// Places where something could not be decoded, at most `mostPlaces`.
  public var damage: [Damage] = []
  /// The number of damaged places.
  public var damageCount = 0
  /// The duration of most frames; nil for fewer than two.
  public var interval: Time?
  /// Frames after which the time to the next is another, at most `mostPlaces`.
  public var uneven: [UnevenFrame] = []
  /// The number of uneven frames.
  public var unevenCount = 0
  /// The longest time from a key frame to the next one, or to the end.
  public var longestGroup: Time = .zero
  /// Its start, from the first frame.
  public var longestGroupStart: Time = .zero
  /// Intervals of black frames, of two frames or more.
  public var black: [FrameStretch] = []
  /// Intervals in which a frame does not differ from the one before it; the range begins with that
  /// one.
  public var still: [FrameStretch] = []
  /// True if there were more intervals than are listed.
  public var hasMoreStretches = false
  /// Frames that were asked for.
  public var proofs: [ProofPicture] = []

  /// The most places of a kind that are listed.
  public static let mostPlaces = 20
  /// The most intervals of a kind that are listed.
  public static let mostStretches = 4000

  /// Nothing that is decoded yet.
  public init() {}

  /// A place where something cannot be decoded.
  public struct Damage: Hashable, Sendable, Codable {
    /// The number of frames that were decoded before it.
    public var frame: Int
    /// libav's words.
    public var reason: String

    /// Damage after `frame` frames.
    public init(frame: Int, reason: String) { (self.frame, self.reason) = (frame, reason) }
  }

  /// A frame that is shown for another time than most.
  public struct UnevenFrame: Hashable, Sendable, Codable {
    /// Its number.
    public var frame: Int
    /// Its start, from the first frame.
    public var time: Time
    /// The duration for which it is shown.
    public var interval: Time

    /// Frame `frame`, shown for `interval`.
    public init(frame: Int, time: Time, interval: Time) {
      (self.frame, self.time, self.interval) = (frame, time, interval)
    }
  }
}

/// Frames that follow each other, by their numbers in a film.
public struct FrameStretch: Hashable, Sendable, Codable {
  /// The first.
  public var first: Int
  /// The one after the last.
  public var end: Int
  /// For frames that stand still: how much pictures change just before and after them, in steps of 8 bits.
  public var motion: Double

  /// Frames `first` up to `end`.
  public init(first: Int, end: Int, motion: Double = 0) {
    (self.first, self.end, self.motion) = (first, end, motion)
  }

  /// Their numbers.
  public var frames: Range<Int> { first..<max(first, end) }
}

/// A small copy of a frame, to be looked at.
public struct ProofPicture: Hashable, Sendable, Codable {
  /// The frame's number.
  public var frame: Int
  /// A JPEG in base64.
  public var jpeg: String

  /// A copy of frame `frame`.
  public init(frame: Int, jpeg: String) { (self.frame, self.jpeg) = (frame, jpeg) }
}

/// The contents of an MP4 or QuickTime file's boxes.
public struct MovieBoxes: Hashable, Sendable, Codable {
  /// The major brand, such as `isom` or `qt  `; empty for none.
  public var brand = ""
  /// True if the index comes before the media data; nil where one of them is missing.
  public var isIndexFirst: Bool?
  /// True if the file has fragments, each with an index of its own.
  public var isFragmented = false
  /// The tracks, in order, at most 64.
  public var tracks: [Track] = []

  /// Nothing that is read yet.
  public init() {}

  /// A track.
  public struct Track: Hashable, Sendable, Codable {
    /// The type of its handler, such as `vide` or `soun`.
    public var handler = ""
    /// The name of its first format, such as `avc1`.
    public var tag = ""
    /// Its edits, at most 64.
    public var edits: [Edit] = []

    /// Nothing that is read yet.
    public init() {}
  }

  /// A part of a track that is shown, or a pause.
  public struct Edit: Hashable, Sendable, Codable {
    /// The duration in the film.
    public var duration: Time
    /// Its start in the track; nil for a pause.
    public var start: Time?
    /// True if the edit is played at the track's own speed.
    public var isPlain: Bool

    /// An edit.
    public init(duration: Time, start: Time?, isPlain: Bool) {
      (self.duration, self.start, self.isPlain) = (duration, start, isPlain)
    }
  }
}
