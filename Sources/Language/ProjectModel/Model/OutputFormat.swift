// SPDX-License-Identifier: Apache-2.0

package import Catalog
package import Subtitles

/// The format of an output file, and its contents.
///
/// Everything that a format decides is a member here: keys of outputs, their schema, encoders, what is copied.
public struct OutputFormat: Hashable, Sendable {
  /// The extension of its files, by which projects select it.
  public let name: String
  /// Other extensions of such files.
  public let aliases: [String]
  /// libavformat's short name of the container; for a still picture libavcodec's name of the encoder.
  package let container: String
  /// True if its index can be moved to the start of the file.
  package let hasIndex: Bool
  /// The streams of the file.
  package let contents: Contents
  /// The outputs that it holds with a background that is not opaque.
  package let alpha: Alpha
  /// The cases in which it is composed with a chroma sample for each pixel.
  package let fullChroma: FullChroma

  /// The streams of a file.
  package enum Contents: Hashable, Sendable {
    /// Video and audio.
    case film(Pictures, Sound)
    /// Video and audio, in many small files that are loaded one after the other.
    case stream(Pictures, Sound)
    /// Audio alone.
    case sound(Sound)
    /// One picture.
    case still
    /// Frames, each in a file of its own.
    case sequence
    /// Frames without audio, each complete before it is coded.
    case animation(Animation)
    /// Some frames of a film side by side; numbered where there may be several sheets.
    case sheet(isNumbered: Bool)
    /// A text about sprites of thumbnails, and these.
    case storyboard
    /// A text about a film.
    case text(Writing)
  }

  /// The codec of an animation.
  package enum Animation: Hashable, Sendable {
    case gif, webp, avif

    /// libavcodec's name of its encoder.
    package var encoder: String {
      switch self {
      case .gif: "gif"
      case .webp: "libwebp_anim"
      case .avif: "libsvtav1"
      }
    }

    /// The highest frame rate: browsers slow down GIFs of more.
    package var mostPerSecond: Int64? { self == .gif ? 50 : nil }
    /// The smallest frames that it codes.
    package var smallest: Int { self == .avif ? 64 : 2 }
  }

  /// The contents of a text about a film.
  package enum Writing: Hashable, Sendable {
    /// Its chapters: times and titles, one to a line.
    case chapters
    /// Its captions.
    case captions(CueFormat)
  }

  /// The video codecs of a format.
  package struct Pictures: Hashable, Sendable {
    /// The default codec, for everything that is not beside copied packets.
    package var codec: FilmCodec
    /// The other selectable codecs.
    package var also: [FilmCodec] = []
    /// The codec of films with alpha; nil where there are none.
    package var clear: FilmCodec?
    /// Codecs that are encoded beside copied packets of the same codec with the preset
    /// `passthrough`.
    package var others: [FilmCodec]
    /// Codecs, by libavcodec's names, of which only whole films are copied with the preset `passthrough`.
    package var whole: [String]

    /// All that can be asked for, the usual one first.
    package var codecs: [FilmCodec] { [codec] + also }
  }

  /// The audio codecs of a format.
  package struct Sound: Hashable, Sendable {
    /// The form for presets with loss.
    package var codec: AudioForm
    /// The form for the preset `lossless`; nil where the format cannot hold that preset.
    package var lossless: AudioForm?
    /// The other selectable forms.
    package var also: [AudioForm] = []
    /// True if packets of the codec that is encoded are copied, too.
    package var copiesOwn = false
    /// Codecs, by libavcodec's names, whose packets are copied with the preset `passthrough`.
    package var copied: [String] = []

    /// All that can be asked for, the usual one first.
    package var codecs: [AudioCodec] {
      var codecs: [AudioCodec] = []
      for form in [codec] + [lossless].compactMap(\.self) + also where !codecs.contains(form.codec)
      {
        codecs.append(form.codec)
      }
      return codecs
    }

    /// The form of audio in `codec`; nil where the format does not hold it.
    package func form(of codec: AudioCodec, isLossless: Bool) -> AudioForm? {
      let lossless = [lossless].compactMap(\.self)
      let forms = isLossless ? lossless + [self.codec] + also : [self.codec] + also + lossless
      return forms.first { $0.codec == codec }
    }
  }

  /// Films with alpha that a format cannot hold.
  package enum Alpha: Hashable, Sendable {
    /// It has no picture, so nothing.
    case meaningless
    /// Any such film.
    case none
    /// A canvas in HDR.
    case inSDR
    /// The preset `lossless`.
    case withLoss
    /// A canvas of 10 bits.
    case in8Bits
  }

  /// The cases in which pictures are composed in 4:4:4.
  package enum FullChroma: Hashable, Sendable {
    case never, always
    /// With alpha.
    case withAlpha
    /// Without loss, where the film has more chroma samples than 4:2:0.
    case whenLossless
    /// In either of these cases.
    case withAlphaOrWhenLossless
  }
}

