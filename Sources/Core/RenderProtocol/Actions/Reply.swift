// SPDX-License-Identifier: Apache-2.0

public import Base

/// A worker's reply: any number of `.progress`, then one of the others.
public enum Reply: Hashable, Sendable, Codable {
  /// So many frames (or, for sound, hundredths of a second) more have been rendered.
  case progress(Int)
  /// Who the worker is.
  case hello(WorkerIdentity)
  /// The facts of the file.
  case probed(MediaFacts)
  /// The facts of the laid-out text.
  case text(TextFacts)
  /// The segment is written.
  case segment(SegmentFacts)
  /// The file of frames is written.
  case gathered(SegmentFacts)
  /// The samples are written.
  case mixed(SegmentFacts)
  /// The encoded sound is written.
  case encoded(SegmentFacts)
  /// The film is written; its size in bytes.
  case linked(bytes: Int64)
  /// The files of the film are written, in this order.
  case delivered([DeliveredFile])
  /// The picture is written.
  case frame(notes: [RenderNote])
  /// The files have been read; nil when their packets are the same.
  case compared(SegmentDifference?)
  /// The copied packets have been decoded; nil when they are as they should be.
  case checked(CopyFault?)
  /// The processing of frames or samples.
  case sketch(FilterGraphDescription)
  /// The filters that there are.
  case filters(FilterCatalogue)
  /// The encoders that there are.
  case encoders(EncoderCatalogue)
  /// The families that there are, by name.
  case fonts([FontFamily])
  /// The facts of the text stream.
  case texts(TextStreamFacts)
  /// The levels of the audio.
  case levels(AudioLevels)
  /// The results of examining the film.
  case examined(FilmExamination)
  /// The small copy of the frame.
  case proof(ProofPicture)
  /// The film's frames beside the planned ones; those that are not there are left out.
  case framesCompared([FrameComparison])
  /// The film's sound beside the planned one.
  case soundsCompared(AudioComparison)
  /// The identity of the face detector.
  case faces(FaceFinderIdentity)
  /// The salient regions of the frames.
  case subjects(PictureSubjects)
  /// It could not be done.
  case failed(RenderFailure)
}

/// Everything about the machine that decides the bytes a worker makes.
public struct WorkerIdentity: Hashable, Sendable, Codable {
  /// `renderingVersion` of the worker.
  public var version: Int
  /// Names and versions of the libraries, in a fixed order, such as `libavcodec 59.37.100`, `x264 164`.
  public var libraries: [String]
  /// The executable and the shared libraries it has loaded, absolute paths, sorted: the identity is valid while their
  /// sizes and modification times are unchanged.
  public var files: [String]
  /// Fontconfig's folders and configuration files; a cached text is valid while their modification times are unchanged.
  public var fontFolders: [String]

  /// The identity of a worker.
  public init(version: Int, libraries: [String], files: [String], fontFolders: [String]) {
    self.version = version
    self.libraries = libraries
    self.files = files
    self.fontFolders = fontFolders
  }
}

/// The result of rendering a segment.
public struct SegmentFacts: Hashable, Sendable, Codable {
  /// Frames, or samples of the sound.
  public var frames: Int64
  /// Size of the segment file.
  public var bytes: Int64
  /// Errors that did not stop rendering (only when `keepsGoing`).
  public var notes: [RenderNote]

  /// Facts of a written segment.
  public init(frames: Int64, bytes: Int64, notes: [RenderNote] = []) {
    self.frames = frames
    self.bytes = bytes
    self.notes = notes
  }
}

/// The first difference of two segment files.
public struct SegmentDifference: Hashable, Sendable, Codable {
  /// The first packet that differs, in decoding order from 0; nil when the header before the packets, with the codec's
  /// parameters, differs.
  public var packet: Int?
  /// The frame, or the first sample, that is in this packet, counted from the segment's first.
  public var frame: Int64?

  /// A difference in `packet`, or before all packets.
  public init(packet: Int? = nil, frame: Int64? = nil) {
    self.packet = packet
    self.frame = frame
  }
}

