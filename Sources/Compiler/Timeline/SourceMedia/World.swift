// SPDX-License-Identifier: Apache-2.0

public import Base
public import RenderProtocol

/// The compiler's only access to files, media, fonts and the renderer's identity.
///
/// The tool implements it with the disk, a cache and a pool of workers, tests with values. Requests that may be slow
/// are made in batches, so that they can be performed concurrently.
public protocol World: Sendable {
  /// The bytes of a project file.
  func contents(of path: String) throws(FileProblem) -> [UInt8]

  /// The absolute path, links resolved, and the bytes of a project file that a project in `folder` names.
  ///
  /// It lies in a folder the user allowed.
  func project(_ path: String, from folder: String) throws(FileProblem) -> (
    path: String, text: [UInt8]
  )

  /// The bytes of a file of data that a project in `folder` names.
  ///
  /// It lies in a folder the user allowed.
  func data(_ path: String, from folder: String) throws(FileProblem) -> [UInt8]

  /// Lets a project in `folder` read a path outside its folder that it asks for itself (`allow`), if
  /// the user trusts it with that.
  ///
  /// It is asked before any other question about the project's paths.
  func admit(_ path: String, from folder: String) throws(FileProblem) -> Admission

  /// The absolute path of a file that a project in `folder` names, symbolic links resolved.
  ///
  /// It exists, is a regular file, and lies in a folder the user allowed.
  func locate(_ path: String, from folder: String) throws(FileProblem) -> String

  /// The files that match a glob pattern (`*`, `?`, `[…]`, `**` between slashes).
  func matches(of pattern: String, from folder: String) throws(FileProblem) -> FileMatches

  /// A list with a row for each file that matches a pattern: its path, its name, and what it says of itself (`PhotoMetadata`).
  ///
  /// - Parameter made: Files that are left out, as they are made of the project.
  func listing(
    of pattern: String, from folder: String, except made: MadeFiles
  ) throws(FileProblem) -> FileListing

  /// The absolute path that an output file will have, and whether it may be written there.
  func destination(_ path: String, from folder: String) throws(FileProblem) -> String

  /// Content digests and facts of media files, in the order of `paths` (as `locate` gave them).
  func media(at paths: [String]) async -> [Result<Media, RenderFailure>]

  /// The contents of text streams of media files, in the order of `questions`.
  func texts(of questions: [TextStreamQuestion]) async -> [Result<TextStreamFacts, RenderFailure>]

  /// The levels of the mixes of programs over their time, in the order of `programs`.
  func levels(of programs: [AudioProgram]) async -> [Result<AudioLevels, RenderFailure>]

  /// The salient subjects of pictures, in the order of `questions`.
  func subjects(of questions: [SubjectQuestion]) async -> [Result<PictureSubjects, RenderFailure>]

  /// The content digest of a file that is not media, such as a font (a path as `locate` gave it).
  func digest(of path: String) async throws(FileProblem) -> Fingerprint

  /// Texts laid out and rasterised, in the order of `blocks`.
  func rasters(of blocks: [TextBlock]) async -> [Result<Raster, RenderFailure>]

  /// The encoders (libavcodec names) of this machine's libraries, and the identity of these.
  func identity() async throws(RenderFailure) -> WorkerIdentity

  /// The name and features of this machine's processor, in words.
  func processor() -> String

  /// The filters of this machine's libavfilter.
  func filters() async throws(RenderFailure) -> FilterCatalogue

  /// The encoders of this machine's libavcodec that Reel knows of.
  func encoders() async throws(RenderFailure) -> EncoderCatalogue

  /// Why an encoder does not take its options; nil where it does.
  func refusal(of trial: EncoderTrial) async throws(RenderFailure) -> EncoderRefusal?
}

/// The permission of a project to use a path outside its folder.
public enum Admission: Hashable, Sendable {
  /// It may without being asked for: the path lies in the project's folder, or in one that the
  /// command allows.
  case needless
  /// It may; the absolute path, symbolic links resolved.
  case admitted(String)
  /// It may not; the absolute path as far as it is known, and the file that lists what users trust.
  case untrusted(String, list: String)
}

/// A media file and what is in it.
public struct Media: Hashable, Sendable {
  /// The file.
  public var file: MediaFile
  /// The facts found by probing.
  public var facts: MediaFacts

  /// A probed file.
  public init(file: MediaFile, facts: MediaFacts) {
    self.file = file
    self.facts = facts
  }
}