extension OutputFormat {
  /// True if it holds a video stream.
  public var isFilm: Bool { pictures != nil }
  /// True if it is a playlist of media segments.
  public var isStream: Bool { if case .stream = contents { true } else { false } }
  /// True if it is a sequence of numbered pictures.
  public var isSequence: Bool { contents == .sequence }
  /// The codec of the animation; nil for other formats.
  package var animation: Animation? {
    if case .animation(let kind) = contents { kind } else { nil }
  }
  /// True if it shows some frames of a film side by side.
  public var isSheet: Bool { if case .sheet = contents { true } else { false } }
  /// True if it is a text about sprites of thumbnails.
  public var isStoryboard: Bool { contents == .storyboard }
  /// True if it is more than one file, or may be.
  package var isSeveralFiles: Bool {
    isStream || isSequence || isStoryboard || contents == .sheet(isNumbered: true)
  }
  /// True if it holds pictures and nothing else.
  public var isSilentPictures: Bool {
    isStill || isSequence || isSheet || isStoryboard || animation != nil
  }
  /// True if it holds one picture.
  public var isStill: Bool { contents == .still }
  /// True if it holds audio alone.
  public var isSound: Bool { if case .sound = contents { true } else { false } }
  /// True if it is a text about the film.
  public var isText: Bool { if case .text = contents { true } else { false } }

  /// True if it may have chapters: films, audio in MPEG-4 and MP3, and lists of them.
  public var holdsChapters: Bool {
    isFilm && !isStream || name == "m4a" || name == "mp3" || contents == .text(.chapters)
  }
  /// True if it may have a cover.
  public var holdsCover: Bool { [.mp4, .mkv, .m4a, .mp3, .flac].contains(self) }
  /// True if it may have captions: films, and files of captions.
  public var holdsCaptions: Bool {
    if case .text(.captions) = contents { true } else { isFilm && !isStream }
  }
  /// True if packets of sources can be copied into it.
  public var holdsCopies: Bool { isFilm && !isStream }

  /// The video codecs; nil for none.
  package var pictures: Pictures? {
    switch contents {
    case .film(let pictures, _), .stream(let pictures, _): pictures
    case .sound, .still, .sequence, .animation, .sheet, .storyboard, .text: nil
    }
  }

  /// The audio codecs; nil for none.
  package var sound: Sound? {
    switch contents {
    case .film(_, let sound), .stream(_, let sound), .sound(let sound): sound
    case .still, .sequence, .animation, .sheet, .storyboard, .text: nil
    }
  }

  /// The format of a file by its extension, whose case does not count; nil for any other.
  ///
  /// With one place for a number in its name it is a file for each picture; with several it is nothing.
  public init?(path: String) {
    let places = NumberedName.places(in: OutputFormat.fileName(of: path)).count
    guard places < 2 else { return nil }
    self.init(suffixOf: path, among: places == 0 ? OutputFormat.all : OutputFormat.sequences)
  }

  /// The one of `formats` whose extension `path` has.
  package init?(suffixOf path: String, among formats: [OutputFormat]) {
    let name = OutputFormat.fileName(of: path).utf8
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let suffix = String(Substring(name[dot...].dropFirst())).lowercased()
    let found = formats.first { $0.name == suffix || $0.aliases.contains(suffix) }
    guard let found else { return nil }
    self = found
  }

  /// The part of `path` behind its folders.
  package static func fileName(of path: String) -> Substring {
    let bytes = path.utf8
    let start = bytes.lastIndex(of: UInt8(ascii: "/")).map { bytes.index(after: $0) }
    return path[(start ?? bytes.startIndex)...]
  }

  /// The format with what `other` holds, where that shows pictures side by side; nil where it cannot.
  package func arranged(as other: OutputFormat) -> OutputFormat? {
    other.isSheet ? asSheet : other.isStoryboard ? asStoryboard : self
  }

  /// The same kind of file with pictures side by side; nil where there are no such files.
  package var asSheet: OutputFormat? {
    guard isStill || isSequence, OutputFormat.all.contains(where: { $0.name == name }) else {
      return nil
    }
    return OutputFormat(self, .sheet(isNumbered: isSequence), container: container)
  }

  /// The same kind of file about sprites of thumbnails, which are JPEGs; nil where there are no such files.
  package var asStoryboard: OutputFormat? {
    self == .vtt ? OutputFormat(self, .storyboard, container: OutputFormat.jpg.container) : nil
  }

  /// The names of all formats that `isMeant` accepts, for messages: `mp4, mov and m4a`.
  package static func list(_ last: String = "and", where isMeant: (OutputFormat) -> Bool) -> String
  {
    let names = all.filter(isMeant).map(\.name)
    guard names.count > 1 else { return names.joined() }
    return names.dropLast().joined(separator: ", ") + " \(last) " + names[names.count - 1]
  }
}
