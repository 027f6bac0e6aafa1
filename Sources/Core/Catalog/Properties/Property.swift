// SPDX-License-Identifier: Apache-2.0

public import Base

/// A property of a layer: a value that a project may write and, in most places, change over time.
///
/// `Property.all` declares each of them once. Keys, decoding, the schema, resolving, lowering and the text of graphs
/// follow from the declaration; a property with an existing unit that acts in an existing stage needs nothing else.
public struct Property: Sendable {
  /// Its name in messages: the key in a project, behind that of its group and a point where it has one.
  public let name: String
  /// The object in which its key stands; nil where that is the layer's.
  public let group: Group?
  /// Its name in the text of a graph, where several properties act in one step.
  public let graphName: String
  /// The description of its effect, one sentence.
  public let doc: String
  /// The type of its values.
  public let unit: Unit
  /// The default value, as a project would write it; it changes nothing.
  public let fallback: String
  /// The drawing stage in which it acts.
  public let stage: Stage
  /// The value where others of its stage are written and it is not; nil for the identity.
  public let assumed: PropertyValue?
  /// True if its identity leaves a layer unchanged, whatever the others of its stage are.
  public let decides: Bool
  /// The numbers that leave a layer with its anchor at `pivot`, in canvas pixels, unchanged.
  public let identity: @Sendable (_ pivot: PixelPoint) -> [Double]
  /// For the stage `geometry`: the canvas map of the given numbers, for a layer with its anchor at `pivot`.
  public let map: (@Sendable (_ numbers: [Double], _ pivot: PixelPoint) -> Map)?
  /// For the stage `shape`: what some numbers do to the shape that is cut out.
  let cut: (@Sendable (_ numbers: [Double], _ cut: inout LayerCut) -> Void)?

  init(
    _ key: String, in group: Group? = nil, graphName: String? = nil, _ unit: Unit, _ stage: Stage,
    _ doc: String, default fallback: String, assumed: PropertyValue? = nil, decides: Bool = false,
    identity: @escaping @Sendable (PixelPoint) -> [Double],
    map: (@Sendable ([Double], PixelPoint) -> Map)? = nil,
    cut: (@Sendable ([Double], inout LayerCut) -> Void)? = nil
  ) {
    precondition((map != nil) == (stage == .geometry), "a map belongs to geometry")
    precondition((cut != nil) == (stage == .shape), "a cut belongs to a shape")
    name = group.map { "\($0.name).\(key)" } ?? key
    self.group = group
    self.graphName = graphName ?? key
    self.doc = doc
    self.unit = unit
    self.fallback = fallback
    self.stage = stage
    self.assumed = assumed
    self.decides = decides
    self.identity = identity
    self.map = map
    self.cut = cut
  }

  /// The key in its object.
  public var key: String { group.map { String(name.dropFirst($0.name.count + 1)) } ?? name }

  /// For the stage `shape`: applies the given numbers to the cut.
  public func apply(_ numbers: [Double], to cut: inout LayerCut) { self.cut?(numbers, &cut) }

  /// The transform of the canvas on which the layer lies by a property of geometry.
  public enum Map: Hashable, Sendable {
    /// It stays in its plane.
    case plane(Affine)
    /// It may leave it.
    case space(SpaceMatrix)

    /// This map first, then `next`.
    public func then(_ next: Map) -> Map {
      switch (self, next) {
      case (.plane(let a), .plane(let b)): .plane(a.then(b))
      case (.plane(let a), .space(let b)): .space(SpaceMatrix(a).then(b))
      case (.space(let a), .plane(let b)): .space(a.then(SpaceMatrix(b)))
      case (.space(let a), .space(let b)): .space(a.then(b))
      }
    }
  }

