// SPDX-License-Identifier: Apache-2.0

public import Base
public import Diagnostics
public import RenderProtocol
public import Timeline

/// Everything a build does for one project, worked out before anything is rendered.
public struct BuildPlan: Sendable {
  /// One plan per output, in the order of the file.
  public var outputs: [OutputPlan]
  /// The place in the project that an `Origin` points at: `origins[origin.index]`.
  public var origins: [OriginFacts]
  /// The inputs of rendering beside the programs.
  public var setup: RenderingSetup
  /// The values of the project's parameters.
  public var parameters: [PlannedParameter] = []
  /// The focus paths that Reel detects in the frames of clips.
  public var focuses: [PlannedFocus] = []

  /// A plan of `outputs`.
  public init(
    outputs: [OutputPlan], origins: [OriginFacts], setup: RenderingSetup = RenderingSetup()
  ) {
    self.outputs = outputs
    self.origins = origins
    self.setup = setup
  }
}

/// A parameter of a project, and its value as text.
public struct PlannedParameter: Hashable, Sendable {
  /// Its name.
  public var name: String
  /// Its value.
  public var text: String

  /// The value `text` of the parameter `name`.
  public init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}

/// The path of a clip's focus, detected in its frames.
public struct PlannedFocus: Hashable, Sendable {
  /// The first output that has it.
  public var output: String
  /// The name of the clip in the project.
  public var name: String
  /// The film within the film, or the track that is played at another speed, that shows it; nil where that is the film.
  public var within: String?
  /// Its time in the film or track that shows it.
  public var time: TimeRange
  /// The ranges of the film in which it may be seen.
  private var shown: [TimeRange]
  /// The followed subject and the number of moves, in words.
  public var words: String
  /// The focus as a project writes it: a place, or keyframes from the clip's start.
  public var written: String

  /// That of `focus` in `output`.
  package init(_ focus: PlacedFocus, output: String) {
    (self.output, name, time) = (output, focus.name, focus.shown)
    (words, written) = (focus.words, focus.written)
    shown = [time]
  }

  /// That of `focus` in `film`, which is shown within `output`.
  package init(_ focus: PlacedFocus, in film: NestedFilm, shown: [TimeRange], output: String) {
    self.init(focus, output: output)
    within = film.name
    self.shown = shown
  }

  /// Returns true if it may be visible in `range` of the film.
  public func isShown(in range: TimeRange) -> Bool { shown.contains { range.overlaps($0) } }

  /// Returns true if it is that of the same clip in another output.
  package func isSame(as other: PlannedFocus) -> Bool {
    var copy = other
    (copy.output, copy.shown) = (output, shown)
    return copy == self
  }
}

/// The inputs of everything that a build renders, whatever it shows.
public struct RenderingSetup: Hashable, Sendable {
  /// Names and versions of all libraries that decode, filter and encode.
  public var libraries: [String]
  /// The name and features of the machine's processor, on which frames of filters depend.
  public var processor: String
  /// True if rendering continues after errors in media: such a segment may differ from the clean
  /// one.
  public var keepsGoing: Bool

  /// A setup with `libraries`.
  public init(libraries: [String] = [], processor: String = "", keepsGoing: Bool = false) {
    self.libraries = libraries
    self.processor = processor
    self.keepsGoing = keepsGoing
  }
}

/// One file to be made.
public struct OutputPlan: Sendable {
  /// The output's name in the project.
  public var name: String
  /// The absolute path of the file.
  public var path: String
  /// The path as the project (or the default) writes it.
  public var displayPath: String
  /// The place in the project, if it is written there.
  public var span: Span?
  /// The format of the canvas and of the sound.
  public var canvas: CanvasFormat
  /// The product: a film, a still or a text.
  public var product: Product
  /// The film's frames that it holds, or whose sound.
  public var frames: Range<Int>
  /// The kind of output, for people; nil if its extension implies it.
  public var kind: String?

  /// The product of an output.
  public enum Product: Sendable {
    /// A film (or a sound file: no segments).
    case film(FilmPlan)
    /// A still picture; `output` of the request is empty.
    case still(FrameRequest, key: Fingerprint)
    /// A text about the film.
    case text(WrittenText)

    /// The field of its frames that is shown first; nil where they are progressive.
    var fields: FieldOrder? {
      guard case .film(let film) = self else { return nil }
      return film.segments.first?.encoding.fields
    }
  }

  /// An output made as `product`.
  public init(
    name: String, path: String, displayPath: String, span: Span?, canvas: CanvasFormat,
    product: Product, frames: Range<Int> = 0..<1
  ) {
    self.name = name
    self.path = path
    self.displayPath = displayPath
    self.span = span
    self.canvas = canvas
    self.product = product
    self.frames = frames
  }
}

/// A film to be made of segments and a sound.
public struct FilmPlan: Sendable {
  /// The segments in film order; the same key may occur twice (it is rendered once).
  public var segments: [PlannedSegment]
  /// The sound, if there is any.
  public var sound: PlannedAudio?
  /// libavformat's name of the container.
  public var container: String
  /// True if the index goes to the front.
  public var fastStart: Bool
  /// Metadata that the container keeps from its sources; nil for none.
  public var facts: ContainerFacts?
  /// The packaging of an output of several files; nil for a single file.
  public var delivery: Delivery?
  /// The most bytes that its file may have; nil for any number.
  public var limit: SizeLimit?
  /// The bits of a second of sound that its quality is chosen for; nil where it has the quality, or the bit rate, of its encoding.
  public var soundBits: Int64?
  /// Of a film that was made to fit into its limit, or its sound to its bit rate, the keys of the pieces as they were before; empty
  /// for any other.
  public var drafts: [Fingerprint] = []
  /// The raster of the letters that are written on its pictures; nil for none.
  public var letters: MediaFile?
  /// The fingerprint of the whole film: of its segments' keys, its sound's key, its container and its limit.
  ///
  /// A film that was made to fit keeps it, as what comes of it follows from what it was before.
  public var key: Fingerprint

