// SPDX-License-Identifier: Apache-2.0

public import Base

/// Metadata of a container beside its streams: read from a source, or to be written to a film.
public struct ContainerFacts: Hashable, Sendable, Codable {
  /// The time of the recording: seconds since 1970 began, UTC.
  public var creation: Time?
  /// The place of the recording, as ISO 6709 has it, such as `+41.8902+012.4922/`; one of ``isLocation(_:)``.
  public var location: String?
  /// The language of the picture stream, by ISO 639-2, such as `eng`.
  public var pictureLanguage: String?
  /// The language of the sound stream, by ISO 639-2.
  public var soundLanguage: String?
  /// The timecode of the first frame.
  public var timecode: Timecode?
  /// Intervals with titles, ascending by start.
  public var chapters: [Chapter]
  /// The grading of HDR frames.
  public var light: LightFacts?
  /// The metadata tags of a film, by libavformat's names; empty for a source.
  public var tags: [ContainerTag] = []
  /// The captions of a film; empty for a source.
  public var captions: [CaptionTrack] = []
  /// The cover of a film or a sound file; nil for a source.
  public var cover: CoverPicture?

  /// Facts of a container; empty by default.
  public init(
    creation: Time? = nil, pictureLanguage: String? = nil, soundLanguage: String? = nil,
    timecode: Timecode? = nil, chapters: [Chapter] = [], light: LightFacts? = nil
  ) {
    self.creation = creation
    self.pictureLanguage = pictureLanguage
    self.soundLanguage = soundLanguage
    self.timecode = timecode
    self.chapters = chapters
    self.light = light
  }

  /// True if there is no metadata.
  public var isEmpty: Bool { self == ContainerFacts() }

  /// Returns true if `text` is a place in degrees, with its height in metres where that is known.
  public static func isLocation(_ text: String) -> Bool {
    text.wholeMatch(
      of: /[+-][0-9]{2}(\.[0-9]{1,9})?[+-][0-9]{3}(\.[0-9]{1,9})?([+-][0-9]{1,6}(\.[0-9]{1,9})?)?\//
    )
      != nil
  }

  /// The times that every container can store as a date: from 1904 (MP4) to 2293 (Matroska).
  public static let creations = Time(-2_082_844_800)..<Time(10_201_679_236)
}

/// A picture that libraries show for a file: the file of the picture goes into the container as it is.
public struct CoverPicture: Hashable, Sendable, Codable {
  /// The picture.
  public var file: MediaFile
  /// libavcodec's name of its codec: `mjpeg` or `png`.
  public var codec: String
  /// Its size in pixels.
  public var size: PixelSize

  /// The cover in `file`.
  public init(file: MediaFile, codec: String, size: PixelSize) {
    self.file = file
    self.codec = codec
    self.size = size
  }
}

/// A text that a container has under a name.
public struct ContainerTag: Hashable, Sendable, Codable {
  /// The name, such as `title`.
  public var name: String
  /// The text.
  public var text: String

  /// The text under `name`.
  public init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}

/// The grading of HDR frames: the mastering display's range (SMPTE ST 2086), and light levels
/// (CTA-861.3).
public struct LightFacts: Hashable, Sendable, Codable {
  /// x and y of red, green, blue and white of the display, in parts of 50000; empty when not said.
  public var primaries: [Int]
  /// The least and the greatest luminance of the display, in parts of 10000 of a cd/m²; empty when not said.
  public var luminance: [Int]
  /// Maximum content light level and maximum frame-average light level, in cd/m²; empty when not given.
  public var content: [Int]

  /// Light by its numbers.
  public init(primaries: [Int] = [], luminance: [Int] = [], content: [Int] = []) {
    self.primaries = primaries
    self.luminance = luminance
    self.content = content
  }
}

/// An interval of a source, or of a film, with a title.
public struct Chapter: Hashable, Sendable, Codable {
  /// The title; empty where there is none.
  public var title: String
  /// In source time (container start = 0), or in film time.
  public var time: TimeRange

  /// The chapter `title` during `time`; a title that is too long for containers is cut.
  public init(title: String, time: TimeRange) {
    self.title = Chapter.cut(title)
    self.time = time
  }

  /// The maximum number of chapters taken from a source or written to a film; later ones are dropped.
  public static let maximumCount = 1000
  /// MP4 stores the length of a title in one byte.
  private static let maximumBytes = 255

  private static func cut(_ title: String) -> String {
    guard title.utf8.count > maximumBytes else { return title }
    var scalars = String.UnicodeScalarView()
    var count = 0
    for scalar in title.unicodeScalars {
      count += UTF8.width(scalar)
      if count > maximumBytes { break }
      scalars.append(scalar)
    }
    return String(scalars)
  }
}
