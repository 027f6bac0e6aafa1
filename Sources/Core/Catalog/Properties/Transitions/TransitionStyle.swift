// SPDX-License-Identifier: Apache-2.0

/// A kind of transition between two clips: its names, its look and its parameters.
///
/// `TransitionStyle.all` declares each of them once. The names in a project, the schema, decoding, documentation and
/// `reel transitions` follow from the declaration; a worker has a kernel of the same name for it.
public struct TransitionStyle: Sendable {
  /// The name in a project, in kebab case.
  public let name: String
  /// The name of its kernel, and in the text of graphs: that of libavfilter's `xfade` where it has the same.
  public let kernel: String
  /// The description of its look, one sentence.
  public let doc: String
  /// Other names for it in a project.
  public let aliases: [String]
  /// True if the transition goes through black, or through transparency over a transparent
  /// background.
  public let passesBlack: Bool
  /// Who invented it, where its formula has a licence.
  public let notice: Notice?
  /// The parameters that a project may set, in the order in which programs have the values.
  public let parameters: [TransitionParameter]

  /// The author of a formula, and the licence that asks for the name.
  public struct Notice: Hashable, Sendable {
    /// Who wrote it.
    public let author: String
    /// The licence, as SPDX calls it.
    public let license: String
  }

  /// A style; the name of its kernel is its name without hyphens, which a project may write, too.
  ///
  /// - Parameters:
  ///   - original: The name of the effect of gl-transitions that has the same formula, which a project may write, too.
  ///   - author: Who wrote that one.
  init(
    _ name: String, _ doc: String, kernel: String? = nil, aliases: [String] = [],
    passesBlack: Bool = false, original: String? = nil, by author: String? = nil,
    license: String = "MIT", _ parameters: TransitionParameter...
  ) {
    let plain = name.filter { $0 != "-" }
    self.name = name
    self.kernel = kernel ?? plain
    self.doc = doc
    var others = aliases
    for other in [kernel == nil ? plain : nil, original].compactMap(\.self)
    where other != name && !others.contains(other) {
      others.append(other)
    }
    self.aliases = others
    self.passesBlack = passesBlack
    notice = author.map { Notice(author: $0, license: license) }
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
    guard let style = TransitionStyle.byKernel[kernel] else { return nil }
    self = style
  }

  /// The values of all parameters where a project sets none.
  public var defaults: [Double] { parameters.flatMap(\.fallback) }

  /// The parameter that is a picture; nil where it needs none.
  public var map: TransitionParameter? { parameters.first { $0.kind == .picture } }

  private static let byName = Dictionary(uniqueKeysWithValues: names.map { ($0.name, $0.style) })
  private static let byKernel = Dictionary(uniqueKeysWithValues: all.map { ($0.kernel, $0) })
}

extension TransitionStyle: Hashable {
  /// Two styles are the same if they have one name.
  public static func == (a: TransitionStyle, b: TransitionStyle) -> Bool { a.name == b.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
