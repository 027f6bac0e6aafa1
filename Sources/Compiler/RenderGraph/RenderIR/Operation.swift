// SPDX-License-Identifier: Apache-2.0

public import Base
public import Catalog
public import RenderProtocol

/// The operation of a node.
///
/// Frames are counted at the canvas rate, samples at the canvas sample rate.
public enum Operation: Hashable, Sendable {
  // Sources: files and drawings, without time.

  /// A picture stream of a file.
  indirect case video(VideoStream)
  /// A still image.
  indirect case image(ImageSource)
  /// A laid-out text.
  indirect case raster(RasterSource)
  /// A text that is laid out where it is shown, on a canvas of its own.
  indirect case caption(Caption)
  /// Texts of a file of ASS or SSA, each at its time in the file.
  indirect case script(Script)
  /// A drawing, of a size.
  indirect case graphic(Graphic, PixelSize)

  /// A film within the film, of which both frames and samples are taken.
  case nested(FilmSource)

  // Pictures: a number of frames of one size.

  /// `frames` frames of a video or of a nested film, at the source times of a map.
  case read(TimeRemap, frames: Int)
  /// A still source, shown for `frames` frames.
  case still(frames: Int)
  /// A drawing or a counter, shown for `frames` frames with values that change: what it is painted with, properties of
  /// its stroke, and `radius` of its corners; the `value` of a counter.
  case draw(PropertyTable<Curve>, frames: Int)
  /// Turned upright: by one of the eight orientations, or by any linear map (a, b, c, d), moved so
  /// that the bounding box starts at the origin.
  case orient(OrientationMap)
  /// Brought onto the canvas: fitted into a box of it, whose edges may lie between pixels. The input's sample aspect ratio counts.
  case fit(Fit, box: PixelBox)
  /// Turned, cropped (upright pixels) and scaled to a box of the canvas: `orient` and `fit` in one.
  case place(Orientation, crop: PixelRect, box: PixelRect, isBlurred: Bool)
  /// Drawn on the canvas through a map from source pixels to canvas pixels.
  indirect case warp(Warp)
  /// One step of drawing a layer on the canvas, such as moving the whole of it, in some frames or all; what lies
  /// outside the canvas is kept, and may come into sight.
  indirect case step(LayerStep, during: Range<Int>?)
  /// Combined with what lies under it in another mode than by covering it: seen where the input, or what is made of
  /// it by steps, tracks and joins, is a layer of a `compose` or a `group`.
  case blend(BlendMode)
  /// The first input seen through the second, which lies on the canvas, too.
  case mask(LayerMask)
  /// The mean of what the input is at several moments of each frame: curves move on within the frame, frames of sources
  /// and of transitions do not.
  case motionBlur(MotionBlur)
  /// Frames `offset ..< offset + n` of a transition of `duration` frames between two inputs of n
  /// frames. The result ends at the edges of the canvas.
  case transition(TransitionUse, offset: Int, duration: Int)
  /// Inputs placed on the film's frames, in film order, without overlap; clear where there is none.
  case track(starts: [Int])
  /// Frames `range` of the input.
  case cut(Range<Int>)
  /// Inputs over each other on a background, bottom first: `frames` frames. An input that is
  /// shorter is clear after its end. A clear background makes a layer of layers. The result ends at
  /// the edges of the canvas.
  case compose(background: Color, changes: [BackgroundChange] = [], frames: Int)
  /// Inputs over each other on a clear canvas of their own, of that size, bottom first: `frames` frames of a picture
  /// that is fitted as footage is. Nodes below it lie on that canvas, and state every pivot and every frame of a layer.
  case group(PixelSize, frames: Int)
  /// Inputs one after the other, all on the canvas or all of one size.
  case join

  // Sound: a number of samples, stereo.

  /// A sound stream of a file.
  indirect case audio(AudioSource)
  /// `samples` samples of an audio source or of a nested film, remapped in time, through filters.
  case listen(
    AudioRemap, channels: ChannelChoice? = nil, filters: ClipFilters = [], samples: Int64)
  /// Changed by a curve, in seconds from the input's first sample, of numbers of that kind.
  case gain(Curve, as: GainKind = .volume, during: Range<Int64>?)
  /// Inputs placed on the film's samples and summed, then through filters; `samples` long.
  case mix(starts: [Int64], samples: Int64, filters: ClipFilters = [])

  /// The whole film: a picture, a sound, or both, in that order.
  case film
}

