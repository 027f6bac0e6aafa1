// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
public import YAML

/// A value that is given for a parameter, before its type is known.
public struct GivenValue: Sendable {
  /// The parameter's name as it was given.
  public let name: String
  /// The place of the name.
  public let nameSpan: Span
  /// The value.
  public let node: YAMLNode
  /// True if a list is written in it as text: `a, b` or `[a, b]`.
  public let isText: Bool
  /// The absolute path, links resolved, of the folder that relative paths in it start from.
  public let folder: String

  /// A value of the parameter `name`.
  public init(name: String, nameSpan: Span, node: YAMLNode, isText: Bool, folder: String) {
    self.name = name
    self.nameSpan = nameSpan
    self.node = node
    self.isText = isText
    self.folder = folder
  }

  /// The name of the source that holds an argument of the command line.
  public static let argumentName = "--set"

  /// The value that an argument such as `title=Rome` gives, as a source of its own; nil where it has no `=`.
  public init?(argument: String, folder: String, sources: inout SourceMap) {
    let text = Array(argument.utf8)
    guard let equals = text.firstIndex(of: UInt8(ascii: "=")), equals > 0 else { return nil }
    let file = sources.add(name: GivenValue.argumentName, text: text)
    let (middle, end) = (Int32(equals), Int32(text.count))
    var composer = YAMLComposer(file: file, source: text)
    let part = composer.scalar(
      String(decoding: text[(equals + 1)...], as: UTF8.self), isQuoted: true, from: middle + 1,
      to: end)
    guard let node = composer.tree(root: part).root else { return nil }
    self.init(
      name: String(decoding: text[..<equals], as: UTF8.self),
      nameSpan: Span(file: file, start: 0, end: middle), node: node, isText: true, folder: folder)
  }
}

/// A value by its name while a project is expanded.
struct NamedValue: Sendable {
  let node: YAMLNode
  /// The place in the project.
  let span: Span
  /// Nil for values of rows, which may be anything.
  var type: Parameter?
  /// True if it stands in the project, where `$$` is a dollar.
  let isTemplate: Bool
}
