// SPDX-License-Identifier: Apache-2.0

public import Base

/// The packaging of a film that is more than one file, or one file composed of its frames.
public enum Delivery: Hashable, Sendable, Codable {
  /// Media segments in fragmented MP4, and what names them: playlists of HTTP Live Streaming (RFC 8216), or a description of
  /// MPEG-DASH (ISO/IEC 23009-1).
  case stream(StreamForm)
  /// A file for each picture.
  case pictures(SequenceForm)
  /// Pictures side by side in larger ones.
  case sheets(SheetForm)
  /// Pictures one after the other in one file.
  case animation(AnimationForm)

  /// The name of the file that stands for all, which is written last.
  public var main: String {
    switch self {
    case .stream(let form): form.main
    case .pictures(let form): form.name(0)
    case .sheets(let form): form.main
    case .animation(let form): form.name
    }
  }

  /// True if there is no file beside the main one, whatever the film is.
  public var isOneFile: Bool {
    switch self {
    case .stream, .pictures: false
    case .sheets(let form): form.numbers == nil
    case .animation: true
    }
  }

  /// The names of the files that are known before anything is made, the main one first.
  ///
  /// - Parameters:
  ///   - pictures: The number of frames.
  ///   - hasSound: True if there is sound.
  public func files(of pictures: Int, hasSound: Bool) -> [String] {
    switch self {
    case .stream(let form):
      form.manifest == .description
        ? [form.main] : [form.main, form.pictures] + (hasSound ? [form.sound] : [])
    case .pictures(let form): (0..<pictures).map(form.name)
    case .sheets(let form): form.files(of: pictures)
    case .animation(let form): [form.name]
    }
  }

  /// The pattern of the names of files, where the main one has the number of the first; nil for all else.
  public var pattern: String? {
    switch self {
    case .stream, .animation: nil
    case .pictures(let form): form.pattern
    case .sheets(let form): form.times == nil ? form.numbers?.pattern : nil
    }
  }
}

/// The division of a film into the media segments of a stream.
public struct StreamForm: Hashable, Sendable, Codable {
  /// The language of the files that name media segments.
  public enum Manifest: String, Hashable, Sendable, Codable {
    /// Playlists of HTTP Live Streaming: a main one, and one for each track.
    case playlists = "m3u8"
    /// A media presentation description of MPEG-DASH.
    case description = "mpd"
  }

  /// The language of the manifest that names the media segments.
  public var manifest: Manifest
  /// The start of the names of all files: the name of the main playlist without its extension.
  public var stem: String
  /// The segments of the film, by their places in it, with which a media segment begins; ascending from 0.
  public var starts: [Int]
  /// The length of media segments that is wanted; more than 0.
  public var length: Time

  /// Files whose names begin with `stem`.
  public init(
    stem: String, starts: [Int], length: Time, manifest: Manifest = .playlists
  ) {
    self.manifest = manifest
    self.stem = stem
    self.starts = starts
    self.length = length
  }

  /// The name of the main playlist, or of the description.
  public var main: String { stem + "." + manifest.rawValue }
  /// The name of the playlist of the pictures.
  public var pictures: String { stem + "-video.m3u8" }
  /// The name of the playlist of the sound.
  public var sound: String { stem + "-audio.m3u8" }
}

/// A file that was written into a folder.
public struct DeliveredFile: Hashable, Sendable, Codable {
  /// Its name in the folder.
  public var name: String
  /// Its size.
  public var bytes: Int64

  /// A file of `bytes` bytes called `name`.
  public init(name: String, bytes: Int64) {
    self.name = name
    self.bytes = bytes
  }
}

/// A sequence of image files, one for each frame of a film.
public struct SequenceForm: Hashable, Sendable, Codable {
  /// The parts of file names before the number, and after it.
  public var before, after: String
  /// The fewest digits of a number, with zeros before it.
  public var digits: Int
  /// The number of the first picture; not negative.
  public var first: Int

  /// Files called `before`, a number of `digits` digits from `first` on, `after`.
  public init(before: String, digits: Int, after: String, first: Int) {
    (self.before, self.digits) = (before, digits)
    (self.after, self.first) = (after, first)
  }

  /// The pattern of the names, such as `%05d.png`.
  public var pattern: String { "\(before)%\(digits > 0 ? "0\(digits)" : "")d\(after)" }

  /// The name of the picture at the place `index`, from 0.
  public func name(_ index: Int) -> String {
    let number = String(first + index)
    return before + String(repeating: "0", count: max(0, digits - number.count)) + number + after
  }
}