  /// The rotation of coded pictures for display, the same for all segments; nil for upright.
  public var orientation: Orientation? { segments.first?.program.orientation }
  /// The aspect ratio of coded pixels, the same for all segments; nil for square ones.
  public var sampleAspect: Time? { segments.first?.program.sampleAspect }

  /// A film of `segments` and `sound`.
  public init(
    segments: [PlannedSegment], sound: PlannedAudio?, container: String, fastStart: Bool,
    facts: ContainerFacts? = nil, delivery: Delivery? = nil, key: Fingerprint
  ) {
    self.segments = segments
    self.sound = sound
    self.container = container
    self.fastStart = fastStart
    self.facts = facts
    self.delivery = delivery
    self.key = key
  }
}

/// A segment of a film.
public struct PlannedSegment: Sendable {
  /// The fingerprint of everything that decides its bytes.
  public var key: Fingerprint
  /// The program of its frames.
  public var program: RenderProgram
  /// The encoding of its frames.
  public var encoding: VideoEncoding
  /// The encoding to use if packets were to be copied, but turn out unsuitable.
  public var otherwise: VideoEncoding?
  /// The film frame at which it starts.
  public var firstFrame: Int
  /// Its number of frames.
  public var frameCount: Int
  /// The number of frames of the film that it stands for: more than its own where not all are kept.
  public var filmFrames: Int
  /// Why its frames are encoded where the output copies what it can; empty for what is copied, and for
  /// outputs that are not to copy.
  public var copyObstacles: [CopyObstacle] = []

  /// A segment that starts at `firstFrame`.
  public init(
    key: Fingerprint, program: RenderProgram, encoding: VideoEncoding,
    otherwise: VideoEncoding? = nil, firstFrame: Int = 0
  ) {
    self.key = key
    self.program = program
    self.encoding = encoding
    self.otherwise = otherwise
    self.firstFrame = firstFrame
    frameCount = program.frameCount
    filmFrames = program.frameCount
  }

  /// True if its packets are those of its source.
  public var isCopied: Bool { encoding.isCopy }
}

/// The sound of a film: chunks that are mixed one by one, and encoded in one go or in passages.
public struct PlannedAudio: Sendable {
  /// The fingerprint of everything that decides the encoded bytes.
  public var key: Fingerprint
  /// The whole audio program, from which the chunks are cut.
  public var program: AudioProgram
  /// The same in film order, chunk by chunk.
  public var intervals: [AudioInterval<PlannedChunk>]
  /// The passages that are encoded by themselves and then joined; none for a sound that is encoded as a whole.
  public var passages: [PlannedPassage] = []
  /// The encoding of the audio, or of the parts that cannot be copied.
  public var encoding: AudioEncoding
  /// The film sample at which it starts.
  public var firstSample: Int64
  /// The sources of its packets; nil where it is mixed and encoded.
  public var copy: AudioCopy?
  /// Why it, or a part of it, is mixed and encoded where the output copies what it can; nil where all is
  /// copied, and for outputs that copy nothing.
  public var copyObstacle: String?

  /// True if most of its packets are those of its clips.
  public var isCopied: Bool { copy != nil }

  /// The sound of `intervals`, encoded under `key`.
  public init(
    key: Fingerprint, program: AudioProgram, intervals: [AudioInterval<PlannedChunk>],
    encoding: AudioEncoding,
    firstSample: Int64 = 0
  ) {
    self.key = key
    self.program = program
    self.intervals = intervals
    self.encoding = encoding
    self.firstSample = firstSample
  }

  /// The chunks in film order; the same key may occur twice (it is mixed once).
  public var chunks: [PlannedChunk] {
    intervals.compactMap(\.chunk)
  }

  /// Samples per second.
  public var sampleRate: Int { program.sampleRate }

  /// Its length in samples.
  public var sampleCount: Int64 { program.sampleCount }
}

/// Some of a film's sound, encoded by itself.
public struct PlannedPassage: Sendable {
  /// The fingerprint of everything that decides its packets.
  public var key: Fingerprint
  /// The intervals that are read for it, in film order.
  public var intervals: [AudioInterval<PlannedChunk>]
  /// The part of these that is encoded.
  public var passage: AudioPassage
  /// The packet of the sound with which its encoder begins.
  public var firstPacket: Int64
  /// The sample of the sound at which it begins.
  public var firstSample: Int64
  /// The number of chunks of the audio before the first that is read.
  public var firstChunk: Int
  /// Samples per second.
  public var sampleRate: Int
  /// The encoding of the passage.
  public var encoding: AudioEncoding

  /// The chunks that are read for it.
  public var chunks: [PlannedChunk] { intervals.compactMap(\.chunk) }

  /// Its length in samples.
  public var sampleCount: Int64 { Int64(passage.samples.count) }
}

/// Some seconds of a film's sound, mixed and not yet encoded.
public struct PlannedChunk: Sendable {
  /// The fingerprint of everything that decides its samples.
  public var key: Fingerprint
  /// The program that is mixed.
  public var program: AudioProgram
  /// The film sample at which it starts.
  public var firstSample: Int64

  /// A chunk that starts at `firstSample`.
  public init(key: Fingerprint, program: AudioProgram, firstSample: Int64) {
    self.key = key
    self.program = program
    self.firstSample = firstSample
  }
}
