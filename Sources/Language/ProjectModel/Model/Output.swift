// SPDX-License-Identifier: Apache-2.0

public import Base
public import Catalog
public import Diagnostics

/// One file to be made.
public struct Output: Hashable, Sendable {
  /// The output's name, unique among outputs.
  public var name: Located<String>
  /// The file, relative to the project file.
  public var file: Located<String>
  /// What kind of file that is, by its extension.
  public var format: OutputFormat
  /// How much quality is spent.
  public var preset: Preset
  /// The players that it is made for; nil where nothing is said of them.
  public var profile: Located<PlayerProfile>?
  /// Whether coded pictures of sources are taken over as they are.
  public var copying: Copying = .never
  /// How source metadata is handled; nil to keep it where packets are copied.
  public var metadata: Metadata?
  /// What of the metadata of sources is left out nevertheless.
  public var stripped: [SourceFact] = []
  /// What the file says of itself; nil for nothing.
  @Boxed public var tags: OutputTags?
  /// Its chapters and where they are written; nil for those of sources, where they are kept.
  @Boxed public var chapters: Located<OutputChapters>?
  /// The captions that it holds.
  public var captions: [OutputCaptions] = []
  /// How its pictures are encoded; nil for what the format and the preset say.
  @Boxed public var video: VideoSettings?
  /// How its sound is encoded; nil for what the format and the preset say.
  @Boxed public var audio: AudioSettings?
  /// Whether it is a film without its sound.
  public var isSilent = false
  /// How loud its sound is; nil for as it is mixed.
  @Boxed public var level: OutputLevel?
  /// The most bytes that the file may have; nil for any number.
  public var maxSize: Located<Int64>?
  /// A size other than the canvas's, both numbers even.
  public var size: Located<PixelSize>?
  /// Whether it is half as large as it would be, to be looked at.
  package var isDraft = false
  /// How the film fills that size; nil for `contain`.
  public var fit: FitMode?
  /// The stretch of film time that is made; nil for all of it.
  public var range: RangeExpression?
  /// For a picture: the film time it shows; nil for the film's first frame.
  public var at: TimeExpression?
  /// Whether the index is moved to the front, of formats that have one.
  public var fastStart: Bool
  /// The length of the media segments of a stream; nil for the usual one.
  public var segment: Time?
  /// Of a file for each picture, the time from one to the next; nil for each frame of the film.
  public var step: Located<Time>?
  /// How pictures lie side by side, on contact sheets and sprites; nil for all other outputs.
  @Boxed public var sheet: SheetSettings?
  /// What is written of an animation.
  @Boxed public var animation: AnimationSettings?
  /// The number of the first picture; nil for 1.
  public var startNumber: Int?
  /// The output in the project.
  public var span: Span

  package init(
    name: Located<String>, file: Located<String>, format: OutputFormat, preset: Preset,
    copying: Copying = .never, metadata: Metadata? = nil, size: Located<PixelSize>? = nil,
    fit: FitMode? = nil, range: RangeExpression? = nil, at: TimeExpression? = nil, fastStart: Bool,
    span: Span
  ) {
    self.name = name
    self.file = file
    self.format = format
    self.preset = preset
    self.copying = copying
    self.metadata = metadata
    self.size = size
    self.fit = fit
    self.range = range
    self.at = at
    self.fastStart = fastStart
    self.span = span
  }

  /// How much quality is spent on a film.
  public enum Preset: String, Hashable, Sendable, CaseIterable {
    /// As good as it looks.
    case highest
    /// Good, at half the size.
    case medium
    /// Small.
    case low
    /// Every pixel and sample as composed.
    case lossless
    /// What can be copied is; all else is as good as it looks.
    case passthrough
  }

  /// Whether packets of sources are copied into a film.
  public enum Copying: String, Hashable, Sendable, CaseIterable {
    /// All of the film is encoded anew.
    case never
    /// Where the film is one untouched source, its packets are copied, and only the frames around
    /// cuts are encoded.
    case whenPossible = "when-possible"
  }

  /// What becomes of language, date, place, chapters and timecode that containers of sources tell.
  public enum Metadata: String, Hashable, Sendable, CaseIterable {
    /// The film keeps the metadata of its sources.
    case keep
    /// The film has no metadata.
    case strip
  }

  /// Something that containers of sources say.
  public enum SourceFact: String, Hashable, Sendable, CaseIterable {
    /// Where it was recorded.
    case location
    /// When it was recorded.
    case date
    /// The languages of pictures and sound.
    case languages
    /// What the first frame is called.
    case timecode
    /// The chapters.
    case chapters
  }

  /// Whether the film keeps the metadata of its sources.
  public var keepsFacts: Bool {
    format.isFilm && !format.isStream
      && (metadata.map { $0 == .keep } ?? (copying == .whenPossible))
  }

  /// What is made of a project that names no outputs: the film `stem`.mp4, or another `format`, preset highest.
  public static func standard(
    stem: String, as format: OutputFormat = .mp4, at span: Span
  ) -> Output {
    Output(
      name: Located("film", at: span), file: Located("\(stem).\(format.name)", at: span),
      format: format, preset: .highest, fastStart: true, span: span)
  }
}
