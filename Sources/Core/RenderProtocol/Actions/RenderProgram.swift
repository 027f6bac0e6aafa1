// SPDX-License-Identifier: Apache-2.0

public import Base

/// The program of one segment's frames: a list of parts, one after the other.
///
/// It holds no absolute film time.
public struct RenderProgram: Hashable, Sendable, Codable {
  /// The format of its frames.
  public var canvas: CanvasFormat
  /// The parts, in film order; at least one.
  public var parts: [LayerInterval]
  /// The scaling of composed frames into an output of another shape; nil when they are encoded
  /// unchanged.
  public var finish: OutputScaling?
  /// The rotation of encoded frames for display, so that they match copied packets; nil when frames
  /// are encoded upright.
  public var orientation: Orientation?
  /// The sample aspect ratio of encoded frames before rotation, so that they match copied packets; nil for square
  /// pixels.
  public var sampleAspect: Time?

  /// A program of `parts` on `canvas`.
  public init(
    canvas: CanvasFormat, parts: [LayerInterval], finish: OutputScaling? = nil,
    orientation: Orientation? = nil,
    sampleAspect: Time? = nil
  ) {
    self.canvas = canvas
    self.parts = parts
    self.finish = finish
    self.orientation = orientation
    self.sampleAspect = sampleAspect
  }

  /// The size of the frames upright.
  public var outputSize: PixelSize { finish?.size ?? canvas.size }

  /// The size of the frames that are encoded.
  public var codedSize: PixelSize {
    orientation?.inverse.size(of: outputSize) ?? outputSize
  }

  /// All pictures that it draws, part by part, bottom first.
  public var pictures: [Picture] { parts.flatMap { $0.layers.pictures } }

  /// The interval of a video stream that the program shows unchanged; nil where it shows anything else.
  public var read: VideoRead? {
    guard parts.count == 1, finish == nil, let layer = parts[0].layers.first,
      parts[0].layers.count == 1, case .picture(let picture) = layer.content,
      picture.steps.isEmpty, case .video(let read) = picture.source
    else { return nil }
    return read
  }

  /// The number of frames of all parts.
  public var frameCount: Int { parts.reduce(0) { $0 + $1.frameCount } }
}

/// The scaling of composed frames into an output of another shape than the canvas.
public struct OutputScaling: Hashable, Sendable, Codable {
  /// The output's size, even.
  public var size: PixelSize
  /// The part of the canvas that is seen, even edges.
  public var crop: PixelRect
  /// The place of that part in the output, even edges.
  public var box: PixelRect
  /// The colour beside the box.
  public var background: Color
  /// True if the space beside the box shows the canvas itself, blurred (`fit: blur`).
  public var hasBackdrop: Bool

  /// Fills `size` with `crop` scaled to `box`.
  public init(
    size: PixelSize, crop: PixelRect, box: PixelRect, background: Color, hasBackdrop: Bool
  ) {
    self.size = size
    self.crop = crop
    self.box = box
    self.background = background
    self.hasBackdrop = hasBackdrop
  }
}

/// A run of frames in which the set of live layers does not change.
public struct LayerInterval: Hashable, Sendable, Codable {
  /// The number of frames, at least 1.
  public var frameCount: Int
  /// The colour where no layer is drawn.
  public var background: Color
  /// Bottom layer first.
  public var layers: [Layer]

  /// `frameCount` frames of `layers` over `background`.
  public init(frameCount: Int, background: Color, layers: [Layer]) {
    self.frameCount = frameCount
    self.background = background
    self.layers = layers
  }
}

/// Something drawn over what lies below it, in each frame of a part.
public struct Layer: Hashable, Sendable, Codable {
  /// Full opacity, which hides all layers below: the largest 16-bit number.
  public static let opaque = 65535

  /// The content of the layer.
  public var content: Content
  /// Opacity, 0...`opaque`: one value for all frames or one per frame of the part.
  public var opacity: PerFrame<Int>
  /// The place of the content.
  public var placement: Placement
  /// The part of the canvas it may be drawn on, even edges; nil for all of it.
  public var clip: PixelRect?
  /// The shape on the canvas that the layer is clipped to, one for all frames or one per frame; nil for the whole
  /// canvas.
  public var outline: PerFrame<RoundedBox>?
  /// The treatment of a stack's image before it is drawn; nil for none.
  public var treatment: LayerTreatment?
  /// The size, even, of the canvas that a stack or a transition is drawn on; nil for that of the canvas it lies on.
  public var canvas: PixelSize?
  /// The group whose canvas that is; nil for none.
  public var origin: Origin?
  /// The blend mode with the layers below; nil where it covers them.
  public var blend: BlendMode?
  /// The treatment of the layers below its shape before it is drawn over them: the side of blocks
  /// and the standard deviation of a blur, in pixels, then the numbers of `LayerTreatment.Kind.adjust`;
  /// one list for all frames or one per frame, nil for none.
  public var backdrop: PerFrame<[Double]>?
  /// The number of moments of a frame of which a stack is the mean, where its layers are what is seen at these, each by
  /// itself, and nothing at all others; nil for a stack of layers over each other.
  public var moments: Int?
  /// The shown frames of a stack, where those are not the part's: they have a rate of their own; nil for the same
  /// ones.
  public var pace: Pace?
  /// The mask by which the second of the two layers of a stack, which are stacks themselves,
  /// decides the visible part of the first; nil for a stack of layers over each other.
  public var mask: LayerMask?

