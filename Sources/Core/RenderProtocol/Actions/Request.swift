// SPDX-License-Identifier: Apache-2.0

public import Base

/// The version of this protocol and of every format below it (segment files, rasters, rounding rules).
///
/// Raised whenever the same request could give other bytes; it is part of every key.
public let renderingVersion = 46

/// A request from `reel` to a worker.
public enum Request: Hashable, Sendable, Codable {
  /// Who are you? Answered by `.hello`.
  case hello
  /// Probe this file. Answered by `.probed`.
  case probe(ProbeRequest)
  /// Lay out and rasterise this text. Answered by `.text`.
  case text(TextRequest)
  /// Render and encode one segment. Answered by `.segment`.
  case segment(SegmentRequest)
  /// Keep frames of a stream in a file. Answered by `.gathered`.
  case gather(GatherRequest)
  /// Mix some seconds of sound. Answered by `.mixed`.
  case mix(MixRequest)
  /// Encode the sound of the film. Answered by `.encoded`.
  case encode(EncodeRequest)
  /// Copy the packets of a clip's sound. Answered by `.encoded`.
  case copySound(CopyAudioRequest)
  /// Copy segments and sound into the film. Answered by `.linked`.
  case link(LinkRequest)
  /// Write a film as several files. Answered by `.delivered`.
  case deliver(DeliverRequest)
  /// Render one frame into a picture file. Answered by `.frame`.
  case frame(FrameRequest)
  /// Find where two segment files begin to differ. Answered by `.compared`.
  case compare(CompareRequest)
  /// Decode what is copied of pictures, and compare it with its source. Answered by `.checked`.
  case checkPictures(SegmentRequest)
  /// Decode what is copied of sound. Answered by `.checked`.
  case checkSound(CopyAudioRequest)
  /// Say how the frames of a program are made. Answered by `.sketch`.
  case sketch(RenderProgram)
  /// Say how the samples of a program are made. Answered by `.sketch`.
  case sketchSound(AudioProgram)
  /// List the filters. Answered by `.filters`.
  case filters
  /// List the encoders. Answered by `.encoders`.
  case encoders
  /// List the fonts. Answered by `.fonts`.
  case fonts(FontsRequest)
  /// Read the texts of a text stream. Answered by `.texts`.
  case texts(TextStreamRequest)
  /// Measure the levels of this audio. Answered by `.levels`.
  case levels(AudioProgram)
  /// Draw this sound. Answered by `.frame`.
  case soundPicture(AudioPictureRequest)
  /// Decode this film to its end. Answered by `.examined`.
  case examine(ExamineRequest)
  /// Render one frame as a small copy. Answered by `.proof`.
  case proof(ProofRequest)
  /// Compare frames of this film with those of a program. Answered by `.framesCompared`.
  case compareFrames(FrameComparisonRequest)
  /// Measure the loudness of this film and its delay against the plan. Answered by
  /// `.soundsCompared`.
  case compareSounds(AudioComparisonRequest)
  /// Identify the face detector. Answered by `.faces`.
  case faces
  /// Find salient regions of frames. Answered by `.subjects`.
  case subjects(SubjectRequest)
}

/// A file to be probed.
public struct ProbeRequest: Hashable, Sendable, Codable {
  /// The absolute path, already checked.
  public var path: String
  /// Pictures of more pixels than this are refused before decoding.
  public var maximumPixels: Int

  /// Probes the file at `path`.
  public init(path: String, maximumPixels: Int = 100_000_000) {
    self.path = path
    self.maximumPixels = maximumPixels
  }
}

/// A text to be rasterised.
public struct TextRequest: Hashable, Sendable, Codable {
  /// The text and its style.
  public var block: TextBlock
  /// The folder in which the raster file is put, named by its digest.
  public var folder: String

  /// Rasterises `block` into `folder`.
  public init(block: TextBlock, folder: String) {
    self.block = block
    self.folder = folder
  }
}

/// A segment to be rendered.
public struct SegmentRequest: Hashable, Sendable, Codable {
  /// The program of the segment.
  public var program: RenderProgram
  /// The encoding of the segment.
  public var encoding: VideoEncoding
  /// The encoding to use if packets were to be copied and turn out not to be copyable.
  public var otherwise: VideoEncoding?
  /// The path of the segment file; the caller renames it.
  public var output: String
  /// The other segments made from the same composed frames; nil for none.
  ///
  /// They are encoded, not copied, and the program is upright.
  public var others: [OtherSegment]?
  /// Threads for decoding (they do not change the frames); the encoder always has one.
  public var decoderThreads: Int
  /// True if a clip that breaks in the middle holds its last good frame instead of failing.
  public var keepsGoing: Bool
  /// Files of frames that have been decoded already; nil for none.
  public var gathered: [GatheredFile]?