  /// The type of a property's values.
  public enum Unit: Hashable, Sendable, CaseIterable {
    /// A share from 0 to 1.
    case opacity
    /// A linear factor of sound, from 0 to 16; written in decibels, too.
    case volume
    /// Factors across and down, from 0 to 100.
    case scale
    /// An angle in degrees, clockwise; more than a whole turn counts.
    case angle
    /// Angles in degrees by which columns and rows lean, less than a quarter turn.
    case slant
    /// A place: two lengths, from the left and from the top; in a graph a third number is the angle by which a layer
    /// turns with its path.
    case position
    /// A place in the layer's box; once resolved the way to it from the anchor that the layer lies at, in canvas pixels.
    case anchor
    /// A size: a width and a height, of which a plain 0 follows from the other; once resolved the box of that size, as
    /// left, top, width and height in shares of the box that the layer is drawn in.
    case box
    /// A map: a b c d tx ty if it is affine, or 16 numbers, column by column.
    case matrix
    /// A distance in pixels, from 1 to 100000; its number is 1 / distance, which is what changes evenly; 0 is infinitely far.
    case distance
    /// A part of the layer's own picture: left, top, width, height; in shares of that, once resolved.
    case crop
    /// Radii of corners from the top left on, clockwise, in pixels; in a graph four shares may follow of the shorter side of
    /// what is cut out, which count besides.
    case corners
    /// A standard deviation in pixels, from 0 to 500.
    case deviation
    /// The side of a square in pixels, from 0 to 1000.
    case side
    /// Edges that are kept, 0, or soft, 1.
    case edges
    /// A factor of colours, from 0 to 100.
    case factor
    /// A share to either side, from -1 to 1.
    case balance
    /// Two lengths in pixels, to the right and down, from -10000 to 10000.
    case offset
    /// A colour: red, green and blue, each times opacity, and opacity, from 0 to 1.
    case color
    /// A place in the box of a drawing; once resolved in pixels of the drawing.
    case centre
    /// The radius of a circle, or radii across and down; once resolved two, in pixels of the drawing.
    case radii
    /// A colour as above and, once resolved, its place in a gradient, as a share.
    case stop
    /// The width of a line in pixels, from 0 to 1000.
    case thickness
    /// A part of a line: the shares of its length at which it begins and ends, from 0 to 1.
    case stretch
    /// A number of up to twelve digits before the point.
    case number

    /// The number of components of a value; some values may have more.
    public var width: Int {
      switch self {
      case .opacity, .volume, .angle, .deviation, .side, .edges, .thickness, .distance, .factor,
        .balance, .number:
        1
      case .scale, .position, .anchor, .slant, .stretch, .offset, .centre, .radii: 2
      case .box, .crop, .corners, .color: 4
      case .stop: 5
      case .matrix: 6
      }
    }

    /// Returns true if a value may have `count` components.
    public func allows(_ count: Int) -> Bool {
      switch self {
      case .matrix: count == width || count == 16
      case .position: count == width || count == 3
      case .corners: count == width || count == 8
      case .opacity, .volume, .scale, .angle, .slant, .anchor, .box, .distance, .crop, .deviation,
        .side, .edges, .factor, .balance, .offset, .color, .centre, .radii, .stop, .thickness,
        .stretch, .number:
        count == width
      }
    }

    /// The reference of a unit's shares and pixels.
    public enum Extent: Hashable, Sendable {
      /// The canvas.
      case canvas
      /// The layer's own picture before it is fitted into its box: numbers are shares of its width and height.
      case picture
      /// The shorter side of the layer's box.
      case box
    }

    /// The extent of its lengths.
    public var extent: Extent {
      switch self {
      case .opacity, .volume, .scale, .angle, .slant, .position, .anchor, .box, .matrix, .distance,
        .deviation, .side, .edges, .thickness, .stretch, .factor, .balance, .offset, .color,
        .centre,
        .radii, .stop, .number:
        .canvas
      case .crop: .picture
      case .corners: .box
      }
    }

    /// True if its numbers are lengths in pixels, which scale with the canvas.
    public var isLength: Bool {
      switch self {
      case .deviation, .side, .thickness, .offset: true
      case .opacity, .volume, .scale, .angle, .slant, .position, .anchor, .box, .matrix, .distance,
        .crop, .corners, .edges, .stretch, .factor, .balance, .color, .centre, .radii, .stop,
        .number:
        false
      }
    }

    /// The display text of one component.
    public func shown(_ number: Double) -> String {
      switch self {
      case .angle, .slant: "\(Int(number.rounded()))deg"
      case .deviation, .side, .thickness, .offset: "\(Int(number.rounded()))px"
      case .edges: number == 0 ? "kept" : "\(Int((number * 100).rounded()))% soft"
      case .number: "\(number)"
      case .distance: number > 0 ? "\(Int((1 / number).rounded()))px" : "infinitely far"
      case .opacity, .volume, .scale, .position, .anchor, .box, .matrix, .crop, .corners, .stretch,
        .factor, .balance, .color, .centre, .radii, .stop:
        "\(Int((number * 100).rounded()))%"
      }
    }
  }
}

extension Property: Hashable {
  /// Two properties are the same if they have one name.
  public static func == (a: Property, b: Property) -> Bool { a.name == b.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
