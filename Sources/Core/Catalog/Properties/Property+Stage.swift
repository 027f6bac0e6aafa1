// SPDX-License-Identifier: Apache-2.0

extension Property {
  /// The steps in which a layer is drawn, in this order.
  ///
  /// The properties of one stage act together. Crop and corners are cut out in one step, `shape`, unless something
  /// between them moves pixels: then `part` comes before that and `corners` after it.
  public enum Stage: Int, Hashable, Sendable, CaseIterable, Comparable {
    /// The layer's own picture is drawn: numbers of a drawing for every frame, before it is a layer.
    case drawing
    /// A part of the layer's own picture is fitted into the layer's box, with the pixels on its edges whole.
    case part
    /// The layer's own picture is cut out: a part of it, fitted into the layer's box, with corners, for every frame.
    case shape
    /// A treatment: its colours are changed.
    case adjust
    /// A treatment: its colours are those that a LUT has for them.
    case lut
    /// A treatment: what has a colour becomes transparent.
    case key
    /// Filters of libavfilter: they have options of their own in place of properties.
    case effects
    /// The result of `part` is cut out with corners.
    case corners
    /// A treatment: a line is drawn along the edge of the shape.
    case border
    /// A treatment: the layer is drawn in blocks of one colour.
    case pixelate
    /// A treatment: the layer is blurred.
    case blur
    /// A treatment: a shadow is drawn under it.
    case shadow
    /// The layer is moved, scaled, turned: an affine map for every frame.
    case geometry
    /// The layer is made see-through, as a whole: a factor for every frame.
    case opacity
    /// The layers below the layer's shape are changed before the layer is drawn over them.
    case backdrop
    /// The layer's sound is moved to a side: a number for every sample.
    case pan
    /// A side of the layer's sound is weakened: a number for every sample.
    case balance
    /// The layer's sound is made louder or softer: a factor for every sample.
    case volume

    /// The order of drawing.
    public static func < (a: Stage, b: Stage) -> Bool { a.rawValue < b.rawValue }

    /// The role of a stage, as far as others have to know.
    public enum Role: Hashable, Sendable {
      /// It draws a picture that is no layer yet.
      case drawing
      /// It cuts the picture out: a map and an outline for every frame.
      case cut
      /// It does something to the picture as a whole: the numbers of all its properties, in their order, for every
      /// frame.
      case treatment
      /// It lets the picture go through a filter.
      case filter
      /// It moves the picture: a map for every frame.
      case geometry
      /// It weakens picture or sound: a factor.
      case factor
      /// It changes what lies below the picture: the numbers of all its properties, in their order, for every frame.
      case backdrop
      /// It moves sound between its channels.
      case panorama
    }

    /// The stage's role.
    public var role: Role {
      switch self {
      case .drawing: .drawing
      case .part, .shape, .corners: .cut
      case .adjust, .lut, .key, .border, .pixelate, .blur, .shadow: .treatment
      case .effects: .filter
      case .geometry: .geometry
      case .opacity, .volume: .factor
      case .backdrop: .backdrop
      case .pan, .balance: .panorama
      }
    }

    /// The stage's name in the text of a graph.
    public var graphName: String {
      switch self {
      case .drawing: "draw"
      case .part: "part"
      case .shape: "shape"
      case .adjust: "adjust"
      case .lut: "lut"
      case .key: "key"
      case .effects: "effect"
      case .corners: "corners"
      case .border: "border"
      case .pixelate: "pixelate"
      case .blur: "blur"
      case .shadow: "shadow"
      case .geometry: "transform"
      case .opacity: "opacity"
      case .backdrop: "backdrop"
      case .pan: "pan"
      case .balance: "balance"
      case .volume: "gain"
      }
    }

    /// True if the stage acts on video; else it acts on audio.
    public var isSeen: Bool {
      switch self {
      case .pan, .balance, .volume: false
      case .drawing, .part, .shape, .adjust, .lut, .key, .effects, .corners, .border, .pixelate,
        .blur, .shadow, .geometry, .opacity, .backdrop:
        true
      }
    }

    /// True if every pixel stays where it is, so that the stage commutes with transforms of the
    /// layer.
    public var isPixelwise: Bool {
      switch self {
      case .drawing, .part, .shape, .effects, .corners, .border, .pixelate, .blur, .shadow,
        .geometry, .backdrop:
        false
      case .adjust, .lut, .key, .opacity, .pan, .balance, .volume: true
      }
    }

    /// True if numbers that are all 0 at all times leave nothing of the layer.
    public var zeroIsNothing: Bool { role == .factor }

    /// True if the stage uses a file.
    public var hasFile: Bool { self == .lut }

    /// True if the stage needs the place of the layer's own picture.
    public var hasFrame: Bool { role == .cut || self == .border || self == .pixelate }

    /// The properties that act in it, in the order in which they do.
    public var properties: [Property] { Stage.own[rawValue] }

    /// The properties that a step of it may have: its own, and those of the shape that it cuts out in two steps or
    /// follows.
    public var accepted: [Property] {
      switch self {
      case .part: [.size, .crop]
      case .corners: Stage.shape.properties
      case .border, .pixelate: Stage.shape.properties + properties
      case .drawing, .shape, .adjust, .lut, .effects, .key, .blur, .shadow, .geometry, .opacity,
        .backdrop, .pan, .balance, .volume:
        properties
      }
    }

    private static let own = allCases.map { stage in
      (Property.drawn + Property.implied + Property.all).filter { $0.stage == stage }
    }
  }
}
