// SPDX-License-Identifier: Apache-2.0

public import Base

/// The results of probing a media file.
public struct MediaFacts: Hashable, Sendable, Codable {
  /// Raised whenever probing gathers more, so that stored facts are probed again; it is part of no rendering key.
  public static let version = 25

  /// libavformat's short name of the container, such as `mov,mp4,m4a,3gp,3g2,mj2`.
  public var format: String
  /// The container timestamp that counts as source time 0: the container's start time (0 if unknown).
  public var start: Time
  /// The places in it at which times begin anew, as in recordings that were put one behind the other; nil for nowhere.
  public var restarts: [TimeRestart]?
  /// The first pictures of parts of a recording; nil where all are shown.
  public var openings: [PictureOpening]?
  /// The streams of sound whose times run ahead of their samples and come back, so that nothing is missing between them; nil for
  /// none.
  public var uneven: [UnevenAudio]?
  /// True if the file is a single still image (shown for as long as wanted).
  public var isStill: Bool
  /// True if the file is an SVG drawing; `video` then has its natural size.
  public var isSVG: Bool
  /// The picture stream that is shown, if there is one (never an attached cover picture of a sound file).
  public var video: VideoFacts?
  /// The sound stream that is heard, if there is one.
  public var audio: AudioFacts?
  /// All of its picture streams, attached pictures apart, in the order of the file; nil where it was not looked for them.
  public var pictures: [StreamOfFile<VideoFacts>]?
  /// All of its sound streams, in the order of the file; nil where it was not looked for them.
  public var sounds: [StreamOfFile<AudioFacts>]?
  /// The container's further metadata, if any.
  public var container: ContainerFacts?
  /// Warnings for the user: unreadable secondary streams, doubtful durations.
  public var warnings: [String]

  /// Facts of a container.
  public init(
    format: String, start: Time, isStill: Bool = false, isSVG: Bool = false, video: VideoFacts?,
    audio: AudioFacts?, container: ContainerFacts? = nil, warnings: [String] = []
  ) {
    self.format = format
    self.start = start
    self.isStill = isStill
    self.isSVG = isSVG
    self.video = video
    self.audio = audio
    self.container = container
    self.warnings = warnings
  }
}

extension MediaFacts {
  /// Facts of a file with numbers for colours.
  public static func table(_ kind: TableFile) -> MediaFacts {
    MediaFacts(format: kind.rawValue, start: .zero, video: nil, audio: nil)
  }

  /// The table of colours in it; nil for a film, a sound or a picture.
  public var table: TableFile? {
    video == nil && audio == nil ? TableFile(rawValue: format) : nil
  }

  /// True if the file is a LUT, which has neither video nor audio.
  public var isLUT: Bool { table == .lattice || table == .curves }

  /// True if the file is an animated image, which starts over at its end.
  public var isAnimation: Bool { ["gif", "apng", "webp"].contains(format) && !isStill }
}

/// The results of probing a video stream.
public struct VideoFacts: Hashable, Sendable, Codable {
  /// The stream's index in the file.
  public var stream: Int
  /// libavcodec's name of the codec, such as `h264`.
  public var codec: String
  /// The coded size in pixels, before orientation and sample aspect ratio.
  public var size: PixelSize
  /// Sample aspect ratio, width over height; 1 for square pixels and when unknown.
  public var sampleAspect: Time
  /// The orientation that shows it upright: the display matrix or EXIF tag, when it is one of the
  /// eight.
  public var orientation: Orientation
  /// The linear part a, b, c, d of a display matrix that is none of the eight (to be centred on the upright bounding box); else nil.
  public var displayMatrix: [Double]?
  /// Source time (container start = 0) of the first frame.
  public var firstFrame: Time
  /// Source time at which the last frame ends.
  public var end: Time
  /// The number of frames found.
  public var frameCount: Int
  /// The average frame rate, if known; that of its grid where it has one.
  public var rate: FrameRate?
  /// The even times of its frames; nil where these vary.
  public var grid: FrameGrid?
  /// The spread of frame times around the grid; zero where their times tell which frame is meant.
  public var swing: Time
  /// Source times of the key frames, ascending.
  public var keyFrames: [Time]
  /// Source times of frames at which a scene probably begins, ascending: key frames closer to the previous one than
  /// usual, or scene changes found between key frames on a regular grid.
  ///
  /// A segment that begins there costs little more than one that goes on.
  public var sceneStarts: [Time]
  /// The format in which its pictures are decoded.
  public var pixels: PixelLayout
  /// True if the pixel format (or codec side data that we decode) has alpha.
  public var hasAlpha: Bool
  /// Colour of the stream, as libavutil names it: space/primaries/transfer/range, `unknown` included.
  public var color: ColorTags
  /// The coding, where it is known well enough to copy packets: for H.264, HEVC, VP9 and AV1; nil
  /// for all else.
  public var coding: CodingFacts?
  /// The field of its first frame that is shown first; nil where that is progressive.
  public var fields: FieldOrder?

  /// Facts of a picture stream.
  public init(
    stream: Int, codec: String, size: PixelSize, sampleAspect: Time = Time(1),
    orientation: Orientation = .upright, displayMatrix: [Double]? = nil, firstFrame: Time = .zero,
    end: Time, frameCount: Int, rate: FrameRate?, keyFrames: [Time] = [], sceneStarts: [Time] = [],
    pixels: PixelLayout, hasAlpha: Bool = false, color: ColorTags, coding: CodingFacts? = nil,
    fields: FieldOrder? = nil, grid: FrameGrid? = nil, swing: Time = .zero
  ) {
    self.fields = fields
    (self.grid, self.swing) = (grid, swing)
    self.stream = stream
    self.codec = codec
    self.size = size
    self.sampleAspect = sampleAspect
    self.orientation = orientation
    self.displayMatrix = displayMatrix
    self.firstFrame = firstFrame
    self.end = end
    self.frameCount = frameCount
    self.rate = rate
    self.keyFrames = keyFrames
    self.sceneStarts = sceneStarts
    self.pixels = pixels
    self.hasAlpha = hasAlpha
    self.color = color
    self.coding = coding
  }
}

/// The results of probing an audio stream.
public struct AudioFacts: Hashable, Sendable, Codable {
  /// The stream's index in the file.
  public var stream: Int
  /// libavcodec's name of the codec.
  public var codec: String
  /// Samples per second.
  public var sampleRate: Int
  /// Number of channels.
  public var channels: Int
  /// libavutil's name of where they are heard, such as `5.1(side)`; nil where that is not known.
  public var layout: String?
  /// Source time (container start = 0) of the first sample heard (after encoder delay is skipped).
  public var firstSample: Time
  /// Source time at which the last sample ends.
  public var end: Time
  /// Seconds of the file's clock in which one second of its samples goes by, where its own clock was slow or fast; nil for 1.
  public var drift: Time?
  /// The coding, where packets can be copied; else nil.
  public var coding: AudioCoding?

  /// Facts of a sound stream.
  public init(
    stream: Int, codec: String, sampleRate: Int, channels: Int, layout: String? = nil,
    firstSample: Time = .zero, end: Time, drift: Time? = nil, coding: AudioCoding? = nil
  ) {
    (self.stream, self.codec, self.sampleRate) = (stream, codec, sampleRate)
    (self.channels, self.layout) = (channels, layout)
    self.firstSample = firstSample
    self.end = end
    self.drift = drift
    self.coding = coding
  }
}