/// A text stream of a file.
public struct TextStreamQuestion: Hashable, Sendable {
  /// The file.
  public var file: MediaFile
  /// The time of its container that is 0 in source time.
  public var start: Time
  /// The number of the stream among its text streams, from 0.
  public var stream: Int

  /// Text stream `stream` of `media`.
  package init(_ media: ResolvedMedia, stream: Int) {
    (file, start, self.stream) = (media.file, media.facts.start, stream)
  }
}

/// A rasterised text.
public struct Raster: Hashable, Sendable {
  /// The raster file.
  public var file: MediaFile
  /// Its sizes and fonts.
  public var facts: TextFacts
  /// Rasters of the same size of the first so many bytes of the text, while it is typed.
  public var steps: [Int: MediaFile] = [:]
  /// Parts of the text, each in a raster of its own whose box is that of the text; none that show nothing.
  public var pieces: [TextPiece: RasterPiece] = [:]
  /// The number of its pixels, across and down, for one of the canvas.
  public var scale = 1.0
  /// The facts of the text as it is laid out on the canvas, which is what places are places in.
  public var laidOut: TextFacts
  /// The clear pixels of the canvas on each side of it, for parts that move.
  public var margin = 0

  /// The layout of subtitle texts; nil for a text.
  public var captions: CaptionStyle?

  /// A raster with its facts.
  public init(file: MediaFile, facts: TextFacts) {
    self.file = file
    self.facts = facts
    laidOut = facts
  }
}

/// A part of a text as a picture.
public struct RasterPiece: Hashable, Sendable {
  /// The raster file.
  public var file: MediaFile
  /// Its place in the raster of the text.
  public var rect: PixelRect

  /// The picture in `file` at `rect`.
  public init(file: MediaFile, rect: PixelRect) {
    self.file = file
    self.rect = rect
  }
}

/// The files that a pattern matches.
public struct FileMatches: Hashable, Sendable {
  /// The files, as written relative to the project's folder, in natural order (`Movie2` before `Movie10`); at most 10,000.
  public var paths: [String]
  /// The paths of files and folders that would match if their names were UTF-8, other bytes written as `\\xE9`.
  public var misnamed: [String]

  /// The files at `paths`.
  public init(_ paths: [String], misnamed: [String] = []) {
    (self.paths, self.misnamed) = (paths, misnamed)
  }
}

/// A list of the files that a pattern matches.
public struct FileListing: Hashable, Sendable {
  /// The rows in JSON; nil where there are none.
  public var rows: [UInt8]?
  /// As those of `FileMatches`.
  public var misnamed: [String]

  /// A list of `rows`.
  public init(_ rows: [UInt8]?, misnamed: [String] = []) {
    (self.rows, self.misnamed) = (rows, misnamed)
  }
}

/// The entry that a version control system keeps in the place of a file not fetched yet.
public struct Placeholder: Hashable, Sendable {
  /// The system that keeps the content elsewhere.
  public enum System: Hashable, Sendable {
    case lfs, annex, dvc, fat
  }

  /// The system that keeps the content elsewhere.
  public var system: System
  /// The folder in which its command is to be run; nil for the working folder.
  public var folder: String?
  /// The file as its command names it.
  public var name: String

  /// The entry of `system` for the file that its command names `name`.
  public init(_ system: System, in folder: String? = nil, named name: String) {
    (self.system, self.folder, self.name) = (system, folder, name)
  }
}

/// Why a path of the project cannot be used.
public enum FileProblem: Error, Hashable, Sendable {
  /// There is nothing; `nearest` is a path that looks like it, else `around` says what is at its place.
  case missing(nearest: String?, around: Surroundings? = nil)
  /// Version control has not fetched it, or several files of a pattern.
  case notFetched([Placeholder])
  /// It is a folder, a device, a socket.
  case notAFile
  /// It lies, links resolved, outside the allowed folders; the root folder is named, and where a link in it leads.
  case outside(root: String, leading: String? = nil)
  /// It is a URL.
  case url
  /// The system refused; its words.
  case system(String)
  /// More than the limit allows; the limit in words.
  case limit(String)

  /// The folder of a file that is missing.
  public enum Surroundings: Hashable, Sendable {
    /// This folder on the way to it is missing, too.
    case noFolder(String)
    /// A folder, empty for that of the project, with the first of its files, and the number of the others.
    case files([String], more: Int, in: String)
  }
}
