// SPDX-License-Identifier: Apache-2.0

public import Base
public import Diagnostics

/// A project as its author meant it: typed, checked as far as that needs no media, in file order.
///
/// It is a value and owns nothing. Where it says nothing itself, `defaults` and the language's own
/// defaults are already filled in; what depends on media (a canvas size, a track's kind, an
/// unplaced still's length) is left nil for the compiler.
public struct ProjectDocument: Hashable, Sendable {
  /// The language version it is written in; 1.
  public var version: Int
  /// Folders and files outside the project's folder that it asks to read, relative to the project
  /// file or absolute.
  public var allowed: [Located<String>]
  /// The frame everything is drawn on.
  public var canvas: CanvasSettings
  /// Named media, in file order.
  public var assets: [Asset]
  /// Files that are values of properties, such as LUTs, each once: a value is a place in this list, from 1.
  public var files: [MediaReference] = []
  /// The beats that durations may count; nil where there are none.
  public var beats: Beats?
  /// Pictures that transitions read, each once: `TransitionSettings.map` is a place in this list, from 1.
  public var maps: [MediaReference] = []
  /// The place at which the defaults of clips have a fit beside a pan, which photos have instead of it; nil where they have not both.
  package var fitBesidePan: Span?
  /// The captions of clips and outputs.
  public var captionFiles: [CaptionFile] = []
  /// True if clips have text streams that outputs could show, where these ask for captions of clips
  /// and none has any.
  package var hasTextStreams = false
  /// True if ``outputs`` are all outputs of the project.
  package var hasAllOutputs = true
  /// Texts in what was left out: a name among them is that of something which is there with other values.
  package var leftOut: Set<String> = []
  /// Tracks, in drawing order: later ones lie over earlier ones.
  public var tracks: [Track]
  /// The instructions, which change layers over ranges of time.
  public var instructions: [Instruction]
  /// Overlays over all tracks, and the members of all groups, in drawing order; a group comes
  /// before its members.
  public var overlays: [Overlay]
  /// The filters that the whole picture goes through.
  public var effects: Located<[EffectItem]>?
  /// True if filters are written that could not be checked, for lack of a catalogue.
  public var needsEffects = false
  /// True if encoders are named that could not be checked, for lack of a catalogue.
  public var needsEncoders = false
  /// The outputs; empty when the project names none (then one film, `Output.standard`).
  public var outputs: [Output]
  /// The duration of a still image that has neither `range` nor `duration` nor `until`.
  public var stillDuration: TimeExpression
  /// The whole file.
  public var span: Span

  package init(
    version: Int, allowed: [Located<String>], canvas: CanvasSettings, assets: [Asset],
    tracks: [Track], instructions: [Instruction], overlays: [Overlay], outputs: [Output],
    stillDuration: TimeExpression, span: Span
  ) {
    self.version = version
    self.allowed = allowed
    self.canvas = canvas
    self.assets = assets
    self.tracks = tracks
    self.instructions = instructions
    self.overlays = overlays
    self.outputs = outputs
    self.stillDuration = stillDuration
    self.span = span
  }

  /// More paths under `allow` are refused.
  package static let allowedLimit = 64
}

/// The frame everything is drawn on; what is nil follows from the media.
public struct CanvasSettings: Hashable, Sendable {
  /// Width and height, both even.
  public var size: Located<PixelSize>?
  /// Frames per second.
  public var rate: Located<FrameRate>?
  /// The colour where nothing is drawn; black by default.
  public var background: Color
  /// The fit in the canvas of clips without a `fit` of their own.
  public var fit: FitMode
  /// The rule on mixing portrait and landscape clips in one project.
  public var orientation: Located<OrientationRule>
  /// Bits of a sample: 8 or 10.
  public var depth: Located<Int>?
  /// The colour that everything is drawn in, and that films are tagged with.
  public var color: Located<ColorStandard>?
  /// The channels that the film is heard on.
  public var channels: Located<ChannelLayout>?
  /// True if settings that are nil follow from the first clip exactly, not from all clips by what
  /// is usual.
  ///
  /// So it is where any output copies packets; whichever outputs are wanted, the film is the same.
  public var followsFirstClip = false