  /// Renders `program` to the segment file `output`.
  public init(
    program: RenderProgram, encoding: VideoEncoding, otherwise: VideoEncoding? = nil,
    output: String, decoderThreads: Int = 1, keepsGoing: Bool = false
  ) {
    self.program = program
    self.encoding = encoding
    self.otherwise = otherwise
    self.output = output
    self.decoderThreads = decoderThreads
    self.keepsGoing = keepsGoing
  }
}

/// Frames of a stream to be decoded in one pass and kept in a file.
///
/// Where a stream has few key frames, and is shown in another order than its own, every segment would decode all that lies
/// before what it shows.
public struct GatherRequest: Hashable, Sendable, Codable {
  /// The media file.
  public var file: MediaFile
  /// The stream's index in the file.
  public var stream: Int
  /// Container times at which the first and the last frame of each interval are shown, ascending.
  public var stretches: [TimeRange]
  /// The path of the written file.
  public var output: String
  /// Threads for decoding.
  public var decoderThreads: Int
  /// No more bytes than this are written; frames that have no room are left out.
  public var mostBytes: Int64

  /// Keeps `stretches` of `stream` of `file` in the file `output`.
  public init(
    _ file: MediaFile, stream: Int, stretches: [TimeRange], output: String, decoderThreads: Int,
    mostBytes: Int64
  ) {
    (self.file, self.stream, self.stretches) = (file, stream, stretches)
    (self.output, self.decoderThreads, self.mostBytes) = (output, decoderThreads, mostBytes)
  }
}

/// A file of frames that have been decoded.
public struct GatheredFile: Hashable, Sendable, Codable {
  /// The media file that they are of.
  public var digest: Fingerprint
  /// The stream's index in that.
  public var stream: Int
  /// The absolute path of the file of frames.
  public var path: String

  /// Frames of `stream` of the file with `digest`, which are at `path`.
  public init(of digest: Fingerprint, stream: Int, at path: String) {
    (self.digest, self.stream, self.path) = (digest, stream, path)
  }
}

/// A segment of the frames that are composed for another one.
public struct OtherSegment: Hashable, Sendable, Codable {
  /// The scaling of composed frames into its shape; nil for none.
  public var finish: OutputScaling?
  /// The encoding of the segment, in one pass.
  public var encoding: VideoEncoding
  /// The path of the segment file; the caller renames it.
  public var output: String

  /// Encodes frames with `finish` to the segment file `output`.
  public init(finish: OutputScaling?, encoding: VideoEncoding, output: String) {
    (self.finish, self.encoding, self.output) = (finish, encoding, output)
  }
}

/// Sound to be mixed.
public struct MixRequest: Hashable, Sendable, Codable {
  /// The program of the mix.
  public var program: AudioProgram
  /// The path of the file of samples; the caller renames it.
  public var output: String
  /// True if a clip that breaks in the middle goes on in silence instead of failing.
  public var keepsGoing: Bool

  /// Mixes `program` to the file of samples `output`.
  public init(program: AudioProgram, output: String, keepsGoing: Bool = false) {
    self.program = program
    self.output = output
    self.keepsGoing = keepsGoing
  }
}

/// Mixed sound to be encoded.
public struct EncodeRequest: Hashable, Sendable, Codable {
  /// Samples per second of each channel.
  public var sampleRate: Int
  /// The intervals that are encoded, one after the other, as one stream.
  public var intervals: [Interval]
  /// The encoding of the audio.
  public var encoding: AudioEncoding
  /// The passage that is encoded; nil for all of it.
  public var passage: AudioPassage?
  /// The path of the sound segment file; the caller renames it.
  public var output: String