  /// Draws `content` at `placement` with `opacity`.
  public init(
    content: Content, opacity: PerFrame<Int> = .constant(Layer.opaque), placement: Placement,
    clip: PixelRect? = nil, outline: PerFrame<RoundedBox>? = nil,
    treatment: LayerTreatment? = nil, canvas: PixelSize? = nil, origin: Origin? = nil,
    blend: BlendMode? = nil, moments: Int? = nil
  ) {
    self.content = content
    self.opacity = opacity
    self.placement = placement
    self.clip = clip
    self.outline = outline
    self.treatment = treatment
    self.canvas = canvas
    self.origin = origin
    self.blend = blend
    self.moments = moments
  }
}

/// The content of a layer.
public indirect enum Content: Hashable, Sendable, Codable {
  /// One picture.
  case picture(Picture)
  /// Layers, bottom first, drawn over clear on a canvas of their own, then treated as one.
  case stack([Layer])
  /// A transition between two stacks of layers, each drawn on a canvas of its own.
  case transition(Transition)
}

/// An interval of a transition between two stacks of layers.
public struct Transition: Hashable, Sendable, Codable {
  /// The name of its kernel: such as `fade`, `wipeleft`, `circleopen` for those of libavfilter's `xfade`.
  public var name: String
  /// The values of its parameters; nil where it has none.
  public var parameters: [Double]?
  /// The outgoing side, drawn over clear, or over `background` where that is given.
  public var from: [Layer]
  /// The incoming side.
  public var to: [Layer]
  /// The colour of a transition on the bottom track: both sides are flattened onto this colour first.
  public var background: Color?
  /// Frames of the transition that lie before this part.
  public var offset: Int
  /// Frames of the whole transition, at least 1.
  public var duration: Int
  /// The easing from the one side to the other; nil for constant speed.
  public var easing: Easing?
  /// The picture that it reads; nil for none.
  public var map: TransitionMap?
  /// True if it is the transition from `to` to `from`, played backwards; nil for no.
  public var isReversed: Bool?

  /// Frames `offset ..< offset + frames of the part` of a transition of `duration` frames.
  public init(
    name: String, parameters: [Double]? = nil, from: [Layer], to: [Layer], background: Color?,
    offset: Int, duration: Int, easing: Easing? = nil
  ) {
    self.name = name
    self.parameters = parameters
    self.from = from
    self.to = to
    self.background = background
    self.offset = offset
    self.duration = duration
    self.easing = easing
  }
}

/// The place of a layer's content on the canvas.
public enum Placement: Hashable, Sendable, Codable {
  /// Its top-left corner at (x, y) in canvas pixels, unscaled; may lie outside.
  case at(x: Int, y: Int)
  /// Drawn through a map from content pixels to canvas pixels, one for all frames or one per frame.
  case warped(PerFrame<Affine>)
  /// Drawn through a map from content pixels to canvas pixels as a camera sees it, one for all frames or one per frame,
  /// of which at least one is not affine.
  case projected(PerFrame<Projection>)
}

/// A value for every frame of a part.
public enum PerFrame<Value: Hashable & Sendable & Codable>: Hashable, Sendable, Codable {
  /// The same in all frames.
  case constant(Value)
  /// One value per frame, as many as the part has frames.
  case perFrame([Value])

  /// The value in frame `index` of the part.
  public subscript(index: Int) -> Value {
    switch self {
    case .constant(let value): value
    case .perFrame(let values): values[index]
    }
  }

  /// The values that there are: one for each frame, or one alone.
  public var values: [Value] {
    switch self {
    case .constant(let value): [value]
    case .perFrame(let values): values
    }
  }
}

extension Layer {
  /// The stacks of layers that it draws, bottom first.
  public var stacks: [[Layer]] {
    let own: [[Layer]] =
      switch content {
      case .picture: []
      case .stack(let layers): [layers]
      case .transition(let transition): [transition.from, transition.to]
      }
    guard case .layers(let layers) = treatment?.cover else { return own }
    return own + [layers]
  }

  /// Changes every one of `stacks`.
  public mutating func changeStacks(_ change: ([Layer]) -> [Layer]) {
    switch content {
    case .picture: break
    case .stack(let layers): content = .stack(change(layers))
    case .transition(var transition):
      transition.from = change(transition.from)
      transition.to = change(transition.to)
      content = .transition(transition)
    }
    if case .layers(let layers) = treatment?.cover { treatment?.cover = .layers(change(layers)) }
  }
}

extension [Layer] {
  /// All pictures that these draw, bottom first.
  public var pictures: [Picture] {
    flatMap { layer in
      if case .picture(let picture) = layer.content { return [picture] }
      return layer.stacks.flatMap(\.pictures)
    }
  }
}