  package init(
    size: Located<PixelSize>? = nil, rate: Located<FrameRate>? = nil, background: Color,
    fit: FitMode, orientation: Located<OrientationRule>, depth: Located<Int>? = nil,
    color: Located<ColorStandard>? = nil
  ) {
    self.size = size
    self.rate = rate
    self.background = background
    self.fit = fit
    self.orientation = orientation
    self.depth = depth
    self.color = color
  }

  /// A colour by the standard that defines it.
  public enum ColorStandard: String, Hashable, Sendable, CaseIterable {
    /// High definition.
    case bt709
    /// Standard definition.
    case bt601
    /// The wide gamut of ultra high definition, in standard dynamic range.
    case bt2020
    /// High dynamic range by hybrid log-gamma (BT.2100).
    case hlg
    /// High dynamic range by the perceptual quantizer (BT.2100).
    case pq

    /// True if it has the primaries of BT.2020, for which 8 bits are too few.
    public var isWide: Bool {
      switch self {
      case .bt709, .bt601: false
      case .bt2020, .hlg, .pq: true
      }
    }
  }

  /// A rule on mixing portrait and landscape clips in one project.
  public enum OrientationRule: String, Hashable, Sendable, CaseIterable {
    /// Nothing.
    case any
    /// It is an error.
    case strict
  }
}

/// A named file, glob or list of files.
public struct Asset: Hashable, Sendable {
  /// The name that clips and overlays use.
  public var name: Located<String>
  /// Paths relative to the project file, at least one; each may be a glob (`isGlob`).
  public var files: [Located<String>]
  /// Clockwise turn in degrees (0, 90, 180, 270) in place of the file's own display matrix.
  public var rotation: Located<Int>?
  /// The captions of the file, by their index in ``ProjectDocument/captionFiles``.
  public var captions: Int?
  /// The asset's value in the project.
  public var span: Span

  /// True if it refers to a list of files: written as a list, or with a glob pattern.
  public var isList: Bool {
    files.count > 1 || isWrittenAsList || files.contains { isGlob($0.value) }
  }

  package var isWrittenAsList: Bool

  package init(
    name: Located<String>, files: [Located<String>], rotation: Located<Int>? = nil, span: Span,
    isWrittenAsList: Bool
  ) {
    self.name = name
    self.files = files
    self.rotation = rotation
    self.span = span
    self.isWrittenAsList = isWrittenAsList
  }

  /// Longer lists are refused, as patterns that match more files are.
  package static let fileLimit = 10_000
}

/// Returns true if a path is that of a project file, and so of a nested project.
public func isProject(_ path: String) -> Bool {
  [".reel.yaml", ".reel.yml"].contains { path.utf8.count > $0.utf8.count && path.hasSuffix($0) }
}

/// The source of a clip's or an overlay's media.
public struct MediaReference: Hashable, Sendable {
  /// The asset's name, or a path (perhaps a glob), as written.
  public var text: String
  /// The place in the project.
  public var span: Span
  /// The index of the asset in `ProjectDocument.assets`; nil when `text` is a path.
  public var asset: Int?
  /// The values for the parameters of a nested project; nil if none are set.
  @Boxed public var values: Located<[FilmValue]>?
  /// The used streams of the file; nil for the usual ones.
  @Boxed public var streams: StreamChoice?
  /// The clockwise turn of its picture in degrees, in place of its asset's or the file's own; nil for these.
  @Boxed public var rotation: Located<Int>?

  package init(text: String, span: Span, asset: Int? = nil) {
    self.text = text
    self.span = span
    self.asset = asset
  }

  /// The name a clip of it has by default: the asset's, or the stem of the path's last component.
  public var defaultName: String {
    asset == nil ? Self.stem(of: literalPath(text).path) : text
  }

  /// The last component of `path`, without its extension.
  package static func stem(of path: String) -> String {
    let bytes = path.utf8
    let start = bytes.lastIndex(of: UInt8(ascii: "/")).map { bytes.index(after: $0) }
    let file = bytes[(start ?? bytes.startIndex)...]
    guard let dot = file.lastIndex(of: UInt8(ascii: ".")), dot > file.startIndex else {
      return String(Substring(file))
    }
    return String(Substring(file[..<dot]))
  }
}

extension ProjectDocument {
  /// True if an output copies video packets where it can.
  package var copiesPictures: Bool { outputs.contains { $0.copying != .never } }
}
