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
  /// The format of the file, by its extension.
  public var format: OutputFormat
  /// The quality preset.
  public var preset: Preset
  /// The players that it is made for; nil where nothing is said of them.
  public var profile: Located<PlayerProfile>?
  /// The policy for copying packets of sources.
  public var copying: Copying = .never
  /// The handling of source metadata; nil to keep it where packets are copied.
  public var metadata: Metadata?
  /// The kinds of source metadata that are left out nevertheless.
  public var stripped: [SourceFact] = []
  /// The tags of the file; nil for none.
  @Boxed public var tags: OutputTags?
  /// Its chapters and where they are written; nil for those of sources, where they are kept.
  @Boxed public var chapters: Located<OutputChapters>?
  /// The captions that it holds.
  public var captions: [OutputCaptions] = []
  /// The video encoding settings; nil for those of the format and the preset.
  @Boxed public var video: VideoSettings?
  /// The audio encoding settings; nil for those of the format and the preset.
  @Boxed public var audio: AudioSettings?
  /// True if it is a film without its sound.
  public var isSilent = false
  /// The loudness of its audio; nil for that of the mix.
  @Boxed public var level: OutputLevel?
  /// The most bytes that the file may have; nil for any number.
  public var maxSize: Located<Int64>?
  /// A size other than the canvas's, both numbers even.
  public var size: Located<PixelSize>?
  /// True if it is half as large as it would be, for a draft.
  package var isDraft = false
  /// The fit of the film in that size; nil for `contain`.
  public var fit: FitMode?
  /// The interval of film time that is made; nil for all of it.
  public var range: RangeExpression?
  /// For a still picture: the film time it shows; nil for the film's first frame.
  public var at: TimeExpression?
  /// True if the index is moved to the front, of formats that have one.
  public var fastStart: Bool
  /// The length of the media segments of a stream; nil for the usual one.
  public var segment: Time?
  /// Of a file for each picture, the time from one to the next; nil for each frame of the film.
  public var step: Located<Time>?
  /// The layout of pictures on contact sheets and sprites; nil for all other outputs.
  @Boxed public var sheet: SheetSettings?
  /// The settings of an animation.
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

  /// A quality preset of a film.
  public enum Preset: String, Hashable, Sendable, CaseIterable {
    /// As good as it looks.
    case highest
    /// Good, at half the size.
    case medium
    /// Small.
    case low
    /// Every pixel and sample as composed.
    case lossless
    /// Copied packets where possible; all else is as good as it looks.
    case passthrough
  }

  /// A policy for copying packets of sources into a film.
  public enum Copying: String, Hashable, Sendable, CaseIterable {
    /// All of the film is encoded anew.
    case never
    /// If the film is one untouched source, its packets are copied, and only the frames around
    /// cuts are encoded.
    case whenPossible = "when-possible"
  }

  /// The handling of language, date, place, chapters and timecode from containers of sources.
  public enum Metadata: String, Hashable, Sendable, CaseIterable {
    /// The film keeps the metadata of its sources.
    case keep
    /// The film has no metadata.
    case strip
  }

  /// Something that containers of sources say.
  public enum SourceFact: String, Hashable, Sendable, CaseIterable {
    /// The place of the recording.
    case location
    /// The date of the recording.
    case date
    /// The languages of pictures and sound.
    case languages
    /// The timecode of the first frame.
    case timecode
    /// The chapters.
    case chapters
  }

  /// True if the film keeps the metadata of its sources.
  public var keepsFacts: Bool {
    format.isFilm && !format.isStream
      && (metadata.map { $0 == .keep } ?? (copying == .whenPossible))
  }

  /// The output of a project that names none: the film `stem`.mp4, or another `format`, preset
  /// highest.
  public static func standard(
    stem: String, as format: OutputFormat = .mp4, at span: Span
  ) -> Output {
    Output(
      name: Located("film", at: span), file: Located("\(stem).\(format.name)", at: span),
      format: format, preset: .highest, fastStart: true, span: span)
  }
}