/// Another background for some frames of a `compose`; where two overlap, the later one in the list counts.
public struct BackgroundChange: Hashable, Sendable {
  /// The frames, relative to the `compose`.
  public var during: Range<Int>
  /// The background colour there.
  public var color: Color

  /// `color` in the frames `during`.
  public init(during: Range<Int>, color: Color) {
    self.during = during
    self.color = color
  }
}

/// A rotation that turns a picture upright.
public enum OrientationMap: Hashable, Sendable {
  /// By a permutation of pixels.
  case exact(Orientation)
  /// By a linear map (a, b, c, d), y down.
  case linear(Double, Double, Double, Double)
}

/// A picture stream and the facts that the compiler needs of it.
public struct VideoStream: Hashable, Sendable {
  /// The file.
  public var file: MediaFile
  /// Index of the stream.
  public var stream: Int
  /// The container timestamp that counts as source time 0.
  public var zero: Time
  /// Coded size.
  public var size: PixelSize
  /// Sample aspect ratio before turning.
  public var sampleAspect: Time
  /// True if it may be transparent.
  public var hasAlpha: Bool
  /// The interpolation between two of its frames; nil for the earlier one.
  public var between: Interpolation?
  /// The deinterlacing of its frames; nil to show both fields together.
  public var fields: Deinterlacing?
  /// The even times that its frames are shown at; nil for their own.
  public var grid: FrameGrid?

  /// A stream of `file`.
  public init(
    file: MediaFile, stream: Int, zero: Time = .zero, size: PixelSize,
    sampleAspect: Time = Time(1), hasAlpha: Bool = false, between: Interpolation? = nil,
    fields: Deinterlacing? = nil, grid: FrameGrid? = nil
  ) {
    self.fields = fields
    self.grid = grid
    self.between = between
    self.file = file
    self.stream = stream
    self.zero = zero
    self.size = size
    self.sampleAspect = sampleAspect
    self.hasAlpha = hasAlpha
  }
}

/// A still image.
public struct ImageSource: Hashable, Sendable {
  /// The file.
  public var file: MediaFile
  /// Its size; for SVG the size it is rasterised at.
  public var size: PixelSize
  /// True if it may be transparent.
  public var hasAlpha: Bool
  /// True if it is a drawing, rasterised directly at the requested size.
  public var isSVG: Bool

  /// An image of `size`.
  public init(file: MediaFile, size: PixelSize, hasAlpha: Bool, isSVG: Bool = false) {
    self.file = file
    self.size = size
    self.hasAlpha = hasAlpha
    self.isSVG = isSVG
  }
}

/// A text, laid out and rasterised by the worker.
public struct RasterSource: Hashable, Sendable {
  /// The raster file.
  public var file: MediaFile
  /// Its size.
  public var size: PixelSize
  /// The text, for readers of the printed graph.
  public var label: String
  /// The layout of numbers drawn with its cells, in a picture of `size`; nil for a constant text.
  public var counter: Counter?

  /// A raster of `size`.
  public init(file: MediaFile, size: PixelSize, label: String, counter: Counter? = nil) {
    self.file = file
    self.size = size
    self.label = label
    self.counter = counter
  }
}

/// A sound stream.
public struct AudioSource: Hashable, Sendable {
  /// The file.
  public var file: MediaFile
  /// Index of the stream.
  public var stream: Int
  /// The container timestamp that counts as source time 0.
  public var zero: Time
  /// Seconds of the file's clock in which one second of its samples goes by; nil for 1.
  public var drift: Time?

  /// A stream of `file`.
  public init(file: MediaFile, stream: Int, zero: Time = .zero, drift: Time? = nil) {
    self.file = file
    self.stream = stream
    self.zero = zero
    self.drift = drift
  }
}

/// A kind of transition, and what a project has set of it.
public struct TransitionUse: Hashable, Sendable {
  /// The name of its kernel.
  public var name: String
  /// The values of its parameters, in the order of `TransitionStyle.parameters`; pictures have none.
  public var parameters: [Double]
  /// The easing from one picture to the other.
  public var easing = Easing.linear
  /// The picture that it reads; nil for none.
  public var map: TransitionMap?
  /// True if it is the transition from the second picture to the first, played backwards.
  public var isReversed = false

  /// A transition drawn by the kernel `name`.
  public init(_ name: String, _ parameters: [Double] = []) {
    self.name = name
    self.parameters = parameters
  }
}