  /// An interval of sound to encode.
  public enum Interval: Hashable, Sendable, Codable {
    /// So many samples of silence.
    case silence(Int64)
    /// The file of samples that a `MixRequest` made, and the `sampleCount` of its program.
    ///
    /// Where it continues the sound of the previous interval, the two are crossfaded.
    case mixed(String, Int64)
    /// The file of a passage, and its own samples: a sound has nothing but passages, or none.
    ///
    /// Its encoder began at the sound's packet `first`. Of its peaks there may be a note.
    case passage(String, AudioPassage, first: Int64, RenderNote?)
  }

  /// Encodes `intervals`, or a `passage` of them, to the sound segment file `output`.
  public init(
    sampleRate: Int, intervals: [Interval], encoding: AudioEncoding, passage: AudioPassage? = nil,
    output: String
  ) {
    self.sampleRate = sampleRate
    self.intervals = intervals
    self.encoding = encoding
    self.passage = passage
    self.output = output
  }
}

/// A sound made of copied packets with encoded ones between them.
public struct CopyAudioRequest: Hashable, Sendable, Codable {
  /// The sources of its packets.
  public var copy: AudioCopy
  /// The program to mix and encode instead if packets turn out not to be copyable.
  public var otherwise: AudioProgram
  /// The encoding for `otherwise`.
  public var encoding: AudioEncoding
  /// The path of the sound segment file; the caller renames it.
  public var output: String

  /// Puts `copy` into the sound segment file `output`, or encodes the mix of `otherwise`.
  public init(copy: AudioCopy, otherwise: AudioProgram, encoding: AudioEncoding, output: String) {
    self.copy = copy
    self.otherwise = otherwise
    self.encoding = encoding
    self.output = output
  }
}

/// The film to be put together.
public struct LinkRequest: Hashable, Sendable, Codable {
  /// Segments in film order; empty for a film of sound alone.
  public var segments: [LinkedSegment]
  /// The sound segment file, if there is sound.
  public var sound: String?
  /// Format of the frames and of the sound.
  public var canvas: CanvasFormat
  /// libavformat's short name of the container: `mp4`, `mov`, `matroska`, `webm`, `ipod` (m4a), `mp3`, `wav`, `flac`.
  public var container: String
  /// True if the index is moved to the front (mp4, mov, m4a).
  public var fastStart: Bool
  /// The rotation that the container gives for its pictures; nil for upright.
  public var orientation: Orientation?
  /// The sample aspect ratio; nil for square pixels.
  public var sampleAspect: Time?
  /// Metadata for the container; nil for none.
  public var facts: ContainerFacts?
  /// The path of the film; the caller renames it.
  public var output: String

  /// Links `segments` and `sound` into `output`.
  public init(
    segments: [LinkedSegment], sound: String?, canvas: CanvasFormat, container: String,
    fastStart: Bool, orientation: Orientation? = nil, sampleAspect: Time? = nil,
    facts: ContainerFacts? = nil, output: String
  ) {
    self.segments = segments
    self.sound = sound
    self.canvas = canvas
    self.container = container
    self.fastStart = fastStart
    self.orientation = orientation
    self.sampleAspect = sampleAspect
    self.facts = facts
    self.output = output
  }
}

/// A segment of a film that is put together.
public struct LinkedSegment: Hashable, Sendable, Codable {
  /// The segment file.
  public var path: String
  /// The stream with the packets, if the file only refers to them: everything shown of a stream.
  public var source: VideoRead?

  /// The segment in the file at `path`.
  public init(path: String, source: VideoRead? = nil) {
    self.path = path
    self.source = source
  }
}

/// One frame to be rendered into a picture file.
public struct FrameRequest: Hashable, Sendable, Codable {
  /// A program of one part with one frame.
  public var program: RenderProgram
  /// libavcodec's encoder: `png` or `mjpeg`.
  public var encoder: String
  /// The path of the picture; the caller renames it.
  public var output: String
  /// True if a broken clip holds its last good frame instead of failing.
  public var keepsGoing: Bool

  /// Renders the one frame of `program` to `output`.
  public init(program: RenderProgram, encoder: String, output: String, keepsGoing: Bool = false) {
    self.program = program
    self.encoder = encoder
    self.output = output
    self.keepsGoing = keepsGoing
  }
}

/// Two files to be compared; each is a segment, mixed sound or encoded sound.
public struct CompareRequest: Hashable, Sendable, Codable {
  /// The path of one.
  public var one: String
  /// The path of the other.
  public var other: String

  /// Compares the files at `one` and `other`.
  public init(_ one: String, _ other: String) {
    self.one = one
    self.other = other
  }
}