/// An error found when copied packets are decoded.
public struct CopyFault: Hashable, Sendable, Codable {
  /// The kinds of faults.
  public enum Kind: String, Hashable, Sendable, Codable {
    /// They cannot be decoded: they are damaged in their source.
    case damaged
    /// The decoded frames differ from those of the source.
    case different
  }

  /// The kind of fault.
  public var kind: Kind
  /// The clip whose packets they are.
  public var origin: Origin
  /// The first wrong frame of the segment.
  public var frame: Int64?
  /// Source time of it.
  public var sourceTime: Time?
  /// Log lines of libav.
  public var log: [String]

  /// A fault of `kind`.
  public init(
    _ kind: Kind, origin: Origin, frame: Int64? = nil, sourceTime: Time? = nil, log: [String] = []
  ) {
    (self.kind, self.origin, self.frame) = (kind, origin, frame)
    (self.sourceTime, self.log) = (sourceTime, log)
  }
}

/// An error that did not stop rendering.
public struct RenderNote: Hashable, Sendable, Codable {
  /// The error, such as `cannot decode; the last good frame is held`.
  public var message: String
  /// The clip.
  public var origin: Origin
  /// Source time at which it happened.
  public var sourceTime: Time?
  /// Frame of the program at which it happened; for sound, the sample.
  public var frame: Int?
  /// Log lines of libav.
  public var log: [String]
  /// The peaks that it is about.
  public var overs: AudioOvers?
  /// True if it says that nothing is heard in a sound.
  public var isOfSilence = false

  /// True if it is about a sound as a whole: its peaks, or its silence.
  public var isOfWhole: Bool { overs != nil || isOfSilence }

  /// A note on `origin`.
  public init(
    message: String, origin: Origin, sourceTime: Time? = nil, frame: Int? = nil, log: [String] = []
  ) {
    self.message = message
    self.origin = origin
    self.sourceTime = sourceTime
    self.frame = frame
    self.log = log
  }
}

/// Why a request failed.
public struct RenderFailure: Error, Hashable, Sendable, Codable {
  /// The cause.
  public enum Kind: String, Hashable, Sendable, Codable {
    /// The media cannot be read or decoded: the project is wrong.
    case media
    /// The format or codec is not supported by this machine's libraries.
    case unsupported
    /// A font or text problem: the project is wrong.
    case text
    /// A filter of an effect refuses its options or fails: the project is wrong.
    case filter
    /// An encoder or muxer is missing or refused its options.
    case encoder
    /// Reading or writing files failed (disk full, permissions).
    case disk
    /// A limit was passed (pixels, duration, memory).
    case limit
    /// The worker was asked something impossible.
    case program
    /// The worker died or did not answer.
    case crash
    /// The worker cannot be started on this machine: its libraries are others.
    case unusable

    /// True if the project, or a file it names, has to be changed; else the machine is at fault.
    public var isOfTheProject: Bool {
      switch self {
      case .media, .unsupported, .text, .filter, .limit: true
      case .encoder, .disk, .program, .crash, .unusable: false
      }
    }
  }

  /// The cause.
  public var kind: Kind
  /// One sentence, lower case, without a period.
  public var message: String
  /// The clip, where there is one.
  public var origin: Origin
  /// Source time at which it happened.
  public var sourceTime: Time?
  /// Frame of the program at which it happened; for sound, the sample.
  public var frame: Int?
  /// Log lines of libav, at most 10.
  public var log: [String]
  /// The remedy, as a hint; nil if none is known.
  public var remedy: String?

  /// A failure of `kind`.
  public init(
    kind: Kind, message: String, origin: Origin = .none, sourceTime: Time? = nil, frame: Int? = nil,
    log: [String] = [], remedy: String? = nil
  ) {
    self.remedy = remedy
    self.kind = kind
    self.message = message
    self.origin = origin
    self.sourceTime = sourceTime
    self.frame = frame
    self.log = log
  }
}
