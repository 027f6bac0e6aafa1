// SPDX-License-Identifier: Apache-2.0

/// A kind of content that is drawn from a few values instead of being read from a file.
///
/// `GraphicStyle.all` declares each of them once. The keys in a project, the schema, hints and summaries follow from
/// the declaration.
public struct GraphicStyle: Sendable {
  /// The key that asks for it in a project.
  public let key: String
  /// The description of the key, one sentence.
  public let doc: String
  /// The forms that the key may name; none where its value is the fill itself.
  public let forms: [GraphicForm]
  /// Its other keys, in the order of the reference.
  public let parameters: [Parameter]

  /// A key of it.
  public struct Parameter: Sendable {
    /// The key.
    public let name: String
    /// The type of its value.
    public let value: Value
    /// The description of the key, one sentence.
    public let doc: String
    /// The default, as the reference describes it.
    public let fallback: String
    /// The forms that take it.
    public let forms: [GraphicForm]
  }

  /// The kinds of values of its keys.
  public enum Value: Hashable, Sendable {
    /// A colour or a gradient.
    case fill
    /// The stroke of a line.
    case stroke
    /// Points in its box.
    case points
    /// Path data, as SVG has them.
    case pathData
    /// The origin of a path's coordinates.
    case pathOrigin
    /// A whole number.
    case count(ClosedRange<Int>)
    /// A share, from 0 to 1.
    case share
  }

  init(_ key: String, _ doc: String, forms: [GraphicForm] = [], _ parameters: [Parameter] = []) {
    self.key = key
    self.doc = doc
    self.forms = forms
    self.parameters = parameters
  }
}

/// The shapes that can be drawn.
public enum GraphicForm: String, Hashable, Sendable, CaseIterable {
  /// A rectangle.
  case rect
  /// The ellipse that touches the edges of the box.
  case ellipse
  /// A line.
  case line
  /// A line with a head at its end.
  case arrow
  /// Corners and the lines between them.
  case polygon
  /// A polygon with every other corner nearer to its centre.
  case star
  /// Path data.
  case path

  /// True if the form has an inside that can be filled.
  public var hasInside: Bool {
    switch self {
    case .rect, .ellipse, .polygon, .star, .path: true
    case .line, .arrow: false
    }
  }

  /// Those that have an inside.
  static let areas = allCases.filter(\.hasInside)
}

extension GraphicStyle: Hashable {
  /// Two styles are the same if they have one key.
  public static func == (a: GraphicStyle, b: GraphicStyle) -> Bool { a.key == b.key }

  /// Hashes the key.
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
