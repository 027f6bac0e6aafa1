// SPDX-License-Identifier: Apache-2.0

public import Base

/// One source of frames, brought to a size and laid at a place.
///
/// The steps are performed in order on the coded frame. Frames come out with the bits and the
/// chroma format of the canvas, and with straight alpha when the source has alpha.
public struct Picture: Hashable, Sendable, Codable {
  /// The source of the frames.
  public var source: PictureSource
  /// The steps performed on every frame.
  public var steps: [PictureStep]

  /// The size to which it is scaled last; nil where it keeps its own.
  public var lastScale: PixelSize? {
    for case .scale(let size) in steps.reversed() { return size }
    return nil
  }

  /// A picture made by performing `steps` on `source`.
  public init(source: PictureSource, steps: [PictureStep] = []) {
    self.source = source
    self.steps = steps
  }
}

/// A source of frames: decoded or drawn.
public enum PictureSource: Hashable, Sendable, Codable {
  /// An interval of a video stream.
  case video(VideoRead)
  /// A still image: one decoded frame, repeated.
  case image(MediaFile, Origin)
  /// An SVG drawing, rasterised straight at `size`, repeated.
  case svg(MediaFile, size: PixelSize, Origin)
  /// A raster that a worker drew, repeated.
  case raster(MediaFile, Origin)
  /// Parts of a raster that a worker drew, put together in each frame of the part to a picture of `size`.
  case letters(MediaFile, PerFrame<[Letter]>, size: PixelSize, Origin)
  /// A text that the worker lays out, repeated.
  indirect case caption(Caption, Origin)
  /// Texts of a file of ASS or SSA, on a canvas of their own.
  indirect case script(ScriptRead)
  /// A drawing of `size`.
  case graphic(Graphic, size: PixelSize, Origin)
  /// A drawing of `size` with numbers of its own in each frame of the part.
  case drawing(Graphic, PerFrame<Graphic.Values>, size: PixelSize, Origin)

  /// One colour, of `size`.
  public static func color(_ color: Color, size: PixelSize) -> PictureSource {
    .graphic(.color(color), size: size, .none)
  }
}

extension PictureSource {
  /// The file it is read from; nil for none.
  public var file: MediaFile? {
    switch self {
    case .video(let read): read.file
    case .image(let file, _), .svg(let file, size: _, _), .raster(let file, _),
      .letters(let file, _, size: _, _):
      file
    case .caption, .script, .graphic, .drawing: nil
    }
  }

  /// The layer that asked for it.
  public var origin: Origin {
    get {
      switch self {
      case .video(let read): read.origin
      case .script(let read): read.origin
      case .image(_, let origin), .svg(_, size: _, let origin), .raster(_, let origin),
        .letters(_, _, size: _, let origin), .caption(_, let origin),
        .graphic(_, size: _, let origin),
        .drawing(_, _, size: _, let origin):
        origin
      }
    }
    set {
      switch self {
      case .video(var read):
        read.origin = newValue
        self = .video(read)
      case .script(var read):
        read.origin = newValue
        self = .script(read)
      case .image(let file, _): self = .image(file, newValue)
      case .svg(let file, let size, _): self = .svg(file, size: size, newValue)
      case .raster(let file, _): self = .raster(file, newValue)
      case .letters(let file, let letters, let size, _):
        self = .letters(file, letters, size: size, newValue)
      case .caption(let caption, _): self = .caption(caption, newValue)
      case .graphic(let graphic, let size, _): self = .graphic(graphic, size: size, newValue)
      case .drawing(let graphic, let values, let size, _):
        self = .drawing(graphic, values, size: size, newValue)
      }
    }
  }
}

/// An interval of a video stream, sampled on the canvas's frame grid.
///
/// Frame k shows the source at `map.sourceTime(k)`: the last frame whose timestamp is at most
/// `TimeRemap.tolerance` later, or what is in a cell of `grid`; before the first frame the first, after the last the last.
public struct VideoRead: Hashable, Sendable, Codable {
  /// The media file.
  public var file: MediaFile
  /// The stream's index in the file.
  public var stream: Int
  /// The container timestamp (seconds) that counts as source time 0: `MediaFacts.start`.
  public var zero: Time
  /// The source time that each frame shows.
  public var map: TimeRemap
  /// The interpolation between two frames; nil to show the earlier one.
  ///
  /// A frame that lasts longer than a quarter of a second and than two frames is shown until that long before its end.
  public var between: Interpolation?
  /// The deinterlacing of frames; nil to show both fields of one together.
  public var fields: Deinterlacing?
  /// The even source times that its frames are shown at; nil for their own times.
  public var grid: FrameGrid?
  /// The size of the stream's first frame, which steps count on; nil for whatever a frame has.
  public var size: PixelSize?
  /// The clip that asked for it.
  public var origin: Origin

  /// Reads `stream` of `file` as `map` says.
  public init(file: MediaFile, stream: Int, zero: Time, map: TimeRemap, origin: Origin) {
    self.file = file
    self.stream = stream
    self.zero = zero
    self.map = map
    self.origin = origin
  }
}

/// One step of bringing a decoded frame into shape.
public enum PictureStep: Hashable, Sendable, Codable {
  /// Turn or mirror; never resamples.
  case orient(Orientation)
  /// Keep a rectangle, in pixels of the picture as it is at this step (rounded to even edges by the planner for 4:2:0).
  case crop(PixelRect)
  /// Resample to a size; also where range, matrix and pixel format are converted.
  case scale(PixelSize)
  /// Blur strongly: the backdrop of `fit: blur`.
  case blur
}
