// SPDX-License-Identifier: Apache-2.0

/// A kind of transition between two clips: its names, its look and its parameters.
///
/// `TransitionStyle.all` declares each of them once. The names in a project, the schema, decoding and
/// `reel transitions` follow from the declaration; a worker has a kernel of the same name for it.
public struct TransitionStyle: Sendable {
  /// The name in a project, in kebab case.
  public let name: String
  /// The name of its kernel, and in the text of graphs: that of libavfilter's `xfade` where it has the same.
  public let kernel: String
  /// What it looks like, one sentence.
  public let doc: String
  /// Other names for it in a project.
  public let aliases: [String]
  /// Whether it goes through black, where the film's background is clear through clear.
  public let passesBlack: Bool
  /// What a project may set, in the order in which programs have the values.
  public let parameters: [Parameter]

  /// A number that a project may set.
  public struct Parameter: Sendable {
    /// The key under `with`.
    public let name: String
    /// What it does, one sentence.
    public let doc: String
    /// The values it may have.
    public let range: ClosedRange<Double>
    /// The value where a project sets none.
    public let fallback: Double

    init(_ name: String, _ range: ClosedRange<Double>, default fallback: Double, _ doc: String) {
      self.name = name
      self.doc = doc
      self.range = range
      self.fallback = fallback
    }
  }

  /// A style; the name of its kernel is its name without hyphens, which a project may write, too.
  init(
    _ name: String, _ doc: String, kernel: String? = nil, aliases: [String] = [],
    passesBlack: Bool = false, _ parameters: Parameter...
  ) {
    let plain = name.filter { $0 != "-" }
    self.name = name
    self.kernel = kernel ?? plain
    self.doc = doc
    self.aliases = aliases + (kernel == nil && plain != name ? [plain] : [])
    self.passesBlack = passesBlack
    self.parameters = parameters
  }

  /// Every name that a project may write, with the style it means.
  public static let names: [(name: String, style: TransitionStyle)] = all.flatMap { style in
    ([style.name] + style.aliases).map { ($0, style) }
  }

  /// The style that a project calls `name`; nil if there is none.
  public init?(named name: String) {
    guard let style = TransitionStyle.byName[name] else { return nil }
    self = style
  }

  /// The style with this kernel; nil if there is none.
  public init?(kernel: String) {
    guard let style = TransitionStyle.all.first(where: { $0.kernel == kernel }) else { return nil }
    self = style
  }

  private static let byName = Dictionary(uniqueKeysWithValues: names.map { ($0.name, $0.style) })
}

extension TransitionStyle: Hashable {
  /// Two styles are the same if they have one name.
  public static func == (a: TransitionStyle, b: TransitionStyle) -> Bool { a.name == b.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
