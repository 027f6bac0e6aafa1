// SPDX-License-Identifier: Apache-2.0

public import Base
public import Catalog

/// A drawing with its values.
public struct GraphicContent: Hashable, Sendable {
  /// Its kind.
  public var style: GraphicStyle
  /// The shape that is drawn.
  public var outline: Outline
  /// The fill of its inside; nil for none.
  ///
  /// Where that changes, it is the first value; all of them are properties of the layer.
  public var fill: FillSettings?
  /// The line along its edge; nil for none.
  ///
  /// Its width and the part of it that is drawn are properties of the layer, and so is what else of it changes.
  public var stroke: StrokeSettings?

  /// A drawing of `style`.
  public init(
    _ style: GraphicStyle, _ outline: Outline, fill: FillSettings?, stroke: StrokeSettings? = nil
  ) {
    self.style = style
    self.outline = outline
    self.fill = fill
    self.stroke = stroke
  }

  /// A shape in the box.
  public enum Outline: Hashable, Sendable {
    /// The box.
    case rect
    /// The ellipse that touches its edges.
    case ellipse
    /// Lines between points in the box.
    case points([CanvasPoint], isClosed: Bool, hasHead: Bool)
    /// Corners on the ellipse in the box, and others at a share of the way from its centre.
    case star(Int, inner: Double?)
    /// A path, which is brought to the box.
    case path(VectorPath, origin: PathOrigin)
    /// Many small shapes.
    indirect case particles(EmitterSettings)
  }

  /// The origin of the coordinates of a path.
  public enum PathOrigin: String, Hashable, Sendable, CaseIterable {
    /// Those of the shape alone.
    case shape
    /// Places on the canvas that it lies on.
    case canvas
  }

  /// The name in messages: its form, or its first colour.
  var label: String {
    guard style.forms.isEmpty else { return form.rawValue }
    return fill?.description ?? style.key
  }

  private var form: GraphicForm {
    switch outline {
    case .rect: .rect
    case .ellipse: .ellipse
    case .points(_, _, hasHead: true): .arrow
    case .points(_, isClosed: true, _): .polygon
    case .points: .line
    case .star(_, let inner): inner == nil ? .polygon : .star
    case .path: .path
    case .particles(let settings): settings.shape
    }
  }
}

extension GraphicContent: CustomStringConvertible {
  /// The key with its values: `fill #203040`.
  public var description: String {
    ([style.key] + (style.forms.isEmpty ? [] : [form.rawValue])
      + [fill?.description, stroke.map { "stroke \($0.fill)" }].compactMap(\.self))
      .joined(separator: " ")
  }
}

/// The fill of an area, as a project declares it.
public enum FillSettings: Hashable, Sendable, CustomStringConvertible {
  /// One colour.
  case color(Color)
  /// Colours that go over into each other.
  case gradient(GradientSettings)

  /// The colour, or the kind of the gradient.
  public var description: String {
    switch self {
    case .color(let color): color.description
    case .gradient(let gradient):
      switch gradient.geometry {
      case .linear: "linear gradient"
      case .radial: "radial gradient"
      case .conic: "conic gradient"
      }
    }
  }
}

/// A gradient, as a project says it.
public struct GradientSettings: Hashable, Sendable {
  /// The places of its colours.
  public var geometry: Geometry
  /// Its colours with their places, at least two, in order.
  public var stops: [Gradient.Stop]

  /// `stops` along `geometry`.
  public init(_ geometry: Geometry, _ stops: [Gradient.Stop]) {
    self.geometry = geometry
    self.stops = stops
  }

  /// The places of 0 and 1 in the box.
  public enum Geometry: Hashable, Sendable {
    /// Through the centre, in the direction of an angle in degrees; 0 is up.
    case linear(Double)
    /// Outwards from a point; one radius is a circle's, two are an ellipse's, none reaches the farthest corner.
    case radial(CanvasPoint, [Length])
    /// Around a point, from an angle in degrees; 0 is up.
    case conic(CanvasPoint, Double)
  }
}

/// A line along the edge of a shape, as a project says it.
public struct StrokeSettings: Hashable, Sendable {
  /// The fill of the line.
  public var fill: FillSettings
  /// The lengths of dashes and gaps in turn, in pixels; none for a whole line.
  public var dash: [Double]
  /// Its ends.
  public var cap: StrokeCap
  /// Its corners.
  public var join: StrokeJoin

  /// A whole line.
  public init(
    _ fill: FillSettings, dash: [Double] = [], cap: StrokeCap = .butt, join: StrokeJoin = .miter
  ) {
    self.fill = fill
    self.dash = dash
    self.cap = cap
    self.join = join
  }
}
